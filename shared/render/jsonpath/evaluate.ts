import { cutText } from "../../characters/cut-text.ts";
import { type PrintBudget, spendValues } from "./budget.ts";
import type { ListNode, SliceBounds, TemplateNode } from "./node.ts";
import { printGoValue } from "./print.ts";
import { attemptTemplate, notListText, TemplateError } from "./template-error.ts";
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

type Filter = Extract<TemplateNode, { readonly type: "filter" }>;

/** The most characters of a repeated value. kubectl repeats the whole value, which may be the whole document. */
const maxValueLength = 120;

// Errors are client-go's sentences (util/jsonpath/jsonpath.go and third_party/forked/golang/template/funcs.go).
const wrongTypeToCompare = "invalid type for comparison";

/**
 * The values that `node` finds in each of `input`, missing keys allowed (client-go, util/jsonpath/jsonpath.go, walk).
 * @throws TemplateError when it costs more than the budget has
 */
export function evaluateStep(counts: EvaluationCounts, input: readonly GoValue[], node: TemplateNode): StepResult {
  spendValues(counts.budget, 1 + input.length);
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
      return filterEach(counts, input, node);
    case "identifier":
      return evaluateIdentifier(counts, input, node.name);
  }
}

/** The steps of an action one after the other, up to the first error. */
function evaluateList(counts: EvaluationCounts, input: readonly GoValue[], { nodes }: ListNode): StepResult {
  let result: StepResult = { values: input };
  for (const node of nodes) {
    result = evaluateStep(counts, result.values, node);
    if (result.error !== undefined) break;
  }
  return result;
}

/** Everything that `childrenOf` finds in each of `input`; the budget pays for each value before the next is evaluated. */
function collectValues(
  counts: EvaluationCounts,
  input: readonly GoValue[],
  childrenOf: (value: GoValue) => readonly GoValue[],
): readonly GoValue[] {
  const values: GoValue[] = [];
  for (const value of input) {
    const children = childrenOf(value);
    spendValues(counts.budget, children.length);
    for (const child of children) values.push(child);
  }
  return values;
}

/** The selected elements of each list in `input`: `[0]`, `[-2:]`, `[1:8:2]`. */
function sliceEach(counts: EvaluationCounts, input: readonly GoValue[], slice: SliceBounds): StepResult {
  const values: GoValue[] = [];
  for (const value of input) {
    // An index into an empty value makes kubectl panic. Here it finds nothing, as an index into null does.
    if (value.type === "null" || value.type === "nothing") continue;
    if (value.type !== "list") return { values: input, error: notListText(goTypeName(value)) };
    const selection = selectElements(value.data, slice);
    if ("error" in selection) return { values: input, error: selection.error };
    // A slice without elements also ends the search in the values after it (evalArray).
    if (selection.elements.length === 0) return { values };
    spendValues(counts.budget, selection.elements.length);
    for (const element of selection.elements) values.push(asValue(element));
  }
  return { values };
}

/** The elements that a slice selects, or what is wrong with the slice. */
function selectElements(
  list: readonly unknown[],
  slice: SliceBounds,
): { readonly elements: readonly unknown[] } | { readonly error: string } {
  const { length } = list;
  const start = countFromStart(slice.start ?? 0, length);
  // The end of the index [-1] is 0, and means the end of the list.
  const isLastIndex = slice.isIndex && slice.end === 0;
  const end = isLastIndex ? length : countFromStart(slice.end ?? length, length);
  if (start === end) return { elements: [] };
  if (start >= length || start < 0) return { error: outOfBoundsText(start, length) };
  if (end > length || end < 0) return { error: outOfBoundsText(end - 1, length) };
  if (start > end) return { error: `starting index ${start} is greater than ending index ${end}` };
  const step = slice.step ?? 1;
  if (step <= 0) return { error: "step must be > 0" };
  return { elements: list.slice(start, end).filter((_, index) => index % step === 0) };
}

