import { describe, expect, test } from "vitest";
import { buildFleetMember } from "../../../extension/places/contexts/context-member.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";
import { fleetStateOf, knownVerdict } from "../../../shared/render/fleet/member-state.ts";
import { component, now, report, root } from "../../render/build.ts";

const healthy = report([root({})]);
const degradedReport = report([root({ children: [component("CDI", "degraded", "v1")] })]);
const seconds = Date.parse(now) / 1000;

const placeStateWith = (state: Partial<PlaceState>): PlaceState => ({
  place: { kind: "cluster", context: "prod", namespaces: [] },
  name: "prod",
  server: "https://prod",
  phase: "connecting",
  link: { state: "live" },
  now: () => seconds,
  ...state,
});
const old = { state: "unreachable", cause: "no", until: Date.parse(now) - 60_000 } as const;

describe("a context is described as a cluster of --all-contexts", () => {
  test.for<readonly [rule: string, state: PlaceState | undefined, fleet: string, verdict: string]>([
    ["one that waits for its turn connects", undefined, "connecting", "unknown"],
    ["one without a first response connects", placeStateWith({}), "connecting", "unknown"],
    ["one without consent is not healthy", placeStateWith({ phase: "paused" }), "connecting", "unknown"],
    ["one that needs a login", placeStateWith({ phase: "authRequired", problem: "login-program" }), "login", "unknown"],
    ["one out of reach", placeStateWith({ phase: "unreachable", problem: "refused" }), "unreached", "unknown"],
    ["one whose context vanished", placeStateWith({ phase: "unusable", problem: "no context" }), "unusable", "unknown"],
    ["a healthy one", placeStateWith({ phase: "shown", report: healthy }), "healthy", "healthy"],
    [
      "an unhealthy one",
      placeStateWith({ phase: "shown", report: degradedReport }),
      degradedReport.verdict,
      degradedReport.verdict,
    ],
    [
      "a healthy one that is out of reach now is not called healthy",
      placeStateWith({ phase: "shown", report: healthy, link: old }),
      "unreached",
      "unknown",
    ],
    [
      "an old one that reconnects is not called healthy",
      placeStateWith({ phase: "shown", report: healthy, link: { ...old, state: "stale" } }),
      "unknown",
      "unknown",
    ],
    ["one without objects", placeStateWith({ phase: "empty", report: report([]) }), "nothing", report([]).verdict],
  ])("%s", ([, state, fleet, verdict]) => {
    const member = buildFleetMember("prod", state);
    expect([member.context, fleetStateOf(member), knownVerdict(member)]).toEqual(["prod", fleet, verdict]);
  });

  test("ages count from now, and those of a silence from its beginning", () => {
    const later = placeStateWith({ phase: "shown", report: healthy, link: old, now: () => seconds + 600 });
    const { report: shown, silent } = buildFleetMember("prod", later);
    expect([shown.takenAt, silent]).toEqual([
      "2026-11-21T06:23:18Z",
      { since: "2026-11-21T06:12:18Z", now: "2026-11-21T06:23:18Z" },
    ]);
  });
});
