import { compareTexts } from "../../model/compare-texts.ts";
import type { Verdict } from "../../model/verdict.ts";
import { type FleetMember, type FleetState, fleetStates } from "../words/commands/fleet.ts";

/**
 * The state of a cluster among others, by the first of these that fits:
 *   1. its trouble, other than objects that are missing
 *   2. its link, if the Report may be out of date: `login`, `unreached` or `unknown`
 *   3. the verdict of its Report, if it has roots
 *   4. why no roots were found: `forbidden`, `unreached` or `nothing`
 */
export function fleetStateOf({ report, trouble, link }: FleetMember): FleetState {
  if (trouble?.is === "late") return "unreached";
  if (trouble !== undefined && trouble.is !== "missing") return trouble.is;
  if (link?.state === "authRequired") return "login";
  if (link?.state === "unreachable") return "unreached";
  if (link !== undefined) return "unknown";
  if (report.roots.length > 0) return report.verdict;
  const requiredGap = report.completeness.gaps.find(({ required }) => required);
  if (requiredGap?.outcome === "forbidden") return "forbidden";
  return requiredGap?.outcome === "unread" ? "unreached" : "nothing";
}

/** The verdict of the Report; unknown if the Report may be out of date. */
export function currentVerdict({ report, link }: FleetMember): Verdict {
  return link === undefined ? report.verdict : "unknown";
}

/** What clusters are ordered by. */
export interface ClusterState {
  readonly context: string;
  readonly state: FleetState;
}

/** Orders clusters for every format: the worst first, clusters of one state by name. Negative if `a` comes first. */
export function compareClusters(a: ClusterState, b: ClusterState): number {
  const byState = fleetStates.indexOf(a.state) - fleetStates.indexOf(b.state);
  return byState || compareTexts(a.context, b.context);
}

/** The clusters in the order of {@link compareClusters}. */
export function membersInOrder(members: readonly FleetMember[]): readonly FleetMember[] {
  return members
    .map((member) => ({ member, context: member.context, state: fleetStateOf(member) }))
    .toSorted(compareClusters)
    .map(({ member }) => member);
}
