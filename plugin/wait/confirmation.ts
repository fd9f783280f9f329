import type { Confirmation } from "../../shared/io/watch/follow-report.ts";

/** The milliseconds between a response and the next request for a confirmation. */
const pauseMs = 1_000;

/**
 * Whether the server confirms that the goal still holds. A connection on which no updates arrive looks like a cluster in
 * which nothing changes, so the plugin sends a request before the wait succeeds.
 */
export interface WaitConfirmation {
  /** How many requests were sent. Only the result of the last one counts. */
  readonly requestCount: number;
  /** Whether the last request has no result yet. */
  readonly isOpen: boolean;
  /** Whether the server has just confirmed the goal. That counts for one evaluation. */
  readonly isConfirmed: boolean;
  /** Milliseconds since the wait began, before which there is no further request. */
  readonly notBeforeMs: number;
}

/** The state before the first request. */
export const notConfirmed: WaitConfirmation = { requestCount: 0, isOpen: false, isConfirmed: false, notBeforeMs: 0 };

/** Whether a request may be sent now. Only one is open at a time, and a pause follows each response. */
export function mayRequestConfirmation({ isOpen, notBeforeMs }: WaitConfirmation, elapsedMs: number): boolean {
  return !isOpen && elapsedMs >= notBeforeMs;
}

/** The state with the next request open. */
export function openConfirmation(before: WaitConfirmation): WaitConfirmation {
  return { ...before, requestCount: before.requestCount + 1, isOpen: true };
}

/** The state after something new was seen. Request and result become void, because they are about older objects. */
export function dropConfirmation(before: WaitConfirmation): WaitConfirmation {
  return { ...before, isOpen: false, isConfirmed: false };
}

/** The state after the result of request number `request`. Undefined where that request is void. */
export function closeConfirmation(
  before: WaitConfirmation,
  request: number,
  result: Confirmation,
  elapsedMs: number,
): WaitConfirmation | undefined {
  if (!before.isOpen || request !== before.requestCount) return undefined;
  return {
    requestCount: before.requestCount,
    isOpen: false,
    isConfirmed: result === "same",
    notBeforeMs: elapsedMs + pauseMs,
  };
}
