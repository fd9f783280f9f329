/** The fields that have a value, for a spread: `{ since: undefined, reason: "" }` -> `{ reason: "" }`. */
export function definedFields<const Fields extends object>(fields: Fields): DefinedFields<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>;
}

type DefinedFields<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The flags that are true, for a spread: `{ stalled: true, failing: false }` -> `{ stalled: true }`. */
export function trueFlags<const Flags extends Readonly<Record<string, boolean | undefined>>>(
  flags: Flags,
): TrueFlags<Flags> {
  return Object.fromEntries(Object.entries(flags).filter(([, isTrue]) => isTrue === true)) as TrueFlags<Flags>;
}

type TrueFlags<Flags> = { readonly [Name in keyof Flags]?: true };
