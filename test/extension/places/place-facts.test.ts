import { expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { updateFacts } from "../../../extension/places/place-facts.ts";
import type { StateChange } from "../../../extension/places/place-source.ts";
import { report, root } from "../../render/build.ts";

type Facts = Parameters<typeof updateFacts>[0];

const at = 1_000_000;
const now = 2_000_000;
const cluster: Place = { kind: "cluster", context: "prod", namespaces: [] };
const files: Place = { kind: "files", holds: "must-gather", path: "/gather" };
const some = report([root({ children: [] })]);
const live: Facts = {
  place: cluster,
  name: "prod",
  identity: "a",
  phase: "shown",
  link: { state: "live" },
  report: some,
};
const old: Facts = { ...live, link: { state: "unreachable", until: at } };
const none: Facts = { place: cluster, name: "prod", phase: "paused", link: { state: "idle" } };

test.for<{ readonly rule: string; readonly before: Facts; readonly news: StateChange; readonly is: object }>([
  {
    rule: "what is not mentioned stays",
    before: live,
    news: { doubt: "broken" },
    is: { ...live, doubt: "broken" },
  },
  {
    rule: "undefined takes a fact back",
    before: { ...live, doubt: "broken" },
    news: { doubt: undefined },
    is: live,
  },
  {
    rule: "of another cluster nothing is known",
    before: live,
    news: { identity: "b", phase: "connecting", link: { state: "connecting" } },
    is: { place: cluster, name: "prod", identity: "b", phase: "connecting", link: { state: "connecting" } },
  },
  { rule: "of the same cluster all is known as before", before: live, news: { identity: "a" }, is: live },
  {
    rule: "what is on show stays on show while the server does not answer, and was true until now",
    before: live,
    news: { phase: "unreachable", link: { state: "unreachable" } },
    is: { ...live, link: { state: "unreachable", until: now } },
  },
  {
    rule: "what was old stays as old, however the link changes",
    before: old,
    news: { link: { state: "connecting" } },
    is: { ...old, link: { state: "connecting", until: at } },
  },
  {
    rule: "what the link itself says of its age counts",
    before: live,
    news: { link: { state: "stale", until: at } },
    is: { ...live, link: { state: "stale", until: at } },
  },
  { rule: "what is live again has no age", before: old, news: { link: { state: "live" } }, is: live },
  {
    rule: "where nothing was read nothing is old",
    before: none,
    news: { phase: "unreachable", link: { state: "unreachable" } },
    is: { ...none, phase: "unreachable", link: { state: "unreachable" } },
  },
  {
    rule: "files do not grow old",
    before: { ...live, place: files },
    news: { link: { state: "idle" } },
    is: { ...live, place: files, link: { state: "idle" } },
  },
])("$rule", ({ before, news, is }) => {
  expect(updateFacts(before, news, now)).toEqual(is);
});
