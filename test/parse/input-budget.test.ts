import { describe, expect, test } from "vitest";
import { InputError } from "../../shared/io/errors/errors.ts";
import {
  countDenseValues,
  countExcessBytes,
  createInputBudget,
  createInputShare,
  type InputCount,
  inputLimits,
  serverLimits,
} from "../../shared/parse/input-budget.ts";

test.for(Object.entries(inputLimits))("%s up to the limit are taken, and one more is refused", ([kind, limit]) => {
  const budget = createInputBudget();
  budget.take(kind as InputCount, "x", limit.max);
  expect(budget.remaining(kind as InputCount)).toBe(0);
  expect(() => budget.take(kind as InputCount, "x")).toThrow(
    `cannot use x: more than ${limit.max} ${limit.unit}; ${limit.advice}`,
  );
});

test.for(Object.entries(serverLimits))("of servers too: %s", ([kind, limit]) => {
  const budget = createInputBudget("servers");
  budget.take(kind as InputCount, "pods of x", limit.max);
  expect(() => budget.take(kind as InputCount, "pods of x")).toThrow(
    `cannot use pods of x: more than ${limit.max} ${limit.unit}; name a TYPE, a TYPE/NAME or a namespace (-n)`,
  );
});

describe("a share of a budget", () => {
  test("takes from the budget, and gives all back at once", () => {
    const budget = createInputBudget("servers");
    const one = createInputShare(budget);
    const other = createInputShare(budget);
    one.take("objects", "a", 80_000);
    other.take("objects", "b", 15_000);
    one.take("bytes", "a", 7);
    expect([one.remaining("objects"), budget.remaining("objects")]).toEqual([5_000, 5_000]);
    one.release();
    one.release();
    expect(budget.remaining("objects")).toBe(85_000);
    expect(budget.remaining("bytes")).toBe(serverLimits.bytes.max);
  });

  test("gives back no more than it holds after a part was given back", () => {
    const budget = createInputBudget();
    const share = createInputShare(budget);
    share.take("objects", "a", 10);
    share.giveBack("objects", 4);
    expect(budget.remaining("objects")).toBe(inputLimits.objects.max - 6);
    share.release();
    expect(budget.remaining("objects")).toBe(inputLimits.objects.max);
  });

  test("holds nothing of what the budget refused", () => {
    const budget = createInputBudget();
    const share = createInputShare(budget);
    expect(() => share.take("objects", "a", 120_001)).toThrow("more than 120000 objects");
    share.release();
    expect(budget.remaining("objects")).toBe(inputLimits.objects.max);
  });
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
  { rule: "few large objects", bytes: 1_000_000, objects: 10, excess: 975_000 },
  { rule: "many usual ones", bytes: 20_000_000, objects: 10_000, excess: 0 },
] as const)("the bytes that the number of objects does not explain: $rule", ({ bytes, objects, excess }) => {
  expect(countExcessBytes(bytes, objects)).toBe(excess);
});

test.for([
  { rule: "what kubectl prints", values: 1_000, characters: 20_000, dense: 0 },
  { rule: "empty objects side by side", values: 1_000_000, characters: 3_000_000, dense: 812_500 },
] as const)("the values that size does not explain: $rule", ({ values, characters, dense }) => {
  expect(countDenseValues(values, characters)).toBe(dense);
});
