import type { WordsTable } from "../model/explanation.ts";
import type { GateCode } from "../model/gate.ts";
import { ask } from "./words-explain-commands.ts";

/** What stands against an upgrade. */
export const gateCodesWords: {
  readonly gateCodes: WordsTable<GateCode>;
} = {
  gateCodes: {
    of: "gate upgrade",
    next: [ask.report],
    says: {
      Upgradeable: {
        meaning:
          "The HyperConverged or a component says Upgradeable=False or Unknown, or the HyperConverged does not say it.",
        causes: ["a component progresses, is degraded or refuses"],
        next: [ask.report, ask.gate],
      },
      OperatorCondition: {
        meaning:
          "OLM's OperatorCondition says that the operator must not be replaced now, or OLM's copy of what it says is old.",
        causes: ["an upgrade runs", "a component refuses", "an override"],
        next: [ask.operatorCondition],
      },
      ClusterServiceVersion: {
        meaning: "OLM has not installed the running version well, so it should not go on to the next.",
        causes: ["a Deployment of the operator that is not available"],
        next: [ask.csv],
      },
      UpgradeRunning: {
        meaning: "An upgrade is under way, or nobody knows whether one is.",
        causes: [
          "components that have not reached their version",
          "an operator or a HyperConverged that does not say its version",
          "two operators of different versions",
        ],
        next: [ask.waitUpgraded],
      },
      ComponentBehind: {
        meaning: "A component does not run the version that the operator wants, or nobody knows which one that is.",
        causes: [
          "its rollout is not done",
          "its operator does not run",
          "a version variable that the operator's Deployment does not have",
        ],
      },
      Available: {
        meaning: "Something is unavailable, and an upgrade would make it worse or hang.",
        causes: ["look at the component that is named"],
      },
      Degraded: {
        meaning: "Something is degraded. OLM would upgrade all the same: its OperatorCondition does not count it.",
        causes: ["pods that are missing or crash"],
        next: [ask.deep],
      },
      Progressing: {
        meaning: "Something is being changed at this moment.",
        causes: ["a rollout that will end by itself"],
        next: [ask.waitHealthy],
      },
      ReconcileComplete: {
        meaning: "The operator's last round did not end well, so it has not judged everything.",
        causes: ["an error that its log tells"],
        next: [ask.hcoLog],
      },
      OperatorDown: {
        meaning: "The operator does not run, or nobody knows whether it does: what the CR says is old.",
        causes: ["its pods crash or find no node"],
        next: [ask.hcoPods],
      },
      WorkloadDown: {
        meaning:
          "A workload of a component does not run, a webhook does not answer, or nobody knows whether a component's operator works.",
        causes: ["pods that crash or find no node"],
        next: [ask.deployment],
      },
      Deleting: { meaning: "It is being deleted, so there is nothing to upgrade.", causes: ["somebody deleted it"] },
      Paused: {
        meaning:
          "A component's operator, or the Deployment of HyperConverged's own, is paused and would not follow the upgrade.",
        causes: ["SSP was paused by annotation", "somebody ran kubectl rollout pause"],
        next: [ask.ssp],
      },
      Stale: {
        meaning:
          "The status, or one of its conditions, is older than the spec, or about an object that was made anew: wait for the operator's next round.",
        causes: ["a change a moment ago", "a component that was deleted and made anew"],
        next: [ask.waitHealthy],
      },
      TaintedConfiguration: {
        meaning: "A patch behind the operator's back may not fit the next version.",
        causes: ["a jsonpatch annotation"],
        next: [ask.hcoYaml],
      },
      OutdatedVMIWorkloads: {
        meaning: "Virtual machines still run in pods of the version before this one.",
        causes: ["they cannot migrate", "workload updates are switched off"],
        next: ["kubectl get vmi -A -l kubevirt.io/outdatedLauncherImage"],
      },
      IncompleteReading: {
        meaning: "Something was not read that might hold a reason against the upgrade.",
        causes: ["missing permissions", "no answer"],
        next: [ask.canI],
      },
      NoHyperConverged: {
        meaning:
          "There is no HyperConverged that could be upgraded, or a component was asked about alone. This code cannot be accepted.",
        causes: ["another cluster or namespace than you think", "components that one left behind"],
        next: ["kubectl get hco -A"],
      },
    },
  },
};
