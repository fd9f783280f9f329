import { describe, expect, test } from "vitest";
import { buildFleetMember } from "../../../extension/places/contexts/context-member.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";
import { currentVerdict, fleetStateOf } from "../../../shared/render/fleet/member-state.ts";
import { component, now, report, root } from "../../render/build.ts";

const healthy = report([root({})]);
const degradedReport = report([root({ children: [component("CDI", "degraded", "v1")] })]);
const seconds = Date.parse(now) / 1000;

const buildPlaceState = (state: Partial<PlaceState>): PlaceState => ({
  place: { kind: "cluster", context: "prod", namespaces: [] },
  name: "prod",
  server: "https://prod",
  phase: "connecting",
  link: { state: "live" },
  now: () => seconds,
  ...state,
});
const unreachableLink = { state: "unreachable", cause: "no", until: Date.parse(now) - 60_000 } as const;

describe("a context in the editor has the state that --all-contexts prints", () => {
  test.for<{
    readonly rule: string;
    readonly state: PlaceState | undefined;
    readonly fleet: string;
    readonly verdict: string;
  }>([
    {
      rule: "a context that waits for its turn is connecting",
      state: undefined,
      fleet: "connecting",
      verdict: "unknown",
    },
    {
      rule: "a context without a first response is connecting",
      state: buildPlaceState({}),
      fleet: "connecting",
      verdict: "unknown",
    },
    {
      rule: "a context without consent is connecting and of unknown verdict",
      state: buildPlaceState({ phase: "paused" }),
      fleet: "connecting",
      verdict: "unknown",
    },
    {
      rule: "a context that needs a login has the state login",
      state: buildPlaceState({ phase: "authRequired", problem: "login-program" }),
      fleet: "login",
      verdict: "unknown",
    },
    {
      rule: "a context that cannot be reached is unreached",
      state: buildPlaceState({ phase: "unreachable", problem: "refused" }),
      fleet: "unreached",
      verdict: "unknown",
    },
    {
      rule: "a context that does not exist any more is unusable",
      state: buildPlaceState({ phase: "unusable", problem: "no context" }),
      fleet: "unusable",
      verdict: "unknown",
    },
    {
      rule: "a healthy context is healthy",
      state: buildPlaceState({ phase: "shown", report: healthy }),
      fleet: "healthy",
      verdict: "healthy",
    },
    {
      rule: "an unhealthy context has the verdict of its report",
      state: buildPlaceState({ phase: "shown", report: degradedReport }),
      fleet: degradedReport.verdict,
      verdict: degradedReport.verdict,
    },
    {
      rule: "a healthy context that cannot be reached now is of unknown verdict",
      state: buildPlaceState({ phase: "shown", report: healthy, link: unreachableLink }),
      fleet: "unreached",
      verdict: "unknown",
    },
    {
      rule: "a healthy context that reconnects is of unknown verdict",
      state: buildPlaceState({ phase: "shown", report: healthy, link: { ...unreachableLink, state: "stale" } }),
      fleet: "unknown",
      verdict: "unknown",
    },
    {
      rule: "a context without objects has the state nothing",
      state: buildPlaceState({ phase: "empty", report: report([]) }),
      fleet: "nothing",
      verdict: report([]).verdict,
    },
  ])("$rule", ({ state, fleet, verdict }) => {
    const member = buildFleetMember("prod", state);
    expect(member.context).toBe("prod");
    expect(fleetStateOf(member)).toBe(fleet);
    expect(currentVerdict(member)).toBe(verdict);
  });

  test("the report has the time of now, and the silence its beginning", () => {
    const later = buildPlaceState({ phase: "shown", report: healthy, link: unreachableLink, now: () => seconds + 600 });
    const { report: shown, silent } = buildFleetMember("prod", later);
    expect([shown.takenAt, silent]).toEqual([
      "2026-11-21T06:23:18Z",
      { since: "2026-11-21T06:12:18Z", now: "2026-11-21T06:23:18Z" },
    ]);
  });
});
