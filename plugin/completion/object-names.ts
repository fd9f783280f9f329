import { commandIn, commandNames, commandTable, namesObjects } from "../cli/commands.ts";
import { tokenizeArguments } from "../cli/tokenize.ts";
import {
  type CompletionChoice,
  type CompletionReply,
  fileCompletion,
  fittingList,
  type LookUp,
  matchingPrefix,
  noCompletion,
  plainChoices,
} from "./choices.ts";

/** The commands with what they do. */
const commandChoices: readonly CompletionChoice[] = commandNames.map((value) => ({
  value,
  description: commandTable[value].purpose,
}));

/** The choices for a word that is no flag: arguments of a command, HyperConvergeds, types, and objects of a type. */
export async function completeNames(
  before: readonly string[],
  typed: string,
  lookUp: LookUp,
): Promise<CompletionReply> {
  const words = tokenizeArguments(before).flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const command = commandIn(words);
  if (command === undefined) return completeObjects(words, before, typed, lookUp);
  const operands = words.slice(1);
  const { completes } = commandTable[command];
  switch (completes) {
    case "two files":
      return operands.length < 2 ? fileCompletion : noCompletion;
    case "explanations": {
      const known = await lookUp(before.includes("--kinds") ? "known kind" : "explanation", before);
      return matchingPrefix(typed, plainChoices(excludeNames(operands, known)));
    }
    case "component":
      // What follows -- is kubectl's.
      if (operands.length > 0 || hasDashes(before)) return noCompletion;
      return matchingPrefix(typed, plainChoices(await lookUp("component", before)));
    case "types":
      if (typed === "") return noCompletion;
      return fittingList(typed, excludeNames(operands, await lookUp("type", before)));
    case "command":
      return operands.length === 0 ? matchingPrefix(typed, commandChoices) : noCompletion;
    default: {
      // The words of a table, such as `gate upgrade`, stand before the names of objects.
      if (completes !== undefined && operands.length === 0) return matchingPrefix(typed, plainChoices(completes));
      if (!namesObjects(command)) return noCompletion;
      const names = completes === undefined ? operands : operands.slice(1);
      return completeObjects(names, before, typed, lookUp);
    }
  }
}

function hasDashes(before: readonly string[]): boolean {
  return tokenizeArguments(before).some(({ kind }) => kind === "option-terminator");
}

/**
 * The choices for an object. `names`: the words for objects that are typed already. The first that applies:
 * 1. with a selector, objects cannot be named: no names;
 * 2. the word has a slash: `TYPE/NAME`;
 * 3. a type is typed: its objects;
 * 4. the HyperConvergeds and, once their beginning is typed, the types. All types would be too many. On an empty line the
 *    commands too.
 */
async function completeObjects(
  names: readonly string[],
  before: readonly string[],
  typed: string,
  lookUp: LookUp,
): Promise<CompletionReply> {
  const [first, ...further] = names;
  const isSelected = tokenizeArguments(before).some((token) => token.kind === "option" && /selector$/.test(token.name));
  if (isSelected && (typed.includes("/") || first !== undefined)) return noCompletion;
  if (typed.includes("/")) return completeTypeAndName(typed, before, lookUp);
  const isTypeAndName = first?.includes("/") ?? false;
  if (first !== undefined && !isTypeAndName) {
    const objects = await lookUp(`${first}/`, before);
    return matchingPrefix(typed, plainChoices(excludeNames(further, objects)));
  }
  const [roots, types] = await Promise.all([
    isSelected || isTypeAndName ? [] : lookUp("name", before),
    typed === "" ? [] : lookUp("type", before),
  ]);
  const choices = plainChoices([...roots, ...types]);
  return matchingPrefix(typed, before.length === 0 ? [...commandChoices, ...choices] : choices);
}

/** The choices for `TYPE/NAME` in one word. */
async function completeTypeAndName(typed: string, before: readonly string[], lookUp: LookUp): Promise<CompletionReply> {
  const type = typed.slice(0, typed.indexOf("/"));
  if (type === "") return noCompletion;
  const names = await lookUp(`${type}/`, before);
  return matchingPrefix(typed, plainChoices(names.map((name) => `${type}/${name}`)));
}

function excludeNames(excluded: readonly string[], names: readonly string[]): readonly string[] {
  return names.filter((name) => !excluded.includes(name));
}
