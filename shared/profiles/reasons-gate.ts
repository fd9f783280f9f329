import type { ReasonTable } from "../model/explanation.ts";
import type { GateCode } from "../model/gate.ts";

const operands = "controllers/operands/operand.go";
const hyperconvergedController = "controllers/hyperconverged/hyperconverged_controller.go";
const hyperconvergedTypes = "api/v1/hyperconverged_types.go";
const apps = ["kubernetes/api", "apps/v1/types.go"] as const;
const meta = ["kubernetes/apimachinery", "pkg/apis/meta/v1/types.go"] as const;

/** What stands against an upgrade, and who says it: the compiler asks for a code that is missing. */
export const gateReasons: {
  readonly gateCodes: ReasonTable<GateCode>;
} = {
  gateCodes: {
    kind: "gate",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      Upgradeable: operands,
      OperatorCondition: [
        "operator-framework/operator-lifecycle-manager",
        "pkg/controller/operators/olm/operatorconditions.go",
      ],
      ClusterServiceVersion: ["operator-framework/api", "pkg/operators/v1alpha1/clusterserviceversion_types.go"],
      UpgradeRunning: hyperconvergedController,
      ComponentBehind: operands,
      Available: operands,
      Degraded: operands,
      Progressing: operands,
      ReconcileComplete: hyperconvergedTypes,
      OperatorDown: apps,
      WorkloadDown: apps,
      Deleting: meta,
      Paused: apps,
      Stale: meta,
      TaintedConfiguration: hyperconvergedController,
      OutdatedVMIWorkloads: ["kubevirt/kubevirt", "staging/src/kubevirt.io/api/core/v1/types.go"],
      IncompleteReading: ["kubernetes/apimachinery", "pkg/api/errors/errors.go"],
      NoHyperConverged: hyperconvergedTypes,
    },
  },
};
