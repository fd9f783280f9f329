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
  const holdsSecret = /\bkind\\*["']?: *\\*["']?\w*Secret\b/.test(text);
  let block: CredentialBlock | undefined;
  // The pieces are lines and the line ends between them, by turns.
  const concealed = text.split(lineEnd).map((piece, index) => {
    const isLineEnd = index % 2 === 1;
    if (isLineEnd) return piece;
    const isBlank = piece.trim() === "";
    const indent = measureLead(/^[ \t]*/, piece);
    if (block !== undefined && (isBlank || indent > block.indent)) {
      if (isBlank) return piece;
      return block.isData ? concealEntry(piece) : piece.slice(0, indent) + redactedMark;
    }
    block = readBlockStart(piece, holdsSecret);
    return piece;
  });
  return concealed.join("");
}

/** A block of YAML whose lines are indented more than its name. Of the data of a Secret the keys stay. */
interface CredentialBlock {
  readonly indent: number;
  readonly isData: boolean;
}

/** The block that begins below a line, if it holds a credential. */
function readBlockStart(line: string, holdsSecret: boolean): CredentialBlock | undefined {
  const [, name = "", sign = ""] = entry.exec(line) ?? [];
  if (name === "" || !startsBlock(name, sign, holdsSecret)) return undefined;
  return { indent: measureLead(/^[ \t]*(?:- +)*/, line), isData: /data$/i.test(name) && sign === "" };
}

/** Whether what stands below a name is a credential. A mapping below it has names of its own. */
function startsBlock(name: string, sign: string, holdsSecret: boolean): boolean {
  if (sign !== "") return isCredentialName(name) || /(?:^|[._-])key$/i.test(name);
  return name === "stringData" || (holdsSecret && name === "data");
}

function measureLead(lead: RegExp, line: string): number {
  return lead.exec(line)?.[0].length ?? 0;
}

/** A line of data without its value: `  key: c2VjcmV0` -> `  key: REDACTED`. */
function concealEntry(line: string): string {
  return line.replace(
    /^([ \t]*\\*["']?[\w./-]+\\*["']?[ \t]*:[ \t]*)?\S.*$/,
    (_, start = "") => `${start}${redactedMark}`,
  );
}

/** The least characters of a line of a private key that is not its last one. */
const minKeyLineLength = 40;

const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY/g;

/** The text without the lines of a private key whose first line was cut off, as at the end of a log. */
export function concealKeyTails(text: string): string {
  let concealed = "";
  let restStart = 0;
  for (const { index } of text.matchAll(keyEnd)) {
    const end = skipBreaksBack(text, index, restStart);
    const begin = findBeginningOfKey(text, end, restStart);
    if (begin === end) continue;
    concealed += text.slice(restStart, begin) + redactedMark;
    restStart = end;
  }
  return concealed + text.slice(restStart);
}

/** The offset where the lines of base64 before `end` begin. Only the last line of a key may be short. */
function findBeginningOfKey(text: string, end: number, minOffset: number): number {
  let begin = end;
  for (let offset = end; offset > minOffset; offset = skipBreaksBack(text, begin, minOffset)) {
    const start = skipBase64Back(text, offset, minOffset);
    const isLastLine = begin === end;
    const isKeyLine = offset - start >= (isLastLine ? 1 : minKeyLineLength);
    if (!isKeyLine || text.slice(start, offset) === redactedMark) return begin;
    begin = start;
    if (skipBreaksBack(text, begin, minOffset) === begin) return begin;
  }
  return begin;
}

/** The offset before the base64 that ends at `offset`. */
function skipBase64Back(text: string, offset: number, minOffset: number): number {
  let start = offset;
  while (start > minOffset && /[A-Za-z0-9+/=]/.test(text[start - 1] ?? "")) start -= 1;
  // The `n` of an escaped line break belongs to the break.
  return text[start - 1] === "\\" && /[nr]/.test(text[start] ?? "") ? start + 1 : start;
}

/** The offset before the white space that ends at `offset`, also where it is escaped as `\n`. */
function skipBreaksBack(text: string, offset: number, minOffset: number): number {
  let start = offset;
  for (;;) {
    const isEscape = text[start - 2] === "\\" && /[nrt]/.test(text[start - 1] ?? "");
    if (start <= minOffset || !(isEscape || /[\s\\]/.test(text[start - 1] ?? ""))) return start;
    start -= 1;
  }
}
