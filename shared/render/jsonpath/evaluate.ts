import { type PrintBudget, spendValues } from "./budget.ts";
import type { ListNode, SliceBounds, TemplateNode } from "./node.ts";
import { printGoValue } from "./print.ts";
import { inBrief, notListText, TemplateError } from "./template-error.ts";
import { compareCodePoints } from "./utf8.ts";
import { asValue, childValues, descendantValues, type GoValue, goTypeName, memberNamed } from "./value.ts";

/** The counters of an evaluation: `range` and `end` act after the action they stand in. */
export interface EvaluationCounts {
  readonly budget: PrintBudget;
  begun: number;
  inside: number;
  ended: number;
}

/**
 * The result of a step. An error comes with the values that client-go returns beside it. A filter that only tests
 * existence reads these values and ignores the error.
 */
export interface StepResult {
  readonly values: readonly GoValue[];
  readonly error?: string;
}

/**
 * The values that `node` finds in each of `input`, missing keys allowed (client-go, util/jsonpath/jsonpath.go, walk).
 * @throws TemplateError when it costs more than the budget has
 */
export function evaluateStep(counts: EvaluationCounts, input: readonly GoValue[], node: TemplateNode): StepResult {
  spendValues(counts.budget, 1 + input.length);
  return evaluateNode(counts, input, node);
}

function evaluateNode(counts: EvaluationCounts, input: readonly GoValue[], node: TemplateNode): StepResult {
  switch (node.type) {
    case "list":
      return evaluateList(counts, input, node);
    case "text":
      return { values: [{ type: "string", data: node.text }] };
    case "int":
      return { values: input.map(() => ({ type: "int", data: node.value })) };
    case "float":
      return { values: input.map(() => ({ type: "float64", data: node.value })) };
    case "bool":
      return { values: input.map(() => ({ type: "bool", data: node.value })) };
    case "field":
      return { values: input.map((value) => memberNamed(value, node.name)).filter((value) => value !== undefined) };
    case "wildcard":
      return { values: collectValues(counts, input, childValues) };
    case "recursive":
      return { values: collectValues(counts, input, (value) => descendantValues(value, counts.budget)) };
    case "array":
      return sliceEach(counts, input, node);
    case "union":
      return evaluateUnion(counts, input, node.lists);
    case "filter":
      return filterEach(counts, input, node, evaluateList);
    case "identifier":
      return evaluateIdentifier(counts, input, node.name);
  }
}

/**
 * The elements of each list in `input` for which the filter holds (client-go, util/jsonpath/jsonpath.go, evalFilter).
 * An element that lacks either side does not count. An error does not count where only existence is tested.
 */
function filterEach(
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
        error: `${notListText(inBrief(printGoValue(value), maxValueLength))} and cannot be filtered`,
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
      const problem = problemOf(left) ?? (right === false ? undefined : problemOf(right));
      if (problem !== undefined) return { values: input, error: problem };
      const [leftValue] = left.values;
      const [rightValue] = right === false ? [] : right.values;
      if (leftValue === undefined || rightValue === undefined) continue;
      const outcome = compared(leftValue, filter.operator, rightValue);
      if (typeof outcome === "string") return { values: passed, error: outcome };
      if (outcome) passed.push(element);
    }
  }
  return { values: passed };
}

function compared(left: GoValue, operator: string, right: GoValue): boolean | string {
  try {
    return compareValues(left, operator, right);
  } catch (cause) {
    if (cause instanceof TemplateError) return cause.message;
    throw cause;
  }
}

/**
 * Whether `left operator right` holds, as in Go's templates (client-go, third_party/forked/golang/template/funcs.go).
 * An integer is never compared with a fraction, and true is not more than false.
 * @throws TemplateError for two values that cannot be compared, and for a sign that is no operator
 */
function compareValues(left: GoValue, operator: string, right: GoValue): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isLess(left, right);
    case "<=":
      return isLess(left, right) || isEqual(left, right);
    case ">":
      return !(isLess(left, right) || isEqual(left, right));
    case ">=":
      return !isLess(left, right);
    default:
      throw new TemplateError(`unrecognized filter operator ${operator}`);
  }
}

function isEqual(left: GoValue, right: GoValue): boolean {
  kindOfBoth(left, right);
  // Loosely, because an integer beyond 2^53 is a bigint.
  // biome-ignore lint/suspicious/noDoubleEquals: see above
  return left.data == right.data;
}

function isLess(left: GoValue, right: GoValue): boolean {
  const kind = kindOfBoth(left, right);
  if (kind === "bool") throw new TemplateError(wrongTypeToCompare);
  if (left.type === "string" && right.type === "string") return compareCodePoints(left.data, right.data) < 0;
  return (left.data as number | bigint) < (right.data as number | bigint);
}

