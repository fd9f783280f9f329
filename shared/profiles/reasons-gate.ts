import type { ReasonTable } from "../model/explanation.ts";
import type { GateCode } from "../model/gate.ts";

const gate = "shared/model/gate.ts";

/** What stands against an upgrade: the compiler asks for a code that is missing. */
export const gateReasons: {
  readonly gateCodes: ReasonTable<GateCode>;
} = {
  gateCodes: {
    kind: "gate",
    source: "hco-status",
    rows: {
      Upgradeable: gate,
      OperatorCondition: gate,
      ClusterServiceVersion: gate,
      UpgradeRunning: gate,
      ComponentBehind: gate,
      Available: gate,
      Degraded: gate,
      Progressing: gate,
      ReconcileComplete: gate,
      OperatorDown: gate,
      WorkloadDown: gate,
      Deleting: gate,
      Paused: gate,
      Stale: gate,
      TaintedConfiguration: gate,
      OutdatedVMIWorkloads: gate,
      IncompleteReading: gate,
      NoHyperConverged: gate,
    },
  },
};
