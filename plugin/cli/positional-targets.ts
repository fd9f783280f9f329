/** The error for a name together with a selector, in kubectl's words. */
export const nameAndSelectorText = "name cannot be provided when a selector is specified";

/** A type as it was typed, and the name of one object of that type. Without a name, all objects of the type. */
export interface PositionalTarget {
  readonly type: string;
  readonly name?: string;
}

/** What the command line names. It is nothing, one word that is a name or a type, or types with or without names. */
export interface PositionalTargets {
  readonly word?: string;
  readonly targets: readonly PositionalTarget[];
}

/**
 * Sorts the words as kubectl does: `TYPE/NAME ...`, `TYPE NAME ...`, `TYPE,TYPE`. Else it returns kubectl's own error
 * (cli-runtime, pkg/resource/builder.go, ResourceTypeOrNameArgs).
 */
export function readTargets(
  words: readonly string[],
  hasSelector: boolean,
): PositionalTargets | { readonly error: string } {
  if (words.length === 0) return { targets: [] };
  const [first = "", ...names] = spreadOut(words);
  if ([first, ...names].some((word) => word.includes("/"))) return combineTypesAndNames([first, ...names], hasSelector);
  if (first === "") return { error: "the name of the HyperConverged is empty" };
  if (names.length === 0) {
    const types = typesIn(first);
    return types.length > 1 ? { targets: types.map((type) => ({ type })) } : { word: types[0] ?? first, targets: [] };
  }
  if (hasSelector) return { error: nameAndSelectorText };
  if (names.includes("")) return { error: "resource name may not be empty" };
  return { targets: names.map((name) => ({ type: first, name })) };
}

function combineTypesAndNames(
  words: readonly string[],
  hasSelector: boolean,
): PositionalTargets | { readonly error: string } {
  if (!words.every((word) => word.includes("/")))
    return {
      error:
        "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl hco-status resource/<resource_name>' instead of 'kubectl hco-status resource resource/<resource_name>')",
    };
  const targets = words.map((word) => word.split("/"));
  if (targets.some((parts) => parts.length > 2))
    return { error: "arguments in resource/name form may not have more than one slash" };
  if (targets.some(([type = "", name]) => type === "" || !name || typesIn(type).length > 1))
    return { error: "arguments in resource/name form must have a single resource and name" };
  if (hasSelector) return { error: "selectors and the all flag cannot be used when passing resource/name arguments" };
  return { targets: targets.map(([type = "", name = ""]) => ({ type, name })) };
}

/** Combines several types with several names into every pair `TYPE/NAME`. */
function spreadOut([first = "", ...names]: readonly string[]): readonly string[] {
  const types = typesIn(first);
  if (names.length === 0 || types.length < 2) return [first, ...names];
  return types.flatMap((type) => names.map((name) => `${type}/${name}`));
}

function typesIn(word: string): readonly string[] {
  return [...new Set(word.split(","))];
}
