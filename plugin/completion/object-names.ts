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

/** The choices for a word that is no flag: arguments of a command, HyperConvergeds, types, and objects of a type. */
export async function completeNames(
  before: readonly string[],
  typed: string,
  lookUp: LookUp,
): Promise<CompletionReply> {
  const words = tokenizeArguments(before).flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const command = commandIn(words);
  const rest = words.slice(1);
  if (command === undefined) return objects(words, before, typed, lookUp);
  const { completes } = commandTable[command];
  switch (completes) {
    case "two files":
      return rest.length < 2 ? fileCompletion : noCompletion;
    case "explanations":
      return matchingPrefix(
        typed,
        plainChoices(
          excludeNames(rest, await lookUp(before.includes("--kinds") ? "known kind" : "explanation", before)),
        ),
      );
    case "component":
      // What follows -- is kubectl's.
      return rest.length > 0 || hasDashes(before)
        ? noCompletion
        : matchingPrefix(typed, plainChoices(await lookUp("component", before)));
    case "types":
      return typed === "" ? noCompletion : fittingList(typed, excludeNames(rest, await lookUp("type", before)));
    case "command":
      return rest.length === 0 ? matchingPrefix(typed, commands) : noCompletion;
    default:
      if (completes !== undefined && rest.length === 0) return matchingPrefix(typed, plainChoices(completes));
      return namesObjects(command)
        ? objects(completes === undefined ? rest : rest.slice(1), before, typed, lookUp)
        : noCompletion;
  }
}

function hasDashes(before: readonly string[]): boolean {
  return tokenizeArguments(before).some(({ kind }) => kind === "option-terminator");
}

const commands: readonly CompletionChoice[] = commandNames.map((value) => ({
  value,
  description: commandTable[value].purpose,
}));

/** The choices for an object, as for a report. Where the line is still empty, the commands are offered too. */
async function objects(
  [first, ...more]: readonly string[],
  before: readonly string[],
  typed: string,
  lookUp: LookUp,
): Promise<CompletionReply> {
  const isSelected = tokenizeArguments(before).some((token) => token.kind === "option" && /selector$/.test(token.name));
  if (typed.includes("/")) return isSelected ? noCompletion : completeTypeAndName(typed, before, lookUp);
  const isCombined = first?.includes("/") ?? false;
  if (first !== undefined && !isCombined)
    return isSelected
      ? noCompletion
      : matchingPrefix(typed, plainChoices(excludeNames(more, await lookUp(`${first}/`, before))));
  if (isSelected && isCombined) return noCompletion;
  // All types would be too many, so types are offered only once their beginning is typed.
  const [names, types] = await Promise.all([
    isSelected || isCombined ? [] : lookUp("name", before),
    typed === "" ? [] : lookUp("type", before),
  ]);
  return matchingPrefix(typed, [...(before.length === 0 ? commands : []), ...plainChoices([...names, ...types])]);
}

/** The choices for `TYPE/NAME` in one word. */
async function completeTypeAndName(typed: string, before: readonly string[], lookUp: LookUp): Promise<CompletionReply> {
  const type = typed.slice(0, typed.indexOf("/"));
  if (type === "") return noCompletion;
  return matchingPrefix(typed, plainChoices((await lookUp(`${type}/`, before)).map((name) => `${type}/${name}`)));
}

function excludeNames(taken: readonly string[], names: readonly string[]): readonly string[] {
  return names.filter((name) => !taken.includes(name));
}
