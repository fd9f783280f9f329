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
import { makeCoreObjectNode } from "../core/workload-tree.ts";
import { evaluateConditions, findSummaryMeaning, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { findKindRow } from "../evaluation/kind-rows.ts";
import { makePlainNode, makeMissingNode as missing } from "../evaluation/plain-node.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { addAwaitedMigration } from "./awaited-migrations.ts";
import { evaluateCustom } from "./custom-verdict.ts";
import { addExportUsers, addMissingClaim } from "./export-users.ts";
import { addLastingState, addStateStart } from "./lasting-states.ts";
import { addLeavingMachines, addStrandedMachines } from "./leaving-machines.ts";
import { findMigrationQueue } from "./migration-queue.ts";
import { normalizeStatuses } from "./nested-conditions.ts";
import { addFailedVolume } from "./paused-by-volume.ts";
import { addPausedGuest } from "./paused-guests.ts";
import { addRefusedSource } from "./refused-sources.ts";
import { addUnmadeClaim } from "./unmade-claims.ts";
import { addVolumeNode } from "./volume-nodes.ts";
import { addFailedProvisioning, addWaitingVolume } from "./waiting-volumes.ts";
import { addInvalidBundle } from "./webhook-bundles.ts";

/** What the evaluation of one object by itself needs. */
type NodeContext = Pick<EvaluationContext, "polarities" | "kinds" | "takenAt" | "source">;

/** Functions that add what only other objects say about an object. Each returns the nodes of other kinds unchanged. */
const observationsOfOtherObjects = [
  addPausedGuest,
  addFailedVolume,
  addWaitingVolume,
  addLeavingMachines,
  addStrandedMachines,
  addFailedProvisioning,
  addUnmadeClaim,
  addVolumeNode,
  addRefusedSource,
  addStateStart,
  addLastingState,
  addAwaitedMigration,
] as const;

/**
 * The node of one object by what is known of its kind:
 * 1. A kind with a rule: by the rule, with everything below the object (Deployment -> Pods -> containers).
 * 2. A built-in kind without a rule and without conditions, such as a ConfigMap: healthy, because it exists. A webhook
 *    configuration is degraded if the API server can accept no certificate of a webhook.
 * 3. Any other kind: by its conditions and the words and counts of its status.
 */
export function makeObjectNode(
  object: KubeObject,
  index: ObjectIndex,
  context: NodeContext,
  role: ReportNode["role"],
): ReportNode {
  if (!hasRule(object.ref)) {
    const onlyExists =
      isBuiltInKind(object.ref) && conditionsAt(object).shape === "absent" && !isOlderThanSpec(object, []);
    if (onlyExists) return addInvalidBundle(makePresentNode(object, role, context), object, context);
    const queuedNode = addQueue(makeCustomNode(object, context, role), object, index);
    const customNode = addMissingClaim(addExportUsers(queuedNode, object, index), object);
    return addLastingState(customNode, object, index, context.takenAt);
  }
  let node = makeCoreObjectNode(object, index, context.takenAt, role);
  for (const addObservation of observationsOfOtherObjects) {
    node = addObservation(node, object, index, context.takenAt);
  }
  return context.polarities.length === 0 ? node : addPolarities(node, object, context);
}

/** Adds to the node of a migration that it waits for other migrations. Any other node is returned unchanged. */
function addQueue(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const queue = findMigrationQueue(object, index);
  return queue === undefined ? node : { ...node, trouble: makeTrouble("Pending", queue, object.createdAt) };
}

/** Adds the polarities that a user has set to a node whose kind has a rule. The worst verdict counts. */
function addPolarities(node: ReportNode, object: KubeObject, { polarities }: NodeContext): ReportNode {
  const conditions = evaluateConditions(genericProfile, object, conditionsAt(object).conditions, { polarities });
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
 * The node of a custom resource. Its verdict is the worst of two:
 * - that of its status, see {@link evaluateCustom},
 * - progressing while its status is out of date or it is being deleted. A deletion is degraded after an hour, and unknown
 *   where the input does not show how long it takes.
 */
function makeCustomNode(
  object: KubeObject,
  { polarities, kinds, takenAt, source }: NodeContext,
  role: ReportNode["role"],
): ReportNode {
  const normalizedStatus = {
    ...toRecord(object.status),
    conditions: normalizeStatuses(valueAt(object.status, "conditions")),
  };
  const reportedConditions = conditionsAt({ ...object, status: normalizedStatus }).conditions;
  const evaluated = evaluateConditions(genericProfile, object, reportedConditions, { polarities });
  const stale = isOlderThanSpec(object, reportedConditions);
  const row = findKindRow(object.ref, kinds);
  const health = evaluateCustom(object, evaluated, { takenAt, row, isStale: stale });
  const deletion = evaluateLastingDeletion(object, { takenAt, source });
  const deletionVerdict = deletion?.verdict ?? verdictOfDeletion(object, stale);
  const isDeletionWorse = compareVerdicts(health.verdict, deletionVerdict) > 0;
  const trouble = isDeletionWorse ? (deletion?.trouble ?? health.trouble) : health.trouble;
  return markCutObjectUnknown(object, {
    ...makeBareNode(object, role, worstVerdict([health.verdict, deletionVerdict])),
    conditions: health.conditions,
    ...findSummaryMeaning(health.conditions),
    stale,
    facts: health.facts,
    ...definedFields({ trouble }),
  });
}

/** The node of an object of which only the existence counts, such as a ConfigMap, or of which only metadata was read. */
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
  return missing(lookup, role, isMissing(lookup) ? "unavailable" : "unknown");
}

function makeBareNode({ ref, deletedAt }: KubeObject, role: ReportNode["role"], verdict: Verdict): ReportNode {
  return makePlainNode({ role, label: ref.name, ref, outcome: "found", verdict, deleting: deletedAt !== undefined });
}

function verdictOfDeletion({ deletedAt }: KubeObject, stale: boolean): Verdict {
  return stale || deletedAt !== undefined ? "progressing" : "healthy";
}
