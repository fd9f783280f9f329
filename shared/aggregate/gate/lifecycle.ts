import type { GateReason } from "../../model/gate.ts";
import type { Lifecycle, RootNode } from "../../model/report.ts";
import type { Source } from "../../model/snapshot.ts";

/** What OLM would hold an upgrade back for, and what of it nobody could read. */
export function lifecycleReasons({ olm }: RootNode, source: Source): readonly GateReason[] {
  if (olm === undefined) return [];
  return [
    ...operatorCondition(olm.operatorCondition),
    ...olm.unsettled.map(
      ({ about, phase, reason, message }): GateReason => ({
        code: "ClusterServiceVersion",
        // Without a phase OLM has not looked at it.
        state: phase === "" || phase === "Unknown" ? "unknown" : "blocks",
        about,
        phase,
        reason,
        message,
      }),
    ),
    ...olm.unseen
      .filter((each) => !isUncollected(each, source))
      .map(
        ({ ref: about, outcome, cause }): GateReason => ({
          code: "IncompleteReading",
          state: "unknown",
          about,
          outcome,
          verb: "list",
          cause,
        }),
      ),
  ];
}

/** Where nothing of OLM's hangs on the operator, what a gather did not collect is not there; a cluster was asked for it. */
function isUncollected({ outcome, expected }: Lifecycle["unseen"][number], { kind }: Source): boolean {
  return outcome === "unread" && !expected && kind === "must-gather";
}

/** Refused by the operator or by an override; an override that lets pass what the operator refuses is told, not followed. */
function operatorCondition(said: Lifecycle["operatorCondition"]): readonly GateReason[] {
  if (said === undefined) return [];
  const { about, override, status, outdated } = said;
  const statuses = [status, ...(override === undefined ? [] : [override.status])];
  if (statuses.every((each) => each === "True") && outdated === undefined) return [];
  const state = statuses.includes("False") ? "blocks" : "unknown";
  const { reason, message } = override !== undefined && override.status !== "True" ? override : said;
  const over = override === undefined ? {} : { override: override.status };
  const old = outdated === undefined ? {} : { outdated };
  return [{ code: "OperatorCondition", state, about, status, reason, message, ...over, ...old }];
}
