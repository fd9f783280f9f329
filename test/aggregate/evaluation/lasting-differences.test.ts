import { describe, expect, test } from "vitest";
import {
  listLastingKeys,
  type SeenDifferences,
  updateDifferences,
} from "../../../shared/aggregate/evaluation/lasting-differences.ts";
import type { Drift } from "../../../shared/model/drift.ts";
import { keyOfFinding } from "../../../shared/model/finding/goal.ts";
import { makeGradedFinding } from "../../../shared/model/finding/make-finding.ts";
import type { Report } from "../../../shared/model/report.ts";
import { report, root } from "../../render/build.ts";

const hco = root({});
const conditionText = (message: string) => ({ status: "True", reason: "x", message }) as const;
const driftOf = (message = ""): Drift => ({ type: "Degraded", what: "status", expected: conditionText(message) });
const driftKey = keyOfFinding(
  makeGradedFinding("warning", hco.ref, { code: "drift", type: "Degraded", what: "status" }),
);
const health = makeGradedFinding("warning", hco.ref, {
  code: "health-disagrees",
  why: "not-reported",
  reported: "healthy",
  evaluated: "degraded",
});

type Scene = "nothing" | "drift" | "other words" | "young" | "health";

const scenes: Readonly<Record<Scene, Report>> = {
  nothing: report([hco]),
  drift: report([{ ...hco, drift: [driftOf()] }]),
  "other words": report([{ ...hco, drift: [driftOf("2 of 3")] }]),
  young: report([
    {
      ...hco,
      drift: [driftOf()],
      driftHeld: "settling",
      settling: [makeGradedFinding("warning", hco.ref, { code: "drift", type: "Degraded", what: "status" })],
    },
  ]),
  health: report([{ ...hco, settling: [health] }]),
};

/** The keys that last after each step, and when the next one may. */
function follow(steps: readonly (readonly [at: number, scene: Scene])[]): readonly unknown[] {
  let seen: SeenDifferences = new Map();
  return steps.map(([at, scene]) => {
    const { seen: next, dueIn } = updateDifferences(seen, scenes[scene], at);
    seen = next;
    return [[...(listLastingKeys(seen, at).values().next().value ?? [])], dueIn];
  });
}

describe("a watch reports a difference once it has seen it for two seconds", () => {
  const rows: readonly [sentence: string, steps: readonly [number, Scene][], expected: readonly unknown[]][] = [
    ["old at the first sight, it lasts at once", [[0, "drift"]], [[[driftKey], undefined]]],
    ["young at the first sight, it is watched", [[0, "young"]], [[[], 2000]]],
    [
      "gone in time, it never lasts",
      [
        [0, "nothing"],
        [100, "drift"],
        [700, "nothing"],
      ],
      [
        [[], undefined],
        [[], 2000],
        [[], undefined],
      ],
    ],
    [
      "a difference that was the same for two seconds lasts until it is gone, whatever the components report then",
      [
        [0, "nothing"],
        [100, "drift"],
        [2099, "drift"],
        [2100, "drift"],
        [2200, "other words"],
        [2300, "nothing"],
      ],
      [
        [[], undefined],
        [[], 2000],
        [[], 1],
        [[driftKey], undefined],
        [[driftKey], undefined],
        [[], undefined],
      ],
    ],
    [
      "components that change again give the operator another turn",
      [
        [0, "nothing"],
        [100, "drift"],
        [1900, "other words"],
        [2200, "other words"],
        [3900, "other words"],
      ],
      [
        [[], undefined],
        [[], 2000],
        [[], 2000],
        [[], 1700],
        [[driftKey], undefined],
      ],
    ],
    [
      "a clock that is set back begins again",
      [
        [5000, "nothing"],
        [5000, "drift"],
        [1000, "drift"],
        [3000, "drift"],
      ],
      [
        [[], undefined],
        [[], 2000],
        [[], 2000],
        [[driftKey], undefined],
      ],
    ],
    [
      "what else compares the CR with its components is watched too",
      [
        [0, "nothing"],
        [100, "health"],
        [2100, "health"],
      ],
      [
        [[], undefined],
        [[], 2000],
        [[keyOfFinding(health)], undefined],
      ],
    ],
  ];
  test.for(rows)("%s", ([, steps, expected]) => {
    expect(follow(steps)).toEqual(expected);
  });

  test("components that change without end do not hide an operator that writes nothing for ten seconds", () => {
    const lasting = follow(
      Array.from({ length: 9 }, (_, step) => [
        step * 1_500,
        step === 0 ? "nothing" : step % 2 === 0 ? "drift" : "other words",
      ]),
    );
    // First seen at 1.5 s; the last two looks are at 10.5 and 12 s.
    expect(lasting.slice(-2)).toEqual([
      [[], 1_000],
      [[driftKey], undefined],
    ]);
  });

  test("it remembers nothing of a status that flaps ten times a second", () => {
    let seen: SeenDifferences = new Map();
    for (let at = 0; at < 100_000; at += 100)
      seen = updateDifferences(seen, scenes[at % 200 === 0 ? "drift" : "other words"], at + 1).seen;
    expect([...seen.values()].map(({ size }) => size)).toEqual([1]);
  });
});
