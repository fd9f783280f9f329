import { spendValues } from "./budget.ts";
import { compare } from "./compare.ts";
import type { Counts, Found } from "./found.ts";
import type { ListNode, Node } from "./node.ts";
import { printed } from "./print.ts";
import { inBrief, Refusal } from "./refusal.ts";
import { asValue, type Value } from "./value.ts";

/** kubectl repeats the whole value, which may be the whole document. */
const briefValue = 120;

type Filter = Extract<Node, { readonly type: "filter" }>;
type EvaluateList = (counts: Counts, input: readonly Value[], list: ListNode) => Found;

/**
 * The elements of each list in `input` for which the filter holds (client-go, util/jsonpath/jsonpath.go, evalFilter). An
 * element that lacks either side does not count; neither does an error where only existence is asked.
 */
export function filterEach(counts: Counts, input: readonly Value[], filter: Filter, evaluateList: EvaluateList): Found {
  const passed: Value[] = [];
  for (const value of input) {
    if (value.type !== "list") {
      return {
        values: input,
        error: `${inBrief(printed(value), briefValue)} is not array or slice and cannot be filtered`,
      };
    }
    for (const data of value.data) {
      spendValues(counts.budget, 1);
      const element = asValue(data);
      const left = evaluateList(counts, [element], filter.left);
      if (filter.operator === "exists") {
        if (left.values.length > 0) passed.push(element);
        continue;
      }
      const right =
        left.error === undefined && left.values.length === 1 && evaluateList(counts, [element], filter.right);
      const wrong = problemOf(left) ?? (right === false ? undefined : problemOf(right));
      if (wrong !== undefined) return { values: input, error: wrong };
      const [[one], [other]] = [left.values, right === false ? [] : right.values];
      if (one === undefined || other === undefined) continue;
      const outcome = compared(one, filter.operator, other);
      if (typeof outcome === "string") return { values: passed, error: outcome };
      if (outcome) passed.push(element);
    }
  }
  return { values: passed };
}

function problemOf({ values, error }: Found): string | undefined {
  return error ?? (values.length > 1 ? "can only compare one element at a time" : undefined);
}

function compared(left: Value, operator: string, right: Value): boolean | string {
  try {
    return compare(left, operator, right);
  } catch (cause) {
    if (cause instanceof Refusal) return cause.message;
    throw cause;
  }
}
