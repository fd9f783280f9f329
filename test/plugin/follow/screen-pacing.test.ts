import { expect, test } from "vitest";
import { paceDrawing } from "../../../plugin/follow/screen-pacing.ts";

/** What happens, milliseconds after the one before, and when pictures are drawn because of it. */
type Step = readonly [after: number, call: "now" | "soon" | "stop" | number];
const rows: readonly (readonly [rule: string, steps: readonly Step[], drawn: readonly number[]])[] = [
  ["a first change is drawn at once", [[5, "soon"]], [5]],
  [
    "changes that follow are one picture, when the pause is over",
    [
      [0, "now"],
      [10, "soon"],
      [10, "soon"],
    ],
    [0, 40],
  ],
  [
    "a picture for its ages comes when it is due",
    [
      [0, "now"],
      [0, 1000],
    ],
    [0, 1000],
  ],
  [
    "a change comes before it, and in its place",
    [
      [0, "now"],
      [0, 1000],
      [10, "soon"],
    ],
    [0, 40],
  ],
  [
    "a clock that was set back draws at once",
    [
      [0, "now"],
      [-500, "soon"],
    ],
    [0, -500],
  ],
  [
    "what is stopped draws no more",
    [
      [0, "now"],
      [0, 1000],
      [1, "soon"],
      [1, "stop"],
    ],
    [0],
  ],
];

test.for(rows)("%s", ([, steps, expected]) => {
  let time = 0;
  let due: { readonly at: number; readonly call: () => void } | undefined;
  const drawn: number[] = [];
  const clock = {
    now: () => time,
    after(milliseconds: number, call: () => void): () => void {
      const mine = { at: time + milliseconds, call };
      due = mine;
      return () => {
        if (due === mine) due = undefined;
      };
    },
  };
  const pacing = paceDrawing(clock, 40, (at) => drawn.push(at));
  for (const [after, call] of steps) {
    time += after;
    if (typeof call === "number") pacing.after(call);
    else pacing[call]();
  }
  for (let next = due; next !== undefined; next = due) {
    due = undefined;
    time = next.at;
    next.call();
  }
  expect(drawn).toEqual(expected);
});
