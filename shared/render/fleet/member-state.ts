import type { Verdict } from "../../model/verdict.ts";
import type { FleetMember } from "../words/commands/fleet.ts";
import { type FleetState, fleetStates } from "../words/commands/fleet.ts";

/** The state of a member among others: a Report that may be old counts as unknown. */
export function fleetStateOf({ report, trouble, link }: FleetMember): FleetState {
  if (trouble?.is === "late") return "unreached";
  if (trouble !== undefined && trouble.is !== "missing") return trouble.is;
  if (link?.state === "authRequired") return "login";
  if (link?.state === "unreachable") return "unreached";
  if (link !== undefined) return "unknown";
  if (report.roots.length > 0) return report.verdict;
  const refused = report.completeness.gaps.find(({ required }) => required)?.outcome;
  if (refused === "forbidden") return "forbidden";
  return refused === "unread" ? "unreached" : "nothing";
}

/** The verdict that is known now. */
export function knownVerdict({ report, link }: FleetMember): Verdict {
  return link === undefined ? report.verdict : "unknown";
}

/** What orders clusters. */
export interface ClusterState {
  readonly context: string;
  readonly state: FleetState;
}

/** Negative if `a` stands first: worst first, equals by name, the order of every format. */
export function compareClusters(a: ClusterState, b: ClusterState): number {
  const byName = a.context < b.context ? -1 : Number(a.context > b.context);
  return fleetStates.indexOf(a.state) - fleetStates.indexOf(b.state) || byName;
}

/** The members in that order. */
export function membersInOrder(members: readonly FleetMember[]): readonly FleetMember[] {
  return members
    .map((member) => ({ member, context: member.context, state: fleetStateOf(member) }))
    .toSorted(compareClusters)
    .map(({ member }) => member);
}
