import { findLogSource } from "../../model/log-source.ts";
import type { Ref } from "../../model/object.ts";
import type { NextStep, ReportNode } from "../../model/report.ts";
import { checkAccess, describeObject, listEvents, showDeploymentLog, showLog } from "../core/words/next-step.ts";
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

/** The deepest object of a trail. A container is no object: its Pod is. */
export function aboutOf(trail: CauseTrail): Ref {
  const above = trail.at(-2);
  return deepestNode(trail).role === "container" && above !== undefined ? above.ref : deepestNode(trail).ref;
}

function stepsOfNode({ ref, outcome, facts }: ReportNode, root: Ref): readonly NextStep[] {
  switch (outcome) {
    case "forbidden":
      return checkAccess("get", ref, ref);
    // An absent object cannot be described: its operator's log and the events beside it may give the reason.
    case "absent":
      return [
        ...(facts["createdBy"] === undefined ? [] : showDeploymentLog(ref, facts["createdBy"])),
        ...listEvents(root),
      ];
    case "noSuchKind":
      return listEvents(root);
    case "found":
    case "unread":
      return describeObject(ref);
  }
}
