import type { Text } from "../model/outline.ts";
import { joined } from "./text.ts";

/** The text without the mark at its end, such as a full stop or a colon, for where words follow. Dots of an ellipsis stay. */
export function withoutEndMark(text: string): string {
  let end = text.length;
  // A pattern would take time by the square of a message of nothing but spaces.
  while (end > 0 && isEndMark(text, end - 1)) end -= 1;
  return text.slice(0, end);
}

/** The clauses in one sentence, `0/1 ready; CrashLoopBackOff`, each but the last without its end mark. */
export function joinClauses(clauses: readonly string[]): string {
  const filled = clauses.filter((clause) => clause !== "");
  return [...filled.slice(0, -1).map(withoutEndMark), ...filled.slice(-1)].join("; ");
}

/** The same for clauses with roles. */
export function joinTexts(clauses: readonly Text[]): Text {
  const filled = clauses.filter((clause) => clause.length > 0);
  return joined("; ", [...filled.slice(0, -1).map(withoutFinalMark), ...filled.slice(-1)]);
}

/** The text without the mark at the end of what it quotes last. */
export function withoutFinalMark(text: Text): Text {
  const last = text.at(-1);
  return last?.is === "quote" ? [...text.slice(0, -1), { ...last, text: withoutEndMark(last.text) }] : text;
}

function isEndMark(text: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const mark = text.charAt(index);
  if (/[\s:;,–—]/.test(mark)) return true;
  // A name may end in a hyphen.
  return mark === "-" ? /[\s-]/.test(before) : mark === "." && before !== ".";
}
