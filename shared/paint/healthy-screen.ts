import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { briefLine, entryLine, name, plainText, words } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { countEntries, detailsText } from "./details.ts";
import { layOutCommands, layOutLabelled, layOutMarked } from "./lines.ts";

/** The most lines between the headline and the last one, without those that are always shown. */
const maxLinesBetween = 2;

/** The most lines below the first finding: why an upgrade should wait, and further findings. */
const maxFurtherFindings = 3;

/** The most rows of each text. */
const maxRows = { lead: 3, headline: 1, firstFinding: 4, impact: 2, upgradeBlock: 3, furtherFinding: 2, limit: 1 };

/** The ids of the entries that say why an upgrade should wait. */
const gateIds: ReadonlySet<string> = new Set(["gate", "more gates"]);

/**
 * A few lines about something healthy:
 * 1. the lines above all roots, with the command that shows more if the first finding has none
 * 2. the headline: the verdict, and where it was read
 * 3. the first finding
 * 4. what the state means for virtual machines. It stands before the command of the finding, because below it the line
 *    would read as what the command prints.
 * 5. the command of the first finding
 * 6. why an upgrade should wait
 * 7. further findings that are always named
 * 8. what limits the verdict, as far as there is room
 * 9. the command that prints everything, with the number of findings and the names of limits that have no line
 */
export function layOutHealthy(outline: Outline, style: TextStyle): readonly string[] {
  const roots = outline.entries.filter(({ kind }) => kind === "root");
  const [root] = roots;
  if (root === undefined) return [];
  const entries = [...outline.entries, ...roots.flatMap((entry) => entry.entries)];
  const leads = outline.entries.filter(({ kind }) => kind === "lead");
  const upgradeBlocks = entries.filter((entry) => isLimit(entry) && isUpgradeBlock(entry));
  const otherLimits = entries.filter((entry) => isLimit(entry) && !isUpgradeBlock(entry));
  const { first, further, counted } = chooseFindings(entries, upgradeBlocks.length);

  const findingLines = first === undefined ? [] : layOutMarked(first.mark, first.text, maxRows.firstFinding, style);
  const findingCommand = first === undefined ? [] : layOutCommands(first, 1);
  const leadCommands = leads.length > 0 && findingCommand.length === 0 ? layOutNextCommands(outline) : [];
  const usedLines = leads.length + leadCommands.length + findingLines.length + findingCommand.length;
  const room = Math.max(0, maxLinesBetween - usedLines);
  const shownLimits = otherLimits.slice(0, room);
  const hiddenLimits = otherLimits.slice(room).map((limit) => startInLowerCase(plainText(withoutObjects(limit))));

  const lines: string[] = leads.flatMap(({ mark, text }) => layOutMarked(mark, text, maxRows.lead, style));
  lines.push(...leadCommands, ...layOutHeadline(root, style), ...findingLines);
  lines.push(...layOutImpact(root, style), ...findingCommand);
  for (const block of upgradeBlocks) {
    const text = entryLine({ ...block, text: block.brief ?? block.text });
    lines.push(...layOutMarked(block.mark, text, maxRows.upgradeBlock, style));
    if (first === undefined) lines.push(...layOutCommands(block, 1));
  }
  for (const { mark, text } of further) lines.push(...layOutMarked(mark, text, maxRows.furtherFinding, style));
  for (const limit of shownLimits) {
    lines.push(...layOutMarked(limit.mark, entryLine(limit), maxRows.limit, style));
    if (room > shownLimits.length) lines.push(...layOutCommands(limit, 1));
  }
  const detailsCommand = outline.entries.find(({ id }) => id === "details")?.commands[0]?.command;
  if (detailsCommand === undefined) return lines;
  const omitted = countEntries(counted, [...new Set(hiddenLimits)]);
  return [...lines, `${detailsText(omitted, style)} ${detailsCommand}`];
}

/** Whether an entry limits the verdict: what was not read, or what blocks an upgrade. */
function isLimit({ kind, id, weight }: OutlineEntry): boolean {
  return kind === "summary" && id !== "healthy" && weight !== "full";
}

/** Whether an entry names something that blocks an upgrade. An upgrade whose answer is unknown is not blocked. */
function isUpgradeBlock({ mark, id }: OutlineEntry): boolean {
  return mark === "remark" && gateIds.has(id);
}

/** The findings of the screen: the first with its command, further ones with a line each, and those that are counted. */
interface ScreenFindings {
  readonly first: OutlineEntry | undefined;
  readonly further: readonly OutlineEntry[];
  readonly counted: readonly OutlineEntry[];
}

function chooseFindings(entries: readonly OutlineEntry[], upgradeBlockCount: number): ScreenFindings {
  const findings = entries.filter(({ kind }) => kind === "finding");
  const usual = findings.filter(({ weight }) => weight !== "full");
  const first = usual.find(({ level }) => level !== "info") ?? usual[0];
  const alwaysNamed = usual.filter((entry) => entry !== first && entry.weight === "always");
  // Information has only the lines that the blocks of an upgrade leave.
  const maxInfoIndex = maxFurtherFindings - upgradeBlockCount;
  const further = alwaysNamed
    .slice(0, maxFurtherFindings)
    .filter(({ level }, index) => level !== "info" || index < maxInfoIndex);
  return { first, further, counted: findings.filter((entry) => entry !== first && !further.includes(entry)) };
}

/** The command that shows more about the line above all roots. */
function layOutNextCommands({ entries }: Outline): readonly string[] {
  return entries.filter(({ id }) => id === "next").flatMap((entry) => layOutCommands(entry));
}

/** `✓ HyperConverged kubevirt-hyperconverged healthy for 9d · operator 1.20.0 · admin@prod`. */
function layOutHeadline({ mark, subject, text, entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const fields = entries.filter(({ kind, weight }) => kind === "field" && weight === "usual");
  // The version of the operator stands before the name of the context, because that name may be long.
  const pieces = fields.flatMap((field) => [...field.entries.filter(({ weight }) => weight === "usual"), field]);
  const pieceNames = pieces.map((piece) => name(` ${style.glyphs.dot} ${plainText(piece.text)}`));
  const state: Text = text.length === 0 ? [] : [...words(" "), ...text];
  return layOutMarked(mark, [...subject, ...state, ...pieceNames], maxRows.headline, style);
}

/** What the state of the root means for virtual machines. */
function layOutImpact({ entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const impact = entries.find(({ kind, weight }) => kind === "field" && weight === "always");
  return impact === undefined ? [] : layOutLabelled(plainText(impact.subject), impact.text, maxRows.impact, style);
}

/** `Upgrade unknown: MigController`, `Read 84 of 86 objects`: an entry without the objects of its subject. */
function withoutObjects({ subject, text, brief }: OutlineEntry): Text {
  return brief === undefined ? briefLine({ subject, text }) : entryLine({ subject: subject.slice(0, 1), text: brief });
}

/** `Upgrade unknown` -> `upgrade unknown`, for the middle of a line. */
function startInLowerCase(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
