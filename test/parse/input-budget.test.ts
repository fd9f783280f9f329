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

test.for(Object.entries(inputLimits))(
  "a budget of files accepts %s up to the limit, and refuses one more",
  ([kind, limit]) => {
    const budget = createInputBudget();
    budget.take(kind as InputCount, "x", limit.max);
    expect(budget.remaining(kind as InputCount)).toBe(0);
    expect(() => budget.take(kind as InputCount, "x")).toThrow(
      `cannot use x: more than ${limit.max} ${limit.unit}; ${limit.advice}`,
    );
  },
);

test.for(Object.entries(serverLimits))(
  "a budget of servers accepts %s up to the limit, and refuses one more",
  ([kind, limit]) => {
    const budget = createInputBudget("servers");
    budget.take(kind as InputCount, "pods of x", limit.max);
    expect(() => budget.take(kind as InputCount, "pods of x")).toThrow(
      `cannot use pods of x: more than ${limit.max} ${limit.unit}; name a TYPE, a TYPE/NAME or a namespace (-n)`,
    );
  },
);

describe("a share of a budget takes from it and gives back", () => {
  test("a released share gives back what it took, once", () => {
    const budget = createInputBudget("servers");
    const share = createInputShare(budget);
    const otherShare = createInputShare(budget);
    share.take("objects", "a", 80_000);
    otherShare.take("objects", "b", 15_000);
    share.take("bytes", "a", 7);
    expect(share.remaining("objects")).toBe(5_000);
    expect(budget.remaining("objects")).toBe(5_000);
    share.release();
    share.release();
    expect(budget.remaining("objects")).toBe(85_000);
    expect(budget.remaining("bytes")).toBe(serverLimits.bytes.max);
  });

  test("a share that gave back a part releases the remaining part", () => {
    const budget = createInputBudget();
    const share = createInputShare(budget);
    share.take("objects", "a", 10);
    share.giveBack("objects", 4);
    expect(budget.remaining("objects")).toBe(inputLimits.objects.max - 6);
    share.release();
    expect(budget.remaining("objects")).toBe(inputLimits.objects.max);
  });

  test("a share does not hold what the budget refused", () => {
    const budget = createInputBudget();
    const share = createInputShare(budget);
    expect(() => share.take("objects", "a", 120_001)).toThrow("more than 120000 objects");
    share.release();
    expect(budget.remaining("objects")).toBe(inputLimits.objects.max);
  });
});

test("a budget counts all inputs together, and a check does not count", () => {
  const budget = createInputBudget();
  budget.take("objects", "a", 119_999);
  budget.ensure("objects", "b", 1);
  budget.take("objects", "b");
  expect(() => budget.ensure("objects", "b", 1)).toThrow("cannot use b: more than 120000 objects");
});

test("a refusal is an error about the user's input", () => {
  const budget = createInputBudget();
  expect(() => budget.take("documents", "x", 1e9)).toThrow(InputError);
});

test.for([
  { rule: "ten large objects have excess bytes", bytes: 1_000_000, objects: 10, excess: 975_000 },
  { rule: "ten thousand usual objects have no excess bytes", bytes: 20_000_000, objects: 10_000, excess: 0 },
] as const)("$rule", ({ bytes, objects, excess }) => {
  expect(countExcessBytes(bytes, objects)).toBe(excess);
});

test.for([
  { rule: "the output of kubectl has no dense values", values: 1_000, characters: 20_000, dense: 0 },
  { rule: "empty objects side by side are dense values", values: 1_000_000, characters: 3_000_000, dense: 812_500 },
] as const)("$rule", ({ values, characters, dense }) => {
  expect(countDenseValues(values, characters)).toBe(dense);
});
