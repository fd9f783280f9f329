import { expect, test } from "vitest";
import { paceDrawing } from "../../../plugin/follow/screen-pacing.ts";

/** What happens, milliseconds after the one before, and when pictures are drawn because of it. */
type Step = readonly [after: number, call: "now" | "soon" | "stop" | number];
const rows: readonly {
  readonly rule: string;
  readonly steps: readonly Step[];
  readonly expected: readonly number[];
}[] = [
  { rule: "the first change is drawn at once", steps: [[5, "soon"]], expected: [5] },
  {
    rule: "further changes are drawn once after the pause",
    steps: [
      [0, "now"],
      [10, "soon"],
      [10, "soon"],
    ],
    expected: [0, 40],
  },
  {
    rule: "a drawing that is planned for ages comes at its time",
    steps: [
      [0, "now"],
      [0, 1000],
    ],
    expected: [0, 1000],
  },
  {
    rule: "a change replaces the drawing that is planned",
    steps: [
      [0, "now"],
      [0, 1000],
      [10, "soon"],
    ],
    expected: [0, 40],
  },
  {
    rule: "a change is drawn at once where the clock was set back",
    steps: [
      [0, "now"],
      [-500, "soon"],
    ],
    expected: [0, -500],
  },
  {
    rule: "nothing is drawn after the stop",
    steps: [
      [0, "now"],
      [0, 1000],
      [1, "soon"],
      [1, "stop"],
    ],
    expected: [0],
  },
];

test.for(rows)("$rule", ({ steps, expected }) => {
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
