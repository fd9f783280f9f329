import type { ConfirmedContext } from "../follow/follow-source.ts";

/** Milliseconds after a response before the server is asked again. */
const pause = 1_000;

/**
 * Whether the server confirms that the goal still holds. Where updates no longer arrive, nothing seems to change, so
 * the plugin asks.
 */
export interface WaitConfirmation {
  /** How many questions there were. Only the answer to the last one counts. */
  readonly asked: number;
  readonly isOpen: boolean;
  /** The server has just confirmed the goal. That counts for one look. */
  readonly isConfirmed: boolean;
  /** Milliseconds since the wait began, before which the server is not asked. */
  readonly notBefore: number;
}

/** The state before the first question. */
export const notConfirmed: WaitConfirmation = { asked: 0, isOpen: false, isConfirmed: false, notBefore: 0 };

/** Whether to ask now. Only one question is open at a time, and a pause follows each answer. */
export function mayAsk({ isOpen, notBefore }: WaitConfirmation, elapsedMs: number): boolean {
  return !isOpen && elapsedMs >= notBefore;
}

/** The state with the next question open. */
export function openQuestion(before: WaitConfirmation): WaitConfirmation {
  return { ...before, asked: before.asked + 1, isOpen: true };
}

/** The state after something new was seen. Question and answer become void, because they are about older objects. */
export function dropQuestion(before: WaitConfirmation): WaitConfirmation {
  return { ...before, isOpen: false, isConfirmed: false };
}

/** The state after the answer to question number `question`. Undefined where that question is void. */
export function closeQuestion(
  before: WaitConfirmation,
  question: number,
  answer: ConfirmedContext,
  elapsedMs: number,
): WaitConfirmation | undefined {
  if (!before.isOpen || question !== before.asked) return undefined;
  return { asked: before.asked, isOpen: false, isConfirmed: answer === "same", notBefore: elapsedMs + pause };
}