function kindOfBoth(left: GoValue, right: GoValue): string {
  const kind = comparedKind(left);
  const rightKind = comparedKind(right);
  if (kind === undefined || rightKind === undefined) throw new TemplateError(wrongTypeToCompare);
  if (kind !== rightKind) throw new TemplateError("incompatible types for comparison");
  return kind;
}

function comparedKind({ type }: GoValue): "string" | "bool" | "integer" | "fraction" | undefined {
  if (type === "string" || type === "bool") return type;
  if (type === "int" || type === "int64" || type === "uint8") return "integer";
  return type === "float64" ? "fraction" : undefined;
}

// What is wrong with a document under a template: client-go's sentences (util/jsonpath/jsonpath.go and
// third_party/forked/golang/template/funcs.go). The bounds are our own: kubectl has none.

const wrongTypeToCompare = "invalid type for comparison";

function problemOf({ values, error }: StepResult): string | undefined {
  return error ?? (values.length > 1 ? "can only compare one element at a time" : undefined);
}

type EvaluateList = (counts: EvaluationCounts, input: readonly GoValue[], list: ListNode) => StepResult;

type Filter = Extract<TemplateNode, { readonly type: "filter" }>;

/** The most characters of a repeated value. kubectl repeats the whole value, which may be the whole document. */
const maxValueLength = 120;

function evaluateList(counts: EvaluationCounts, input: readonly GoValue[], { nodes }: ListNode): StepResult {
  let found: StepResult = { values: input };
  for (const node of nodes) {
    found = evaluateStep(counts, found.values, node);
    if (found.error !== undefined) break;
  }
  return found;
}

/** Everything that `childrenOf` finds in each of `input`; the budget pays for each value before the next is evaluated. */
function collectValues(
  counts: EvaluationCounts,
  input: readonly GoValue[],
  childrenOf: (value: GoValue) => readonly GoValue[],
): readonly GoValue[] {
  const values: GoValue[] = [];
  for (const value of input) {
    const found = childrenOf(value);
    spendValues(counts.budget, found.length);
    for (const child of found) values.push(child);
  }
  return values;
}

function evaluateUnion(counts: EvaluationCounts, input: readonly GoValue[], lists: readonly ListNode[]): StepResult {
  const values: GoValue[] = [];
  for (const list of lists) {
    const found = evaluateList(counts, input, list);
    if (found.error !== undefined) return { values: input, error: found.error };
    spendValues(counts.budget, found.values.length);
    for (const value of found.values) values.push(value);
  }
  return { values };
}

function evaluateIdentifier(counts: EvaluationCounts, input: readonly GoValue[], name: string): StepResult {
  if (name === "range") {
    counts.begun += 1;
    return { values: input };
  }
  if (name !== "end") return { values: input, error: `unrecognized identifier ${name}` };
  if (counts.inside === 0) return { values: [], error: "not in range, nothing to end" };
  counts.ended += 1;
  return { values: [] };
}

function sliceEach(counts: EvaluationCounts, input: readonly GoValue[], slice: SliceBounds): StepResult {
  const values: GoValue[] = [];
  for (const value of input) {
    // An index into an empty value makes kubectl panic. Here it finds nothing, as an index into null does.
    if (value.type === "null" || value.type === "nothing") continue;
    if (value.type !== "list") return { values: input, error: notListText(goTypeName(value)) };
    const part = partOf(value.data, slice);
    if (typeof part === "string") return { values: input, error: part };
    // A slice without elements also ends the search in the values after it (evalArray).
    if (part === undefined) return { values };
    spendValues(counts.budget, part.length);
    for (const element of part) values.push(asValue(element));
  }
  return { values };
}

/** The selected elements, undefined when there are none, or what is wrong with the slice. */
function partOf(list: readonly unknown[], slice: SliceBounds): readonly unknown[] | string | undefined {
  const { length } = list;
  const start = slice.start === undefined ? 0 : fromEnd(slice.start, length, slice.start < 0);
  const givenEnd = slice.end ?? length;
  const end = fromEnd(givenEnd, length, givenEnd < 0 || (givenEnd === 0 && slice.isIndex));
  if (start === end) return undefined;
  if (start >= length || start < 0) return outOfBoundsText(start, length);
  if (end > length || end < 0) return outOfBoundsText(end - 1, length);
  if (start > end) return `starting index ${start} is greater than ending index ${end}`;
  const step = slice.step ?? 1;
  if (step <= 0) return "step must be > 0";
  return list.slice(start, end).filter((_, index) => index % step === 0);
}

function outOfBoundsText(index: number, length: number): string {
  return `array index out of bounds: index ${index}, length ${length}`;
}

function fromEnd(index: number, length: number, isFromEnd: boolean): number {
  return isFromEnd ? index + length : index;
}
