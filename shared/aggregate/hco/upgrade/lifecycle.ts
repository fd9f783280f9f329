import { definedFields } from "../../../model/defined-fields.ts";
import type { Lifecycle, RootNode } from "../../../model/report.ts";
import type { Source } from "../../../model/snapshot.ts";
import type { UpgradeRow } from "./component.ts";

/** Reasons for which OLM would hold back an upgrade, and OLM objects that could not be read. */
export function listLifecycleRows({ olm }: RootNode, source: Source): readonly UpgradeRow[] {
  if (olm === undefined) return [];
  return [
    ...listOperatorConditionRows(olm.operatorCondition),
    ...olm.unsettled.map(makeServiceVersionRow),
    ...olm.unseen.filter((object) => !isUncollected(object, source)).map(makeUnreadRow),
  ];
}

function makeServiceVersionRow({ about, phase, reason, message, unmet }: Lifecycle["unsettled"][number]): UpgradeRow {
  // Without a phase OLM has not reconciled it.
  const effect = phase === "" || phase === "Unknown" ? "unknown" : "blocks";
  return { code: "ClusterServiceVersion", effect, about, phase, reason, message, unmet };
}

function makeUnreadRow({ ref: about, outcome, cause }: Lifecycle["unseen"][number]): UpgradeRow {
  return { code: "IncompleteReading", effect: "unknown", about, outcome, verb: "list", cause };
}

/**
 * Whether a must-gather lacks an object of OLM that need not exist, because nothing shows that OLM installed the operator.
 * Of a live cluster the object would have been requested.
 */
function isUncollected({ outcome, expected }: Lifecycle["unseen"][number], { kind }: Source): boolean {
  return outcome === "unread" && !expected && kind === "must-gather";
}

/**
 * The row where the operator, an override, or OLM's outdated copy refuses the upgrade. An override that permits what the
 * operator refuses does not help: the row still blocks and shows both.
 */
function listOperatorConditionRows(condition: Lifecycle["operatorCondition"]): readonly UpgradeRow[] {
  if (condition === undefined) return [];
  const { about, override, status, outdated, observedGeneration, generation } = condition;
  const statuses = override === undefined ? [status] : [status, override.status];
  if (statuses.every((each) => each === "True") && outdated === undefined) return [];
  const effect = statuses.includes("False") ? "blocks" : "unknown";
  const { reason, message } = override !== undefined && override.status !== "True" ? override : condition;
  const copy = definedFields({ override: override?.status, outdated, observedGeneration, generation });
  return [{ code: "OperatorCondition", effect, about, status, reason, message, ...copy }];
}
