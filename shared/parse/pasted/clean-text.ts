import type { PasteStep } from "../../model/fault/input.ts";
import { indentQuotedText } from "./indent-quoted-text.ts";

/** A text without what a terminal, a chat or a mail adds. Its lines keep their numbers. */
interface CleanText {
  readonly text: string;
  readonly steps: readonly PasteStep[];
}

/**
 * Removes from a pasted text the quotes of mails, what stands outside Markdown fences, and the commands, prompts and
 * warnings of a terminal. A removed line is empty, or a document marker where another document begins after it.
 */
export function cleanPastedText(text: string): CleanText {
  let lines: readonly string[] = text.split(/\r?\n/);
  const steps: PasteStep[] = [];
  for (const [step, clean] of cleaners) {
    const after = clean(lines);
    if (after.some((line, index) => line !== lines[index])) steps.push(step);
    lines = after;
  }
  return { text: lines.join("\n"), steps };
}

const cleaners: readonly (readonly [PasteStep, (lines: readonly string[]) => readonly string[]])[] = [
  ["quotes", withoutQuotes],
  ["fences", insideFences],
  ["shell", withoutShell],
  ["indentation", indentQuotedText],
];

/** Without `> ` where nearly every line begins so, as often as that is. */
export function withoutQuotes(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== "");
  const quoted = filled.filter((line) => /^\s*>/.test(line));
  if (quoted.length === 0 || quoted.length < filled.length * 0.7) return lines;
  return withoutQuotes(lines.map((line) => line.replace(/^\s*> ?/, "")));
}

/** The start or end of a Markdown fence. */
export const fence: RegExp = /^([ \t]*)(```+|~~~+)/;

/** Only what stands between fences, without their indentation; each fence separates documents. */
function insideFences(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => fence.test(line))) return lines;
  let open: string | undefined;
  return lines.map((line) => {
    const found = fence.exec(line);
    if (found !== null) {
      open = open === undefined ? (found[1] ?? "") : undefined;
      return "---";
    }
    return open === undefined ? "" : line.startsWith(open) ? line.slice(open.length) : line;
  });
}

const command = String.raw`(?:sudo )?(?:oc|kubectl|k|kubecolor|minikube kubectl --|microk8s kubectl|cat|curl)\b[^:]*(?:\s|$)`;
const prompt = String.raw`(?:[$❯➜]|\++|(?:PS )?[A-Za-z]:\\[^>]*>|\[[^\]]*\]\s?[$#%]?|\([^)]*\)\s?\S*[$#%>]?|[\w.-]+@[\w.-]+[^$#%>]*[$#%>])`;
const commandLine = new RegExp(`^\\s*(?:${prompt}\\s*)?${command}.*$`);
const promptAlone = new RegExp(`^\\s*${prompt}\\s*$`);
/** What kubectl and client-go write to standard error. */
const notice = /^(?:Warning: |[WIE]\d{4} \d\d:\d\d:\d\d|Error from server|error: )/;

/** Without the lines of a terminal session. A command begins another document. */
function withoutShell(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    if (commandLine.test(line) && !/^\s*-?\s*[\w.-]+:(\s|$)/.test(line)) return "---";
    return (promptAlone.test(line) && !/^\s*[[\]{}(),]+\s*$/.test(line)) || notice.test(line) ? "" : line;
  });
}
