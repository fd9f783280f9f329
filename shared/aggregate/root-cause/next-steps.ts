import { saysWhy, scaledToZero } from "../../model/cause/trouble.ts";
import { isSameKind } from "../../model/kind.ts";
import { findLogSource } from "../../model/log-source.ts";
import {
  describeObject,
  listEvents,
  listPods,
  type NextStep,
  scaleUp,
  showDeploymentLog,
  showLog,
} from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { persistentVolumeClaims, replicaSets } from "../../profiles/core-kinds.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { listPodsOfWorkload, podLabelsOfWorkload } from "../core/pod-lists.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";
import { homeOf, permissionsOf, stepsOfComponent } from "./component-steps.ts";
import { stepsOfApi } from "./service-steps.ts";

/**
 * The commands that show more about the deepest object of a trail, the most telling first. `root`: its namespace is that
 * of the events of an object that does not exist, and its kind that of the permissions to request.
 */
export function stepsOfTrail(trail: CauseTrail, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const node = deepestNode(trail);
  return node.role === "container" ? stepsOfContainer(node, aboutOf(trail)) : stepsOfNode(node, root, index);
}

/** A container that was killed for its memory logs nothing about it: its Pod shows the limit. */
function stepsOfContainer(container: ReportNode, pod: Ref): readonly NextStep[] {
  const logs = findLogSource(container, pod);
  const described = describeObject(pod);
  if (logs === undefined) return described;
  const log = showLog(pod, logs.container, logs.isPrevious);
  return container.facts["reason"] === "OOMKilled" ? [...described, ...log] : [...log, ...described];
}

/** The deepest object of a trail. A container is no object: its Pod is. */
export function aboutOf(trail: CauseTrail): Ref {
  const above = trail.at(-2);
  return deepestNode(trail).role === "container" && above !== undefined ? above.ref : deepestNode(trail).ref;
}

function stepsOfNode(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, outcome, facts, role } = node;
  switch (outcome) {
    case "forbidden":
      // What its root reports about a component may be read.
      return [...permissionsOf(root), ...(role === "component" ? describeObject(root) : [])];
    // An absent object cannot be described: its operator's log and the events beside it may give the reason.
    case "absent":
      return [
        ...(facts["createdBy"] === undefined ? [] : showDeploymentLog(homeOf(ref, root), facts["createdBy"], "absent")),
        ...listEvents(root),
      ];
    case "noSuchKind":
      return listEvents(root);
    case "unread":
      return describeObject(ref);
    case "found":
      if (isWorkload(ref)) return stepsOfWorkload(node, root, index);
      if (node.trouble?.observed?.code === "paused-by-volume") return stepsOfPause(ref, node.trouble.observed.claim);
      if (role === "component") return stepsOfComponent(node, root, index);
      return ref.kind === "APIService" ? stepsOfApi(node, index) : describeObject(ref);
  }
}

/** A guest that is paused because of a volume: its claim shows the class and the driver. */
function stepsOfPause({ namespace = "", ...machine }: Ref, claim: string | undefined): readonly NextStep[] {
  const { group, kind } = persistentVolumeClaims;
  const volume = claim === undefined ? [] : describeObject({ group, kind, namespace, name: claim });
  return [...volume, ...describeObject({ ...machine, namespace })];
}

function isWorkload(ref: Ref): boolean {
  return [...workloadKinds, replicaSets].some((each) => isSameKind(each, ref));
}

/**
 * A workload whose Pods explain nothing, or were not read. Its description has only the counts, unless its controller
 * could create no Pod.
 */
function stepsOfWorkload(node: ReportNode, root: Ref, index: ObjectIndex): readonly NextStep[] {
  const { ref, trouble } = node;
  const described = describeObject(ref);
  if (trouble?.reason === scaledToZero)
    return [...described, ...(ref.kind === "Deployment" ? scaleUp(ref, ref.name) : [])];
  const object = foundObject(index.find(ref));
  if (object === undefined) return described;
  if (listPodsOfWorkload(object, index).outcome === "forbidden") return [...permissionsOf(root), ...described];
  const selector = [...podLabelsOfWorkload(object)].map(([key, value]) => `${key}=${value}`).join();
  const isExplained = saysWhy(node) || node.children.some(hasPod);
  return isExplained || selector === "" ? described : [...listPods(ref, selector), ...described];
}

function hasPod({ role, children }: ReportNode): boolean {
  return role === "pod" || children.some(hasPod);
}
