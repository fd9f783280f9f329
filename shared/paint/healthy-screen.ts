import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { briefLine, entryLine, name, plainText, words } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { countEntries, detailsText, type LeftOut } from "./details.ts";
import { layOutLabelled, layOutMarked } from "./lines.ts";

/** The most lines between the headline and the last one. */
const mostBetween = 2;

/** The most lines below the first warning: why an upgrade should wait, and further faults. */
const mostFurther = 3;

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
  const all = [...outline.entries, ...roots.flatMap(({ entries }) => entries)];
  const findings = all.filter(({ kind }) => kind === "finding");
  const shownFindings = findings.filter(({ weight }) => weight !== "full");
  const first = shownFindings.find(({ level }) => level !== "info") ?? shownFindings[0];
  const leads = outline.entries.filter(({ kind }) => kind === "lead");
  const between = findingLines(first, style);
  const limited = limits(all);
  const refusals = limited.filter(isRefusal);
  const others = limited.filter((entry) => !isRefusal(entry));
  const always = shownFindings.filter((each) => each !== first && each.weight === "always").slice(0, mostFurther);
  // Of what is only information, no more than fits beside the line about the upgrade.
  const further = always.filter(({ level }, place) => level !== "info" || place < mostFurther - refusals.length);
  const left = findings.filter((each) => each !== first && !further.includes(each));
  const belowLeads = leads.length > 0 && between.commands.length === 0 ? nextCommands(outline) : [];
  const room = mostBetween - leads.length - belowLeads.length - between.text.length - between.commands.length;
  const [impact] = root.entries.filter(({ kind, weight }) => kind === "field" && weight === "always");
  const shown = others.slice(0, Math.max(0, room));
  const hidden = new Set(others.slice(shown.length).map((entry) => lowerCased(plainText(withoutObjects(entry)))));
  return [
    ...leads.flatMap(({ mark, text }) => layOutMarked(mark, text, 3, style)),
    ...belowLeads,
    ...headline(root, style),
    ...between.text,
    ...(impact === undefined ? [] : layOutLabelled(plainText(impact.subject), impact.text, 2, style)),
    ...between.commands,
    ...refusals.flatMap((entry) => [
      ...layOutMarked(entry.mark, entryLine({ ...entry, text: entry.brief ?? entry.text }), 3, style),
      ...(first === undefined ? entry.commands.slice(0, 1).map(({ command }) => `  $ ${command}`) : []),
    ]),
    ...further.flatMap(({ mark, text }) => layOutMarked(mark, text, 2, style)),
    ...shown.flatMap((entry) => [
      ...layOutMarked(entry.mark, entryLine(entry), 1, style),
      ...(room > shown.length ? entry.commands.slice(0, 1).map(({ command }) => `  $ ${command}`) : []),
    ]),
    ...last(outline, countEntries(left, [...hidden]), style),
  ];
}

/** The command that shows more about the line above all roots. */
function nextCommands({ entries }: Outline): readonly string[] {
  return entries.flatMap(({ id, commands }) => (id === "next" ? commands.map(({ command }) => `  $ ${command}`) : []));
}

/** Whether an entry says that something known speaks against an upgrade. What is only not known may stand in the last line. */
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

interface FindingLines {
  readonly text: readonly string[];
  readonly commands: readonly string[];
}

function findingLines(entry: OutlineEntry | undefined, style: TextStyle): FindingLines {
  if (entry === undefined) return { text: [], commands: [] };
  return {
    text: layOutMarked(entry.mark, entry.text, 4, style),
    commands: entry.commands.slice(0, 1).map(({ command }) => `  $ ${command}`),
  };
}

/** What was not read and what blocks an upgrade, then what is usual. */
function limits(all: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return all.filter(({ kind, id, weight }) => kind === "summary" && id !== "healthy" && weight !== "full");
}

function last({ entries }: Outline, left: LeftOut, style: TextStyle): readonly string[] {
  const command = entries.find(({ id }) => id === "details")?.commands[0]?.command;
  return command === undefined ? [] : [`${detailsText(left, style)} ${command}`];
}
