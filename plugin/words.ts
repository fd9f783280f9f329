/** The words of a command line, sorted: what each flag was given, in order, and what is no flag. */
export interface Words {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
}

/** How to ask the words: of a flag given twice the last value counts, as in pflag. */
export function lookInto({ values }: Words): {
  readonly last: (flag: string) => string | undefined;
  readonly isOn: (flag: string) => boolean;
  readonly all: (flag: string) => readonly string[];
} {
  const all = (flag: string): readonly string[] => values.get(flag) ?? [];
  return { all, last: (flag) => all(flag).at(-1), isOn: (flag) => all(flag).at(-1) === "true" };
}

/** The property, unless there is no value for it. */
export function given<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]?: V });
}

/** What `--filename` names, one by one: kubectl takes a list with commas too. */
export function filesOf(words: Words): readonly string[] {
  return lookInto(words)
    .all("filename")
    .flatMap((value) => value.split(","));
}

/** Whether the help or the version is wanted, whatever else stands there. */
export function asksForText(words: Words): boolean {
  const { isOn } = lookInto(words);
  return isOn("help") || isOn("version");
}