/** An index from the start of a list: -1 is that of the last element. */
function countFromStart(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function outOfBoundsText(index: number, length: number): string {
  return `array index out of bounds: index ${index}, length ${length}`;
}

function evaluateUnion(counts: EvaluationCounts, input: readonly GoValue[], lists: readonly ListNode[]): StepResult {
  const values: GoValue[] = [];
  for (const list of lists) {
    const result = evaluateList(counts, input, list);
    if (result.error !== undefined) return { values: input, error: result.error };
    spendValues(counts.budget, result.values.length);
    for (const value of result.values) values.push(value);
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

/**
 * The elements of each list in `input` for which the filter holds (client-go, util/jsonpath/jsonpath.go, evalFilter).
 * An element that lacks either side does not count. An error does not count where only existence is tested.
 */
function filterEach(counts: EvaluationCounts, input: readonly GoValue[], filter: Filter): StepResult {
  const passed: GoValue[] = [];
  for (const value of input) {
    if (value.type !== "list") {
      const shownValue = cutText(printGoValue(value), maxValueLength);
      return { values: input, error: `${notListText(shownValue)} and cannot be filtered` };
    }
    for (const data of value.data) {
      spendValues(counts.budget, 1);
      const element = asValue(data);
      const left = evaluateList(counts, [element], filter.left);
      if (filter.operator === "exists") {
        if (left.values.length > 0) passed.push(element);
        continue;
      }
      const leftProblem = findProblem(left);
      if (leftProblem !== undefined) return { values: input, error: leftProblem };
      const [leftValue] = left.values;
      if (leftValue === undefined) continue;
      const right = evaluateList(counts, [element], filter.right);
      const rightProblem = findProblem(right);
      if (rightProblem !== undefined) return { values: input, error: rightProblem };
      const [rightValue] = right.values;
      if (rightValue === undefined) continue;
      const comparison = attemptTemplate(() => ({ holds: compareValues(leftValue, filter.operator, rightValue) }));
      if ("error" in comparison) return { values: passed, error: comparison.error };
      if (comparison.holds) passed.push(element);
    }
  }
  return { values: passed };
}

/** Why a side of a comparison cannot be compared. Undefined for one value and for none. */
function findProblem({ values, error }: StepResult): string | undefined {
  if (error !== undefined) return error;
  return values.length > 1 ? "can only compare one element at a time" : undefined;
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
  requireSameKind(left, right);
  // Loosely, because an integer beyond 2^53 is a bigint.
  // biome-ignore lint/suspicious/noDoubleEquals: see above
  return left.data == right.data;
}

function isLess(left: GoValue, right: GoValue): boolean {
  const kind = requireSameKind(left, right);
  if (kind === "bool") throw new TemplateError(wrongTypeToCompare);
  if (left.type === "string" && right.type === "string") return compareCodePoints(left.data, right.data) < 0;
  return (left.data as number | bigint) < (right.data as number | bigint);
}

type ComparisonKind = "string" | "bool" | "integer" | "fraction";

/**
 * The kind of both values.
 * @throws TemplateError for values of two kinds, and for a value that is compared with none
 */
function requireSameKind(left: GoValue, right: GoValue): ComparisonKind {
  const kind = findComparisonKind(left);
  const rightKind = findComparisonKind(right);
  if (kind === undefined || rightKind === undefined) throw new TemplateError(wrongTypeToCompare);
  if (kind !== rightKind) throw new TemplateError("incompatible types for comparison");
  return kind;
}

/** Undefined for maps, lists, null and nothing, which are compared with no value. */
function findComparisonKind({ type }: GoValue): ComparisonKind | undefined {
  switch (type) {
    case "string":
    case "bool":
      return type;
    case "int":
    case "int64":
    case "uint8":
      return "integer";
    case "float64":
      return "fraction";
    default:
      return undefined;
  }
}
