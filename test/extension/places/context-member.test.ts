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
  test.for<{
    readonly rule: string;
    readonly state: PlaceState | undefined;
    readonly fleet: string;
    readonly verdict: string;
  }>([
    { rule: "one that waits for its turn connects", state: undefined, fleet: "connecting", verdict: "unknown" },
    {
      rule: "one without a first response connects",
      state: placeStateWith({}),
      fleet: "connecting",
      verdict: "unknown",
    },
    {
      rule: "one without consent is not healthy",
      state: placeStateWith({ phase: "paused" }),
      fleet: "connecting",
      verdict: "unknown",
    },
    {
      rule: "one that needs a login",
      state: placeStateWith({ phase: "authRequired", problem: "login-program" }),
      fleet: "login",
      verdict: "unknown",
    },
    {
      rule: "one out of reach",
      state: placeStateWith({ phase: "unreachable", problem: "refused" }),
      fleet: "unreached",
      verdict: "unknown",
    },
    {
      rule: "one whose context vanished",
      state: placeStateWith({ phase: "unusable", problem: "no context" }),
      fleet: "unusable",
      verdict: "unknown",
    },
    {
      rule: "a healthy one",
      state: placeStateWith({ phase: "shown", report: healthy }),
      fleet: "healthy",
      verdict: "healthy",
    },
    {
      rule: "an unhealthy one",
      state: placeStateWith({ phase: "shown", report: degradedReport }),
      fleet: degradedReport.verdict,
      verdict: degradedReport.verdict,
    },
    {
      rule: "a healthy one that is out of reach now is not called healthy",
      state: placeStateWith({ phase: "shown", report: healthy, link: old }),
      fleet: "unreached",
      verdict: "unknown",
    },
    {
      rule: "an old one that reconnects is not called healthy",
      state: placeStateWith({ phase: "shown", report: healthy, link: { ...old, state: "stale" } }),
      fleet: "unknown",
      verdict: "unknown",
    },
    {
      rule: "one without objects",
      state: placeStateWith({ phase: "empty", report: report([]) }),
      fleet: "nothing",
      verdict: report([]).verdict,
    },
  ])("$rule", ({ state, fleet, verdict }) => {
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
