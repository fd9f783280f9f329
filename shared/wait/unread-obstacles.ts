import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import type { Report } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";
import { deploymentKind, hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";

/** The obstacles that required objects could not be read: one for each gap of the Report. */
export function listUnreadObjects({ completeness }: Report): readonly UnmetRequirement[] {
  return completeness.gaps.flatMap(({ outcome, kind, name, cause = "", required }): readonly UnmetRequirement[] =>
    required && (outcome === "forbidden" || outcome === "unread")
      ? [{ code: "unread", outcome, kind, cause, ...(name !== undefined && { name }) }]
      : [],
  );
}

/**
 * Whether the obstacle is the operator's unread Deployment. For an object that is known to exist it does not matter
 * whether its operator runs.
 */
export function isOperatorUnread(one: UnmetRequirement): boolean {
  return one.code === "unread" && one.kind === deploymentKind.kind;
}

/** Whether the unread list may hold more of the roots. */
export function isRootUnread(one: UnmetRequirement, wanted: readonly RequestedKind[] | undefined): boolean {
  const kinds = wanted?.map(({ kind }) => kind.kind) ?? [hcoProfile.root.kind, ...knownRoots.map(({ kind }) => kind)];
  return one.code === "unread" && kinds.includes(one.kind);
}

/** Whether an object counts as missing only because its kind could not be read. */
export function isUnreadKind(one: UnmetRequirement, unread: readonly UnmetRequirement[]): boolean {
  return one.code === "nothing-there" && unread.some((each) => each.code === "unread" && each.kind === one.kind);
}

/** Whether an unread part already has an obstacle of its own. */
export function hasOwnObstacle(one: UnmetRequirement, obstacles: readonly UnmetRequirement[]): boolean {
  if (one.code !== "unread") return false;
  return obstacles.some((other) => {
    const isUnread = other.code === "verdict" && (other.outcome === "forbidden" || other.outcome === "unread");
    return isUnread && other.about.kind === one.kind;
  });
}
