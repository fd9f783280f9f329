import { describe, expect, test } from "vitest";
import { estimateRemaining, updatePace, type WaitPace } from "../../shared/wait/wait-pace.ts";

type Sample = readonly [seconds: number, done: number, total: number];

/** The estimate in seconds at `now`, after these samples. */
function estimateAt(now: number, samples: readonly Sample[]): object | undefined {
  const pace = samples.reduce<WaitPace | undefined>(
    (before, [seconds, done, total]) => updatePace(before, { done, total }, seconds * 1000),
    undefined,
  );
  const found = estimateRemaining(pace, now * 1000);
  return found && { gained: found.gained, seconds: found.remainingMs / 1000, overSeconds: found.overMs / 1000 };
}

describe("a wait estimates the time that is left", () => {
  const rows: [rule: string, now: number, samples: readonly Sample[], estimate: object | undefined][] = [
    ["without a sample there is no estimate", 0, [], undefined],
    ["the state at the beginning alone is no estimate", 600, [[0, 4, 6]], undefined],
    [
      "one component that became ready is no estimate",
      60,
      [
        [0, 2, 6],
        [60, 3, 6],
      ],
      undefined,
    ],
    [
      "two components that became ready give an estimate",
      240,
      [
        [0, 2, 6],
        [100, 3, 6],
        [240, 4, 6],
      ],
      { seconds: 240, gained: 2, overSeconds: 240 },
    ],
    [
      "two components that became ready at once give an estimate",
      100,
      [
        [0, 2, 6],
        [100, 4, 6],
      ],
      { seconds: 100, gained: 2, overSeconds: 100 },
    ],
    [
      "the estimate shrinks as time passes",
      150,
      [
        [0, 0, 4],
        [100, 2, 4],
      ],
      { seconds: 50, gained: 2, overSeconds: 100 },
    ],
    [
      "the estimate ends where the next component is late",
      151,
      [
        [0, 0, 4],
        [100, 2, 4],
      ],
      undefined,
    ],
    [
      "there is no estimate where all components are ready",
      100,
      [
        [0, 2, 4],
        [100, 4, 4],
      ],
      undefined,
    ],
    [
      "the estimate starts again after a component became unready",
      260,
      [
        [0, 0, 6],
        [100, 3, 6],
        [200, 2, 6],
        [250, 3, 6],
      ],
      undefined,
    ],
    [
      "the estimate starts again where the number of components changes",
      260,
      [
        [0, 0, 6],
        [100, 3, 6],
        [200, 3, 7],
      ],
      undefined,
    ],
  ];
  test.for(rows)("%s", ([, now, samples, estimate]) => {
    expect(estimateAt(now, samples)).toEqual(estimate);
  });

  test("a goal that does not depend on components has no estimate", () => {
    expect(
      updatePace({ total: 2, first: { done: 0, elapsedMs: 0 }, last: { done: 1, elapsedMs: 1 } }, undefined, 2),
    ).toBe(undefined);
  });
});
