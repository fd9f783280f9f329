import { expect, test } from "vitest";
import { createByteBudget } from "../../../shared/io/transport/byte-budget.ts";

test("what one holder gives back another may take", () => {
  const budget = createByteBudget(10);
  expect([budget.take(8), budget.take(3)]).toEqual([true, false]);
  budget.giveBack(4);
  expect(budget.take(3)).toBe(true);
});

test("a refusal that lasts ends only when nothing is held", () => {
  const budget = createByteBudget(10, { untilEmpty: true });
  expect([budget.take(8), budget.take(3)]).toEqual([true, false]);
  budget.giveBack(4);
  expect(budget.take(1)).toBe(false);
  budget.giveBack(4);
  expect(budget.take(10)).toBe(true);
});

test("one that is too large by itself is refused, and the next is not", () => {
  const budget = createByteBudget(10, { untilEmpty: true });
  expect([budget.take(11), budget.take(5)]).toEqual([false, true]);
});
