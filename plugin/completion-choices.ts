/** One word, or value of a flag, that may come next. */
export interface Choice {
  readonly value: string;
  readonly description?: string;
}

/** What may come next, and a sum of {@link directives}. After `--flag=` a choice is the value alone, as in cobra. */
export interface Completion {
  readonly choices: readonly Choice[];
  readonly directive: number;
}

/** What only a kubeconfig, a cluster, or a gather or files in its place know; `TYPE/`: the names of the objects of a type. */
export type Unknown = "context" | "cluster" | "user" | "namespace" | "name" | "type" | `${string}/` | Known;

/** Lists of ours that are too long to be there whenever somebody types. */
export type Known = "gate code" | "explanation";

/** Finds it out by the words before the one that is typed; nothing where that takes long or goes wrong. */
export type LookUp = (what: Unknown, before: readonly string[]) => Promise<readonly string[]>;

/** What the shell is to do with the choices (cobra, completions.go, ShellCompDirective); 0: files, if there are none. */
export const directives = { noSpace: 2, noFiles: 4, folders: 16 } as const;

export const none: Completion = { choices: [], directive: directives.noFiles };
export const files: Completion = { choices: [], directive: 0 };

export function plain(values: readonly string[]): readonly Choice[] {
  return values.map((value) => ({ value }));
}

/** Those that begin as typed; behind an `=` the same word goes on. */
export function fitting(typed: string, all: readonly Choice[]): Completion {
  const choices = all.filter(({ value }) => value.startsWith(typed));
  const goesOn = choices.some(({ value }) => value.endsWith("="));
  return { choices, directive: directives.noFiles | (goesOn ? directives.noSpace : 0) };
}

/** The last of a list with commas, behind what stands there already and is not offered again. */
export function fittingList(typed: string, values: readonly string[]): Completion {
  const kept = typed.slice(0, typed.lastIndexOf(",") + 1);
  const free = values.filter((value) => !kept.split(",").includes(value));
  return fitting(typed, plain(free.map((value) => kept + value)));
}
