import { InputError } from "../errors/errors.ts";

/**
 * One mapping of a configuration file, with the file and the path inside it for errors. A missing field and null are the
 * same, as Go decodes them. A field of another type is an InputError as in kubectl, because it could be a credential.
 *
 *     const user = new ConfigSection("/home/dev/.kube/config", "users[0].user", { token: "secret", exec: {} });
 *     user.text("token"); // secret
 *     user.text("exec"); // InputError: …/config: users[0].user.exec must be text (put it in quotes), not a mapping
 */
export class ConfigSection {
  readonly file: string;
  /** Empty for the whole document. */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;

  /** @throws InputError where `value` is neither a mapping nor missing */
  constructor(file: string, path: string, value: unknown) {
    this.file = file;
    this.path = path;
    if (value !== null && value !== undefined && (typeof value !== "object" || Array.isArray(value))) {
      throw unexpectedValueError(file, path, "a mapping", value);
    }
    this.fields = (value ?? {}) as ConfigSection["fields"];
  }

  /** The unchecked value under `key`. */
  value(key: string): unknown {
    return this.fields[key] ?? undefined;
  }

  /** The text under `key`. An empty one counts as missing, as everywhere in client-go. */
  text(key: string): string | undefined {
    const value = this.value(key) ?? "";
    if (typeof value === "string") return value === "" ? undefined : value;
    throw unexpectedValueError(this.file, this.pathTo(key), expectedText, value);
  }

  /** @throws InputError also where the text is missing */
  requiredText(key: string): string {
    const text = this.text(key);
    if (text === undefined) throw new InputError(`${this.file}: ${this.path} has no ${key}`);
    return text;
  }

  /** The texts of a list, which is empty where it is missing. A null in the list is an empty text. */
  texts(key: string): readonly string[] {
    return this.#list(key).map((item, index) => {
      const value = item ?? "";
      if (typeof value === "string") return value;
      throw unexpectedValueError(this.file, `${this.pathTo(key)}[${index}]`, expectedText, value);
    });
  }

  /** False where the boolean is missing. */
  flag(key: string): boolean {
    const value = this.value(key) ?? false;
    if (typeof value === "boolean") return value;
    throw unexpectedValueError(this.file, this.pathTo(key), "true or false", value);
  }

  /** The bytes that are written in base64 under `key`. */
  bytes(key: string): Buffer | undefined {
    const base64 = this.text(key)?.replace(/[\r\n]/g, "");
    if (base64 === undefined || base64 === "") return undefined;
    if (/^[A-Za-z0-9+/]*={0,2}$/.test(base64) && base64.length % 4 === 0) return Buffer.from(base64, "base64");
    throw new InputError(`${this.file}: ${this.pathTo(key)} is not base64; use the key without "-data" for a path`);
  }

  /** The mapping under `key`. */
  section(key: string): ConfigSection | undefined {
    return this.value(key) === undefined ? undefined : this.sectionOrEmpty(key);
  }

  /** The mapping under `key`, which is empty where it is missing. */
  sectionOrEmpty(key: string): ConfigSection {
    return new ConfigSection(this.file, this.pathTo(key), this.value(key));
  }

  /** The mappings of a list, which is empty where it is missing. */
  sections(key: string): readonly ConfigSection[] {
    const path = this.pathTo(key);
    return this.#list(key).map((item, index) => new ConfigSection(this.file, `${path}[${index}]`, item));
  }

  /** `users[0].user` and `token` -> `users[0].user.token` */
  pathTo(key: string): string {
    return this.path === "" ? key : `${this.path}.${key}`;
  }

  #list(key: string): readonly unknown[] {
    const value = this.value(key) ?? [];
    if (Array.isArray(value)) return value;
    throw unexpectedValueError(this.file, this.pathTo(key), "a list", value);
  }
}

const expectedText = "text (put it in quotes)";

// The error never contains the value itself, which may be a token.
function unexpectedValueError(file: string, path: string, expected: string, value: unknown): InputError {
  return new InputError(`${file}: ${path === "" ? "the document" : path} must be ${expected}, not ${typeText(value)}`);
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}
