import type { Ref } from "../model/object.ts";
import type { Node } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import { evidenceText } from "./words-cause.ts";

/** What stands as evidence where an object has no words of its own. */
export function outcomeEvidence(outcome: Outcome | "no-conditions" | "no-available", ref: Ref): string {
  const place = ref.namespace === undefined ? "" : ` in namespace ${ref.namespace}`;
  switch (outcome) {
    case "absent":
      return `${ref.kind} ${ref.name} does not exist${place}`;
    case "noSuchKind":
      return `kind ${ref.kind} is not installed`;
    case "forbidden":
      return `not allowed to read ${ref.kind} ${ref.name}`;
    case "unread":
      return `${ref.kind} ${ref.name} was not read`;
    case "no-conditions":
      return "reports no conditions";
    case "no-available":
      return "reports no Available condition";
    case "found":
      return "no reason given";
  }
}

/** A workload by its replicas, and what its controller could not do: `Deployment cdi-deployment 0/1 ready`. */
export function workloadEvidence(node: Pick<Node, "ref" | "facts" | "trouble">): string {
  const { ref, trouble } = node;
  const state = `${ref.kind} ${ref.name} ${readyWords(node)}`;
  return saysWhy(node) && trouble !== undefined ? `${state}: ${evidenceText(trouble)}` : state;
}

/** `0/1 ready`. */
export function readyWords({ facts }: Pick<Node, "facts">): string {
  return facts["ready"] === undefined ? "has not said how it is" : `${facts["ready"]} ready`;
}

/** A workload's trouble that its replica counts do not say already. */
export function saysWhy({ trouble }: Pick<Node, "trouble">): boolean {
  return trouble !== undefined && !isCounted(trouble.reason);
}

/** A reason that only says that replicas are missing. */
export function isCounted(reason: string): boolean {
  return counted.has(reason);
}

const counted: ReadonlySet<string> = new Set([
  "MinimumReplicasUnavailable",
  "LessAvailable",
  "LessUpdated",
  "ScaledToZero",
]);

/** The object that explains: `container cdi-controller in CrashLoopBackOff (exit 1, 7 restarts)`, `Pod x Unschedulable: ...`. */
export function troubleEvidence(node: Node): string {
  const name = node.role === "container" ? containerName(node) : `${node.ref.kind} ${node.ref.name}`;
  const { trouble } = node;
  if (trouble === undefined) return `${name} ${node.verdict}`;
  const { reason, message } = trouble;
  if (node.role !== "container") return `${name} ${evidenceText({ reason, message })}`;
  const numbers = containerNumbers(node);
  // A reason of ours is a name for what the message says.
  if (node.facts["waiting"] === undefined && numbers.length === 0)
    return `${name}: ${message === "" ? reason : evidenceText({ reason: "", message })}`;
  const aside = numbers.length === 0 ? "" : ` (${numbers.join(", ")})`;
  // What was counted says more than the kubelet's `back-off 5m0s restarting failed container`.
  const words = numbers.length > 0 || message.trim() === "" ? "" : `: ${evidenceText({ reason: "", message })}`;
  return `${name} in ${reason}${aside}${words}`;
}

/** `OOMKilled`, `exit 137`, `SIGKILL`, `7 restarts`: what the kubelet says of a container that failed. */
export function containerNumbers({ facts, trouble }: Pick<Node, "facts" | "trouble">): readonly string[] {
  const { exitCode, signal, reason = "Error", restarts = "0" } = facts;
  const isTold = reason === "Error" || reason === "Completed" || reason === trouble?.reason;
  return [
    ...(isTold ? [] : [reason]),
    ...(exitCode === undefined ? [] : [`exit ${exitCode}`]),
    ...(signal === undefined || !isTold ? [] : [signal]),
    ...(restarts === "0" ? [] : [`${restarts} ${restarts === "1" ? "restart" : "restarts"}`]),
  ];
}

/** `container x`, `init container x`. */
export function containerName({ label, facts }: Pick<Node, "label" | "facts">): string {
  return `${facts["container"] === "init" ? "init " : ""}container ${label}`;
}
