import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { dataVolumes } from "../../profiles/virtual-machines.ts";
import { makeTrouble } from "../core/object-health.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listEventsAbout } from "../snapshot/warning-events.ts";

/**
 * The reasons of CDI's events that say why it makes no claim for a DataVolume, and that hold until a person changes the
 * DataVolume, its StorageProfile or the claim of the same name. CDI retries after a quota (`ErrExceededQuota`) and after the
 * source of a copy (`CloneWithoutSource`) by itself (kubevirt/containerized-data-importer pkg/controller/datavolume/util.go,
 * renderPvcSpecVolumeModeAndAccessModesAndStorageClass; controller-base.go, validatePVC; pvc-clone-controller.go,
 * validateCloneAndSourcePVC).
 */
const finalReasons: ReadonlySet<string> = new Set(["ErrClaimNotValid", "ErrResourceExists", "CloneValidationFailed"]);

/**
 * Makes the node of a DataVolume without a claim degraded if an event says why CDI makes none, as its conditions do in some
 * releases only. Any other node is returned unchanged.
 */
export function addUnmadeClaim(node: ReportNode, dataVolume: KubeObject, index: ObjectIndex): ReportNode {
  const { ref, status, createdAt } = dataVolume;
  const phase = textAt(status, "phase");
  const isPending = node.verdict === "progressing" && (phase === "" || phase === "Pending");
  if (!isSameKind(ref, dataVolumes) || !isPending) return node;
  const bound = conditionOf(dataVolume, "Bound");
  // An event may be older than the claim.
  if (bound !== undefined && bound.reason !== "NotFound") return node;
  const refusal = listEventsAbout([ref], index).find(({ reason }) => finalReasons.has(reason));
  if (refusal === undefined) return node;
  const trouble = makeTrouble(refusal.reason, refusal.message, bound?.since ?? createdAt);
  return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
}
