import { expect, test } from "vitest";
import type { Place } from "../../../extension/places/place.ts";
import { updateFacts } from "../../../extension/places/place-facts.ts";
import type { StateChange } from "../../../extension/places/place-source.ts";
import { report, root } from "../../render/build.ts";

type Facts = Parameters<typeof updateFacts>[0];

const readAt = 1_000_000;
const now = 2_000_000;
const cluster: Place = { kind: "cluster", context: "prod", namespaces: [] };
const files: Place = { kind: "files", holds: "must-gather", path: "/gather" };
const anyReport = report([root({ children: [] })]);
const liveFacts: Facts = {
  place: cluster,
  name: "prod",
  identity: "a",
  phase: "shown",
  link: { state: "live" },
  report: anyReport,
};
const outdatedFacts: Facts = { ...liveFacts, link: { state: "unreachable", until: readAt } };
const emptyFacts: Facts = { place: cluster, name: "prod", phase: "paused", link: { state: "idle" } };

test.for<{ readonly rule: string; readonly before: Facts; readonly news: StateChange; readonly is: object }>([
  {
    rule: "facts that a change does not name are kept",
    before: liveFacts,
    news: { doubt: "broken" },
    is: { ...liveFacts, doubt: "broken" },
  },
  {
    rule: "a change to undefined removes the fact",
    before: { ...liveFacts, doubt: "broken" },
    news: { doubt: undefined },
    is: liveFacts,
  },
  {
    rule: "a change to another cluster removes all facts but the name",
    before: liveFacts,
    news: { identity: "b", phase: "connecting", link: { state: "connecting" } },
    is: { place: cluster, name: "prod", identity: "b", phase: "connecting", link: { state: "connecting" } },
  },
  { rule: "a change to the same cluster keeps all facts", before: liveFacts, news: { identity: "a" }, is: liveFacts },
  {
    rule: "a report that was live is kept without a link, and was current until now",
    before: liveFacts,
    news: { phase: "unreachable", link: { state: "unreachable" } },
    is: { ...liveFacts, link: { state: "unreachable", until: now } },
  },
  {
    rule: "a report that was out of date keeps its time whatever the state of the link",
    before: outdatedFacts,
    news: { link: { state: "connecting" } },
    is: { ...outdatedFacts, link: { state: "connecting", until: readAt } },
  },
  {
    rule: "the time that the link itself reports is the time of the report",
    before: liveFacts,
    news: { link: { state: "stale", until: readAt } },
    is: { ...liveFacts, link: { state: "stale", until: readAt } },
  },
  {
    rule: "a report that is live again has no time",
    before: outdatedFacts,
    news: { link: { state: "live" } },
    is: liveFacts,
  },
  {
    rule: "no report has no time",
    before: emptyFacts,
    news: { phase: "unreachable", link: { state: "unreachable" } },
    is: { ...emptyFacts, phase: "unreachable", link: { state: "unreachable" } },
  },
  {
    rule: "a report of files has no time",
    before: { ...liveFacts, place: files },
    news: { link: { state: "idle" } },
    is: { ...liveFacts, place: files, link: { state: "idle" } },
  },
])("$rule", ({ before, news, is }) => {
  expect(updateFacts(before, news, now)).toEqual(is);
});
