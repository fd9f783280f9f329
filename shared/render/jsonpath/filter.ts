import { notListText } from "../words/commands/jsonpath-values.ts";
import { spendValues } from "./budget.ts";
import { compareValues } from "./compare-values.ts";
import type { EvaluationCounts, StepResult } from "./match.ts";
import type { ListNode, TemplateNode } from "./node.ts";
import { printGoValue } from "./print.ts";
import { inBrief, TemplateError } from "./template-error.ts";
import { asValue, type GoValue } from "./value.ts";

/** The most characters of a repeated value. kubectl repeats the whole value, which may be the whole document. */
const briefValue = 120;

type Filter = Extract<TemplateNode, { readonly type: "filter" }>;
type EvaluateList = (counts: EvaluationCounts, input: readonly GoValue[], list: ListNode) => StepResult;

/**
 * The elements of each list in `input` for which the filter holds (client-go, util/jsonpath/jsonpath.go, evalFilter).
 * An element that lacks either side does not count. An error does not count where only existence is tested.
 */
export function filterEach(
  counts: EvaluationCounts,
  input: readonly GoValue[],
  filter: Filter,
  evaluateList: EvaluateList,
): StepResult {
  const passed: GoValue[] = [];
  for (const value of input) {
    if (value.type !== "list") {
      return {
        values: input,
        error: notFilterableText(inBrief(printGoValue(value), briefValue)),
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

/** `value` is a value as Go prints it. */
function notFilterableText(value: string): string {
  return `${notListText(value)} and cannot be filtered`;
}

function problemOf({ values, error }: StepResult): string | undefined {
  return error ?? (values.length > 1 ? "can only compare one element at a time" : undefined);
}

function compared(left: GoValue, operator: string, right: GoValue): boolean | string {
  try {
    return compareValues(left, operator, right);
  } catch (cause) {
    if (cause instanceof TemplateError) return cause.message;
    throw cause;
  }
}
