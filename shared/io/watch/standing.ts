import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading } from "../../model/snapshot.ts";
import { asAsked, asList } from "./asked-as-list.ts";
import { keptList } from "./kept-list.ts";
import type { Link, LinkState } from "./link.ts";

/** What is known of one query, and how good that is. */
export interface Standing {
  /** Absent while nothing was answered. The same object as long as nothing changed. */
  reading(): Reading | undefined;
  link(): Link;
  /** These are all there are; `warning` as in a Reading. */
  listed(objects: readonly KubeObject[], warning?: string): void;
  changed(what: "put" | "remove", object: KubeObject): void;
  /** What is shown is what the server has. */
  live(): void;
  /** Another answer than a list: it says all there is to say for now. */
  answered(reading: Reading, state: LinkState): void;
  /** When something was heard of it last. */
  heardAt(): number;
  /** What is shown may be old since then; absent: from now on. */
  doubted(state: "stale" | "unreachable" | "authRequired", cause: string, since?: number): void;
}

/** Nothing is known yet; `tell` is called after each change. */
export function standingOf(query: Query, now: () => number, tell: () => void): Standing {
  const kept = keptList();
  const asked = asList(query);
  let reading: Reading | undefined;
  let warning: string | undefined;
  let link: Link = { state: "connecting" };
  /** `reading` does not say what is kept. */
  let isBehind = false;
  let heardAt = now();

  function current(): Reading | undefined {
    if (!isBehind) return reading;
    isBehind = false;
    const objects = kept.objects();
    const isSame = reading?.outcome === "found" && reading.objects === objects && reading.warning === warning;
    if (!isSame)
      reading = asAsked({ query: asked, outcome: "found", objects, ...(warning !== undefined && { warning }) }, query);
    return reading;
  }

  function live(): void {
    heardAt = now();
    if (link.state === "live") return;
    link = { state: "live" };
    tell();
  }

  return {
    reading: current,
    link: () => link,
    listed(objects, said) {
      heardAt = now();
      kept.replace(objects);
      warning = said;
      isBehind = true;
      link = { state: "live" };
      tell();
    },
    changed(what, object) {
      heardAt = now();
      if (!kept[what](object)) return;
      isBehind = true;
      tell();
    },
    live,
    answered(next, state) {
      kept.replace([]);
      isBehind = false;
      reading = next;
      link = { state, ...("cause" in next && { cause: next.cause }) };
      tell();
    },
    heardAt: () => heardAt,
    doubted(state, cause, since = now()) {
      const isEmpty = current() === undefined;
      const shown = isEmpty && state === "stale" ? "connecting" : state;
      link = {
        state: shown,
        cause,
        ...(!isEmpty && { until: Math.min(link.until ?? Number.POSITIVE_INFINITY, since) }),
      };
      tell();
    },
  };
}
