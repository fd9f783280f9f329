import { tokensOf } from "./args.ts";
import { commandWords } from "./command-words.ts";
import { commandIn, commandNames, namesObjects, shells } from "./commands.ts";
import { type Choice, type Completion, files, fitting, type LookUp, none, plain } from "./completion-choices.ts";

/** What is no flag: a word that a command takes, names of HyperConvergeds, types, and what is called how of a type. */
export async function named(before: readonly string[], typed: string, lookUp: LookUp): Promise<Completion> {
  const words = tokensOf(before).flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const command = commandIn(words);
  const rest = words.slice(1);
  switch (command) {
    case undefined:
      return objects(words, before, typed, lookUp);
    case "gate":
      if (rest.length === 0) return fitting(typed, plain(["upgrade"]));
      return objects(rest.slice(1), before, typed, lookUp);
    case "diff":
      return rest.length < 2 ? files : none;
    case "explain":
      return fitting(typed, plain(without(rest, await lookUp("explanation", before))));
    case "completion":
      return rest.length === 0 ? fitting(typed, plain(shells)) : none;
    case "help":
      return rest.length === 0 ? fitting(typed, commands) : none;
    default:
      return namesObjects(command) ? objects(rest, before, typed, lookUp) : none;
  }
}

const commands: readonly Choice[] = commandNames.map((value) => ({ value, description: commandWords[value] }));

/** As for a report; where the line has nothing yet, a command too. */
async function objects(
  [first, ...more]: readonly string[],
  before: readonly string[],
  typed: string,
  lookUp: LookUp,
): Promise<Completion> {
  const isSelected = tokensOf(before).some((token) => token.kind === "option" && /selector$/.test(token.name));
  if (typed.includes("/")) return isSelected ? none : combined(typed, before, lookUp);
  const isCombined = first?.includes("/") ?? false;
  if (first !== undefined && !isCombined)
    return isSelected ? none : fitting(typed, plain(without(more, await lookUp(`${first}/`, before))));
  if (isSelected && isCombined) return none;
  // All types would be a flood: those that begin so.
  const [names, types] = await Promise.all([
    isSelected || isCombined ? [] : lookUp("name", before),
    typed === "" ? [] : lookUp("type", before),
  ]);
  return fitting(typed, [...(before.length === 0 ? commands : []), ...plain([...names, ...types])]);
}

/** `TYPE/NAME` in one word. */
async function combined(typed: string, before: readonly string[], lookUp: LookUp): Promise<Completion> {
  const type = typed.slice(0, typed.indexOf("/"));
  if (type === "") return none;
  return fitting(typed, plain((await lookUp(`${type}/`, before)).map((name) => `${type}/${name}`)));
}

function without(taken: readonly string[], names: readonly string[]): readonly string[] {
  return names.filter((name) => !taken.includes(name));
}
