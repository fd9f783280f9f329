import type { Gate } from "../../../model/report.ts";
import { shortenNames } from "../report/names.ts";

/** The gate's names for obstacles that are no components. */
const obstacles: Readonly<Record<string, string>> = {
  AlreadyPerformingUpgrade: "an upgrade is in progress",
  Deleting: "being deleted",
  ConversionWebhook: "the conversion webhook does not respond",
  Init: "installing",
  OperatorCondition: "OLM's OperatorCondition",
  Stale: "the status is out of date",
  OperatorDown: "the operator is down",
  OperatorRollout: "the operator is rolling out",
  OperatorUnknown: "the operator could not be checked",
  InvalidRequest: "CR rejected",
  ReconcileFailed: "the last reconcile failed",
  StatusUnknown: "components not evaluated yet",
  Suspended: "suspended",
};

/** The result of the readiness gate: `yes`, `no: CDI`, `unknown: KubeVirt`. */
export function readyGateWords(gate: Gate): string {
  return `${gate.answer}${after(": ", gate.because)}`;
}

/**
 * The result of the upgrade gate: `allowed`, `blocked by KubeVirt, CDI`, `blocked: CR rejected`, `unknown: AAQ`. Where
 * `gate upgrade` blocks for more than HyperConverged reports, both facts.
 */
export function upgradeGateWords(gate: Gate): string {
  const { answer, because, blockedBy = [] } = gate;
  if (blockedBy.length > 0) {
    const unknown = because.filter((each) => !blockedBy.includes(each));
    const own = answer === "yes" ? " (HyperConverged reports upgradeable)" : after("; unknown: ", unknown);
    return `blocked${blockedWords(blockedBy)}${own}`;
  }
  if (answer === "yes") return "allowed (reported by HyperConverged)";
  if (answer === "unknown") return `unknown${after(": ", because)}`;
  return `blocked${blockedWords(because)}`;
}

function blockedWords(because: readonly string[]): string {
  return after(because.some((name) => Object.hasOwn(obstacles, name)) ? ": " : " by ", because);
}

function after(separator: string, because: readonly string[]): string {
  const names = because.map((name) => (Object.hasOwn(obstacles, name) ? (obstacles[name] ?? name) : name));
  return names.length === 0 ? "" : `${separator}${shortenNames(names).join(", ")}`;
}
