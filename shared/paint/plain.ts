import type { Outline, OutlineEntry } from "../model/outline.ts";
import { entryLine, fieldText, joined, plainText, spanText } from "../outline/text.ts";

type Fact = readonly [key: string, value: string];

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
  const shown = isWide ? rows : rows.slice(0, maxRows);
  const others = root.entries.filter(({ kind }) => kind !== "root");
  const why = root.entries.filter(({ kind, id }) => kind === "evidence" && id === "why");
  const line = why.length === 0 ? entryLine(root) : joined(": ", [entryLine(root), ...why.map(({ text }) => text)]);
  const entries = [...shown, ...others.filter((entry) => !why.includes(entry))];
  return [["headline", plainText(line)], ...entries.flatMap((entry) => entryFacts(entry, isWide))];
}

/** The most rows of several roots, unless all are requested. */
const maxRows = 50;

/** The entries of a section: `cause CDI`, `condition Available=False`, `component KubeVirt`. */
function sectionFacts({ id, entries, weight }: OutlineEntry, isWide: boolean): readonly Fact[] {
  if (!isWide && weight === "full" && id !== "parts") return [];
  const kind = sectionKinds[id] ?? id;
  return (
    entries
      .filter((entry) => isWide || entry.weight !== "full" || id === "parts")
      // What is healthy is one line, unless everything is requested.
      .map((entry) => (id === "parts" && entry.mark === "good" && !isWide ? { ...entry, entries: [] } : entry))
      .map((entry) => (isWide ? entry : withoutLogContext(entry)))
      .flatMap((entry) => (entry.kind === "condition" ? [conditionFact(entry)] : nestedFacts(entry, kind, [])))
  );
}

/** An entry without the lines of a log that stand around those that explain it. */
function withoutLogContext(entry: OutlineEntry): OutlineEntry {
  const entries = entry.entries.filter(({ kind, weight }) => kind !== "log" || weight !== "full");
  return { ...entry, entries: entries.map(withoutLogContext) };
}

const sectionKinds: Readonly<Record<string, string>> = {
  causes: "cause",
  "in-progress": "in progress",
  "not-known": "not known",
  conditions: "condition",
  parts: "component",
};

/** `condition Available: False, CDINotAvailable, for 14 minutes: …`. */
function conditionFact({ subject, text, entries }: OutlineEntry): Fact {
  const [type, , status] = subject;
  const pieces = [...(status === undefined ? [] : [status]), ...text].map((span) => spanText(span).trim());
  const words = pieces.filter((piece) => piece !== "").join(", ");
  const message = entries.map((entry) => plainText(entry.text)).join(" ");
  return [
    factKey(`condition ${type === undefined ? "" : spanText(type)}`),
    message === "" ? words : `${words}: ${message}`,
  ];
}

/** An entry and what stands below it. `above`: the names on the way down to it. */
function nestedFacts(entry: OutlineEntry, kind: string, above: readonly string[]): readonly Fact[] {
  const own = plainText(entry.subject);
  const names = own === "" ? above : [...above, own];
  const below = entry.entries.flatMap((child) =>
    (child.subject.length > 0 && child.kind !== "event") || child.entries.length > 0 || child.commands.length > 0
      ? nestedFacts(child, kind, names)
      : [[factKey(`${child.kind} ${names.join(", ")}`), plainText(child.text)] as const],
  );
  const state = plainText(entry.text);
  const hasFact = own !== "" || (above.length === 0 && state !== "");
  return [
    ...(hasFact ? [[factKey(`${kind} ${names.join(", ")}`.trim()), state] as const] : []),
    ...below,
    ...commandFacts(factKey(`command ${names.join(", ")}`), entry),
  ];
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
