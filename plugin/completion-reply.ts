import { complete } from "./completion.ts";
import { isForKubectl } from "./completion-asked.ts";
import { bashLine, bashReplies } from "./completion-bash-line.ts";
import type { LookUp } from "./completion-choices.ts";
import type { World } from "./world.ts";

/**
 * The answer to a shell: as `__complete WORDS…` or under a name that kubectl looks
 * for, one choice per line, perhaps with a tab and what it means; as `__complete-bash` (plugin/completion-bash.ts), the
 * entries of COMPREPLY. The last line is a colon and the directive (kubectl, pkg/cmd/plugin/plugin_completion.go).
 */
export function completionReply(argv: readonly string[], world: World, lookUp: LookUp): Promise<string> {
  const [first, ...rest] = argv.slice(2);
  if (isForKubectl(argv)) return wordsReply(argv.slice(2), lookUp);
  if (first === "__complete") return wordsReply(rest, lookUp);
  return bashReply(rest, world, lookUp);
}

async function wordsReply(words: readonly string[], lookUp: LookUp): Promise<string> {
  const { choices, directive } = await complete(words, lookUp);
  return linesOf(
    choices.map(({ value, description }) => (description === undefined ? value : `${value}\t${description}`)),
    directive,
  );
}

async function bashReply(words: readonly string[], world: World, lookUp: LookUp): Promise<string> {
  const [text = "", breaks = "", type = "", columns] = words;
  const { environment } = world.screen;
  const line = bashLine(text, breaks, { environment, home: world.home });
  const { choices, directive } = await complete(line.words, lookUp);
  return linesOf(bashReplies(line, choices, { type, columns: Number(columns) || 80 }), directive);
}

function linesOf(lines: readonly string[], directive: number): string {
  return [...lines, `:${directive}`, ""].join("\n");
}
