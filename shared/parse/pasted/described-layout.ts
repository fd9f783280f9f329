import { makeLabelPattern } from "./described-text.ts";
import { depthOf, isFilled, type Lines } from "./lines.ts";
import { isElisionOrDots } from "./omission-marks.ts";

/*
 * The description of a custom resource, and the parts of it that are read:
 *
 *     Name:         a                    a whole description begins here and ends with the events
 *     API Version:  acme.io/v1
 *     Kind:         W
 *     Spec:  …
 *     Status:                            a part may begin here,
 *       Conditions:                      here,
 *         Message:  no disk              or here
 *         Status:   False
 *         Type:     Ready
 *     Events:  <none>                    kubectl prints them for every object
 *
 * kubectl sorts the fields, so the status is the last one, and whatever is missing above it, it is whole from its label to the
 * events (kubectl, pkg/describe, printUnstructuredContent).
 */

/** Where the status of a description is, as indices of lines. */
export interface Layout {
  readonly lines: Lines;
  /** Whether the description is whole, from the name of the object on. */
  readonly isWhole: boolean;
  /** The first label of the status that the description has; `events` if a whole description has no status. */
  readonly firstLabel: FirstLabel;
  /** The line of the first label. */
  readonly statusLine: number;
  /** 0 for a whole description, else the depth of the first label. */
  readonly depth: number;
  /** The line of `Conditions:`, or of the first label in a condition. Undefined if the status has no conditions. */
  readonly conditionsLine: number | undefined;
  /** The line of `Events:`; the number of lines if absent. */
  readonly eventsLine: number;
}

/** `Status:`, `Conditions:`, a label in a condition, or `Events:`. */
type FirstLabel = "status" | "conditions" | "condition" | "events";

/** The labels in the order in which they are searched. The first one that a description has counts. */
type LabelPatterns = readonly (readonly [FirstLabel, RegExp])[];

const conditionsOfWhole = /^\s+Conditions:\s*$/;
const conditionsOfPart = /^\s*Conditions:\s*$/;

const labelsOfWhole: LabelPatterns = [
  ["status", /^Status:/],
  ["conditions", conditionsOfWhole],
  ["events", /^Events:/],
];

/** A label of a condition: the fields of metav1.Condition, and those of conditions before it. */
const conditionLabel = makeLabelPattern(
  "Type|Status|Reason|Message|Last (?:Transition|Update|Probe|Heartbeat) Time|Observed Generation",
);

const labelsOfPart: LabelPatterns = [
  ["status", /^\s*Status:\s*$/],
  ["conditions", conditionsOfPart],
  ["condition", conditionLabel],
];

/** Finds the status of a whole description. Undefined if it has neither a status nor events. */
export function findLayoutOfWhole(lines: Lines): Layout | undefined {
  return findLayout(lines, true, labelsOfWhole);
}

/** Finds the status in a part of a description. Undefined if it has none. */
export function findLayoutOfPart(lines: Lines): Layout | undefined {
  return findLayout(lines, false, labelsOfPart);
}

function findLayout(lines: readonly string[], isWhole: boolean, labels: LabelPatterns): Layout | undefined {
  for (const [firstLabel, pattern] of labels) {
    const statusLine = lines.findIndex((line) => pattern.test(line));
    if (statusLine < 0) continue;
    const depth = isWhole ? 0 : depthOf(lines[statusLine] ?? "");
    const findFromStatus = (isMatch: (line: string) => boolean): number | undefined => {
      const index = lines.findIndex((line, lineIndex) => lineIndex >= statusLine && isMatch(line));
      return index < 0 ? undefined : index;
    };
    const conditionsLabel = isWhole ? conditionsOfWhole : conditionsOfPart;
    const conditionsLine =
      firstLabel === "condition" ? statusLine : findFromStatus((line) => conditionsLabel.test(line));
    const eventsLine = findFromStatus((line) => /^\s*Events:/.test(line) && depthOf(line) <= depth) ?? lines.length;
    return { lines, isWhole, firstLabel, statusLine, depth, conditionsLine, eventsLine };
  }
  return undefined;
}

/** The labels that follow the name of an object, with what is below them. */
const objectLabel = makeLabelPattern("Name|Namespace|API Version|Kind|Metadata|Spec");

/** The lines above the status that describe the object, moved to the margin. */
export function listObjectLines({ lines, statusLine, depth, isWhole }: Layout): Lines {
  const objectLines: string[] = [];
  let isBelowObjectLabel = isWhole;
  for (const line of lines.slice(0, statusLine)) {
    if (!isFilled(line) || isSeparator(line) || line.startsWith("#")) continue;
    if (!isWhole && depthOf(line) <= depth) isBelowObjectLabel = depthOf(line) === depth && objectLabel.test(line);
    if (isBelowObjectLabel) objectLines.push(line.slice(depth));
  }
  return objectLines;
}

/** The lines of the status, down to the last one above the events that has text. */
export function listStatusLines({ lines, statusLine, eventsLine }: Layout): Lines {
  const last = lines.findLastIndex((line, index) => index < eventsLine && isFilled(line) && !isSeparator(line));
  return lines.slice(statusLine, last + 1);
}

/** The lines of the status, indented as below a `Status:` at the margin. Adds the labels that are missing. */
export function indentStatusLines(layout: Layout): Lines {
  const { isWhole, firstLabel } = layout;
  const filled = listStatusLines(layout).filter((line) => !isSeparator(line));
  const lines = isWhole ? filled : filled.map(removeNote);
  const [first = "", ...below] = lines;
  if (first === "") return [];
  if (firstLabel === "conditions") return ["Status:", ...indentTo(lines, 2)];
  if (firstLabel === "condition") return ["Status:", "  Conditions:", ...indentTo(lines, 4)];
  // A text that lost its indentation has its fields no deeper than the label.
  const isFlat = !isWhole && depthOf(below.find(isFilled) ?? "") <= depthOf(first);
  return indentTo(isFlat ? [first, ...below.map((line) => `  ${line}`)] : lines, 0);
}

/** Removes what an author wrote after a type or a status: `Status: False  # why?` -> `Status: False`. Neither has blanks. */
function removeNote(line: string): string {
  return line.replace(/^(\s*(?:Type|Status):\s+\S+)\s+(?:#|<|\/\/).*$/, "$1");
}

/** Moves the lines so that the first one has the given depth. Their depths below it stay. */
export function indentTo(lines: Lines, depth: number): Lines {
  const added = depth - depthOf(lines[0] ?? "");
  if (added >= 0) return lines.map((line) => `${" ".repeat(added)}${line}`);
  return lines.map((line) => line.slice(Math.min(-added, depthOf(line))));
}

function isSeparator(line: string): boolean {
  return line === "---" || isElisionOrDots(line);
}
