import { keyOf, type Ref } from "../model/object.ts";
import type { Report } from "../model/report.ts";
import type { Goal, Hopeless, Obstacle } from "../model/waiting.ts";
import { hopelessIn } from "./hopeless.ts";
import { waitedFor } from "./waiting.ts";

/** Where a wait for one root stands after a look. */
export interface WaitLook {
  /**
   * `unseen`: nobody can see at the moment whether it is so; `replaced`: another object has the name now, `elsewhere`: another
   * cluster has its place. These two and `reached` end a wait.
   */
  readonly state: "waiting" | "holding" | "reached" | "unseen" | "replaced" | "elsewhere";
  /** Milliseconds: since when it is as it is waited for, without a break on a live link; absent: it is not. */
  readonly soSince?: number;
  /** Of the last Report there was. */
  readonly obstacles: readonly Obstacle[];
  /** Why it will not come by itself, where that is known. */
  readonly hopeless: readonly Hopeless[];
  /** That Report, of the one root alone. */
  readonly report?: Report;
  /** Who is waited for: the root's own uid, and the cluster that it is on, once they are known. */
  readonly uid?: string;
  readonly identity?: string;
}

const healthy: Goal = { is: "healthy" };

/** Milliseconds that it has to stay so: what is restarted is healthy for a moment, too. */
export const mustHold = 10_000;

/**
 * One more look at a wait until `ref` is healthy. `report`: the last one there is, `isLive`: it is what the server has now,
 * `now`: milliseconds on a clock that only goes on, `identity`: one text for the very cluster.
 */
export function waitLook(
  before: WaitLook | undefined,
  ref: Ref,
  seen: { readonly report?: Report; readonly isLive: boolean; readonly now: number; readonly identity?: string },
): WaitLook {
  const { isLive, now } = seen;
  const report = seen.report === undefined ? undefined : aboutOne(seen.report, ref);
  const who = knownOf(before, report?.roots[0]?.ref.uid, seen.identity);
  const nothing = { obstacles: [], hopeless: [], ...who };
  if (isOther(before?.identity, seen.identity)) return { state: "elsewhere", ...nothing };
  if (report === undefined) return { state: "unseen", ...nothing };
  if (isOther(before?.uid, report.roots[0]?.ref.uid)) return { state: "replaced", ...nothing };
  const { group, kind, name } = ref;
  const wanted = [{ kind: { group, kind, plural: "", versions: [], namespaced: ref.namespace !== undefined }, name }];
  const { obstacles } = waitedFor(report, healthy, wanted, before === undefined ? [] : [ref]);
  const told = { obstacles, hopeless: hopelessIn(report, healthy, obstacles), report, ...who };
  if (!isLive) return { state: "unseen", ...told };
  if (obstacles.length > 0) return { state: "waiting", ...told };
  const soSince = before?.soSince ?? now;
  return { state: now - soSince >= mustHold ? "reached" : "holding", soSince, ...told };
}

/** The first that was known of each. */
function knownOf(
  before: WaitLook | undefined,
  uid: string | undefined,
  identity: string | undefined,
): Pick<WaitLook, "uid" | "identity"> {
  const known = { uid: before?.uid ?? uid, identity: before?.identity ?? identity };
  return {
    ...(known.uid !== undefined && { uid: known.uid }),
    ...(known.identity !== undefined && { identity: known.identity }),
  };
}

function isOther(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

/** Whether it is one of those that can be waited for. */
export function isRoot(report: Report | undefined, ref: Ref): boolean {
  return report?.roots.some((root) => keyOf(root.ref) === keyOf(ref)) ?? false;
}

/** What is not to be seen of other roots is no reason to wait. */
function aboutOne(report: Report, ref: Ref): Report {
  const roots = report.roots.filter((root) => keyOf(root.ref) === keyOf(ref));
  const [root] = roots;
  if (root === undefined || report.roots.length === 1) return { ...report, roots };
  return { ...report, verdict: root.verdict, roots, completeness: { ...report.completeness, gaps: [] } };
}
