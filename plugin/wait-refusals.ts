import type { Report } from "../shared/model/report.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import type { Goal, Waited } from "../shared/model/waiting.ts";
import { harmless } from "../shared/render/safe.ts";
import { nameOf } from "../shared/render/words-names.ts";
import { missesOf } from "./missing.ts";
import type { Asked } from "./wanted.ts";

/**
 * Why waiting should not even begin, as lines of an error: a type or a name that does not exist, unless it is to be gone
 * (kubectl, pkg/cmd/wait/wait.go, RunWaitContext); a state that such objects never have. What could not be read may be
 * there.
 */
export function refusalOf(
  { report, snapshot, waited }: { readonly report: Report; readonly snapshot: Snapshot; readonly waited: Waited },
  goal: Goal,
  asked: Asked,
  namespace: string | undefined,
): string | undefined {
  if (waited.obstacles.some(({ code }) => code === "unread")) return undefined;
  // A bare word may have been the name of what is gone.
  const isGone = goal.is === "deleted";
  const looked = isGone ? { ...asked, wanted: [], unknown: asked.word === undefined ? asked.unknown : [] } : asked;
  const misses = missesOf(looked, report, snapshot, namespace);
  if (misses.length > 0) return misses.join("\n");
  const other = asked.wanted === undefined ? undefined : waited.obstacles.find(({ code }) => code === "no-versions");
  if (other?.code !== "no-versions") return undefined;
  const whom = goal.is === "upgraded" ? "a HyperConverged" : "a HyperConverged or one of its components";
  return harmless(`error: wait --for ${goal.is} asks about ${whom}, and not about ${nameOf(other.about)}`);
}
