import { nodesOnPath } from "./cause/cause-path.ts";
import type { ContainerPlace } from "./container-log.ts";
import { definedFields } from "./defined-fields.ts";
import type { Ref } from "./object.ts";
import type { Cause, ReportNode } from "./report.ts";

/** What `kubectl logs` needs to show the most informative log. */
export interface LogSource extends ContainerPlace {
  /** The log of the previous start. */
  readonly isPrevious: boolean;
}

/** The log of a container of `pod`; undefined where it never ran. */
export function findLogSource({ label, facts, trouble }: ReportNode, { namespace, name }: Ref): LogSource | undefined {
  if (neverRan.test(facts["waiting"] ?? trouble?.reason ?? "")) return undefined;
  // A container that waits for its next start has only the log of the last one.
  const isPrevious = (facts["restarts"] ?? "0") !== "0";
  return { ...definedFields({ namespace }), pod: name, container: label, isPrevious };
}

/** The log that explains a cause. Undefined where the path of the cause does not end in a container that ran. */
export function findCauseLog(root: ReportNode, cause: Pick<Cause, "path" | "about">): LogSource | undefined {
  const nodes = [root, ...nodesOnPath(root, cause)];
  const [pod, container] = nodes.slice(-2);
  if (nodes.length !== cause.path.length || container?.role !== "container") return undefined;
  return pod?.ref.name === cause.about.name ? findLogSource(container, cause.about) : undefined;
}

/** Waiting reasons of a container that never ran: it has no log. */
const neverRan = /Image|CreateContainer|ContainerCreating|PodInitializing|RunContainer/;
