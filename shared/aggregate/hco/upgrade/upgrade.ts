import type { OlmCopyAge } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Lifecycle, RootNode } from "../../../model/report.ts";
import type { Source } from "../../../model/snapshot.ts";
import type { UpgradeRow } from "./component.ts";

/** Reasons for which OLM would hold back an upgrade, and OLM objects that could not be read. */
export function listLifecycleRows({ olm }: RootNode, source: Source): readonly UpgradeRow[] {
  if (olm === undefined) return [];
  return [
    ...listOperatorConditionRows(olm.operatorCondition),
    ...olm.unsettled.map(
      ({ about, phase, reason, message, unmet }): UpgradeRow => ({
        code: "ClusterServiceVersion",
        // Without a phase OLM has not reconciled it.
        effect: phase === "" || phase === "Unknown" ? "unknown" : "blocks",
        about,
        phase,
        reason,
        message,
        unmet,
      }),
    ),
    ...olm.unseen
      .filter((each) => !isUncollected(each, source))
      .map(
        ({ ref: about, outcome, cause }): UpgradeRow => ({
          code: "IncompleteReading",
          effect: "unknown",
          about,
          outcome,
          verb: "list",
          cause,
        }),
      ),
  ];
}

/**
 * Whether an object of OLM is merely absent from a must-gather and not expected. A live cluster would have been asked
 * for it.
 */
function isUncollected({ outcome, expected }: Lifecycle["unseen"][number], { kind }: Source): boolean {
  return outcome === "unread" && !expected && kind === "must-gather";
}

/**
 * The operator or an override refuses the upgrade. If an override permits what the operator refuses, the reason reports
 * it but still blocks.
 */
function listOperatorConditionRows(condition: Lifecycle["operatorCondition"]): readonly UpgradeRow[] {
  if (condition === undefined) return [];
  const { about, override, status, outdated } = condition;
  const statuses = [status, ...(override === undefined ? [] : [override.status])];
  if (statuses.every((each) => each === "True") && outdated === undefined) return [];
  const effect = statuses.includes("False") ? "blocks" : "unknown";
  const { reason, message } = override !== undefined && override.status !== "True" ? override : condition;
  const over = override === undefined ? {} : { override: override.status };
  return [{ code: "OperatorCondition", effect, about, status, reason, message, ...over, ...readCopyAge(condition) }];
}

function readCopyAge({ outdated, observedGeneration, generation }: OlmCopyAge): OlmCopyAge {
  return definedFields({ outdated, observedGeneration, generation });
}
