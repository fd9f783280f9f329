import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import type { ReadGap, Report } from "../../shared/model/report.ts";
import { explainFailedRequest } from "../../shared/outline/words/nothing-found.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { knownRoots } from "../../shared/profiles/root-kinds.ts";

/** The phase and problem of a place, computed from its Report and link. */
export interface ConnectionPhase {
  readonly phase: PlacePhase;
  readonly problem: string | undefined;
}

/**
 * Returns the phase of a place. Without roots the phase says why there are none: a forbidden request counts before one
 * without a response.
 */
export function connectionPhase(report: Report | undefined, link: LinkStatus): ConnectionPhase {
  const cause = link.cause === undefined ? undefined : sanitizeLine(link.cause);
  if (report !== undefined && report.roots.length > 0) return { phase: "shown", problem: unreadRootsText(report) };
  // An earlier empty response does not describe the current state.
  if (link.state === "authRequired" || link.state === "unreachable") return { phase: link.state, problem: cause };
  if (report === undefined) return { phase: "connecting", problem: cause };
  const gap = findWorstGap(report);
  if (gap === undefined) return { phase: "empty", problem: undefined };
  const problem = sanitizeLine(explainFailedRequest([gap], report.source));
  // Missing data in files cannot be requested from a server.
  const isMute = gap.outcome === "unread" && report.source.kind !== "cluster";
  return { phase: isMute ? "unusable" : phases[gap.outcome], problem };
}

const phases: Readonly<Record<ReadGap["outcome"], PlacePhase>> = {
  forbidden: "forbidden",
  unread: "unreachable",
  noSuchKind: "noSuchKind",
  absent: "empty",
};

const outcomesWorstFirst: readonly ReadGap["outcome"][] = ["forbidden", "unread", "absent", "noSuchKind"];

/** Returns the gap that decides the phase: the worst one, among equals that of HyperConverged. */
function findWorstGap({ completeness }: Report): ReadGap | undefined {
  const { gaps } = completeness;
  for (const outcome of outcomesWorstFirst) {
    const gapsOfOutcome = gaps.filter((gap) => gap.outcome === outcome);
    const gap = gapsOfOutcome.find(({ kind }) => kind === hcoProfile.root.kind) ?? gapsOfOutcome[0];
    if (gap !== undefined) return gap;
  }
  return undefined;
}

/** Returns a sentence about root kinds that could not be read beside the shown roots. Those roots may be unhealthy. */
function unreadRootsText({ completeness, source }: Report): string | undefined {
  // A must-gather of one operator is not expected to cover the others.
  const roots = source.kind === "cluster" ? [hcoProfile.root, ...knownRoots] : [hcoProfile.root];
  const unseen = completeness.gaps.find(
    ({ outcome, group, kind }) =>
      (outcome === "forbidden" || outcome === "unread") &&
      roots.some((root) => root.group === group && root.kind === kind),
  );
  return unseen === undefined ? undefined : sanitizeLine(explainFailedRequest([unseen], source));
}
