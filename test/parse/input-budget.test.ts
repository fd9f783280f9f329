import { expect, test } from "vitest";
import { InputError } from "../../shared/io/errors/errors.ts";
import { createInputBudget, denseValues, type InputCount, inputLimits } from "../../shared/parse/input-budget.ts";

test.for(Object.entries(inputLimits))("%s up to the limit are taken, and one more is refused", ([kind, limit]) => {
  const budget = createInputBudget();
  budget.take(kind as InputCount, "x", limit.most);
  expect(budget.left(kind as InputCount)).toBe(0);
  expect(() => budget.take(kind as InputCount, "x")).toThrow(
    `cannot use x: more than ${limit.most} ${limit.unit}; ${limit.advice}`,
  );
});

test("what all inputs make is counted together, and a check alone counts nothing", () => {
  const budget = createInputBudget();
  budget.take("objects", "a", 119_999);
  budget.ensure("objects", "b", 1);
  budget.take("objects", "b");
  expect(() => budget.ensure("objects", "b", 1)).toThrow("cannot use b: more than 120000 objects");
});

test("a refusal is the user's to see, as that of any other input", () => {
  const budget = createInputBudget();
  expect(() => budget.take("documents", "x", 1e9)).toThrow(InputError);
});

test.for([
  ["what kubectl prints", 1_000, 20_000, 0],
  ["empty objects side by side", 1_000_000, 3_000_000, 812_500],
] as const)("the values that size does not explain: %s", ([, values, characters, dense]) => {
  expect(denseValues(values, characters)).toBe(dense);
});
