/** What a component reports while its operator creates or replaces its workloads, with the versions that it names. */
export interface ProgressReport {
  readonly from?: string;
  readonly to?: string;
}

/**
 * Conditions that say only that work has begun. None of them says why it is not done:
 * kubevirt/kubevirt pkg/virt-operator/util/client.go, UpdateConditionsDeploying and UpdateConditionsUpdating;
 * kubevirt/controller-lifecycle-operator-sdk pkg/sdk/reconciler/reconciler.go, MarkCrDeploying and MarkCrUpgradeHealingDegraded;
 * kubevirt/cluster-network-addons-operator pkg/controller/statusmanager/status_manager.go.
 */
const rows: Readonly<Record<string, RegExp>> = {
  DeploymentInProgress: /^Deploying version (?<to>\S+)( with registry \S*)?$/,
  UpdateInProgress:
    /^Transitioning from previous version (?<from>\S+)( with registry \S*)? to target version (?<to>\S+)( using registry \S*)?$/,
  DeployStarted: /^Started Deployment$/,
  UpgradeStarted: /^Started upgrade to version (?<to>\S+)$/,
  Startup: /^Configuration is in process$/,
};

/** The progress that a reason and a message report. Undefined where they report something else too. */
export function progressReport(reason: string, message: string): ProgressReport | undefined {
  const found = Object.hasOwn(rows, reason) ? rows[reason]?.exec(message.trim()) : undefined;
  if (found === undefined || found === null) return undefined;
  const { from, to } = found.groups ?? {};
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
