import { expect, test } from "vitest";
import { ByteBudget } from "../../../shared/io/transport/byte-budget.ts";

test("what one response gives back another may take", () => {
  const budget = new ByteBudget(10);
  expect([budget.take(8), budget.take(3)]).toEqual([true, false]);
  budget.giveBack(4);
  expect(budget.take(3)).toBe(true);
});
