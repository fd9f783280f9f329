/** One word, or value of a flag, that may come next. */
export interface CompletionChoice {
  readonly value: string;
  readonly description?: string;
}

/**
 * The choices for the word that is typed, and a sum of {@link shellDirectives}. After `--flag=` a choice is the value alone,
 * as in cobra.
 */
export interface CompletionReply {
  readonly choices: readonly CompletionChoice[];
  readonly directive: number;
}

/**
 * A list that only a kubeconfig, a cluster, a must-gather or files contain. `TYPE/` stands for the names of the objects
 * of a type.
 */
export type DynamicChoices =
  | "context"
  | "cluster"
  | "user"
  | "namespace"
  | "name"
  | "type"
  | `${string}/`
  | InventoryChoices
  | StaticChoices;

/** What the inventory of a hub contains. */
export type InventoryChoices = "inventory cluster" | "inventory label";

/** The plugin's own lists that are too long to load for every completion. */
export type StaticChoices = "gate code" | "explanation" | "component" | "known kind";

/**
 * Looks up a list, with the words before the one that is typed. Resolves to an empty list where that takes too long or
 * fails.
 */
export type LookUp = (what: DynamicChoices, before: readonly string[]) => Promise<readonly string[]>;

/**
 * What the shell is to do with the choices (cobra, completions.go, ShellCompDirective). 0 offers files if there are no
 * choices.
 */
export const shellDirectives = { noSpace: 2, noFiles: 4, folders: 16 } as const;

export const noCompletion: CompletionReply = { choices: [], directive: shellDirectives.noFiles };
export const fileCompletion: CompletionReply = { choices: [], directive: 0 };

export function plainChoices(values: readonly string[]): readonly CompletionChoice[] {
  return values.map((value) => ({ value }));
}

/** The choices that begin with the typed text. After an `=` no space follows, because the word goes on. */
export function matchingPrefix(typed: string, all: readonly CompletionChoice[]): CompletionReply {
  const choices = all.filter(({ value }) => value.startsWith(typed));
  const goesOn = choices.some(({ value }) => value.endsWith("="));
  return { choices, directive: shellDirectives.noFiles | (goesOn ? shellDirectives.noSpace : 0) };
}

/**
 * The choices for the last item of a comma-separated list. Items that are in the list already are not offered again.
 */
export function fittingList(typed: string, values: readonly string[]): CompletionReply {
  const earlierNames = typed.slice(0, typed.lastIndexOf(",") + 1);
  const free = values.filter((value) => !earlierNames.split(",").includes(value));
  return matchingPrefix(typed, plainChoices(free.map((value) => earlierNames + value)));
}
