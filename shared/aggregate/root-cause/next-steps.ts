import { scaledToZero } from "../../model/cause/trouble.ts";
import type { Kind } from "../../model/kind.ts";
import { findLogSource } from "../../model/log-source.ts";
import {
  checkAccess,
  describeObject,
  listEvents,
  type NextStep,
  scaleUp,
  showDeploymentLog,
  showLog,
} from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { listPodsOfWorkload } from "../core/pod-lists.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";

/**
 * The commands that show more about the deepest object of a trail, the most telling first. `root` is the place of the
 * events of an object that does not exist.
 */
export function stepsOfTrail(trail: CauseTrail, root: Ref): readonly NextStep[] {
  const node = deepestNode(trail);
  if (node.role !== "container") return stepsOfNode(node, root);
  const pod = aboutOf(trail);
  const logs = findLogSource(node, pod);
  const described = describeObject(pod);
  return logs === undefined ? described : [...showLog(pod, logs.container, logs.isPrevious), ...described];
}

/**
 * The steps with a check of the missing permission, where what would explain an object may not be listed: first the Pods
 * of a workload, and after its own conditions the workloads of a component. `home`: the namespace of the workloads of a
 * component that nothing below it explains.
 */
export function withAccessCheck(
  steps: readonly NextStep[],
  about: Ref,
  home: Pick<Ref, "namespace"> | undefined,
  index: ObjectIndex,
): readonly NextStep[] {
  const isWorkload = [...workloadKinds, replicaSets].some(
    ({ group, kind }) => group === about.group && kind === about.kind,
  );
  if (isWorkload) return [...accessToPods(about, index), ...steps];
  return home === undefined ? steps : [...steps, ...workloadAccess(home, index)];
}

/** The check of the first kind of workload that may not be listed in the namespace, if there is one. */
export function workloadAccess(home: Pick<Ref, "namespace">, index: ObjectIndex): readonly NextStep[] {
  return workloadKinds.flatMap((kind) => accessTo(kind, home, index)).slice(0, 1);
}

/** The check whether the pods of a workload may be listed, where they may not. */
function accessToPods(about: Ref, index: ObjectIndex): readonly NextStep[] {
  const lookup = index.find(about);
  if (lookup.outcome !== "found") return accessTo(podKind, about, index);
  return listPodsOfWorkload(lookup.object, index).outcome === "forbidden" ? checkAccess("list", podKind, about) : [];
}

function accessTo({ group, kind }: Kind, place: Pick<Ref, "namespace">, index: ObjectIndex): readonly NextStep[] {
  const { outcome } = index.list({ group, kind, namespace: place.namespace ?? "" });
  return outcome === "forbidden" ? checkAccess("list", { group, kind }, place) : [];
}

/** The deepest object of a trail. A container is no object: its Pod is. */
export function aboutOf(trail: CauseTrail): Ref {
  const above = trail.at(-2);
  return deepestNode(trail).role === "container" && above !== undefined ? above.ref : deepestNode(trail).ref;
}

/** The namespace of an object; of a cluster-scoped one, that of the root whose operator creates it. */
function homeOf({ namespace }: Ref, root: Ref): Pick<Ref, "namespace"> {
  return namespace === undefined ? root : { namespace };
}

function stepsOfNode({ ref, outcome, facts, role, trouble }: ReportNode, root: Ref): readonly NextStep[] {
  switch (outcome) {
    case "forbidden":
      // A workload is read by the list of its kind.
      return checkAccess(role === "workload" ? "list" : "get", ref, ref);
    // An absent object cannot be described: its operator's log and the events beside it may give the reason.
    case "absent":
      return [
        ...(facts["createdBy"] === undefined ? [] : showDeploymentLog(homeOf(ref, root), facts["createdBy"], "absent")),
        ...listEvents(root),
      ];
    case "noSuchKind":
      return listEvents(root);
    case "found":
      return trouble?.reason === scaledToZero && ref.kind === "Deployment"
        ? [...scaleUp(ref, ref.name), ...describeObject(ref)]
        : describeObject(ref);
    case "unread":
      return describeObject(ref);
  }
}
