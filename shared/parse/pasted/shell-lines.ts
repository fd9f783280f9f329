import { isElision } from "./cut/omitted-text.ts";
import { depthOf, literalLines } from "./literal-lines.ts";

const command = String.raw`(?:sudo )?(?:oc|kubectl|k|kubecolor|minikube kubectl --|microk8s kubectl|cat|head|tail|sed|grep|curl|bat|less|nl|yq|jq)\b[^:]*(?:\s|$)`;
const prompt = String.raw`(?:[$❯➜]|\++|(?:PS )?[A-Za-z]:\\[^>]*>|\[[^\]{}"]*\]\s?[$#%]?|\([^)]*\)\s?\S*[$#%>]?|[\w.-]+ ~\S* [➜❯$#%]|[\w.-]+@[\w.-]+(?:[^\w.$#%>-][^$#%>]*)?[$#%>])`;
/** A prompt that has no command. Brackets alone are a value, or stand for what was omitted. */
const aloneMark = /^\s*[[(].*[\])]\s*$/;
const commandLine = new RegExp(`^\\s*(?:${prompt}\\s*)?${command}.*$`);
const promptAlone = new RegExp(`^\\s*${prompt}\\s*$`);
/** A command that reads the lines below it, up to a word of its own (POSIX shell, 2.7.4). */
const hereDocument = new RegExp(
  `^\\s*(?:${prompt}\\s*)?(?:sudo )?[a-z][\\w.-]*\\b.*?<<-?\\s*(["'\\\\]?)([A-Za-z_]\\w*)["']?`,
);
/** What kubectl and client-go write to standard error. */
const notice = /^(?:Warning: |[WIE]\d{4} \d\d:\d\d:\d\d|Error from server|error: )/;
/** What kubectl prints after a change. */
const result =
  /^[a-z][\w.-]*\/[\w.:-]+ (?:created|configured|unchanged|serverside-applied|patched|replaced|edited|labeled|annotated|scaled)(?: \((?:server )?dry run\))?$/;

/** The longest line that may be a command. */
const longest = 4000;

/** Without the lines of a terminal session, but for those in a text of YAML. A command begins another document. */
export function withoutShell(lines: readonly string[]): readonly string[] {
  const literal = literalLines(lines);
  const words = new Set(lines.filter(({ length }) => length < longest).map((line) => line.trim()));
  const outline = createOutline();
  let end: string | undefined;
  return lines.map((line, index) => {
    if (end !== undefined) {
      if (line.trim() !== end) return line;
      end = undefined;
      return "---";
    }
    if (line.trim() === "") return line;
    const isValue = outline.isValue(line);
    if (literal[index] === true || isValue || line.length > longest) return line;
    const isField = /^\s*-?\s*[\w.-]+:(\s|$)/.test(line);
    const [, , word] = isField ? [] : (hereDocument.exec(line) ?? []);
    if (word !== undefined && words.has(word)) end = word;
    if (end !== undefined || (commandLine.test(line) && !isField) || result.test(line)) {
      outline.clear();
      return "---";
    }
    return isPromptAlone(line) || notice.test(line) ? "" : line;
  });
}

function isPromptAlone(line: string): boolean {
  return (
    line.length < 400 &&
    !isElision(line) &&
    promptAlone.test(line) &&
    !aloneMark.test(line) &&
    !/^\s*[[\]{}(),+]+\s*$/.test(line)
  );
}

/** Tells of each line in turn whether it goes on with the value of a field or an item above it, which is less deep. */
function createOutline(): { readonly isValue: (line: string) => boolean; readonly clear: () => void } {
  const above: { readonly depth: number; readonly isField: boolean }[] = [];
  return {
    isValue: (line) => {
      const depth = depthOf(line);
      while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
      const isValue = above.at(-1)?.isField === true;
      // A word with a capital letter at the margin may be prose: `Output:`.
      above.push({
        depth,
        isField: isValue || (/^\s*(?:- |["']?[\w./-]+["']?:(?:\s|$))/.test(line) && !/^[A-Z]\w*:\s*$/.test(line)),
      });
      return isValue;
    },
    clear: () => above.splice(0),
  };
}
