import type { AlertName } from "../../model/alert.ts";
import type { FindingCode } from "../../model/finding/finding.ts";

/** What a report shows of the state in which an alert fires. */
export type AlertSign =
  /** A workload by its name: how many of its pods are ready, and what its pods do as far as they were read. */
  | { readonly workload: string; readonly ready: "none" | "some" | "not-all"; readonly pods?: PodsSign }
  /** The CR of a component is not Available; `idle`: it does not progress either. */
  | { readonly component: string; readonly state: "unavailable" | "unavailable-and-idle" }
  /** The systemHealthStatus of HyperConverged, as reported. */
  | { readonly health: "warning" | "error" }
  /** A finding; `reason` where only one of its reasons counts. */
  | { readonly finding: FindingCode; readonly reason?: string };

/**
 * `none-up`: no container serves metrics, unless pods were read of which one runs. `unready-runs`: a pod that is not
 * ready is in phase Running, unless no pod was read. `seen-running`: a pod was read, and it is in phase Running.
 */
export type PodsSign = "none-up" | "unready-runs" | "seen-running";

/** One state in which an alert fires, after it has lasted for `after`. */
export interface AlertRow {
  readonly alert: AlertName;
  readonly sign: AlertSign;
  /** `for` of the rule. */
  readonly after?: string;
  readonly source: string;
}

/**
 * The alerts that a report can foretell. Omitted are the alerts about metrics that it does not read: requests, guests,
 * the load of nodes, leadership, and LowVirtOperatorCount and the like, which ask how many nodes there are.
 */
export const alertRows: readonly AlertRow[] = [
  ...rowsOf({ source: "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-operator.go" }, [
    ["VirtOperatorDown", { workload: "virt-operator", ready: "none", pods: "none-up" }, "10m"],
    ["NoReadyVirtOperator", { workload: "virt-operator", ready: "none" }, "10m"],
    ["LowReadyVirtOperatorsCount", { workload: "virt-operator", ready: "some", pods: "unready-runs" }, "10m"],
  ]),
  ...rowsOf({ source: "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-api.go" }, [
    ["VirtAPIDown", { workload: "virt-api", ready: "none", pods: "none-up" }, "10m"],
    ["NoReadyVirtAPI", { workload: "virt-api", ready: "none", pods: "seen-running" }, "10m"],
    ["LowReadyVirtAPICount", { workload: "virt-api", ready: "some", pods: "unready-runs" }, "10m"],
  ]),
  ...rowsOf({ source: "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-controller.go" }, [
    ["VirtControllerDown", { workload: "virt-controller", ready: "none", pods: "none-up" }, "10m"],
    ["NoReadyVirtController", { workload: "virt-controller", ready: "none" }, "10m"],
    ["LowReadyVirtControllersCount", { workload: "virt-controller", ready: "some", pods: "unready-runs" }, "10m"],
  ]),
  ...rowsOf({ source: "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-handler.go" }, [
    ["VirtHandlerDown", { workload: "virt-handler", ready: "none", pods: "none-up" }, "10m"],
    ["NoReadyVirtHandler", { workload: "virt-handler", ready: "none", pods: "seen-running" }, "10m"],
    ["LowReadyVirtHandlerCount", { workload: "virt-handler", ready: "some", pods: "unready-runs" }, "10m"],
    ["VirtHandlerDaemonSetRolloutFailing", { workload: "virt-handler", ready: "not-all" }, "15m"],
  ]),
  // CDI sets the metric to 0 only where it is not progressing: its pkg/operator/controller/controller.go.
  ...rowsOf({ source: "kubevirt/containerized-data-importer, pkg/monitoring/rules/alerts/operator.go" }, [
    ["CDIOperatorDown", { workload: "cdi-operator", ready: "none", pods: "none-up" }, "5m"],
    ["CDINotReady", { component: "CDI", state: "unavailable-and-idle" }, "5m"],
  ]),
  ...rowsOf({ source: "kubevirt/cluster-network-addons-operator, pkg/monitoring/rules/alerts" }, [
    ["CnaoDown", { workload: "cluster-network-addons-operator", ready: "none", pods: "none-up" }, "5m"],
    ["NetworkAddonsConfigNotReady", { component: "NetworkAddonsConfig", state: "unavailable" }, "5m"],
    ["KubemacpoolDown", { workload: "kubemacpool-mac-controller-manager", ready: "none", pods: "none-up" }, "5m"],
  ]),
  ...rowsOf({ source: "kubevirt/ssp-operator, pkg/monitoring/rules/alerts/operator.go" }, [
    ["SSPDown", { workload: "ssp-operator", ready: "none", pods: "none-up" }, "5m"],
    ["SSPTemplateValidatorDown", { workload: "virt-template-validator", ready: "none", pods: "none-up" }, "5m"],
  ]),
  ...rowsOf({ source: "kubevirt/hostpath-provisioner-operator, pkg/monitoring/rules/alerts/operator.go" }, [
    ["HPPOperatorDown", { workload: "hostpath-provisioner-operator", ready: "none", pods: "none-up" }, "5m"],
  ]),
  ...rowsOf({ source: "kubevirt/hyperconverged-cluster-operator, pkg/monitoring/hyperconverged/rules/alerts" }, [
    ["HCOOperatorConditionsUnhealthy", { health: "error" }, "10m"],
    ["HCOOperatorConditionsUnhealthy", { health: "warning" }, "10m"],
    ["KubeVirtCRModified", { finding: "overwritten" }],
    ["UnsupportedHCOModification", { finding: "tainted" }],
    ["HCOGoldenImageWithNoSupportedArchitecture", { finding: "boot-image", reason: "UnsupportedArchitectures" }],
  ]),
  ...rowsOf({ source: "kubevirt/kubevirt, pkg/monitoring/rules/alerts/vms.go" }, [
    ["OutdatedVirtualMachineInstanceWorkloads", { finding: "outdated-workloads" }, "24h"],
  ]),
];

function rowsOf(
  row: Pick<AlertRow, "source">,
  rows: readonly (readonly [alert: AlertName, sign: AlertSign, after?: string])[],
): readonly AlertRow[] {
  return rows.map(([alert, sign, after]) => ({ ...row, alert, sign, ...(after === undefined ? {} : { after }) }));
}
