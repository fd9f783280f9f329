import type { Gate } from "../../../model/report.ts";
import { shortenNames } from "../report/names.ts";

/** The gate's names for obstacles that are no components. */
const obstacles: Readonly<Record<string, string>> = {
  AlreadyPerformingUpgrade: "the running upgrade",
  Deleting: "the deletion",
  Init: "the installation",
  OperatorCondition: "OLM's OperatorCondition",
  Stale: "a spec that the operator has not looked at",
  OperatorDown: "the operator being down",
  OperatorRollout: "the operator's roll-out",
  OperatorUnknown: "whether the operator runs",
  InvalidRequest: "the invalid request",
  ReconcileFailed: "the operator's failed round",
  StatusUnknown: "components not judged yet",
  Suspended: "it is suspended",
};

/** The result of the readiness gate: `yes`, `no: CDI`, `not known: KubeVirt`. */
export function readyGateWords(gate: Gate): string {
  return `${{ yes: "yes", no: "no", unknown: "not known" }[gate.answer]}${after(": ", gate.because)}`;
}

/**
 * The result of the upgrade gate: `allowed by its own word`, `blocked by KubeVirt, CDI`, `not known: AAQ`. Where
 * `gate upgrade` blocks for more than HyperConverged reports, both facts.
 */
export function upgradeGateWords(gate: Gate): string {
  const { answer, because, blockedBy = [] } = gate;
  if (blockedBy.length > 0) {
    const unknown = because.filter((each) => !blockedBy.includes(each));
    const own = answer === "yes" ? "; HyperConverged itself reports upgradeable" : after("; not known: ", unknown);
    return `blocked${after(" by ", blockedBy)}${own}`;
  }
  if (answer === "yes") return "allowed by its own word";
  return answer === "no" ? `blocked${after(" by ", because)}` : `not known${after(": ", because)}`;
}

function after(separator: string, because: readonly string[]): string {
  const names = because.map((name) => (Object.hasOwn(obstacles, name) ? (obstacles[name] ?? name) : name));
  return names.length === 0 ? "" : `${separator}${shortenNames(names).join(", ")}`;
}
