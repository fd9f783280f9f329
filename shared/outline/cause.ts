import type { ReportedWords } from "../model/cause/trouble.ts";
import { joinClauses, withoutEndMark } from "./end-marks.ts";
import { shortLine } from "./fit-text.ts";
import { observationText } from "./observation-text.ts";
import { quote } from "./text.ts";

/** The text where the cluster gave neither a reason nor a message. */
export const noReason = "no reason given";

/** The evidence of an object that only its deletion keeps from being healthy. */
export const beingDeleted = "being deleted";

/** The evidence of a root whose operator has computed none of its conditions yet, or could not. */
export const notEvaluated = "the operator has not evaluated its components";

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
  const reason = condition.reason.trim();
  const message = messageText(condition).trim();
  if (message !== "") return evidenceInFull(condition);
  return `${statusWords(condition)}${reason === "" ? "" : ` (${reason})`}`;
}

/** The text behind a condition that was evaluated before the spec changed. */
export const outdatedWords = " (for an older generation)";

/** The usual most characters: enough for one good sentence. A condition's message can be pages of a stack trace. */
const maxLength = 200;

/** The message of the cluster, and the sentence of what the rule of a kind observed; empty where there is neither. */
export function messageText({ message, observed }: Omit<ReportedWords, "reason">): string {
  if (observed === undefined) return message;
  return joinClauses([message, observationText(observed)]);
}

/** `Reason: message` of a condition on one line, a long message cut; `no reason given` where both are empty. */
export function evidenceText(words: ReportedWords): string {
  return shortLine([quote(evidenceInFull(words))], maxLength);
}

/** `Reason: message` with the whole message, all lines that are not empty. */
export function evidenceInFull(words: ReportedWords): string {
  const reason = words.reason.trim();
  const message = messageText(words)
    .trim()
    .replace(/\n\s*\n/g, "\n");
  if (withoutEndMark(message) === "") return reason === "" ? noReason : reason;
  // HCO copies the component's message behind a colon, and many components have none (hco#275).
  const whole = /^\S+ is (not )?\S+:$/.test(message) ? `${message} (no message)` : message;
  return reason === "" || isSameText(reason, message) ? whole : `${reason}: ${whole}`;
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
  const [head = "", ...rest] = words.message.trim().split(":");
  const isEcho = reason !== "" && rest.length > 0 && isSameText(reason, head.replace(/ is /, " "));
  return isEcho ? { ...words, reason, message: rest.join(":").trim() } : words;
}

/** Whether the message only repeats the reason, as `Deployment ready` repeats DeploymentReady. */
function isSameText(reason: string, message: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters(reason) === letters(message);
}
