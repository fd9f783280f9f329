import type { AlertName } from "./alert-name.ts";

/** The address of an alert's runbook. */
export function runbookAddress(alert: AlertName): string {
  return ofOpenShift.has(alert)
    ? `https://github.com/openshift/runbooks/blob/master/alerts/openshift-virtualization-operator/${alert}.md`
    : `https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/${alert}.md`;
}

/** The alerts whose runbook kubevirt/monitoring lacks, or no longer has among the current ones. */
const ofOpenShift: ReadonlySet<AlertName> = new Set([
  "DuplicateWaspAgentDSDetected",
  "KubeMacPoolDuplicateMacsFound",
  "KubevirtVmHighMemoryUsage",
  "OperatorConditionsUnhealthy",
  "SSPOperatorDown",
  "SingleStackIPv6Unsupported",
  "VirtApiRESTErrorsHigh",
  "VirtControllerRESTErrorsHigh",
  "VirtHandlerRESTErrorsHigh",
  "VirtOperatorRESTErrorsHigh",
]);
