import type { GateReason } from "../../model/gate.ts";
import type { RootNode } from "../../model/report.ts";

/** What OLM would hold an upgrade back for, and what of it nobody could read. */
export function lifecycleReasons({ olm }: RootNode): readonly GateReason[] {
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
    ...olm.unseen.map(
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

/** Refused by the operator or by an override; an override that lets pass what the operator refuses is told, not followed. */
function operatorCondition(said: NonNullable<RootNode["olm"]>["operatorCondition"]): readonly GateReason[] {
  if (said === undefined) return [];
  const { about, override, status } = said;
  const statuses = [status, ...(override === undefined ? [] : [override.status])];
  if (statuses.every((each) => each === "True")) return [];
  const state = statuses.includes("False") ? "blocks" : "unknown";
  const { reason, message } = override !== undefined && override.status !== "True" ? override : said;
  const over = override === undefined ? {} : { override: override.status };
  return [{ code: "OperatorCondition", state, about, status, reason, message, ...over }];
}
