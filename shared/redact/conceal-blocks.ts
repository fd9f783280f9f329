import { redactedMark } from "./conceal-assignments.ts";
import { isCredentialName } from "./credential-names.ts";

/** The end of a line, also as JSON and a log write it inside a text. */
const lineEnd = /(\r?\n|\\+n)/;

/** The end of `  - name: |`, which may stand behind other words: the name, and the sign of a text in the lines below. */
const entry = /([A-Za-z_.][\w./-]{0,80})\\*["']?[ \t]{0,9}:[ \t]{0,9}([|>][+-]?\d?[+-]?)?[ \t]{0,9}(?:#.*)?$/;

/**
 * The text without blocks of YAML below the name of a credential, and without the data of a Secret in it:
 *
 *     password: |
 *       several lines
 */
export function concealBlocks(text: string): string {
  if (!lineEnd.test(text) || !text.includes(":")) return text;
  const pieces = text.split(lineEnd);
  const holdsSecret = /\bkind\\*["']?: *\\*["']?\w*Secret\b/.test(text);
  let depth = -1;
  let isData = false;
  for (let index = 0; index < pieces.length; index += 2) {
    const line = pieces[index] ?? "";
    const indent = measureBlock(/^[ \t]*/, line);
    const isBelow = depth >= 0 && (indent > depth || line.trim() === "");
    if (!isBelow) depth = -1;
    if (isBelow) {
      if (line.trim() !== "") pieces[index] = isData ? concealEntry(line) : line.slice(0, indent) + redactedMark;
      continue;
    }
    const [, name = "", sign = ""] = entry.exec(line) ?? [];
    if (name === "" || !startsBlock(name, sign, holdsSecret)) continue;
    depth = measureBlock(/^[ \t]*(?:- +)*/, line);
    isData = /data$/i.test(name) && sign === "";
  }
  return pieces.join("");
}

/** Whether what stands below a name is a credential. A mapping below it has names of its own. */
function startsBlock(name: string, sign: string, holdsSecret: boolean): boolean {
  if (sign !== "") return isCredentialName(name) || /(?:^|[._-])key$/i.test(name);
  return name === "stringData" || (holdsSecret && name === "data");
}

function measureBlock(lead: RegExp, line: string): number {
  return lead.exec(line)?.[0].length ?? 0;
}

function concealEntry(line: string): string {
  return line.replace(
    /^([ \t]*\\*["']?[\w./-]+\\*["']?[ \t]*:[ \t]*)?\S.*$/,
    (_, start = "") => `${start}${redactedMark}`,
  );
}

const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY/g;

/** The text without the lines of a private key whose first line was cut off, as at the end of a log. */
export function concealKeyTails(text: string): string {
  let concealed = "";
  let restStart = 0;
  for (const { index } of text.matchAll(keyEnd)) {
    const end = beforeBreaks(text, index, restStart);
    const begin = findBeginningOfKey(text, end, restStart);
    if (begin === end) continue;
    concealed += text.slice(restStart, begin) + redactedMark;
    restStart = end;
  }
  return concealed + text.slice(restStart);
}

/** Goes back over lines of base64 and the breaks between them. Only the last line of a key may be short. */
function findBeginningOfKey(text: string, end: number, minOffset: number): number {
  let begin = end;
  for (let offset = end; offset > minOffset; offset = beforeBreaks(text, begin, minOffset)) {
    const start = beforeBase64(text, offset, minOffset);
    const isLine = offset - start >= (begin === end ? 1 : 40);
    if (!isLine || text.slice(start, offset) === redactedMark) return begin;
    begin = start;
    if (beforeBreaks(text, begin, minOffset) === begin) return begin;
  }
  return begin;
}

function beforeBase64(text: string, offset: number, minOffset: number): number {
  let start = offset;
  while (start > minOffset && /[A-Za-z0-9+/=]/.test(text[start - 1] ?? "")) start -= 1;
  // The `n` of an escaped line break belongs to the break.
  return text[start - 1] === "\\" && /[nr]/.test(text[start] ?? "") ? start + 1 : start;
}

/** Goes back over white space, also as `\n` in an escaped text. */
function beforeBreaks(text: string, offset: number, minOffset: number): number {
  let start = offset;
  for (;;) {
    const isEscape = text[start - 2] === "\\" && /[nrt]/.test(text[start - 1] ?? "");
    if (start <= minOffset || !(isEscape || /[\s\\]/.test(text[start - 1] ?? ""))) return start;
    start -= 1;
  }
}
