import { kubectlCall, kubectlNames, maxSearchedCharacters, printsPartOfObject } from "./commands.ts";
import { isField, type Lines } from "./lines.ts";

// Calls of kubectl that print only a part of an object. Such a call may also be the key of a mapping or a comment in YAML,
// so that a text with it parses although lines of the object are missing.

/** The beginning of a line that is indented, or a value in YAML or JSON. `[root@host ~]#` is a prompt. */
const beginningOfValue = /^(?:[\s{}\]"'-]|\[\W)/;

/** The mark of a comment, which is also the prompt of root. */
const rootPrompt = /^#\s*/;
/** A line that begins with a call that reads objects: `oc -n a get w`. */
const getAlone = new RegExp(String.raw`^(?:sudo\s+)?(?:${kubectlNames})\s(?:[^|]*\s)?get\s`);
/** The flag by which kubectl prints an object: `-o yaml`, `-ojson`, `--output=yaml`. */
const outputOfObject = /\s(?:-o|--output)[\s=]*(?:yaml|json)\b/;

/**
 * The call of kubectl in a line without indentation that prints objects, whole or in part. Undefined if there is none, and if
 * the line is a field. In a comment only a call that reads objects counts, directly after the mark.
 *
 *     $ kubectl get w a -o yaml | grep -v uid:      the line
 *     I ran oc get w a -o yaml | head               the line
 *     # oc get w a -o yaml | head                   the line without the mark
 *     # created by: oc get w a -o yaml | head       undefined
 *     # oc create ns a -o yaml | head               undefined
 *     # kubectl get pods | head                     undefined
 *     message: run oc get w a -o yaml | head        undefined
 */
function readPrintingCall(line: string): string | undefined {
  const searched = line.slice(0, maxSearchedCharacters);
  if (beginningOfValue.test(searched) || isField(searched)) return undefined;
  const call = searched.replace(rootPrompt, "");
  const isComment = call !== searched;
  if (isComment && !getAlone.test(call)) return undefined;
  return kubectlCall.test(call) && outputOfObject.test(call) ? call : undefined;
}

/** Whether a line without indentation has a call of kubectl that prints only a part of an object. */
export function isPartialCall(line: string): boolean {
  const call = readPrintingCall(line);
  return call !== undefined && printsPartOfObject(call);
}

/** The index of the last call of kubectl in the lines above an object, if it prints only a part. -1 in all other cases. */
export function findLastPartialCall(linesAbove: Lines): number {
  const lines = linesAbove.map((line) => line.trimStart());
  const last = lines.findLastIndex((line) => readPrintingCall(line) !== undefined);
  return last >= 0 && isPartialCall(lines[last] ?? "") ? last : -1;
}

/** The offset of the first line of a text that is a partial call; -1 if there is none. Every such call has a pipe. */
export function findPartialCall(text: string): number {
  for (let pipe = text.indexOf("|"); pipe >= 0; ) {
    const lineBreak = text.indexOf("\n", pipe);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const start = text.lastIndexOf("\n", pipe) + 1;
    if (isPartialCall(text.slice(start, Math.min(end, start + maxSearchedCharacters)).trimEnd())) return start;
    pipe = text.indexOf("|", end);
  }
  return -1;
}
