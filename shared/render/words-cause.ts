import type { Verdict } from "../model/verdict.ts";

/** What stands where the cluster gave neither a reason nor a message. */
export const noReason = "no reason given";

/** Long enough for one good sentence; a condition's message can be pages of a stack trace. */
const longest = 200;

/** A verdict as a word; `article` words are never needed because a verdict is an adjective. */
export function verdictWord(verdict: Verdict): string {
  return verdict;
}

/** The one line of a root cause: `Degraded because KubeVirt: virt-operator 0/2 ready`. */
export function causeText(cause: {
  readonly verdict: Verdict;
  readonly label: string;
  readonly evidence: string;
}): string {
  const verdict = cause.verdict.charAt(0).toUpperCase() + cause.verdict.slice(1);
  return `${verdict} because ${cause.label}: ${cause.evidence}`;
}

/** `Reason: message` of a condition: the message's first line, cut at a word; `no reason given` where both are empty. */
export function evidenceText(words: { readonly reason: string; readonly message: string }): string {
  const reason = words.reason.trim();
  const message = firstLine(words.message);
  if (message === "" && reason === "") return noReason;
  if (message === "" || saysTheSame(reason, message)) return shorten(reason);
  return shorten(reason === "" ? message : `${reason}: ${message}`);
}

/** The first line that says something. */
function firstLine(message: string): string {
  return (
    message
      .split(/[\r\n\u2028\u2029]+/)
      .map((line) => line.trim())
      .find((line) => line !== "") ?? ""
  );
}

/** A message that only repeats its reason adds nothing: `CDINotAvailable` and `cdi not available`. */
function saysTheSame(reason: string, message: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return reason !== "" && letters(reason) === letters(message);
}

/** At most {@link longest} characters, cut after a whole word, never inside a surrogate pair. */
function shorten(text: string): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest - 1);
  const space = head.search(/\s\S*$/);
  const cut = space > longest / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}
