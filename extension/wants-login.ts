import type { Shown } from "./shown.ts";

/** Whether nothing new comes before somebody logs in, or agrees to it, whatever is shown meanwhile. */
export function wantsLogin({ link, phase, isAsking }: Pick<Shown, "link" | "phase" | "isAsking">): boolean {
  return phase === "authRequired" || link.state === "authRequired" || isAsking === true;
}
