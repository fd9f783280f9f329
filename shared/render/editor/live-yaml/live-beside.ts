import type { FieldPath, TextSpan } from "../../../model/manifest/manifest.ts";
import type { YamlComparison } from "./diff.ts";
import { yamlText } from "./yaml-text.ts";

/** Where a field of the compared document is written: its key, where it has one, and its value. */
export type SpanAt = (path: FieldPath) => { readonly key?: TextSpan; readonly value: TextSpan } | undefined;

interface TextEdit extends TextSpan {
  readonly text: string;
}

/**
 * The text of a manifest with the live values in place of those that differ. Comments, order and everything that is not
 * compared stay as they are, so that an editor beside the manifest shows the differences alone. `text`: the whole
 * manifest. A document in braces cannot be edited line by line, and is replaced as a whole.
 */
export function liveBeside(text: string, { file, live }: Required<YamlComparison>, spanAt: SpanAt): string {
  const edits = editsFor(file, live, [], { text, spanAt });
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, { start, end, text: news }) => before.slice(0, start) + news + before.slice(end), text);
}

interface Written {
  readonly text: string;
  readonly spanAt: SpanAt;
}

function editsFor(file: unknown, live: unknown, path: FieldPath, written: Written): readonly TextEdit[] {
  if (JSON.stringify(file) === JSON.stringify(live)) return [];
  const span = written.spanAt(path);
  if (span === undefined) return [];
  const isFlow = /^[[{]/.test(written.text.slice(span.value.start, span.value.start + 1));
  const fileMap = mapOf(file);
  const liveMap = mapOf(live);
  if (!isFlow && fileMap !== undefined && liveMap !== undefined && Object.keys(fileMap).length > 0)
    return editsOfMap(fileMap, liveMap, path, written) ?? [replacement(live, path, span, written.text)];
  if (!isFlow && Array.isArray(file) && Array.isArray(live) && file.length === live.length)
    return file.flatMap((item, index) => editsFor(item, live[index], [...path, index], written));
  return [replacement(live, path, span, written.text)];
}

/** The edits of a mapping; undefined where a field cannot be removed or added without the others. */
function editsOfMap(
  file: Readonly<Record<string, unknown>>,
  live: Readonly<Record<string, unknown>>,
  path: FieldPath,
  written: Written,
): readonly TextEdit[] | undefined {
  const { text, spanAt } = written;
  const edits: TextEdit[] = [];
  for (const [key, value] of Object.entries(file)) {
    if (Object.hasOwn(live, key)) {
      edits.push(...editsFor(value, live[key], [...path, key], written));
      continue;
    }
    const span = spanAt([...path, key]);
    if (span?.key === undefined) continue;
    const start = lineStart(text, span.key.start);
    if (text.slice(start, span.key.start).trim() !== "") return undefined;
    edits.push({ start, end: lineEnd(text, Math.max(span.key.end, span.value.end)), text: "" });
  }
  const added = Object.entries(live).filter(([key]) => !Object.hasOwn(file, key));
  if (added.length === 0) return edits;
  const spans = Object.keys(file).flatMap((key) => spanAt([...path, key]) ?? []);
  const last = spans.toSorted((a, b) => a.value.end - b.value.end).at(-1);
  if (last?.key === undefined) return undefined;
  const column = last.key.start - lineStart(text, last.key.start);
  const offset = lineEnd(text, Math.max(last.key.end, last.value.end));
  const lines = yamlText(Object.fromEntries(added), "asGiven").trimEnd().split("\n");
  const isOpen = offset > 0 && text[offset - 1] !== "\n";
  const block = lines.map((line) => `${" ".repeat(column)}${line}`).join("\n");
  return [...edits, { start: offset, end: offset, text: isOpen ? `\n${block}` : `${block}\n` }];
}

/** The live value in place of the written one, with its key where it has one. */
function replacement(
  live: unknown,
  path: FieldPath,
  { key, value }: NonNullable<ReturnType<SpanAt>>,
  text: string,
): TextEdit {
  const name = path.at(-1);
  const isNamed = key !== undefined && typeof name === "string";
  const start = isNamed ? key.start : value.start;
  const column = start - lineStart(text, start);
  const lines = yamlText(isNamed ? { [name]: live } : live, "asGiven")
    .trimEnd()
    .split("\n");
  const end = Math.max(value.end, isNamed ? afterColon(text, key.end) : value.end);
  return { start, end, text: lines.join(`\n${" ".repeat(column)}`) };
}

/** Behind the colon of a key whose value is absent. */
function afterColon(text: string, from: number): number {
  const [found = ""] = /^[ \t]*:/.exec(text.slice(from, from + 40)) ?? [];
  return from + found.length;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Behind the line break that ends the line of an offset, else the end of the text. */
function lineEnd(text: string, offset: number): number {
  // A block of lines ends behind its last line break.
  const from = offset > 0 && text[offset - 1] === "\n" ? offset - 1 : offset;
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
