import type { ReasonTables } from "../model/explanation.ts";

const client = "pkg/virt-operator/util/client.go";
const reconciler = "pkg/sdk/reconciler/reconciler.go";
const crManager = "pkg/operator/controller/cr-manager.go";
const statusManager = "pkg/controller/statusmanager/status_manager.go";
const networkAddonsController = "pkg/controller/networkaddonsconfig/networkaddonsconfig_controller.go";
const eventemitter = "pkg/eventemitter/eventemitter.go";
const sspController = "internal/controllers/ssp_controller.go";

/** What the operators of the components write on their CRs. */
export const componentsReasons: ReasonTables = {
  componentConditions: {
    kind: "condition",
    speakers: [
      "KV",
      "KubeVirt",
      "CDI",
      "CNAO",
      "NetworkAddonsConfig",
      "SSP",
      "AAQ",
      "MigController",
      "FileRestoreOperator",
    ],
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      Available: "docs/conditions.md, ApplicationAvailable",
      Progressing: "docs/conditions.md, OperatorProgressing",
      Degraded: "docs/conditions.md, ApplicationDegraded",
      Upgradeable: "docs/conditions.md",
    },
  },
  kubeVirtConditions: {
    kind: "condition",
    speakers: ["KV", "KubeVirt"],
    source: "kubevirt/kubevirt",
    rows: {
      Created: "staging/src/kubevirt.io/api/core/v1/types.go",
      Synchronized: "staging/src/kubevirt.io/api/core/v1/types.go",
    },
  },
  kubeVirtReasons: {
    kind: "reason",
    speakers: ["KV", "KubeVirt"],
    source: "kubevirt/kubevirt",
    rows: {
      DeploymentInProgress: client,
      UpdateInProgress: client,
      AllComponentsReady: client,
      AllResourcesCreated: client,
      DeploymentFailed: client,
      ExistingDeployment: client,
      DeletionInProgress: client,
      DeletionFailed: client,
    },
  },
  lifecycleReasons: {
    kind: "reason",
    speakers: ["CDI", "AAQ", "MigController", "MTQ", "vmImport"],
    source: "kubevirt/controller-lifecycle-operator-sdk",
    rows: {
      DeployStarted: reconciler,
      DeployCompleted: reconciler,
      UpgradeStarted: reconciler,
      ConfigError: reconciler,
    },
  },
  cdiReasons: {
    kind: "reason",
    speakers: ["CDI"],
    source: "kubevirt/containerized-data-importer",
    rows: {
      CreateResources: crManager,
      CreateNamespaceResources: crManager,
      CreateDynamicResources: crManager,
    },
  },
  lifecycleEvents: {
    kind: "event",
    speakers: ["CDI", "AAQ", "MigController", "MTQ"],
    source: "kubevirt/controller-lifecycle-operator-sdk",
    rows: {
      CreateResourceFailed: reconciler,
      CreateResourceSuccess: reconciler,
      UpdateResourceFailed: reconciler,
      UpdateResourceSuccess: reconciler,
      DeleteResourceFailed: reconciler,
      DeleteResourceSuccess: reconciler,
    },
  },
  networkAddonsReasons: {
    kind: "reason",
    speakers: ["CNAO", "NetworkAddonsConfig"],
    source: "kubevirt/cluster-network-addons-operator",
    rows: {
      Startup: statusManager,
      Failing: statusManager,
      Deploying: statusManager,
      InvalidConfiguration: statusManager,
      NoNamespace: statusManager,
      NoDaemonSet: statusManager,
      NoDeployment: statusManager,
      InternalError: statusManager,
      updateNetworkAddonsConfigToV1: networkAddonsController,
      FailedToGetOpenShiftNetworkConfig: networkAddonsController,
      FailedToValidate: networkAddonsController,
      FailedToGetPreviousConfigSpec: networkAddonsController,
      FailedToRender: networkAddonsController,
      FailedToRenderDelete: networkAddonsController,
      FailedToApply: networkAddonsController,
      FailedToDeleteObjects: networkAddonsController,
    },
  },
  networkAddonsEvents: {
    kind: "event",
    speakers: ["CNAO", "NetworkAddonsConfig"],
    source: "kubevirt/cluster-network-addons-operator",
    rows: {
      Available: eventemitter,
      Progressing: eventemitter,
      Failed: eventemitter,
      Modified: eventemitter,
    },
  },
  sspReasons: {
    kind: "reason",
    speakers: ["SSP"],
    source: "kubevirt/ssp-operator",
    rows: {
      Available: sspController,
      Progressing: sspController,
      Degraded: sspController,
    },
  },
  fileRestoreReasons: {
    kind: "reason",
    speakers: ["FileRestoreOperator"],
    source: "kubevirt/vm-file-restore-operator",
    rows: {
      Deployed: "release v0.0.6, status of FileRestoreOperator",
    },
  },
};
