import { nodesOnPath } from "../model/cause/cause-path.ts";
import { lastConditionOfType } from "../model/condition.ts";
import type { ContainerLog, ContainerPlace } from "../model/container-log.ts";
import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import { type GroupKind, isSameKind } from "../model/kind.ts";
import { findCauseLog } from "../model/log-source.ts";
import type { Ref } from "../model/object.ts";
import type { Cause, Report, ReportNode, RootNode } from "../model/report.ts";
import { componentOf } from "../profiles/hco/upgradeable.ts";
import { explainLog } from "./explaining-lines.ts";

/** The log of a container to read. */
export interface LogRequest extends ContainerPlace {
  /** Whether it is the log of the run before the present one. */
  readonly isPrevious: boolean;
}

/** The logs to read for a Report, and the excerpts that the Report itself has. */
export interface LogPlan {
  readonly requests: readonly LogRequest[];
  readonly knownLogs: readonly ContainerLog[];
}

/** The most containers whose logs are read for one Report. */
const maxContainers = 5;

/**
 * The serial console of a virtual machine, which belongs to the owner of the machine and is never read (kubevirt/kubevirt
 * pkg/virt-controller/services/template.go).
 */
const guestConsole = "guest-console-log";

/**
 * Plans the logs that explain the causes of a Report, the worst cause first. For each container:
 *   1. Its termination message, if it wrote one, is used instead of its log.
 *   2. No log is requested from a node that is not ready.
 *   3. The log of any other container is requested.
 * @param isNamed whether the user named a root. Below other roots only the logs of operators are read.
 */
export function planLogs({ roots }: Pick<Report, "roots">, isNamed: (ref: Ref) => boolean = () => false): LogPlan {
  const requests = new Map<string, LogRequest>();
  const knownLogs: ContainerLog[] = [];
  for (const root of roots.filter(({ verdict }) => verdict !== "healthy")) {
    for (const cause of root.causes) {
      const source = findCauseLog(root, cause);
      if (source === undefined || source.container === guestConsole || requests.size >= maxContainers) continue;
      if (!isNamed(root.ref) && !isOfOperator(root, cause)) continue;
      const { namespace, pod, container } = source;
      const containerPlace = { ...definedFields({ namespace }), pod, container };
      const terminationExcerpt = explainLog(readLastMessage(root, cause));
      if (terminationExcerpt !== undefined) {
        knownLogs.push({ ...containerPlace, from: "termination-message", ...terminationExcerpt });
      } else if (!isOnLostNode(root, cause)) {
        const isPrevious = isRunningAgain(root, cause);
        requests.set(`${namespace}/${pod}/${container}`, { ...containerPlace, isPrevious });
      }
    }
  }
  return { requests: [...requests.values()], knownLogs };
}

/** Returns whether the user named an object, for {@link planLogs}. A name without a namespace means any namespace. */
export function namesObject(namedObjects: readonly NamedObject[]): (ref: Ref) => boolean {
  return (ref) =>
    namedObjects.some(
      ({ name, kind, namespace }) =>
        name === ref.name && isSameKind(kind, ref) && (namespace === undefined || namespace === ref.namespace),
    );
}

/** What a user names: an object, or without a name a kind. */
interface NamedObject {
  readonly kind: GroupKind;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** Whether the container of a cause belongs to a workload of HyperConverged or of one of its components. */
function isOfOperator(root: RootNode, cause: Cause): boolean {
  const isOperator = families[root.profile].operatorPods !== undefined || componentOf(root.ref) !== undefined;
  return isOperator && nodesOnPath(root, cause).some(({ role }) => role === "workload");
}

function findContainer(root: RootNode, cause: Cause): ReportNode | undefined {
  return nodesOnPath(root, cause).at(-1);
}

/** The message that the container of a cause wrote when it ended. Empty if there is none. */
function readLastMessage(root: RootNode, cause: Cause): string {
  const observed = findContainer(root, cause)?.trouble?.observed;
  return observed !== undefined && "message" in observed ? observed.message : "";
}

/**
 * Whether the run that failed is the one before the present one. The kubelet returns the run that ended for a container
 * that waits for its next one (kubernetes/kubernetes pkg/kubelet/kubelet_pods.go, validateContainerLogStatus).
 */
function isRunningAgain(root: RootNode, cause: Cause): boolean {
  const { trouble, facts = {} } = findContainer(root, cause) ?? {};
  const code = trouble?.observed?.code;
  return code === "unready-since-exit" || (code === "last-exit" && facts["waiting"] === undefined);
}

/** Whether the node of the container is not ready. The server would wait for the log until the kubelet responds. */
function isOnLostNode(root: RootNode, cause: Cause): boolean {
  const pod = nodesOnPath(root, cause).at(-2);
  const nodes = pod?.children.filter(({ ref, outcome }) => ref.kind === "Node" && outcome === "found") ?? [];
  return nodes.some(({ conditions }) => lastConditionOfType(conditions, "Ready")?.status !== "True");
}
