import type { Ref } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Outcome } from "../../../model/snapshot.ts";
import { evidenceInFull, evidenceText } from "./cause.ts";

/** The evidence for an object without a message of its own. */
export function outcomeEvidence(outcome: Outcome | "no-conditions" | "no-available", ref: Ref): string {
  const place = ref.namespace === undefined ? "" : ` in namespace ${ref.namespace}`;
  switch (outcome) {
    case "absent":
      return `${ref.kind} ${ref.name} does not exist${place}`;
    case "noSuchKind":
      return `kind ${ref.kind} is not installed`;
    case "forbidden":
      return `no permission to read ${ref.kind} ${ref.name}`;
    case "unread":
      return `${ref.kind} ${ref.name} was not read`;
    case "no-conditions":
      return "reports no conditions";
    case "no-available":
      return missingConditionWords("Available");
    case "found":
      return "no reason given";
  }
}

/** The evidence for an object that looks well in a text that lacks a part of it. */
export const cutObjectWords =
  "the text lacks a part of the object, which may report a fault; pass the whole output of kubectl get -o yaml";

/** The evidence for an object without a condition that it should have. */
export function missingConditionWords(type: string): string {
  return `reports no ${type} condition`;
}

/** The evidence for an object that could not be read and that the sentence has named already. */
export function unreadEvidence(outcome: Outcome): string {
  return outcome === "forbidden" ? "not allowed to read it" : "was not read";
}

/** A workload's replica count, and what its controller failed to do: `Deployment cdi-deployment 0/1 ready`. */
export function workloadEvidence(node: Pick<ReportNode, "ref" | "facts" | "trouble">): string {
  const { ref, trouble } = node;
  const state = `${ref.kind} ${ref.name} ${readyWords(node)}`;
  return saysWhy(node) && trouble !== undefined ? `${state}: ${evidenceInFull(trouble)}` : state;
}

/** `0/1 ready`; of a workload that is scaled away `0/0 ready, scaled to 0`. */
export function readyWords(node: Pick<ReportNode, "facts" | "trouble">): string {
  const ready = node.facts["ready"];
  return ready === undefined ? "reports no status" : `${ready} ready${scaledWords(node)}`;
}

/** What stands behind the counts of a workload that is scaled away; else empty. */
export function scaledWords({ trouble }: Pick<ReportNode, "trouble">): string {
  return trouble?.reason === scaledToZero ? ", scaled to 0" : "";
}

/** Whether a workload has a trouble that its replica counts do not show already. */
export function saysWhy({ trouble }: Pick<ReportNode, "trouble">): boolean {
  return trouble !== undefined && !isCounted(trouble.reason);
}

/** Whether a reason only says that replicas are missing. */
export function isCounted(reason: string): boolean {
  return counted.has(reason);
}

/** The reason that a workload has which is scaled to 0 replicas. */
export const scaledToZero = "ScaledToZero";

const counted: ReadonlySet<string> = new Set([
  "MinimumReplicasUnavailable",
  "LessAvailable",
  "LessUpdated",
  scaledToZero,
]);

/**
 * The object that explains the state: `container cdi-controller in CrashLoopBackOff (exit 1, 7 restarts)`,
 * `Pod x Unschedulable: ...`.
 */
export function troubleEvidence(node: ReportNode): string {
  const name = node.role === "container" ? containerName(node) : `${node.ref.kind} ${node.ref.name}`;
  const { trouble, facts } = node;
  if (trouble === undefined) return `${name} ${node.verdict}`;
  if (node.role !== "container") return `${name} ${evidenceInFull(trouble)}`;
  const numbers = containerNumbers(node);
  const aside = numbers.length === 0 ? "" : ` (${numbers.join(", ")})`;
  // One of our own reasons only names what the message says.
  const isNamed = facts["waiting"] !== undefined || facts["exitCode"] !== undefined;
  const words = containerWords(node, evidenceInFull) || (isNamed ? "" : trouble.reason);
  return [`${name}${isNamed ? ` in ${trouble.reason}` : ""}${aside}`, ...(words === "" ? [] : [words])].join(": ");
}

/**
 * What the numbers of a container leave out, by default in one line. It is the message written as the container ended, else why it
 * does not start or get ready. Empty for the kubelet's `back-off 5m0s restarting failed container` and for an exit code
 * in words: the numbers say it.
 */
export function containerWords(
  { facts, trouble }: Pick<ReportNode, "facts" | "trouble">,
  tell: typeof evidenceInFull = evidenceText,
): string {
  const { exitCode, waiting = "", lastMessage = "" } = facts;
  if (lastMessage !== "") return tell({ reason: "", message: lastMessage });
  const isBackOff = waiting === "CrashLoopBackOff" && containerNumbers({ facts }).length > 0;
  const isCounted = isBackOff || (waiting === "" && exitCode !== undefined);
  const message = trouble?.message.trim() ?? "";
  return isCounted || message === "" ? "" : tell({ reason: "", message });
}

/** `container cdi-controller of Pod x is ready now but was restarted 57 times, the last time after OOMKilled (exit 137)`. */
export function restartingEvidence(row: {
  readonly pod: Ref;
  readonly container: string;
  readonly restarts: number;
  readonly reason: string;
  readonly exitCode: string;
}): string {
  const exit = row.exitCode === "" ? "" : `exit ${row.exitCode}`;
  const end = row.reason === "" || row.reason === "Error" ? exit : `${row.reason}${exit === "" ? "" : ` (${exit})`}`;
  const last = end === "" ? "" : `, most recently after ${end}`;
  return `container ${row.container} of Pod ${row.pod.name} is ready but was restarted ${row.restarts} times${last}`;
}

/** `OOMKilled`, `exit 137`, `SIGKILL`, `7 restarts`: what the kubelet reports about a container that failed. */
export function containerNumbers({ facts, trouble }: Pick<ReportNode, "facts" | "trouble">): readonly string[] {
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
export function containerName({ label, facts }: Pick<ReportNode, "label" | "facts">): string {
  return `${facts["container"] === "init" ? "init " : ""}container ${label}`;
}
