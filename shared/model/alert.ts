import type { AlertName } from "./alert-name.ts";

/** The address of an alert's runbook. */
export function runbookAddress(alert: AlertName): string {
  return `https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/${alert}.md`;
}
