import { InputError } from "../errors/errors.ts";

/** One mapping of a configuration file. `file` and the `path` inside it name it in errors. */
export interface ConfigSection {
  readonly file: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * `value` as a mapping. Null and undefined are an empty one, as Go decodes them.
 * @throws InputError for any other value. kubectl refuses such a file, and a skipped field could be a credential.
 */
export function readSection(file: string, path: string, value: unknown): ConfigSection {
  if (value === null || value === undefined) return { file, path, fields: {} };
  if (typeof value === "object" && !Array.isArray(value))
    return { file, path, fields: value as ConfigSection["fields"] };
  throw unexpectedValueError(file, path, aMapping, value);
}

/** The wanted value: a mapping. */
const aMapping = "a mapping";

/** The mapping under `key`, or undefined where the key is missing or null. */
export function sectionAt(section: ConfigSection, key: string): ConfigSection | undefined {
  const value = section.fields[key];
  return value === null || value === undefined ? undefined : readSection(section.file, pathTo(section, key), value);
}

/** The text under `key`. An empty string counts as not given, as everywhere in client-go. */
export function sectionText(section: ConfigSection, key: string): string | undefined {
  const value = section.fields[key];
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw unexpectedValueError(section.file, pathTo(section, key), "text (put it in quotes)", value);
}

/** The texts of the list under `key`. Null and undefined are an empty list. A null in the list is an empty text. */
export function textsAt(section: ConfigSection, key: string): readonly string[] {
  const list = listAt(section, key);
  const path = pathTo(section, key);
  const fields = Object.fromEntries(list.map((item, index) => [`[${index}]`, item]));
  return list.map((_, index) => sectionText({ file: section.file, path, fields }, `[${index}]`) ?? "");
}

/** The boolean under `key`, false where it is missing. */
export function flagAt(section: ConfigSection, key: string): boolean {
  const value = section.fields[key];
  if (value === null || value === undefined) return false;
  if (typeof value === "boolean") return value;
  throw unexpectedValueError(section.file, pathTo(section, key), "true or false", value);
}

/** The bytes under `key`, decoded from base64. Undefined where there are none. */
export function bytesAt(section: ConfigSection, key: string): Buffer | undefined {
  const written = sectionText(section, key)?.replace(/[\r\n]/g, "");
  if (written === undefined || written === "") return undefined;
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(written) && written.length % 4 === 0) return Buffer.from(written, "base64");
  throw new InputError(
    `${section.file}: ${pathTo(section, key)} is not base64; use the key without "-data" for a path`,
  );
}

/** The mappings of the list under `key`. Null and undefined are an empty list. */
export function sectionsAt(section: ConfigSection, key: string): readonly ConfigSection[] {
  const path = pathTo(section, key);
  return listAt(section, key).map((item, index) => readSection(section.file, `${path}[${index}]`, item));
}

function listAt(section: ConfigSection, key: string): readonly unknown[] {
  const value = section.fields[key];
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw unexpectedValueError(section.file, pathTo(section, key), aList, value);
  return value;
}

/** The wanted value: a list. */
const aList = "a list";

function pathTo(section: ConfigSection, key: string): string {
  return section.path === "" || key.startsWith("[") ? `${section.path}${key}` : `${section.path}.${key}`;
}

// The error never contains the value itself, which may be a token.
function unexpectedValueError(file: string, path: string, expected: string, value: unknown): InputError {
  return new InputError(`${file}: ${path === "" ? "the document" : path} must be ${expected}, not ${typeText(value)}`);
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return aList;
  return typeof value === "object" ? aMapping : `a ${typeof value}`;
}
