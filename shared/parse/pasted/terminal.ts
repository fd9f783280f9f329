import { depthOf, isFilled, markLiteralLines } from "./lines.ts";
import { isElision } from "./omission-marks.ts";

/*
 * The lines of a terminal session, in the order in which they are recognized:
 *   `$ cat <<EOF` … `EOF`            a here document. Its text stays.
 *   `[root@host ~]# oc get w -o yaml`  a command, with or without a prompt
 *   `hyperconverged.hco.kubevirt.io/a patched`  the result of a change
 *   `me@host:~$`                      a prompt alone
 *   `Warning: …`, `error: …`          standard error
 */

/** The programs that people run to print an object. */
const programs =
  "oc|kubectl|k|kubecolor|minikube kubectl --|microk8s kubectl|cat|head|tail|sed|grep|curl|bat|less|nl|yq|jq";
const command = String.raw`(?:sudo )?(?:${programs})\b[^:]*(?:\s|$)`;
/** The prompts of shells, each with an example. */
const prompts = [
  String.raw`[$❯➜]|\++`, // the last is of `set -x`
  String.raw`(?:PS )?[A-Za-z]:\\[^>]*>`, // C:\Users\me>
  String.raw`\[[^\]{}"]*\]\s?[$#%]?`, // [root@host ~]#
  String.raw`\([^)]*\)\s?\S*[$#%>]?`, // (admin) $
  String.raw`[\w.-]+ ~\S* [➜❯$#%]`, // host ~/src ❯
  String.raw`[\w.-]+@[\w.-]+(?:[^\w.$#%>-][^$#%>]*)?[$#%>]`, // me@host:~$
];
const prompt = `(?:${prompts.join("|")})`;
const commandLine = new RegExp(`^\\s*(?:${prompt}\\s*)?${command}.*$`);
const promptAlone = new RegExp(`^\\s*${prompt}\\s*$`);
/** Brackets look like a prompt, but are a value or stand in place of omitted text. */
const bracketsAlone = /^\s*(?:[[(].*[\])]|[[\]{}(),+]+)\s*$/;
/** A command with a here document. The group is the word that ends the document (POSIX shell, 2.7.4). */
const hereDocument = new RegExp(
  `^\\s*(?:${prompt}\\s*)?(?:sudo )?[a-z][\\w.-]*\\b.*?<<-?\\s*["'\\\\]?([A-Za-z_]\\w*)["']?`,
);
/** What kubectl and client-go write to standard error. */
const standardError = /^(?:Warning: |[WIE]\d{4} \d\d:\d\d:\d\d|Error from server|error: )/;
/** What kubectl prints after it changed an object. */
const changes = "created|configured|unchanged|serverside-applied|patched|replaced|edited|labeled|annotated|scaled";
const changeResult = new RegExp(String.raw`^[a-z][\w.-]*/[\w.:-]+ (?:${changes})(?: \((?:server )?dry run\))?$`);

/** The longest line that may be a command, and the longest prompt alone. */
const maxCommandLength = 4000;
const maxPromptLength = 400;

/**
 * Removes the lines of a terminal session. A command and its result become `---`, because another document begins there; a
 * prompt alone and standard error become empty. Lines of a block scalar, and lines deeper than the field above them, are
 * text of an object and stay.
 */
export function removeShellLines(lines: readonly string[]): readonly string[] {
  const isLiteral = markLiteralLines(lines);
  const trimmedLines = new Set(lines.filter(({ length }) => length < maxCommandLength).map((line) => line.trim()));
  /** The word that ends the here document to which a line belongs. */
  let hereDocumentEnd: string | undefined;
  let depthOfFieldAbove = Number.POSITIVE_INFINITY;
  return lines.map((line, index) => {
    if (hereDocumentEnd !== undefined) {
      if (line.trim() !== hereDocumentEnd) return line;
      hereDocumentEnd = undefined;
      return "---";
    }
    if (!isFilled(line) || depthOf(line) > depthOfFieldAbove) return line;
    const isFieldOrItem = /^\s*(?:- |["']?[\w./-]+["']?:(?:\s|$))/.test(line);
    // A capitalized word at the margin may be prose: `Output:`.
    const isHeading = /^[A-Z]\w*:\s*$/.test(line);
    depthOfFieldAbove = isFieldOrItem && !isHeading ? depthOf(line) : Number.POSITIVE_INFINITY;
    if (isLiteral[index] === true || line.length > maxCommandLength) return line;
    if (changeResult.test(line)) return "---";
    if (!isFieldOrItem) {
      const endWord = hereDocument.exec(line)?.[1];
      if (endWord !== undefined && trimmedLines.has(endWord)) hereDocumentEnd = endWord;
      if (hereDocumentEnd !== undefined || commandLine.test(line)) return "---";
    }
    return isPromptAlone(line) || standardError.test(line) ? "" : line;
  });
}

function isPromptAlone(line: string): boolean {
  return line.length < maxPromptLength && promptAlone.test(line) && !bracketsAlone.test(line) && !isElision(line);
}
