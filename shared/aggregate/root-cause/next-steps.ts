import type { LastingState, RefusedCertificate } from "../../model/cause/observation.ts";
import { hasReasonBeyondCounts, scaledToZero } from "../../model/cause/trouble.ts";
import { isSameKind } from "../../model/kind.ts";
import { findLogSource } from "../../model/log-source.ts";
import {
  describeObject,
  listAwaited,
  listEndpointSlices,
  listEvents,
  listInstancesOn,
  listPods,
  listPodsOn,
  type NextStep,
  scaleUp,
  showBundle,
  showDeploymentLog,
  showLog,
} from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { textAt } from "../../parse/json-value.ts";
import { persistentVolumeClaims, replicaSets } from "../../profiles/core-kinds.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { dataVolumes, machineInstances, migrations } from "../../profiles/virtual-machines.ts";
import { workloadRows } from "../../tables/workloads.ts";
import { listPodsOfWorkload, podLabelsOfWorkload } from "../core/pod-lists.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";
import { homeNamespaceOf, stepsOfComponent, stepsOfOperatorLog, stepsOfPermissions } from "./component-steps.ts";
import { serviceOf } from "./refused-certificates.ts";
import { stepsOfApi, stepsOfPodsBehind } from "./service-steps.ts";

/**
 * The commands that show more about the deepest object of a trail, the most telling first. For an object that does not
 * exist they list the events of the root's namespace, and for one that is forbidden they print the permissions that the
 * kind of the root needs.
 */
export function stepsOfTrail(trail: CauseTrail, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const node = deepestNode(trail);
  return node.role === "container" ? stepsOfContainer(node, objectOfTrail(trail)) : stepsOfNode(node, root, index);
}

/** The log of a container, and its Pod. The log of one that was killed for its memory does not show that, its Pod does. */
function stepsOfContainer(container: ReportNode, pod: Ref): readonly NextStep[] {
  const source = findLogSource(container, pod);
  const described = describeObject(pod);
  if (source === undefined) return described;
  const log = showLog(pod, source.container, source.isPrevious);
  return container.facts["reason"] === "OOMKilled" ? [...described, ...log] : [...log, ...described];
}

/** The deepest object of a trail. A container is no object of the cluster, so its Pod counts. */
export function objectOfTrail(trail: CauseTrail): Ref {
  const deepest = deepestNode(trail);
  const above = trail.at(-2);
  return deepest.role === "container" && above !== undefined ? above.ref : deepest.ref;
}

/** The commands for an object that is no container, by whether and how it was found. */
function stepsOfNode(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, outcome, facts, role } = node;
  switch (outcome) {
    case "forbidden":
      // The reader may read the root, which reports about its components.
      return role === "component" ? [...stepsOfPermissions(root), ...describeObject(root)] : stepsOfPermissions(root);
    case "absent": {
      // An absent object cannot be described: its operator's log and the events beside it may give the reason.
      const { createdBy } = facts;
      const events = listEvents(root);
      if (createdBy === undefined) return events;
      return [...showDeploymentLog(homeNamespaceOf(ref, root), createdBy, "absent"), ...events];
    }
    case "noSuchKind":
      return listEvents(root);
    case "unread":
      return describeObject(ref);
    case "found":
      if (isWorkload(ref)) return stepsOfWorkload(node, root, index);
      if (node.trouble?.observed?.code === "paused-by-volume") return stepsOfPause(ref, node.trouble.observed.claim);
      if (node.trouble?.observed?.code === "cordoned" && hasInstances(ref, index))
        return [...listInstancesOn(ref), ...describeObject(ref)];
      if (node.trouble?.observed?.code === "state-lasts") return stepsOfLastingState(ref, node.trouble.observed);
      if (node.trouble?.observed?.code === "driver-not-registered") return [...listPodsOn(ref), ...describeObject(ref)];
      if (node.trouble?.observed?.code === "no-valid-certificate") return showBundle(ref);
      if (node.trouble?.observed?.code === "certificate-refused")
        return stepsOfRefusal(ref, node.trouble.observed, index);
      if (node.trouble?.observed?.code === "no-endpoints")
        return [...describeObject(ref), ...listEndpointSlices(ref, ref.name)];
      if (role === "component") return stepsOfComponent(node, root, index);
      return ref.kind === "APIService" ? stepsOfApi(node, index) : describeObject(ref);
  }
}

/**
 * The commands for a certificate that the API server did not accept: its bundle, and of a valid bundle the Pods that serve
 * the certificate. Of a bundle without a valid certificate the log of the operator that should replace it.
 */
function stepsOfRefusal(ref: Ref, { host, component, isBundleValid }: RefusedCertificate, index: ObjectIndex) {
  const bundle = ref.kind === "Service" ? [] : showBundle(ref);
  const service = serviceOf(host);
  if (service === undefined) return bundle;
  if (isBundleValid !== false) return [...bundle, ...stepsOfPodsBehind(service, index)];
  const row = workloadRows.find((each) => each.component === component);
  return row === undefined ? bundle : [...bundle, ...stepsOfOperatorLog(row, service, index, "unfinished")];
}

/** Whether virtual machines on a Node were read, which a drain of the node has to move or to stop. */
function hasInstances(node: Ref, index: ObjectIndex): boolean {
  return index.all(machineInstances).some(({ status }) => textAt(status, "nodeName") === node.name);
}

/** The commands for an object that is on its way for too long: what it may wait for comes first. */
function stepsOfLastingState(ref: Ref, { unbound, missing }: LastingState): readonly NextStep[] {
  if (missing === migrations.kind) return [...listAwaited([migrations], ref), ...describeObject(ref)];
  if (missing === undefined && unbound === undefined) return describeObject(ref);
  return [...listAwaited([dataVolumes, persistentVolumeClaims], ref), ...describeObject(ref)];
}

/** The commands for a virtual machine that is paused because of a volume: the claim shows the class and the driver. */
function stepsOfPause(machine: Ref, claim: string | undefined): readonly NextStep[] {
  const { namespace = "" } = machine;
  const described = describeObject({ ...machine, namespace });
  if (claim === undefined) return described;
  const { group, kind } = persistentVolumeClaims;
  return [...describeObject({ group, kind, namespace, name: claim }), ...described];
}

function isWorkload(ref: Ref): boolean {
  return [...workloadKinds, replicaSets].some((each) => isSameKind(each, ref));
}

/**
 * The commands for a workload whose Pods explain nothing, or were not read. Its description shows only the counts, unless
 * its controller could not create Pods. So where neither a reason nor a Pod is known, the list of its Pods comes first.
 */
function stepsOfWorkload(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, trouble } = node;
  const described = describeObject(ref);
  if (trouble?.reason === scaledToZero)
    return ref.kind === "Deployment" ? [...described, ...scaleUp(ref, ref.name)] : described;
  const object = foundObject(index.find(ref));
  if (object === undefined) return described;
  if (listPodsOfWorkload(object, index).outcome === "forbidden") return [...stepsOfPermissions(root), ...described];
  const selector = [...podLabelsOfWorkload(object)].map(([key, value]) => `${key}=${value}`).join();
  const isExplained = hasReasonBeyondCounts(node) || node.children.some(hasPod);
  return isExplained || selector === "" ? described : [...listPods(ref, selector), ...described];
}

function hasPod({ role, children }: ReportNode): boolean {
  return role === "pod" || children.some(hasPod);
}
