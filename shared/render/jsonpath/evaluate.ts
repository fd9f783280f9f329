import { spendValues } from "./budget.ts";
import { filterEach } from "./filter.ts";
import type { Counts, Found } from "./found.ts";
import type { ListNode, Node, Slice } from "./node.ts";
import { asValue, children, descend, member, typeName, type Value } from "./value.ts";

/**
 * What `node` finds in each of `input`, missing keys allowed (client-go, util/jsonpath/jsonpath.go, walk).
 * @throws Refusal when it costs more than the budget has
 */
export function evaluate(counts: Counts, input: readonly Value[], node: Node): Found {
  spendValues(counts.budget, 1 + input.length);
  return evaluateNode(counts, input, node);
}

function evaluateNode(counts: Counts, input: readonly Value[], node: Node): Found {
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
      return { values: input.map((value) => member(value, node.name)).filter((value) => value !== undefined) };
    case "wildcard":
      return { values: gather(counts, input, children) };
    case "recursive":
      return { values: gather(counts, input, (value) => descend(value, counts.budget)) };
    case "array":
      return sliceEach(counts, input, node);
    case "union":
      return unite(counts, input, node.lists);
    case "filter":
      return filterEach(counts, input, node, evaluateList);
    case "identifier":
      return obey(counts, input, node.name);
  }
}

function evaluateList(counts: Counts, input: readonly Value[], { nodes }: ListNode): Found {
  let found: Found = { values: input };
  for (const node of nodes) {
    found = evaluate(counts, found.values, node);
    if (found.error !== undefined) break;
  }
  return found;
}

/** Everything `of` finds in each of `input`, paid for before the next is looked at. */
function gather(counts: Counts, input: readonly Value[], of: (value: Value) => readonly Value[]): readonly Value[] {
  const values: Value[] = [];
  for (const value of input) {
    const found = of(value);
    spendValues(counts.budget, found.length);
    for (const one of found) values.push(one);
  }
  return values;
}

function unite(counts: Counts, input: readonly Value[], lists: readonly ListNode[]): Found {
  const values: Value[] = [];
  for (const list of lists) {
    const found = evaluateList(counts, input, list);
    if (found.error !== undefined) return { values: input, error: found.error };
    spendValues(counts.budget, found.values.length);
    for (const value of found.values) values.push(value);
  }
  return { values };
}

function obey(counts: Counts, input: readonly Value[], name: string): Found {
  if (name === "range") {
    counts.begun += 1;
    return { values: input };
  }
  if (name !== "end") return { values: input, error: `unrecognized identifier ${name}` };
  if (counts.inside === 0) return { values: [], error: "not in range, nothing to end" };
  counts.ended += 1;
  return { values: [] };
}

function sliceEach(counts: Counts, input: readonly Value[], slice: Slice): Found {
  const values: Value[] = [];
  for (const value of input) {
    // An index into nothing ends kubectl in a panic; here it finds nothing, as one into null does.
    if (value.type === "null" || value.type === "nothing") continue;
    if (value.type !== "list") return { values: input, error: `${typeName(value)} is not array or slice` };
    const part = partOf(value.data, slice);
    if (typeof part === "string") return { values: input, error: part };
    // A part of no elements ends the search in the values after it, too (evalArray).
    if (part === undefined) return { values };
    spendValues(counts.budget, part.length);
    for (const element of part) values.push(asValue(element));
  }
  return { values };
}

/** The elements asked for, undefined when none are, or what is wrong with the question. */
function partOf(list: readonly unknown[], slice: Slice): readonly unknown[] | string | undefined {
  const { length } = list;
  const start = slice.start === undefined ? 0 : fromEnd(slice.start, length, slice.start < 0);
  const said = slice.end ?? length;
  const end = fromEnd(said, length, said < 0 || (said === 0 && slice.isIndex));
  if (start === end) return undefined;
  const outside = (index: number): string => `array index out of bounds: index ${index}, length ${length}`;
  if (start >= length || start < 0) return outside(start);
  if (end > length || end < 0) return outside(end - 1);
  if (start > end) return `starting index ${start} is greater than ending index ${end}`;
  const step = slice.step ?? 1;
  if (step <= 0) return "step must be > 0";
  return list.slice(start, end).filter((_, index) => index % step === 0);
}

function fromEnd(index: number, length: number, isFromEnd: boolean): number {
  return isFromEnd ? index + length : index;
}
