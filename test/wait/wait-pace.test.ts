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

describe("a wait estimates what is left", () => {
  const rows: [rule: string, now: number, samples: readonly Sample[], estimate: object | undefined][] = [
    ["not before the first sample", 0, [], undefined],
    ["not from how it found the cluster", 600, [[0, 4, 6]], undefined],
    [
      "not from one component",
      60,
      [
        [0, 2, 6],
        [60, 3, 6],
      ],
      undefined,
    ],
    [
      "from two components, at their pace",
      240,
      [
        [0, 2, 6],
        [100, 3, 6],
        [240, 4, 6],
      ],
      { seconds: 240, gained: 2, overSeconds: 240 },
    ],
    [
      "from two components that were done at once",
      100,
      [
        [0, 2, 6],
        [100, 4, 6],
      ],
      { seconds: 100, gained: 2, overSeconds: 100 },
    ],
    [
      "less as the time goes by",
      150,
      [
        [0, 0, 4],
        [100, 2, 4],
      ],
      { seconds: 50, gained: 2, overSeconds: 100 },
    ],
    [
      "not any more where the next one is late",
      151,
      [
        [0, 0, 4],
        [100, 2, 4],
      ],
      undefined,
    ],
    [
      "not where all are done",
      100,
      [
        [0, 2, 4],
        [100, 4, 4],
      ],
      undefined,
    ],
    [
      "anew after one of them broke",
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
      "again where other components count",
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

  test("not where the goal does not depend on components", () => {
    expect(
      updatePace({ total: 2, first: { done: 0, elapsedMs: 0 }, last: { done: 1, elapsedMs: 1 } }, undefined, 2),
    ).toBe(undefined);
  });
});
