import type { Outline, OutlineEntry } from "../model/outline.ts";
import { entryLine, fieldText, joined, plainText, spanText } from "../outline/text.ts";

type Fact = readonly [key: string, value: string];

/** The most rows of several roots, unless all are requested. */
const maxRows = 50;

/** What stands before the names in the keys of a section, by its id. */
const sectionKinds: Readonly<Record<string, string>> = {
  causes: "cause",
  "in-progress": "in progress",
  "not-known": "not known",
  conditions: "condition",
  parts: "component",
};

/**
 * An outline as `key: value` lines for a screen reader and for simple scripts, in the order of reading: one fact a line,
 * never wrapped, without marks or drawings. A key ends at the first colon and has no other one; what stands below
 * another entry has the subjects of those above it in its key. Keys may be repeated:
 *
 * - `headline`: a sentence about all roots, or about the one that the lines below it are about
 * - `impact`, `upgrade`, `cluster`, `source`, `waiting`, `meaning`: the lines below a headline
 * - `cause NAME`, `in progress NAME`, `not known NAME`: its state; `way`, `evidence`, `event`, `log`, `command` with the same name behind
 * - `condition TYPE`: its status, age, reason and message
 * - `component NAME`: its state; an object below it has the names above it
 * - `error`, `warning`, `info`: a finding
 * - `healthy`, `gate`, `reading`: what is fine, what blocks an upgrade, what was not read
 * - `next`, `details`: commands
 */
export function paintPlain(outline: Outline, isWide: boolean): readonly string[] {
  const facts = outline.entries.flatMap((entry) => entryFacts(entry, isWide));
  return facts.map(([key, value]) => `${key}: ${oneLine(value)}`.trimEnd());
}

function entryFacts(entry: OutlineEntry, isWide: boolean): readonly Fact[] {
  if (entry.kind === "section") return sectionFacts(entry, isWide);
  if (!isWide && entry.weight === "full") return [];
  if (entry.kind === "root") return rootFacts(entry, isWide);
  switch (entry.kind) {
    case "field":
      return [[factKey(plainText(entry.subject).toLowerCase()), plainText(fieldText(entry))]];
    case "finding":
      return [[entry.level ?? "info", plainText(entry.text)], ...commandFacts("command", entry)];
    case "summary":
      return [[entry.id, plainText(entryLine(entry))], ...commandFacts("command", entry)];
    case "next":
      return commandFacts(entry.id, entry);
    default:
      return [["headline", plainText(entryLine(entry))]];
  }
}

function rootFacts(root: OutlineEntry, isWide: boolean): readonly Fact[] {
  const rows = root.entries.filter(({ kind }) => kind === "root");
  const shownRows = isWide ? rows : rows.slice(0, maxRows);
  const isEvidence = ({ kind, id }: OutlineEntry): boolean => kind === "evidence" && id === "why";
  const evidence = root.entries.filter(isEvidence).map(({ text }) => text);
  const headline = joined(": ", [entryLine(root), ...evidence]);
  const others = root.entries.filter((entry) => entry.kind !== "root" && !isEvidence(entry));
  const facts = [...shownRows, ...others].flatMap((entry) => entryFacts(entry, isWide));
  return [["headline", plainText(headline)], ...facts];
}

/** The entries of a section: `cause CDI`, `condition Available=False`, `component KubeVirt`. */
function sectionFacts({ id, entries, weight }: OutlineEntry, isWide: boolean): readonly Fact[] {
  if (!isWide && weight === "full" && id !== "parts") return [];
  const kind = sectionKinds[id] ?? id;
  const shown = entries.filter((entry) => isWide || entry.weight !== "full" || id === "parts");
  return shown.flatMap((entry) => {
    if (entry.kind === "condition") return [conditionFact(entry)];
    if (isWide) return nestedFacts(entry, kind, []);
    // A healthy part is one line, unless everything is requested.
    const isHealthyPart = id === "parts" && entry.mark === "good";
    return nestedFacts(isHealthyPart ? { ...entry, entries: [] } : withoutLogContext(entry), kind, []);
  });
}

/** An entry without the lines of a log that stand around those that explain it. */
function withoutLogContext(entry: OutlineEntry): OutlineEntry {
  const entries = entry.entries.filter(({ kind, weight }) => kind !== "log" || weight !== "full");
  return { ...entry, entries: entries.map(withoutLogContext) };
}

/** `condition Available: False, CDINotAvailable, for 14 minutes: …`. */
function conditionFact({ subject, text, entries }: OutlineEntry): Fact {
  // The subject is `Available`, `=`, `False`.
  const [type, , status] = subject;
  const spans = status === undefined ? text : [status, ...text];
  const pieces = spans.map((span) => spanText(span).trim()).filter((piece) => piece !== "");
  const state = pieces.join(", ");
  const message = entries.map((entry) => plainText(entry.text)).join(" ");
  const key = factKey(`condition ${type === undefined ? "" : spanText(type)}`);
  return [key, message === "" ? state : `${state}: ${message}`];
}

/** An entry and what stands below it. `above`: the names on the way down to it. */
function nestedFacts(entry: OutlineEntry, kind: string, above: readonly string[]): readonly Fact[] {
  const name = plainText(entry.subject);
  const names = name === "" ? above : [...above, name];
  const state = plainText(entry.text);
  const facts: Fact[] = [];
  if (name !== "" || (above.length === 0 && state !== ""))
    facts.push([factKey(`${kind} ${names.join(", ")}`.trim()), state]);
  for (const child of entry.entries) {
    if (isNested(child)) facts.push(...nestedFacts(child, kind, names));
    else facts.push([factKey(`${child.kind} ${names.join(", ")}`), plainText(child.text)]);
  }
  return [...facts, ...commandFacts(factKey(`command ${names.join(", ")}`), entry)];
}

/** Whether an entry has a name, entries or commands of its own, and so is more than one fact about the entry above it. */
function isNested({ subject, kind, entries, commands }: OutlineEntry): boolean {
  const isNamed = subject.length > 0 && kind !== "event";
  return isNamed || entries.length > 0 || commands.length > 0;
}

function commandFacts(key: string, { commands }: OutlineEntry): readonly Fact[] {
  return commands.map(({ command }) => [key, command]);
}

/** A key, in which nothing may look like its end. */
function factKey(text: string): string {
  return oneLine(text).replaceAll(":", "\\u003a");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
