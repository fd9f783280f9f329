/** The fields that have a value, for a spread: `{ since: undefined, reason: "" }` -> `{ reason: "" }`. */
export function definedFields<const Fields extends object>(fields: Fields): DefinedFields<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>;
}

type DefinedFields<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
