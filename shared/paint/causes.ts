import { displayWidth } from "../characters/display-width.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import { entryLine, isSentence, plainText, word, words } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { layOutCommands, layOutIndented, layOutMarked, markColumns, textColumns } from "./lines.ts";
import type { ScreenDensity } from "./screen-density.ts";

/** The most columns of the names of causes. A longer name pushes its state to the right, in its line only. */
const maxNameColumns = 22;

/**
 * The causes of a root, each with its evidence below or beside it and its commands. Those without room are named in a last
 * line, so that no fault is hidden: `and 2 more: AAQ, MigController`.
 */
export function layOutCauses(
  causes: readonly OutlineEntry[],
  density: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const shown = causes.slice(0, density.causes);
  const namesBesideState = shown.filter((cause) => cause.text.length > 0 && !isSentence(cause));
  const nameWidths = namesBesideState.map(({ subject }) => textColumns(subject, style));
  const nameColumns = Math.min(maxNameColumns, Math.max(0, ...nameWidths));
  const lines = shown.flatMap((cause) => layOutCause(cause, nameColumns, density, style));
  const otherNames = causes.slice(density.causes).map(({ subject }) => plainText(subject));
  if (otherNames.length === 0) return lines;
  const others: Text = [word(`and ${otherNames.length} more: `), { is: "list", names: otherNames }];
  return [...lines, ...layOutIndented(others, 1, style)];
}

/** One cause, and below it the further causes of the same component, of which the last line counts those without room. */
function layOutCause(
  cause: OutlineEntry,
  nameColumns: number,
  density: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const lines = [
    ...layOutHead(cause, nameColumns, density, style),
    ...layOutEvent(cause, density, style),
    ...layOutLog(cause, density, style),
    ...layOutCommands(cause, cause.mark === "busy" ? density.busyCommands : density.commands),
  ];
  const furtherCauses = cause.entries.filter(({ kind }) => kind === "cause");
  const maxFurtherCauses = density.causes - 1;
  for (const furtherCause of furtherCauses.slice(0, maxFurtherCauses)) {
    lines.push(...layOutExplanation(furtherCause, density, style));
    lines.push(...layOutLog(furtherCause, density, style));
    lines.push(...layOutCommands(furtherCause, Math.min(1, density.commands)));
  }
  const omittedCount = furtherCauses.length - maxFurtherCauses;
  if (omittedCount > 0) lines.push(...layOutIndented(words(`and ${omittedCount} more`), 1, style));
  return lines;
}

/**
 * The name and state of a cause, and its explanation. The first rule that applies decides:
 * 1. Several names and what all of them do are a sentence: `KubeVirt and CDI do not exist`.
 * 2. Without a state and a way down, the evidence follows the name: `CDI: does not exist`.
 * 3. An explanation that fits stands beside the state: `CDI  unavailable for 14m  container x CrashLoopBackOff`.
 * 4. Else it stands below.
 */
function layOutHead(
  cause: OutlineEntry,
  nameColumns: number,
  density: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const { mark, subject, text } = cause;
  if (isSentence(cause)) return layOutMarked(mark, entryLine(cause), density.quoteRows, style);
  const hasState = text.length > 0;
  if (!hasState && findText(cause, "way").length === 0) {
    return layOutMarked(mark, [...subject, word(": "), ...findText(cause, "evidence")], density.quoteRows, style);
  }
  const padding = " ".repeat(Math.max(0, nameColumns - textColumns(subject, style)));
  const head: Text = hasState ? [...subject, word(`${padding}  `), ...text] : subject;
  const explanation = layOutExplanation(cause, density, style);
  const [firstLine = ""] = explanation;
  const oneLine = `${plainText(head).trimEnd()}  ${firstLine.trim()}`;
  const hasRoomBeside = displayWidth(oneLine) <= style.width - markColumns;
  if (explanation.length === 1 && hasRoomBeside) return layOutMarked(mark, words(oneLine), 1, style);
  return [...layOutMarked(mark, head, density.textRows + 1, style), ...explanation];
}

/** The way down and the evidence: in one row where both fit, else in rows of their own. */
function layOutExplanation(cause: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const way = findText(cause, "way");
  const evidence = findText(cause, "evidence");
  if (way.length === 0 && evidence.length === 0) return [];
  if (way.length === 0) return layOutIndented(evidence, density.quoteRows, style);
  if (evidence.length === 0) return layOutIndented(way, 1, style);
  const wayAndEvidence: Text = [...way, word(": "), ...evidence];
  const fitsOneRow = textColumns(wayAndEvidence, style) <= style.width - markColumns;
  if (fitsOneRow || !density.hasWays) return layOutIndented(wayAndEvidence, density.quoteRows, style);
  return [...layOutIndented(way, 1, style), ...layOutIndented(evidence, density.quoteRows, style)];
}

function findText({ entries }: OutlineEntry, kind: OutlineEntry["kind"]): Text {
  return entries.find((entry) => entry.kind === kind)?.text ?? [];
}

function layOutEvent(cause: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const event = cause.entries.find(({ kind }) => kind === "event");
  if (event === undefined || (event.weight === "detail" && !density.hasDetail)) return [];
  return layOutIndented(entryLine(event), 2, style);
}

/** `  | panic: boom`: the lines of the log that explain. The line that explains most always stands, and may take two rows. */
function layOutLog({ entries }: OutlineEntry, density: ScreenDensity, style: TextStyle): readonly string[] {
  const lines: string[] = [];
  for (const { kind, text, weight } of entries) {
    if (kind !== "log") continue;
    const isMain = weight === "always";
    if (!isMain && !(weight === "usual" && density.hasLogContext)) continue;
    const maxRows = isMain ? Math.min(2, density.quoteRows) : 1;
    lines.push(...layOutIndented(text, maxRows, style, "  | "));
  }
  return lines;
}
