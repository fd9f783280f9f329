import type { LastingState, Observation, RefusedCertificate } from "../../model/cause/observation.ts";
import { hasReasonBeyondCounts, scaledToZero } from "../../model/cause/trouble.ts";
import type { Condition } from "../../model/condition.ts";
import { isSameKind } from "../../model/kind.ts";
import { findLogSource } from "../../model/log-source.ts";
import {
  describeObject,
  listAwaited,
  listConfigMaps,
  listEndpointSlices,
  listEvents,
  listInstancesOn,
  listPods,
  listPodsOn,
  type NextStep,
  scaleUp,
  showConfigMap,
  showDeploymentLog,
  showLog,
} from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { textAt } from "../../parse/json-value.ts";
import { nodeKind, persistentVolumeClaims, replicaSets, resourceQuotas } from "../../profiles/core-kinds.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { dataVolumes, machineInstances, migrations } from "../../profiles/virtual-machines.ts";
import { workloadRows } from "../../tables/workloads.ts";
import { listPodsOfWorkload, podLabelsOfWorkload } from "../core/pod-lists.ts";
import { listDriverDaemonSets } from "../core/volume-drivers.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listBundleSteps } from "./bundle-steps.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";
import {
  chooseHomeNamespace,
  listComponentSteps,
  listOperatorLogSteps,
  listPermissionSteps,
} from "./component-steps.ts";
import { readServiceOfHost } from "./refused-certificates.ts";
import { listApiSteps, listPodsBehindService } from "./service-steps.ts";

/**
 * The commands that show more about the deepest object of a trail, the most telling first. For an object that does not
 * exist they list the events of the root's namespace, and for one that is forbidden they print the permissions that the
 * kind of the root needs.
 */
export function listTrailSteps(trail: CauseTrail, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const node = deepestNode(trail);
  return node.role === "container"
    ? listContainerSteps(node, findTrailObject(trail))
    : listNodeSteps(node, root, index);
}

/**
 * The commands for a container: its log, then its Pod. For a container that was killed for its memory the Pod comes first,
 * because only the Pod shows that.
 */
function listContainerSteps(container: ReportNode, pod: Ref): readonly NextStep[] {
  const source = findLogSource(container, pod);
  const described = describeObject(pod);
  if (source === undefined) return described;
  const log = showLog(pod, source.container, source.isPrevious);
  return container.facts["reason"] === "OOMKilled" ? [...described, ...log] : [...log, ...described];
}

/** The deepest object of a trail. A container is no object of the cluster, so its Pod counts. */
export function findTrailObject(trail: CauseTrail): Ref {
  const deepest = deepestNode(trail);
  const above = trail.at(-2);
  return deepest.role === "container" && above !== undefined ? above.ref : deepest.ref;
}

/** The commands for an object that is no container, by whether and how it was found. */
function listNodeSteps(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, outcome, facts, role } = node;
  switch (outcome) {
    case "forbidden":
      // The reader may read the root, which reports about its components.
      return role === "component" ? [...listPermissionSteps(root), ...describeObject(root)] : listPermissionSteps(root);
    case "absent": {
      // An absent object cannot be described: its operator's log and the events beside it may give the reason.
      const { createdBy } = facts;
      const events = listEvents(root);
      if (createdBy === undefined) return events;
      return [...showDeploymentLog(chooseHomeNamespace(ref, root), createdBy, "absent"), ...events];
    }
    case "noSuchKind":
      return listEvents(root);
    case "unread":
      return describeObject(ref);
    case "found":
      return listFoundObjectSteps(node, root, index);
  }
}

/** The commands for an object that was read: for a workload, for what the rule of its kind observed, or for its kind. */
function listFoundObjectSteps(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, role } = node;
  if (isWorkload(ref)) return listWorkloadSteps(node, root, index);
  // A list of quotas shows what they allow and how much of that is in use.
  if (isRejectedByQuota(node)) return [...listAwaited([resourceQuotas], ref), ...describeObject(ref)];
  const profile = readStorageProfile(node);
  if (profile !== undefined) return [...describeObject(profile), ...describeObject(ref)];
  const stepsOfObservation = listObservationSteps(node, index);
  if (stepsOfObservation !== undefined) return stepsOfObservation;
  if (role === "component") return listComponentSteps(node, root, index);
  return ref.kind === "APIService" ? listApiSteps(node, index) : describeObject(ref);
}

/**
 * The StorageProfile that lacks what CDI needs for the claim of a DataVolume, as CDI's message names it:
 * `cannot get access mode from StorageProfile nfs` (kubevirt/containerized-data-importer pkg/controller/datavolume/util.go).
 */
function readStorageProfile({ ref, trouble }: ReportNode): Ref | undefined {
  if (!isSameKind(ref, dataVolumes) || trouble?.reason !== "ErrClaimNotValid") return undefined;
  const name = /\bStorageProfile ([a-z0-9][a-z0-9.-]*)$/.exec(trouble.message)?.[1];
  return name === undefined ? undefined : { group: dataVolumes.group, kind: "StorageProfile", name };
}

/** Whether a quota leaves no room for the second Pod that a migration needs. */
function isRejectedByQuota({ ref, conditions }: ReportNode): boolean {
  const isRejection = ({ type, status }: Condition): boolean =>
    type === "migrationRejectedByResourceQuota" && status === "True";
  return isSameKind(ref, migrations) && conditions.some(isRejection);
}

