import { definedFields } from "../../model/defined-fields.ts";
import { isBuiltInKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isMissing, type Lookup } from "../../model/snapshot.ts";
import { compareVerdicts, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { hasRule } from "../core/kind-rules.ts";
import { evaluateLastingDeletion, makeTrouble, markCutObjectUnknown } from "../core/object-health.ts";
import { coreObjectNode } from "../core/workload-tree.ts";
import { evaluateConditions, findSummaryMeaning, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { findKindRow } from "../evaluation/kind-rows.ts";
import { makePlainNode, makeMissingNode as missing } from "../evaluation/plain-node.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateCustom } from "./custom-verdict.ts";
import { addLastingState } from "./lasting-states.ts";
import { addLeavingMachines, addStrandedMachines } from "./leaving-machines.ts";
import { findMigrationQueue } from "./migration-queue.ts";
import { normalizeStatuses } from "./nested-conditions.ts";
import { addFailedVolume } from "./paused-by-volume.ts";
import { addRefusedSource } from "./refused-sources.ts";
import { addFailedProvisioning, addWaitingVolume } from "./waiting-volumes.ts";

/** What the evaluation of one object by itself needs. */
type NodeContext = Pick<EvaluationContext, "polarities" | "kinds" | "takenAt" | "source">;

/**
 * The node of one object by what is known of its kind. Built-in kinds go by their rules, with everything below them.
 * All others go by the polarity of their conditions.
 */
export function makeObjectNode(
  object: KubeObject,
  index: ObjectIndex,
  context: NodeContext,
  role: ReportNode["role"],
): ReportNode {
  if (!hasRule(object.ref)) {
    const isThereOnly =
      isBuiltInKind(object.ref) && conditionsAt(object).shape === "absent" && !isOlderThanSpec(object, []);
    if (isThereOnly) return makePresentNode(object, role, context);
    const custom = withQueue(customNode(object, context, role), object, index);
    return addLastingState(custom, object, index, context.takenAt);
  }
  const own = coreObjectNode(object, index, context.takenAt, role);
  const adding = [
    addFailedVolume,
    addWaitingVolume,
    addLeavingMachines,
    addStrandedMachines,
    addFailedProvisioning,
    addRefusedSource,
    addLastingState,
  ];
  const node = adding.reduce((each, add) => add(each, object, index, context.takenAt), own);
  return context.polarities.length === 0 ? node : withPolarities(node, object, context);
}

/** Adds to the node of a migration that it waits for others. */
function withQueue(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const queue = findMigrationQueue(object, index);
  return queue === undefined ? node : { ...node, trouble: makeTrouble("Pending", queue, object.createdAt) };
}

/** Adds the user's polarities to a node whose kind has a rule: the worse verdict counts. */
function withPolarities(node: ReportNode, object: KubeObject, { polarities }: NodeContext): ReportNode {
  const conditions = evaluateConditions(genericProfile, object, conditionsAt(object).conditions, true, polarities);
  const configured = conditions.filter((condition) => condition.polarityFrom !== undefined);
  const verdicts = configured.map(({ polarity, status }) => verdictByPolarity(polarity, status));
  const { verdict, ownVerdict } = node;
  return {
    ...node,
    conditions,
    verdict: worstVerdict([verdict, ...verdicts]),
    ownVerdict: worstVerdict([ownVerdict, ...verdicts]),
  };
}

/**
 * The node of a custom resource: the worst of its conditions by their polarity. It is unknown if none has a known
 * polarity. It is at least progressing while its status is out of date or it is being deleted, and
 * degraded if that takes more than an hour. It is unknown where the input does not show how long its deletion takes.
 */
function customNode(
  object: KubeObject,
  { polarities, kinds, takenAt, source }: NodeContext,
  role: ReportNode["role"],
): ReportNode {
  const own = normalizeStatuses(valueAt(object.status, "conditions"));
  const read = conditionsAt({ ...object, status: { ...toRecord(object.status), conditions: own } }).conditions;
  const judged = evaluateConditions(genericProfile, object, read, true, polarities);
  const stale = isOlderThanSpec(object, read);
  const row = findKindRow(object.ref, kinds);
  const { verdict, conditions, facts, trouble } = evaluateCustom(object, judged, { takenAt, row, isStale: stale });
  const lasting = evaluateLastingDeletion(object, { takenAt, source });
  const deletion = lasting?.verdict ?? verdictOfDeletion(object, stale);
  const node = makeBareNode(object, role, worstVerdict([verdict, deletion]));
  const why = compareVerdicts(verdict, deletion) > 0 ? (lasting?.trouble ?? trouble) : trouble;
  const explained = definedFields({ trouble: why });
  return markCutObjectUnknown(object, {
    ...node,
    conditions,
    ...findSummaryMeaning(conditions),
    stale,
    facts,
    ...explained,
  });
}

/**
 * The node of an object whose existence is all that counts, such as a ConfigMap. Also for an object of which only
 * metadata was read.
 */
export function makePresentNode(
  object: KubeObject,
  role: ReportNode["role"],
  context: Pick<NodeContext, "takenAt" | "source">,
): ReportNode {
  const deletion = evaluateLastingDeletion(object, context);
  if (deletion === undefined) return makeBareNode(object, role, verdictOfDeletion(object, false));
  return { ...makeBareNode(object, role, deletion.verdict), trouble: deletion.trouble };
}

/** The node of an object that was not found: unavailable if it is certainly absent, otherwise unknown. */
export function makeMissingObjectNode(lookup: Lookup, role: ReportNode["role"]): ReportNode {
  const isGone = isMissing(lookup);
  return missing(lookup, role, isGone ? "unavailable" : "unknown");
}

function makeBareNode({ ref, deletedAt }: KubeObject, role: ReportNode["role"], verdict: Verdict): ReportNode {
  return makePlainNode({ role, label: ref.name, ref, outcome: "found", verdict, deleting: deletedAt !== undefined });
}

function verdictOfDeletion({ deletedAt }: KubeObject, stale: boolean): Verdict {
  return stale || deletedAt !== undefined ? "progressing" : "healthy";
}
