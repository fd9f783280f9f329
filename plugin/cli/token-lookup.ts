import { allFlags, type FlagName } from "./flags.ts";

/** The words of a command line, sorted into the values of each flag, in order, and the other words. */
export interface CommandLineTokens {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
  /** How many of the names stand before `--`. Absent where there is none. */
  readonly namesBeforeDashes?: number;
}

/** Functions that look up flags. Of a flag given twice the last value counts, as in pflag. */
export function tokenLookup({ values }: CommandLineTokens): {
  readonly last: (flag: FlagName) => string | undefined;
  /** The last value, or the default where none is given. Empty for a flag without a default. */
  readonly value: (flag: FlagName) => string;
  readonly isOn: (flag: FlagName) => boolean;
  readonly all: (flag: FlagName) => readonly string[];
} {
  const all = (flag: FlagName): readonly string[] => values.get(flag) ?? [];
  const last = (flag: FlagName): string | undefined => all(flag).at(-1);
  const value = (flag: FlagName): string => last(flag) ?? allFlags.find(({ name }) => name === flag)?.default ?? "";
  return { all, last, value, isOn: (flag) => last(flag) === "true" };
}

/** An object with the property, or an empty one where there is no value. */
export function optionalProperty<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]?: V });
}

/** The files that `--filename` names, one by one. kubectl takes a comma-separated list too. */
export function filesNamed(words: CommandLineTokens): readonly string[] {
  return tokenLookup(words)
    .all("filename")
    .flatMap((value) => value.split(","));
}

/** The characters of a namespace (apimachinery, validation.IsDNS1123Label), or nothing. */
export const namespaceForm: RegExp = /^[a-z\d-]*$/;

/** Whether the command line asks for the help or the version, whatever else it has. */
export function asksForText(words: CommandLineTokens): boolean {
  const { isOn } = tokenLookup(words);
  return isOn("help") || isOn("version");
}
