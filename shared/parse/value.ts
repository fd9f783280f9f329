/** A mapping, its own entries only: read them with {@link at}, which never meets a prototype. */
export type Fields = Readonly<Record<string, unknown>>;

/** What stands under `path`, own properties only; undefined where the way ends early. List items go by their number. */
export function at(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Fields)[key];
  }
  return here;
}

/** The text, or a number or boolean written out; anything else is empty. */
export function text(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : "";
}

/** The mapping, or undefined for anything else, lists and null too. */
export function record(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The list, or an empty one for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A number without a fraction that is exact, or undefined for anything else; digits in quotes are text, not a number. */
export function wholeNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** A generation: a whole number, and the same written as a text, which some controllers do. */
export function generationNumber(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : wholeNumber(value);
}
