import type { ReasonTables } from "../model/explanation.ts";

const hyperconvergedTypes = "api/v1/hyperconverged_types.go";
const hyperconvergedController = "controllers/hyperconverged/hyperconverged_controller.go";
const operandHandler = "controllers/operandhandler/operandHandler.go";
const deployment = "controllers/handlers/netresinjector/deployment.go";
const eventEmitter = "pkg/util/event_emitter.go";
const alertRules = "pkg/monitoring/hyperconverged/rules/alerts";

/** What the HyperConverged operator writes, and what it tells OLM and Prometheus. */
export const hcoReasons: ReasonTables = {
  hyperConvergedConditions: {
    kind: "condition",
    speakers: ["HCO", "HyperConverged"],
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      ReconcileComplete: hyperconvergedTypes,
      Available: hyperconvergedTypes,
      Progressing: hyperconvergedTypes,
      Degraded: hyperconvergedTypes,
      Upgradeable: hyperconvergedTypes,
      TaintedConfiguration: hyperconvergedTypes,
      Deployed: "docs/cluster-configuration.md",
      VirtNetworkResourcesInjectorReady: hyperconvergedTypes,
    },
  },
  hyperConvergedReasons: {
    kind: "reason",
    speakers: ["HCO", "HyperConverged"],
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      Init: hyperconvergedController,
      ReconcileCompleted: hyperconvergedController,
      ReconcileFailed: operandHandler,
      InvalidRequest: hyperconvergedController,
      StatusUnknown: hyperconvergedController,
      HCODegraded: hyperconvergedController,
      HCOProgressing: hyperconvergedController,
      HCOUpgrading: hyperconvergedController,
      UnsupportedFeatureAnnotation: hyperconvergedController,
      DeploymentReady: deployment,
      DeploymentNotReady: deployment,
      DeploymentNotFound: deployment,
      UnsupportedArchitectures: "docs/cluster-configuration.md",
      InstallInvalid: "docs/conditions.md",
    },
  },
  operatorConditions: {
    kind: "condition",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      Upgradeable: hyperconvergedController,
    },
  },
  operatorConditionReasons: {
    kind: "reason",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      Initializing: "cmd/hyperconverged-cluster-operator/main.go",
      Upgradeable: hyperconvergedController,
      AlreadyPerformingUpgrade: hyperconvergedController,
    },
  },
  hyperConvergedEvents: {
    kind: "event",
    speakers: ["HCO", "HyperConverged"],
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      InitHCO: hyperconvergedController,
      UpgradeHCO: hyperconvergedController,
      ReconcileHCO: hyperconvergedController,
      ReconcileError: hyperconvergedController,
      Created: eventEmitter,
      Updated: eventEmitter,
      Killing: eventEmitter,
      Overwritten: "controllers/operands/operand.go",
      ErrVirtUninstall: operandHandler,
      ErrCDIUninstall: operandHandler,
      ErrHCOUninstall: operandHandler,
    },
  },
  systemHealth: {
    kind: "health",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      healthy: hyperconvergedController,
      warning: hyperconvergedController,
      error: hyperconvergedController,
    },
  },
  alerts: {
    kind: "alert",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      HCOOperatorConditionsUnhealthy: alertRules,
      KubeVirtCRModified: alertRules,
      UnsupportedHCOModification: alertRules,
      HCOInstallationIncomplete: alertRules,
      HCOMisconfiguredDescheduler: alertRules,
      HCOGoldenImageWithNoSupportedArchitecture: alertRules,
      HCOGoldenImageWithNoArchitectureAnnotation: alertRules,
      HCOMultiArchGoldenImagesDisabled: alertRules,
      DeprecatedMachineType: "pkg/monitoring/observability/rules/alerts",
    },
  },
};
