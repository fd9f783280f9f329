import { describe, expect, test } from "vitest";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { RootNode } from "../../shared/model/report.ts";
import { waitMessage } from "../../shared/render/editor/wait-notification.ts";
import { checkStability, minHoldMs, type StabilityCheck } from "../../shared/wait/stability-check.ts";
import { completeness, component, report, root } from "../render/build.ts";

const healthyRoot = root({ verdict: "healthy", children: [component("CDI", "healthy", "1.0.0")] });
const unhealthyRoot = root({ verdict: "degraded", children: [component("CDI", "degraded", "1.0.0")] });
const stale = root({ verdict: "healthy", stale: true });

type Step = readonly [now: number, node: RootNode | undefined, isLive: boolean];

function states(steps: readonly Step[]): readonly string[] {
  let before: StabilityCheck | undefined;
  return steps.map(([now, node, isLive]) => {
    before = checkStability(before, healthyRoot.ref, { ...(node && { report: report([node]) }), isLive, now });
    return before.state;
  });
}

describe("a wait ends only on a live link, and where it lasts", () => {
  const rows: [rule: string, steps: readonly Step[], states: readonly string[]][] = [
    [
      "healthy for long enough",
      [
        [0, healthyRoot, true],
        [minHoldMs - 1, healthyRoot, true],
        [minHoldMs, healthyRoot, true],
      ],
      ["holding", "holding", "reached"],
    ],
    [
      "the time is not over yet",
      [
        [0, unhealthyRoot, true],
        [5, healthyRoot, true],
        [minHoldMs + 5, healthyRoot, true],
      ],
      ["waiting", "holding", "reached"],
    ],
    [
      "a break begins the time again",
      [
        [0, healthyRoot, true],
        [9000, unhealthyRoot, true],
        [9500, healthyRoot, true],
        [minHoldMs, healthyRoot, true],
      ],
      ["holding", "waiting", "holding", "holding"],
    ],
    [
      "what is not seen is not so",
      [
        [0, healthyRoot, true],
        [9000, healthyRoot, false],
        [60_000, healthyRoot, false],
        [60_001, healthyRoot, true],
      ],
      ["holding", "unseen", "unseen", "holding"],
    ],
    [
      "nothing read yet",
      [
        [0, undefined, false],
        [1, undefined, true],
      ],
      ["unseen", "unseen"],
    ],
    ["a status older than the spec is none", [[0, stale, true]], ["waiting"]],
  ];
  test.for(rows)("%s", ([, steps, expected]) => {
    expect(states(steps)).toEqual(expected);
  });

  test("one that is gone is not healthy", () => {
    const before = checkStability(undefined, healthyRoot.ref, {
      report: report([unhealthyRoot]),
      isLive: true,
      now: 0,
    });
    const look = checkStability(before, healthyRoot.ref, { report: report([]), isLive: true, now: 60_000 });
    expect([look.state, look.blocking[0]?.code]).toEqual(["waiting", "missing-object"]);
  });

  test("another root that is unhealthy, or cannot be read, is no reason to wait", () => {
    const other = { ...unhealthyRoot, ref: { ...unhealthyRoot.ref, name: "other" }, label: "other" };
    const gap = { outcome: "forbidden", verb: "get", group: "", kind: "Pod", required: true } as const;
    const both = report([other, healthyRoot], { completeness: completeness(3, [gap]) });
    expect(checkStability(undefined, healthyRoot.ref, { report: both, isLive: true, now: 0 }).state).toBe("holding");
  });
});

describe("a wait is for one object on one cluster", () => {
  const node = (of: RootNode, uid: string): RootNode => ({ ...of, ref: { ...of.ref, uid } });
  const looks = (
    ...steps: readonly (readonly [node: RootNode | undefined, identity: string | undefined])[]
  ): readonly string[] => {
    let before: StabilityCheck | undefined;
    return steps.map(([of, identity], index) => {
      const seen = { ...(of && { report: report([of]) }), ...definedFields({ identity }) };
      before = checkStability(before, healthyRoot.ref, { ...seen, isLive: true, now: index * minHoldMs });
      return before.state;
    });
  };
  const rows: [rule: string, looks: readonly string[], expected: readonly string[]][] = [
    ["the same", looks([node(unhealthyRoot, "a"), "prod"], [node(healthyRoot, "a"), "prod"]), ["waiting", "holding"]],
    [
      "another of that name",
      looks([node(unhealthyRoot, "a"), "prod"], [node(healthyRoot, "b"), "prod"]),
      ["waiting", "replaced"],
    ],
    [
      "another cluster",
      looks([node(unhealthyRoot, "a"), "prod"], [node(healthyRoot, "a"), "dev"]),
      ["waiting", "elsewhere"],
    ],
    ["another cluster, unread", looks([unhealthyRoot, "prod"], [undefined, "dev"]), ["waiting", "elsewhere"]],
    [
      "a break, then another cluster",
      looks([unhealthyRoot, "prod"], [undefined, undefined], [healthyRoot, "dev"]),
      ["waiting", "unseen", "elsewhere"],
    ],
    [
      "a break, then the same object",
      looks([unhealthyRoot, "prod"], [undefined, undefined], [healthyRoot, "prod"]),
      ["waiting", "unseen", "holding"],
    ],
    ["the object is unknown at first", looks([undefined, undefined], [unhealthyRoot, "prod"]), ["unseen", "waiting"]],
  ];
  test.for(rows)("%s", ([, states, expected]) => {
    expect(states).toEqual(expected);
  });
});

test("it says what it waits for", () => {
  const look = checkStability(undefined, unhealthyRoot.ref, { report: report([unhealthyRoot]), isLive: true, now: 0 });
  const shown = { ...look, state: "waiting", link: "live", elapsedMs: 72_000, heldMs: 0 } as const;
  expect(waitMessage(shown, minHoldMs)).toMatch(/CDI is degraded.*; waiting for 72s$/);
  expect(waitMessage({ ...shown, state: "holding", heldMs: 2_000 }, minHoldMs)).toBe(
    "healthy for 2s; checking stability for 10s",
  );
  expect(waitMessage({ ...shown, state: "unseen", link: "unreachable", cause: "no route" }, minHoldMs)).toBe(
    "the server is unreachable: no route; waiting for 72s",
  );
});
