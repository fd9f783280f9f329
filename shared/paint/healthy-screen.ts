import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { briefLine, entryLine, name, plainText, words } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { countEntries, detailsText, type OmittedDetails } from "./details.ts";
import { layOutLabelled, layOutMarked } from "./lines.ts";

/** The most lines between the headline and the last one. */
const maxBetween = 2;

/** The most lines below the first warning: why an upgrade should wait, and further faults. */
const maxFurther = 3;

/**
 * A few lines about something healthy: the verdict and where it was read, the first warning with its own command
 * or what limits the verdict, why an upgrade should wait, a line for each further fault that is always named, and the
 * command that prints the rest, which is counted. What the state means for virtual machines stands between the warning
 * and its command: below a command it would read as what the command prints.
 */
export function layOutHealthy(outline: Outline, style: TextStyle): readonly string[] {
  const roots = outline.entries.filter(({ kind }) => kind === "root");
  const [root] = roots;
  if (root === undefined) return [];
  const entries = [...outline.entries, ...roots.flatMap((entry) => entry.entries)];
  const leads = outline.entries.filter(({ kind }) => kind === "lead");
  const limits = entries.filter(isLimit);
  const refusals = limits.filter(isRefusal);
  const others = limits.filter((entry) => !isRefusal(entry));
  const findings = findingsOnScreen(entries, refusals.length);
  const warningLines =
    findings.first === undefined ? [] : layOutMarked(findings.first.mark, findings.first.text, 4, style);
  const warningCommand = firstCommand(findings.first);
  const leadCommands = leads.length > 0 && warningCommand.length === 0 ? nextCommands(outline) : [];
  const usedLines = leads.length + leadCommands.length + warningLines.length + warningCommand.length;
  const room = Math.max(0, maxBetween - usedLines);
  const shown = others.slice(0, room);
  const hidden = others.slice(room).map((entry) => lowerCased(plainText(withoutObjects(entry))));
  return [
    ...leads.flatMap(({ mark, text }) => layOutMarked(mark, text, 3, style)),
    ...leadCommands,
    ...headline(root, style),
    ...warningLines,
    ...impactLines(root, style),
    ...warningCommand,
    ...refusals.flatMap((entry) => [
      ...layOutMarked(entry.mark, entryLine({ ...entry, text: entry.brief ?? entry.text }), 3, style),
      ...(findings.first === undefined ? firstCommand(entry) : []),
    ]),
    ...findings.further.flatMap(({ mark, text }) => layOutMarked(mark, text, 2, style)),
    ...shown.flatMap((entry) => [
      ...layOutMarked(entry.mark, entryLine(entry), 1, style),
      ...(room > shown.length ? firstCommand(entry) : []),
    ]),
    ...detailsLine(outline, countEntries(findings.counted, [...new Set(hidden)]), style),
  ];
}

/** The findings of the screen: the first with its command, further ones with a line each, and those that are counted. */
interface ScreenFindings {
  readonly first: OutlineEntry | undefined;
  readonly further: readonly OutlineEntry[];
  readonly counted: readonly OutlineEntry[];
}

function findingsOnScreen(entries: readonly OutlineEntry[], refusals: number): ScreenFindings {
  const all = entries.filter(({ kind }) => kind === "finding");
  const usual = all.filter(({ weight }) => weight !== "full");
  const first = usual.find(({ level }) => level !== "info") ?? usual[0];
  const always = usual.filter((entry) => entry !== first && entry.weight === "always").slice(0, maxFurther);
  // Information has only the lines that the refusals leave.
  const further = always.filter(({ level }, index) => level !== "info" || index < maxFurther - refusals);
  return { first, further, counted: all.filter((entry) => entry !== first && !further.includes(entry)) };
}

/** What the state of the root means for virtual machines. */
function impactLines({ entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const impact = entries.find(({ kind, weight }) => kind === "field" && weight === "always");
  return impact === undefined ? [] : layOutLabelled(plainText(impact.subject), impact.text, 2, style);
}

function firstCommand(entry: OutlineEntry | undefined): readonly string[] {
  const command = entry?.commands[0]?.command;
  return command === undefined ? [] : [`  $ ${command}`];
}

/** The command that shows more about the line above all roots. */
function nextCommands({ entries }: Outline): readonly string[] {
  return entries.flatMap(({ id, commands }) => (id === "next" ? commands.map(({ command }) => `  $ ${command}`) : []));
}

/** Whether something known blocks an upgrade. That an upgrade is unknown may stand in the last line. */
function isRefusal({ mark, id }: OutlineEntry): boolean {
  return mark === "remark" && gateIds.has(id);
}

const gateIds: ReadonlySet<string> = new Set(["gate", "more gates"]);

/** `Upgrade unknown: MigController`, `Read 84 of 86 objects`: an entry without the objects of its subject. */
function withoutObjects({ subject, text, brief }: OutlineEntry): Text {
  return brief === undefined ? briefLine({ subject, text }) : entryLine({ subject: subject.slice(0, 1), text: brief });
}

/** What has no line, inside the last one: `upgrade unknown`. */
function lowerCased(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `✓ HyperConverged kubevirt-hyperconverged healthy for 9d · operator 1.20.0 · admin@prod`. */
function headline({ mark, subject, text, entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const fields = entries.filter(({ kind, weight }) => kind === "field" && weight === "usual");
  // The operator's version before the place: a context may have a long name.
  const pieces = fields.flatMap((field) => [...field.entries.filter(({ weight }) => weight === "usual"), field]);
  const places = pieces.map(({ text: piece }) => name(` ${style.glyphs.dot} ${plainText(piece)}`));
  const state: Text = text.length === 0 ? [] : [...words(" "), ...text];
  return layOutMarked(mark, [...subject, ...state, ...places], 1, style);
}

/** Whether an entry limits the verdict: what was not read, or what blocks an upgrade. */
function isLimit({ kind, id, weight }: OutlineEntry): boolean {
  return kind === "summary" && id !== "healthy" && weight !== "full";
}

function detailsLine({ entries }: Outline, left: OmittedDetails, style: TextStyle): readonly string[] {
  const command = entries.find(({ id }) => id === "details")?.commands[0]?.command;
  return command === undefined ? [] : [`${detailsText(left, style)} ${command}`];
}
