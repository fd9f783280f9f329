import type { PlaceState } from "./place-state.ts";

/** Whether no new data arrives before the user connects, logs in, or agrees to it, whatever is shown meanwhile. */
export function isLoginRequired({
  link,
  phase,
  isAsking,
  barred,
}: Pick<PlaceState, "link" | "phase" | "isAsking" | "barred">): boolean {
  return phase === "authRequired" || link.state === "authRequired" || isAsking === true || barred === "paused";
}
