import type { HostEnvironment } from "../process/host-environment.ts";
import { bashLine, bashReplies } from "./bash-line.ts";
import type { LookUp } from "./choices.ts";
import { completeWords } from "./complete.ts";
import { isForKubectl } from "./detect-request.ts";

/**
 * The response to a shell. `__complete WORDS…`, or a name that kubectl looks for, gets one choice per line. A tab and
 * the description may follow. `__complete-bash` (script.ts) gets the entries of COMPREPLY. The last
 * line is a colon and the directive (kubectl, pkg/cmd/plugin/plugin_completion.go).
 */
export function completionReply(argv: readonly string[], world: HostEnvironment, lookUp: LookUp): Promise<string> {
  const [first, ...rest] = argv.slice(2);
  if (isForKubectl(argv)) return wordsReply(argv.slice(2), lookUp);
  if (first === "__complete") return wordsReply(rest, lookUp);
  return bashReply(rest, world, lookUp);
}

async function wordsReply(words: readonly string[], lookUp: LookUp): Promise<string> {
  const { choices, directive } = await completeWords(words, lookUp);
  return linesOf(
    choices.map(({ value, description }) => (description === undefined ? value : `${value}\t${description}`)),
    directive,
  );
}

async function bashReply(words: readonly string[], world: HostEnvironment, lookUp: LookUp): Promise<string> {
  const [text = "", breaks = "", type = "", columns] = words;
  const { environment } = world.screen;
  const line = bashLine(text, breaks, { environment, home: world.home });
  const { choices, directive } = await completeWords(line.words, lookUp);
  return linesOf(bashReplies(line, choices, { type, columns: Number(columns) || 80 }), directive);
}

function linesOf(lines: readonly string[], directive: number): string {
  return [...lines, `:${directive}`, ""].join("\n");
}
