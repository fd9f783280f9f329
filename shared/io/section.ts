import { InputError } from "./errors.ts";

/** One mapping of a configuration file, with the words that name it in an error: the file and the path inside it. */
export interface Section {
  readonly file: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * `value` as a mapping; null and nothing are an empty one, as Go decodes them.
 * @throws InputError where it is anything else: kubectl refuses such a file, and a skipped field could be a credential.
 */
export function sectionOf(file: string, path: string, value: unknown): Section {
  if (value === null || value === undefined) return { file, path, fields: {} };
  if (typeof value === "object" && !Array.isArray(value)) return { file, path, fields: value as Section["fields"] };
  throw unexpected(file, path, "a mapping", value);
}

/** The mapping under `key`, or undefined where the key is missing or null. */
export function sectionAt(section: Section, key: string): Section | undefined {
  const value = section.fields[key];
  return value === null || value === undefined ? undefined : sectionOf(section.file, pathTo(section, key), value);
}

/** The text under `key`; the empty string counts as not given, as everywhere in client-go. */
export function textAt(section: Section, key: string): string | undefined {
  const value = section.fields[key];
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw unexpected(section.file, pathTo(section, key), "text (put it in quotes)", value);
}

/** The texts of the list under `key`; null and nothing are an empty list, and a null in it is an empty text. */
export function textsAt(section: Section, key: string): readonly string[] {
  const list = listAt(section, key);
  const path = pathTo(section, key);
  const fields = Object.fromEntries(list.map((item, index) => [`[${index}]`, item]));
  return list.map((_, index) => textAt({ file: section.file, path, fields }, `[${index}]`) ?? "");
}

/** The boolean under `key`, false where it is missing. */
export function flagAt(section: Section, key: string): boolean {
  const value = section.fields[key];
  if (value === null || value === undefined) return false;
  if (typeof value === "boolean") return value;
  throw unexpected(section.file, pathTo(section, key), "true or false", value);
}

/** The bytes that stand under `key` in base64, or undefined where there are none. */
export function bytesAt(section: Section, key: string): Buffer | undefined {
  const written = textAt(section, key)?.replace(/[\r\n]/g, "");
  if (written === undefined || written === "") return undefined;
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(written) && written.length % 4 === 0) return Buffer.from(written, "base64");
  throw new InputError(`${section.file}: ${pathTo(section, key)} is not base64; the form without "-data" takes a path`);
}

/** The mappings of the list under `key`; null and nothing are an empty list. */
export function sectionsAt(section: Section, key: string): readonly Section[] {
  const path = pathTo(section, key);
  return listAt(section, key).map((item, index) => sectionOf(section.file, `${path}[${index}]`, item));
}

function listAt(section: Section, key: string): readonly unknown[] {
  const value = section.fields[key];
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw unexpected(section.file, pathTo(section, key), "a list", value);
  return value;
}

function pathTo(section: Section, key: string): string {
  return section.path === "" || key.startsWith("[") ? `${section.path}${key}` : `${section.path}.${key}`;
}

// The value itself is never shown: it may be a token.
function unexpected(file: string, path: string, wanted: string, value: unknown): InputError {
  const found = Array.isArray(value) ? "a list" : typeof value === "object" ? "a mapping" : `a ${typeof value}`;
  return new InputError(`${file}: ${path === "" ? "the document" : path} must be ${wanted}, not ${found}`);
}
