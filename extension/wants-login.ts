import type { Shown } from "./shown.ts";

/** Whether nothing new comes before somebody connects, logs in, or agrees to it, whatever is shown meanwhile. */
export function wantsLogin({
  link,
  phase,
  isAsking,
  barred,
}: Pick<Shown, "link" | "phase" | "isAsking" | "barred">): boolean {
  return phase === "authRequired" || link.state === "authRequired" || isAsking === true || barred === "paused";
}
