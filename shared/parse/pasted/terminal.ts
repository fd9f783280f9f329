import { depthOf, isFilled, literalLines } from "./lines.ts";
import { isElision } from "./omission-marks.ts";

const programs =
  "oc|kubectl|k|kubecolor|minikube kubectl --|microk8s kubectl|cat|head|tail|sed|grep|curl|bat|less|nl|yq|jq";
const command = String.raw`(?:sudo )?(?:${programs})\b[^:]*(?:\s|$)`;
const prompts = [
  String.raw`[$❯➜]|\++`, // the last is of `set -x`
  String.raw`(?:PS )?[A-Za-z]:\\[^>]*>`, // C:\Users\me>
  String.raw`\[[^\]{}"]*\]\s?[$#%]?`, // [root@host ~]#
  String.raw`\([^)]*\)\s?\S*[$#%>]?`, // (admin) $
  String.raw`[\w.-]+ ~\S* [➜❯$#%]`,
  String.raw`[\w.-]+@[\w.-]+(?:[^\w.$#%>-][^$#%>]*)?[$#%>]`, // me@host:~$
];
const prompt = `(?:${prompts.join("|")})`;
const commandLine = new RegExp(`^\\s*(?:${prompt}\\s*)?${command}.*$`);
const promptAlone = new RegExp(`^\\s*${prompt}\\s*$`);
/** What looks like a prompt alone. Brackets are a value, or stand for what was omitted; and so are marks of lists. */
const noPrompt = /^\s*(?:[[(].*[\])]|[[\]{}(),+]+)\s*$/;
/** A command that reads the lines below it, up to a word of its own (POSIX shell, 2.7.4). */
const hereDocument = new RegExp(
  `^\\s*(?:${prompt}\\s*)?(?:sudo )?[a-z][\\w.-]*\\b.*?<<-?\\s*["'\\\\]?([A-Za-z_]\\w*)["']?`,
);
/** What kubectl and client-go write to standard error. */
const standardError = /^(?:Warning: |[WIE]\d{4} \d\d:\d\d:\d\d|Error from server|error: )/;
const changed = "created|configured|unchanged|serverside-applied|patched|replaced|edited|labeled|annotated|scaled";
/** What kubectl prints after a change. */
const result = new RegExp(String.raw`^[a-z][\w.-]*/[\w.:-]+ (?:${changed})(?: \((?:server )?dry run\))?$`);

/** The longest line that may be a command, and that may be a prompt alone. */
const maxCommandLength = 4000;
const maxPromptLength = 400;

/**
 * Without the lines of a terminal session, but for those in a text of YAML, or deeper than a field above them, to whose
 * value they belong. A command begins another document.
 */
export function withoutShell(lines: readonly string[]): readonly string[] {
  const literal = literalLines(lines);
  const words = new Set(lines.filter(({ length }) => length < maxCommandLength).map((line) => line.trim()));
  /** The word that ends the here document in which a line stands. */
  let end: string | undefined;
  /** The depth of the field or item above. */
  let fieldDepth = Number.POSITIVE_INFINITY;
  return lines.map((line, index) => {
    if (end !== undefined) {
      if (line.trim() !== end) return line;
      end = undefined;
      return "---";
    }
    if (!isFilled(line) || depthOf(line) > fieldDepth) return line;
    const isField = /^\s*(?:- |["']?[\w./-]+["']?:(?:\s|$))/.test(line);
    // A word with a capital letter at the margin may be prose: `Output:`.
    fieldDepth = isField && !/^[A-Z]\w*:\s*$/.test(line) ? depthOf(line) : Number.POSITIVE_INFINITY;
    if (literal[index] === true || line.length > maxCommandLength) return line;
    const word = isField ? undefined : hereDocument.exec(line)?.[1];
    if (word !== undefined && words.has(word)) end = word;
    const isCommand = end !== undefined || (commandLine.test(line) && !isField) || result.test(line);
    if (isCommand) return "---";
    return isPromptAlone(line) || standardError.test(line) ? "" : line;
  });
}

function isPromptAlone(line: string): boolean {
  return line.length < maxPromptLength && promptAlone.test(line) && !noPrompt.test(line) && !isElision(line);
}