/** The commands for what the rule of an object's kind observed. Undefined for an observation that needs no special commands. */
function listObservationSteps({ ref, trouble }: ReportNode, index: ObjectIndex): readonly NextStep[] | undefined {
  const observed = trouble?.observed;
  switch (observed?.code) {
    case "paused-by-volume":
      return listPausedMachineSteps(ref, observed.claim === undefined ? [] : [observed.claim]);
    case "paused-by-some-volume":
      return listPausedMachineSteps(ref, observed.claims);
    case "cordoned":
      return hasInstances(ref, index) ? [...listInstancesOn(ref), ...describeObject(ref)] : undefined;
    case "state-lasts":
      return listLastingStateSteps(ref, observed);
    case "volume-on-node": {
      const { group, kind } = nodeKind;
      return [...describeObject({ group, kind, name: observed.node }), ...describeObject(ref)];
    }
    case "driver-not-registered":
      return [
        ...listDriverDaemonSets(observed.driver, index).flatMap((daemonSet) => describeObject(daemonSet.ref)),
        ...listPodsOn(ref),
        ...describeObject(ref),
      ];
    case "no-valid-certificate":
      return listBundleSteps(ref, index);
    case "certificate-refused":
      return listRefusedCertificateSteps(ref, observed, index);
    case "source-certificate-refused":
      return listRefusedSourceSteps(ref, observed);
    case "no-endpoints":
      return [...describeObject(ref), ...listEndpointSlices(ref, ref.name)];
    default:
      return undefined;
  }
}

/** The commands for a DataVolume whose source is not trusted: the ConfigMap that it names, else those that it can name. */
function listRefusedSourceSteps(
  dataVolume: Ref,
  { configMap, outcome }: Extract<Observation, { readonly code: "source-certificate-refused" }>,
): readonly NextStep[] {
  const isNamed = configMap !== undefined && outcome !== "absent";
  const configMaps = isNamed ? showConfigMap(configMap, dataVolume) : listConfigMaps(dataVolume);
  return [...configMaps, ...describeObject(dataVolume)];
}

/**
 * The commands for a certificate that the API server did not accept: the bundle, unless a Service stands for it. Next come the
 * Pods that serve the certificate if the bundle is valid, and otherwise the log of the operator that should replace it.
 */
function listRefusedCertificateSteps(
  ref: Ref,
  { host, component, isBundleValid }: RefusedCertificate,
  index: ObjectIndex,
): readonly NextStep[] {
  const bundle = ref.kind === "Service" ? [] : listBundleSteps(ref, index);
  const service = readServiceOfHost(host);
  if (service === undefined) return bundle;
  if (isBundleValid !== false) return [...bundle, ...listPodsBehindService(service, index)];
  const row = workloadRows.find((workloadRow) => workloadRow.component === component);
  return row === undefined ? bundle : [...bundle, ...listOperatorLogSteps(row, service, index, "unfinished")];
}

/** Whether virtual machines were read that run on a Node, so that a drain of it has to move or to stop them. */
function hasInstances(node: Ref, index: ObjectIndex): boolean {
  return index.all(machineInstances).some(({ status }) => textAt(status, "nodeName") === node.name);
}

/** The commands for an object that has been in a passing state for too long: what it may wait for comes first. */
function listLastingStateSteps(ref: Ref, { unbound, missing }: LastingState): readonly NextStep[] {
  if (missing === migrations.kind) return [...listAwaited([migrations], ref), ...describeObject(ref)];
  if (missing === undefined && unbound === undefined) return describeObject(ref);
  return [...listAwaited([dataVolumes, persistentVolumeClaims], ref), ...describeObject(ref)];
}

/**
 * The commands for a virtual machine that is paused because of a volume: the claim, which names the class, comes first. Where
 * one of several claims has failed they are listed.
 */
function listPausedMachineSteps(machine: Ref, claims: readonly string[]): readonly NextStep[] {
  const { namespace = "" } = machine;
  const described = describeObject({ ...machine, namespace });
  const [claim, ...otherClaims] = claims;
  if (claim === undefined) return described;
  if (otherClaims.length > 0) return [...listAwaited([persistentVolumeClaims], machine), ...described];
  const { group, kind } = persistentVolumeClaims;
  return [...describeObject({ group, kind, namespace, name: claim }), ...described];
}

function isWorkload(ref: Ref): boolean {
  return [...workloadKinds, replicaSets].some((kind) => isSameKind(kind, ref));
}

/**
 * The commands for a workload whose Pods explain nothing, or were not read: its description, and before or after that
 * 1. for a Deployment without replicas the command that scales it up,
 * 2. for Pods that may not be listed the permissions,
 * 3. the list of its Pods, if neither a reason nor a Pod is known. A description would then show only the counts.
 */
function listWorkloadSteps(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, trouble } = node;
  const described = describeObject(ref);
  if (trouble?.reason === scaledToZero) {
    return ref.kind === "Deployment" ? [...described, ...scaleUp(ref, ref.name)] : described;
  }
  const workload = foundObject(index.find(ref));
  if (workload === undefined) return described;
  if (listPodsOfWorkload(workload, index).outcome === "forbidden") return [...listPermissionSteps(root), ...described];
  if (hasReasonBeyondCounts(node) || node.children.some(hasPod)) return described;
  const selector = [...podLabelsOfWorkload(workload)].map(([key, value]) => `${key}=${value}`).join();
  return selector === "" ? described : [...listPods(ref, selector), ...described];
}

/** Whether a Pod is in the tree of a node. */
function hasPod({ role, children }: ReportNode): boolean {
  return role === "pod" || children.some(hasPod);
}
