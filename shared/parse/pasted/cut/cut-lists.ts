import { isFilled } from "../closed-fragment.ts";
import { depthOf } from "../literal-lines.ts";

/** The lines of a text, of which a list keeps only its whole items, and where a list was cut, from 1. */
interface WholeItems {
  readonly lines: readonly string[];
  readonly cuts: readonly number[];
}

interface WholeText extends WholeItems {
  readonly isChanged: boolean;
}

/**
 * Leaves out the items at the ends of a list that was cut, as kubectl and oc write it: its keys are sorted, so that
 * `items` stands before `kind`. What is missing of an item may be the condition that is bad.
 */
export function wholeItems(lines: readonly string[]): WholeText {
  const cuts: number[] = [];
  const found: (readonly string[])[] = [];
  const marks = lines.flatMap((line, index) => (index > 0 && /^---(\s|$)/.test(line) ? [index] : []));
  for (const [place, start] of [0, ...marks].entries()) {
    const segment = lines.slice(start, marks[place]);
    const whole = wholeInYaml(segment) ?? wholeInJson(segment);
    found.push(whole?.lines ?? segment);
    cuts.push(...(whole?.cuts ?? []).map((line) => start + line + 1));
  }
  const all = found.flat();
  return { lines: all, cuts, isChanged: all.some((line, index) => line !== lines[index]) };
}

function wholeInYaml(lines: readonly string[]): WholeItems | undefined {
  const items = lines.findIndex((line) => /^items:\s*$/.test(line));
  const kind = lines.findLastIndex((line) => /^kind:\s+\w*List\s*$/.test(line));
  const [, indentation = ""] =
    /^(\s*)- /.exec(lines.find((line, index) => index > items && /^\s*- /.test(line)) ?? "") ?? [];
  if (items >= 0 && kind < 0) {
    const last = lines.findLastIndex((line) => line.startsWith(`${indentation}- `));
    return last <= items || /^\s*- \{/.test(lines[last] ?? "")
      ? undefined
      : blanked(lines, [[last, lines.length]], [last]);
  }
  const first = lines.findIndex((line) => /^- (?:apiVersion|kind|metadata):/.test(line));
  const head = lines.slice(0, first).filter(isFilled);
  if (items >= 0 || first < 0 || (kind < 0 && head.length === 0) || head.some((line) => /^[^\s-]/.test(line)))
    return undefined;
  const last = lines.findLastIndex((line) => /^- /.test(line));
  const start = lines.findIndex(isFilled);
  const cut = [...(head.length > 0 ? [start] : []), ...(kind < 0 ? [last] : [])];
  return blanked(
    lines,
    [
      [0, first],
      [kind < 0 ? last : kind, lines.length],
    ],
    cut,
  );
}

/** The same of indented JSON, where a text never has a line break. */
function wholeInJson(lines: readonly string[]): WholeItems | undefined {
  const items = lines.findIndex((line) => /^\s+"items": \[\s*$/.test(line));
  const kind = lines.findLastIndex((line) => /^\s+"kind": "List",?\s*$/.test(line));
  if (items < 0 && kind < 0) return undefined;
  const [outer = ""] = /^\s*/.exec(lines[items < 0 ? kind : items] ?? "") ?? [];
  const isClosed = lines.some((line, index) => index > items && new RegExp(`^${outer}\\],?\\s*$`).test(line));
  if (items >= 0 && isClosed) return undefined;
  const inner = outer + outer;
  const found = lines.map(() => "");
  let start = -1;
  let firstWhole = -1;
  let end = -1;
  for (const [index, line] of lines.entries()) {
    if (line === `${inner}{`) start = index;
    if (start < 0 || !(line === `${inner}}` || line === `${inner}},`)) continue;
    for (let at = start; at <= index; at += 1) found[at] = lines[at] ?? "";
    found[index] = `${inner}}`;
    firstWhole = firstWhole < 0 ? start : firstWhole;
    [start, end] = [-1, index];
  }
  const cut = items < 0 ? lines.findIndex(isFilled) : end + 1;
  return items < 0 && cut === firstWhole ? { lines: found, cuts: [] } : { lines: found, cuts: [cut] };
}

function blanked(
  lines: readonly string[],
  ranges: readonly (readonly [from: number, to: number])[],
  cuts: readonly number[],
): WholeItems {
  const isIn = (index: number): boolean => ranges.some(([from, to]) => index >= from && index < to);
  return { lines: lines.map((line, index) => (isIn(index) ? "" : line)), cuts };
}

/**
 * The spec and the status, or the rest of a status from its conditions on, of an object whose head was not copied, so that its first line stands deeper than `status:`,
 * or the end of a list around it less deep. kubectl sorts the fields: what is missing stands above the status.
 */
export function withoutCutHead(lines: readonly string[]): readonly string[] {
  const marks = lines.flatMap((line, index) => (/^---(?:\s|$)/.test(line) ? [index] : []));
  return [-1, ...marks].flatMap((mark, place) => [
    ...lines.slice(Math.max(mark, 0), mark + 1),
    ...statusIn(lines.slice(mark + 1, marks[place])),
  ]);
}

function statusIn(lines: readonly string[]): readonly string[] {
  const first = lines.find(isFilled) ?? "";
  const places = (heading: RegExp): readonly number[] =>
    lines.flatMap((line, index) => (heading.test(line) ? [index] : []));
  const statusHeadings = places(/^ *status:\s*$/);
  const headings = statusHeadings.length > 0 ? statusHeadings : places(/^ *conditions:\s*$/);
  const depths = headings.map((index) => depthOf(lines[index] ?? ""));
  const depth = depths.length === 0 ? depthOf(first) : Math.min(...depths);
  const statuses = headings.filter((_, place) => depths[place] === depth);
  const isOutside = (line: string): boolean => isFilled(line) && depthOf(line) < depth;
  const status = statuses[0] ?? lines.findIndex(isFilled);
  const tail = lines.findIndex((line, index) => index > status && isOutside(line));
  const isCut = depthOf(first) > depth || (tail >= 0 && /^kind:\s+\w*List\s*$/.test(lines[tail] ?? ""));
  const hasHead = lines.some((line) => depthOf(line) <= depth && /^\s*(?:- )?apiVersion:/.test(line));
  if (!isCut || hasHead || statuses.length > 1 || depthOf(first) < depth) return lines;
  const spec = lines.findIndex((line) => /^ *spec:\s*$/.test(line) && depthOf(line) === depth);
  const start = spec >= 0 && spec < status ? spec : status;
  return lines.map((line, index) => (index < start || (tail >= 0 && index >= tail) ? "" : line.slice(depth)));
}
