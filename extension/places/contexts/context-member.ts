import type { Report } from "../../../shared/model/report.ts";
import { formatStamp } from "../../../shared/model/time.ts";
import type { FleetMember, FleetTrouble } from "../../../shared/render/words/commands/fleet.ts";
import type { PlaceState } from "../place-state.ts";

/**
 * Returns the state of a context as `--all-contexts` of the plugin describes a cluster. Ages count from the clock of the
 * place. Undefined `state`: the context waits for its turn.
 */
export function buildFleetMember(context: string, state: PlaceState | undefined): FleetMember {
  if (state === undefined) return { context, report: emptyReport(context, ""), trouble: connecting };
  const { server, report, link } = state;
  const now = formatStamp(state.now() * 1000);
  const known = { context, ...(server !== undefined && { server }) };
  const isOld = link.state !== "live" && link.until !== undefined;
  const until = link.until === undefined ? undefined : formatStamp(link.until);
  const silent = until !== undefined && isOld ? { silent: { since: until, now } } : {};
  const trouble = findTrouble(state);
  if (trouble !== undefined || report === undefined)
    return { ...known, report: emptyReport(context, now), trouble: trouble ?? connecting, ...silent };
  const current = { ...known, report: { ...report, takenAt: now } };
  if (!isOld) return current;
  // The row shows the age of the silence, which needs no time of day.
  return { ...current, link: { state: link.state, ...(link.cause !== undefined && { cause: link.cause }) }, ...silent };
}

const connecting: FleetTrouble = { is: "connecting", cause: "" };

/** Returns why there is no Report to show; undefined where there is one, however old, or where no object was found. */
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
    ...{ apiVersion: "hco-status/v1", kind: "Report", takenAt, verdict: "unknown" },
    source: { kind: "cluster", name },
    completeness: { asked: 0, found: 0, absent: 0, noSuchKind: 0, forbidden: 0, unread: 0, gaps: [] },
    ...{ roots: [], findings: [], next: [] },
  };
}
