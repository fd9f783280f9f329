import { shortenDenial } from "../characters/denial.ts";
import type { ReportedWords } from "../model/cause/trouble.ts";
import { withoutEndMark } from "./end-marks.ts";
import { observationText } from "./observation-text.ts";

/** The text where the cluster gave neither a reason nor a message. */
export const noReason = "no reason given";

/** The evidence of an object that only its deletion keeps from being healthy. */
export const beingDeleted = "being deleted";

/** The evidence of an object whose operator has not observed its newest spec. */
export const outdatedStatus = "changed, not yet evaluated by its controller";

/** The evidence of a root whose operator has computed none of its conditions yet, or could not. */
export const notEvaluated = "the operator has not evaluated its components";

/** The evidence of an object that an annotation or its spec pauses. */
export const pausedWords = "paused";

/** The evidence of a condition without reason and message: `Ready=False`. */
export function statusWords({ type, status }: { readonly type: string; readonly status: string }): string {
  return `${type}=${status}`;
}

/**
 * The evidence of a condition of the object itself. Without a message the reason alone would read as a state of the
 * object: `Ready=False (DoesNotExist)`.
 */
export function conditionEvidence(
  condition: ReportedWords & { readonly type: string; readonly status: string },
): string {
  const [reason, message] = [condition.reason.trim(), messageText(condition).trim()];
  if (message !== "") return evidenceInFull(condition);
  return `${statusWords(condition)}${reason === "" ? "" : ` (${reason})`}`;
}

/** The text behind a condition that was evaluated before the spec changed. */
export const outdatedWords = " (for an older generation)";

/** The most characters: enough for one good sentence. A condition's message can be pages of a stack trace. */
const longest = 200;

/** The message of the cluster, and the sentence of what the rule of a kind observed; empty where there is neither. */
export function messageText({ message, observed }: Omit<ReportedWords, "reason">): string {
  if (observed === undefined) return message;
  return message === "" ? observationText(observed) : `${message}; ${observationText(observed)}`;
}

/**
 * `Reason: message` of a condition: the message's first line, whose middle is omitted where it is long; `no reason
 * given` where both are empty.
 */
export function evidenceText(words: ReportedWords): string {
  return shortenMiddle(evidenceInFull({ reason: words.reason, message: firstLine(messageText(words)) }), longest);
}

/**
 * An error on one line. Its last lines count, because an admission webhook writes its reason there. Only the middle of
 * a long one is omitted.
 */
export function errorText(message: string): string {
  const line = message.trim().replace(/\s*[\r\n\u2028\u2029]\s*/g, " ");
  return shortenMiddle(evidenceInFull({ reason: "", message: line }), longestError);
}

const longestError = 320;

/** The same with the whole message, all lines that are not empty. */
export function evidenceInFull(words: ReportedWords): string {
  const reason = words.reason.trim();
  const message = messageText(words)
    .trim()
    .replace(/\n\s*\n/g, "\n");
  if (withoutEndMark(message) === "") return reason === "" ? noReason : reason;
  // HCO copies the component's message behind a colon, and many components have none (hco#275).
  const whole = /^\S+ is (not )?\S+:$/.test(message) ? `${message} (no message)` : message;
  return reason === "" || saysTheSame(reason, message) ? whole : `${reason}: ${whole}`;
}

/** The short form: the middle of `CDIDegraded: CDI is degraded: boom` only repeats the reason. */
export function evidenceInBrief(words: ReportedWords): string {
  const brief = withoutEcho(words);
  if (messageText(brief) === "" && messageText(words).trim() !== "") return `${brief.reason} (no message)`;
  return evidenceInFull(brief);
}

/** Reason and message apart, the message without a head that only repeats the reason. */
export function withoutEcho(words: ReportedWords): ReportedWords {
  const reason = words.reason.trim();
  const [head = "", ...rest] = messageText(words).trim().split(":");
  const isEcho = reason !== "" && rest.length > 0 && saysTheSame(reason, head.replace(/ is /, " "));
  return isEcho ? { reason, message: rest.join(":").trim() } : words;
}

/** The first line that is not empty. */
function firstLine(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines.find((line) => line !== "") ?? "";
}

/** Whether the message only repeats the reason, as `Deployment ready` repeats DeploymentReady. */
function saysTheSame(reason: string, message: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters(reason) === letters(message);
}

/** At most `most` characters, cut after a whole word, never inside a surrogate pair. */
function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 1);
  const isWhole = /\s/.test(text.charAt(head.length));
  const space = isWhole ? head.length : head.search(/\s\S*$/);
  const cut = space > most / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}

/** At most `most` characters, keeping the beginning and the end: the end of an error often has its reason. */
export function shortenMiddle(text: string, most: number): string {
  const [form] = [text, ...shortenDenial(text, "…")].filter(({ length }) => length <= most);
  return form ?? omitMiddle(shortenDenial(text, "…").at(-1) ?? text, most);
}

function omitMiddle(text: string, most: number): string {
  const tail = text.slice(text.length - Math.floor(most / 2));
  const space = tail.search(/\s/);
  const end = space >= 0 && space < tail.length / 2 ? tail.slice(space) : tail.replace(/^[\udc00-\udfff]/, "");
  return `${shortenText(text, most - end.length)}${end.replace(/\.$/, "")}`;
}
