import { describe, expect, test } from "vitest";
import { estimateRemaining, updatePace, type WaitPace } from "../../shared/wait/wait-pace.ts";

type Sample = readonly [seconds: number, done: number, total: number];

/** The estimate in seconds at `now`, after these samples. */
function estimateAt(now: number, samples: readonly Sample[]): object | undefined {
  const pace = samples.reduce<WaitPace | undefined>(
    (before, [seconds, done, total]) => updatePace(before, { done, total }, seconds * 1000),
    undefined,
  );
  const estimate = estimateRemaining(pace, now * 1000);
  if (estimate === undefined) return undefined;
  const { gained, remainingMs, overMs } = estimate;
  return { gained, seconds: remainingMs / 1000, overSeconds: overMs / 1000 };
}

describe("a wait estimates the remaining time", () => {
  const rows: readonly {
    readonly rule: string;
    readonly now: number;
    readonly samples: readonly Sample[];
    readonly estimate: object | undefined;
  }[] = [
    { rule: "without a sample there is no estimate", now: 0, samples: [], estimate: undefined },
    {
      rule: "the state at the beginning alone is no estimate",
      now: 600,
      samples: [[0, 4, 6]],
      estimate: undefined,
    },
    {
      rule: "one component that became ready is no estimate",
      now: 60,
      samples: [
        [0, 2, 6],
        [60, 3, 6],
      ],
      estimate: undefined,
    },
    {
      rule: "two components that became ready give an estimate",
      now: 240,
      samples: [
        [0, 2, 6],
        [100, 3, 6],
        [240, 4, 6],
      ],
      estimate: { seconds: 240, gained: 2, overSeconds: 240 },
    },
    {
      rule: "two components that became ready at once give an estimate",
      now: 100,
      samples: [
        [0, 2, 6],
        [100, 4, 6],
      ],
      estimate: { seconds: 100, gained: 2, overSeconds: 100 },
    },
    {
      rule: "the estimate shrinks as time passes",
      now: 150,
      samples: [
        [0, 0, 4],
        [100, 2, 4],
      ],
      estimate: { seconds: 50, gained: 2, overSeconds: 100 },
    },
    {
      rule: "the estimate ends where the next component is late",
      now: 151,
      samples: [
        [0, 0, 4],
        [100, 2, 4],
      ],
      estimate: undefined,
    },
    {
      rule: "there is no estimate where all components are ready",
      now: 100,
      samples: [
        [0, 2, 4],
        [100, 4, 4],
      ],
      estimate: undefined,
    },
    {
      rule: "the estimate starts again after a component became unready",
      now: 260,
      samples: [
        [0, 0, 6],
        [100, 3, 6],
        [200, 2, 6],
        [250, 3, 6],
      ],
      estimate: undefined,
    },
    {
      rule: "the estimate starts again where the number of components changes",
      now: 260,
      samples: [
        [0, 0, 6],
        [100, 3, 6],
        [200, 3, 7],
      ],
      estimate: undefined,
    },
  ];
  test.for(rows)("$rule", ({ now, samples, estimate }) => {
    expect(estimateAt(now, samples)).toEqual(estimate);
  });

  test("a goal that does not depend on components has no estimate", () => {
    expect(
      updatePace({ total: 2, first: { done: 0, elapsedMs: 0 }, last: { done: 1, elapsedMs: 1 } }, undefined, 2),
    ).toBe(undefined);
  });
});
