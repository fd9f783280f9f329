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

test.for<readonly [rule: string, before: Facts, news: StateChange, is: object]>([
  ["what is not mentioned stays", live, { doubt: "broken" }, { ...live, doubt: "broken" }],
  ["undefined takes a fact back", { ...live, doubt: "broken" }, { doubt: undefined }, live],
  [
    "of another cluster nothing is known",
    live,
    { identity: "b", phase: "connecting", link: { state: "connecting" } },
    { place: cluster, name: "prod", identity: "b", phase: "connecting", link: { state: "connecting" } },
  ],
  ["of the same cluster all is known as before", live, { identity: "a" }, live],
  [
    "what is on show stays on show while the server does not answer, and was true until now",
    live,
    { phase: "unreachable", link: { state: "unreachable" } },
    { ...live, link: { state: "unreachable", until: now } },
  ],
  [
    "what was old stays as old, however the link changes",
    old,
    { link: { state: "connecting" } },
    { ...old, link: { state: "connecting", until: at } },
  ],
  [
    "what the link itself says of its age counts",
    live,
    { link: { state: "stale", until: at } },
    { ...live, link: { state: "stale", until: at } },
  ],
  ["what is live again has no age", old, { link: { state: "live" } }, live],
  [
    "where nothing was read nothing is old",
    none,
    { phase: "unreachable", link: { state: "unreachable" } },
    { ...none, phase: "unreachable", link: { state: "unreachable" } },
  ],
  [
    "files do not grow old",
    { ...live, place: files },
    { link: { state: "idle" } },
    { ...live, place: files, link: { state: "idle" } },
  ],
])("%s", ([, before, news, is]) => {
  expect(updateFacts(before, news, now)).toEqual(is);
});
