import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Report } from "../../../shared/model/report.ts";
import { formatStamp } from "../../../shared/model/time.ts";
import type { FleetMember, FleetTrouble } from "../../../shared/render/words/commands/fleet.ts";
import type { PlaceState } from "../place-state.ts";

const connecting: FleetTrouble = { is: "connecting", cause: "" };

/**
 * Returns the state of a context as `--all-contexts` of the plugin describes a cluster. Ages count from the clock of the
 * place. `state` is undefined while the context waits for its turn.
 */
export function buildFleetMember(context: string, state: PlaceState | undefined): FleetMember {
  if (state === undefined) return { context, report: emptyReport(context, ""), trouble: connecting };
  const { server, report, link } = state;
  const now = formatStamp(state.now() * 1000);
  const silentSince = findSilenceStart(link);
  // The row shows for how long the cluster has been silent, which needs no time of day.
  const silent = silentSince === undefined ? undefined : { since: silentSince, now };
  const cluster = { context, ...definedFields({ server, silent }) };
  const trouble = findTrouble(state);
  if (trouble !== undefined || report === undefined)
    return { ...cluster, report: emptyReport(context, now), trouble: trouble ?? connecting };
  const member = { ...cluster, report: { ...report, takenAt: now } };
  if (silent === undefined) return member;
  return { ...member, link: { state: link.state, ...definedFields({ cause: link.cause }) } };
}

/** Returns the time until which the shown state was current; undefined while it is. */
function findSilenceStart({ state, until }: PlaceState["link"]): string | undefined {
  return state === "live" || until === undefined ? undefined : formatStamp(until);
}

/**
 * Returns why there is no Report to show. Undefined where there is one, which may be out of date, and where the place was
 * read and has no object.
 */
function findTrouble({ phase, problem = "", report }: PlaceState): FleetTrouble | undefined {
  if ((report?.roots.length ?? 0) > 0) return undefined;
  switch (phase) {
    case "authRequired":
      return { is: "login", cause: problem };
    case "unreachable":
      return { is: "unreached", cause: problem };
    case "unusable":
    case "noKubeconfig":
    case "noContext":
      return { is: "unusable", cause: problem };
    case "untrusted":
    case "paused":
    case "connecting":
      return connecting;
    case "shown":
    case "forbidden":
    case "noSuchKind":
    case "empty":
      return undefined;
  }
}

/** A Report without roots, for a context that was not read. */
function emptyReport(name: string, takenAt: string): Report {
  return {
    apiVersion: "hco-status/v1",
    kind: "Report",
    takenAt,
    verdict: "unknown",
    source: { kind: "cluster", name },
    completeness: { asked: 0, found: 0, absent: 0, noSuchKind: 0, forbidden: 0, unread: 0, gaps: [] },
    roots: [],
    findings: [],
    next: [],
  };
}
