import { kubectlNames } from "./commands.ts";
import { depthOf, isField, isFilled, type Lines, markLiteralLines } from "./lines.ts";
import { isElision } from "./omission-marks.ts";

/*
 * The lines of a terminal session, in the order in which they are recognized:
 *   `$ cat <<EOF` … `EOF`            a here document. Its text stays.
 *   `hyperconverged.hco.kubevirt.io/a patched`  the result of a change
 *   `[root@host ~]# oc get w -o yaml`  a command, with or without a prompt
 *   `me@host:~$`                      a prompt alone
 *   `Warning: …`, `error: …`          standard error
 */

/** The programs that people run to print an object. */
const programs = `${kubectlNames}|minikube kubectl --|microk8s kubectl|cat|head|tail|sed|grep|curl|bat|less|nl|yq|jq`;
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
export function removeShellLines(lines: Lines): Lines {
  const isLiteral = markLiteralLines(lines);
  const trimmedLines = new Set(lines.filter(({ length }) => length < maxCommandLength).map((line) => line.trim()));
  const kept: string[] = [];
  /** The word that ends the here document to which the line belongs. */
  let hereDocumentEnd: string | undefined;
  /** The depth of the last field or item. Infinite if the lines below it are no part of an object. */
  let depthOfFieldAbove = Number.POSITIVE_INFINITY;
  for (const [index, line] of lines.entries()) {
    if (hereDocumentEnd !== undefined) {
      const isEnd = line.trim() === hereDocumentEnd;
      if (isEnd) hereDocumentEnd = undefined;
      kept.push(isEnd ? "---" : line);
      continue;
    }
    if (!isFilled(line) || depthOf(line) > depthOfFieldAbove) {
      kept.push(line);
      continue;
    }
    const beginsValue = isFieldOrItem(line);
    depthOfFieldAbove = beginsValue && !isHeading(line) ? depthOf(line) : Number.POSITIVE_INFINITY;
    if (isLiteral[index] === true || line.length > maxCommandLength) {
      kept.push(line);
      continue;
    }
    if (!beginsValue) hereDocumentEnd = findHereDocumentEnd(line, trimmedLines);
    kept.push(hereDocumentEnd === undefined ? removeShellLine(line, beginsValue) : "---");
  }
  return kept;
}

/** Whether a line begins a field or an item of a list: `kind: W`, `- name: a`, `- a`. */
function isFieldOrItem(line: string): boolean {
  return isField(line) || /^\s*- /.test(line);
}

/** Whether a line is a capitalized word at the margin, which may be prose: `Output:`. */
function isHeading(line: string): boolean {
  return /^[A-Z]\w*:\s*$/.test(line);
}

/** The word that ends the here document which a command begins. Undefined without one, and if no line has the word alone. */
function findHereDocumentEnd(line: string, trimmedLines: ReadonlySet<string>): string | undefined {
  const endWord = hereDocument.exec(line)?.[1];
  return endWord !== undefined && trimmedLines.has(endWord) ? endWord : undefined;
}

/** What stays of a line outside here documents: `---` for a command, nothing for a prompt alone or standard error. */
function removeShellLine(line: string, beginsValue: boolean): string {
  if (changeResult.test(line)) return "---";
  if (!beginsValue && commandLine.test(line)) return "---";
  return isPromptAlone(line) || standardError.test(line) ? "" : line;
}

function isPromptAlone(line: string): boolean {
  return line.length < maxPromptLength && promptAlone.test(line) && !bracketsAlone.test(line) && !isElision(line);
}
