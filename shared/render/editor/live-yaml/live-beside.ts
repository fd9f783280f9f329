import type { FieldPath, TextSpan } from "../../../model/manifest/manifest.ts";
import { type Fields, toRecord } from "../../../parse/json-value.ts";
import { findLineStart } from "../../../parse/manifest/characters.ts";
import type { YamlComparison } from "./diff.ts";
import { yamlText } from "./yaml-text.ts";

/** How far behind a key its colon is searched. */
const maxSpacesBeforeColon = 40;

/** Where a field of the compared document is written: its key, where it has one, and its value. */
export type SpanAt = (path: FieldPath) => { readonly key?: TextSpan; readonly value: TextSpan } | undefined;

interface TextEdit extends TextSpan {
  readonly text: string;
}

/** The text of a manifest, and where its fields are written. */
interface ManifestText {
  readonly text: string;
  readonly spanAt: SpanAt;
}

/**
 * The text of a manifest with the live values in place of those that differ. Comments, order and everything that is not
 * compared stay as they are, so that an editor beside the manifest shows the differences alone. `text`: the whole
 * manifest. A document in braces cannot be edited line by line, and is replaced as a whole.
 */
export function liveBeside(text: string, { file, live }: Required<YamlComparison>, spanAt: SpanAt): string {
  const edits = listEdits(file, live, [], { text, spanAt });
  // From the last to the first, so that the offsets of the edits before stay right.
  const lastFirst = edits.toSorted((a, b) => b.start - a.start);
  return lastFirst.reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
}

function listEdits(file: unknown, live: unknown, path: FieldPath, manifest: ManifestText): readonly TextEdit[] {
  if (JSON.stringify(file) === JSON.stringify(live)) return [];
  const span = manifest.spanAt(path);
  if (span === undefined) return [];
  const replaceWhole = (): readonly TextEdit[] => [replaceValue(live, path, span, manifest.text)];
  const isInBrackets = /[[{]/.test(manifest.text.charAt(span.value.start));
  if (isInBrackets) return replaceWhole();
  const fileFields = toRecord(file);
  const liveFields = toRecord(live);
  if (fileFields !== undefined && liveFields !== undefined && Object.keys(fileFields).length > 0)
    return listEditsOfMap(fileFields, liveFields, path, manifest) ?? replaceWhole();
  if (Array.isArray(file) && Array.isArray(live) && file.length === live.length)
    return file.flatMap((item, index) => listEdits(item, live[index], [...path, index], manifest));
  return replaceWhole();
}

/** The edits of a mapping. Undefined where a field cannot be removed or added without the others. */
function listEditsOfMap(
  file: Fields,
  live: Fields,
  path: FieldPath,
  manifest: ManifestText,
): readonly TextEdit[] | undefined {
  const { text, spanAt } = manifest;
  const edits: TextEdit[] = [];
  for (const [key, value] of Object.entries(file)) {
    if (Object.hasOwn(live, key)) {
      edits.push(...listEdits(value, live[key], [...path, key], manifest));
      continue;
    }
    const span = spanAt([...path, key]);
    if (span?.key === undefined) continue;
    const start = findLineStart(text, span.key.start);
    const isFirstOnLine = text.slice(start, span.key.start).trim() === "";
    if (!isFirstOnLine) return undefined;
    edits.push({ start, end: findLineEnd(text, Math.max(span.key.end, span.value.end)), text: "" });
  }
  const addedFields = Object.entries(live).filter(([key]) => !Object.hasOwn(file, key));
  if (addedFields.length === 0) return edits;
  const spans = Object.keys(file).flatMap((key) => spanAt([...path, key]) ?? []);
  const lastSpan = spans.toSorted((a, b) => a.value.end - b.value.end).at(-1);
  if (lastSpan?.key === undefined) return undefined;
  const indent = " ".repeat(lastSpan.key.start - findLineStart(text, lastSpan.key.start));
  const offset = findLineEnd(text, Math.max(lastSpan.key.end, lastSpan.value.end));
  const lines = splitYamlLines(Object.fromEntries(addedFields)).map((line) => `${indent}${line}`);
  const isBehindLineBreak = offset === 0 || text[offset - 1] === "\n";
  const block = isBehindLineBreak ? `${lines.join("\n")}\n` : `\n${lines.join("\n")}`;
  return [...edits, { start: offset, end: offset, text: block }];
}

/** The live value in place of the written one, with its key where it has one. */
function replaceValue(
  live: unknown,
  path: FieldPath,
  { key, value }: NonNullable<ReturnType<SpanAt>>,
  text: string,
): TextEdit {
  const name = path.at(-1);
  const isNamed = key !== undefined && typeof name === "string";
  const start = isNamed ? key.start : value.start;
  const end = isNamed ? Math.max(value.end, findColonEnd(text, key.end)) : value.end;
  const indent = " ".repeat(start - findLineStart(text, start));
  const lines = splitYamlLines(isNamed ? { [name]: live } : live);
  return { start, end, text: lines.join(`\n${indent}`) };
}

function splitYamlLines(value: unknown): readonly string[] {
  const yaml = yamlText(value, "asGiven");
  return yaml.trimEnd().split("\n");
}

/** The offset behind the colon of a key, whose value may be absent. */
function findColonEnd(text: string, keyEnd: number): number {
  const [colon = ""] = /^[ \t]*:/.exec(text.slice(keyEnd, keyEnd + maxSpacesBeforeColon)) ?? [];
  return keyEnd + colon.length;
}

/** Behind the line break that ends the line of an offset, else the end of the text. */
function findLineEnd(text: string, offset: number): number {
  // A block of lines ends behind its last line break.
  const searchStart = offset > 0 && text[offset - 1] === "\n" ? offset - 1 : offset;
  const lineBreak = text.indexOf("\n", searchStart);
  return lineBreak < 0 ? text.length : lineBreak + 1;
}
