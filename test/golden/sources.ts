/** What was read and what was not: several HyperConvergeds or none, no operator, and what a file leaves out. */
import { applyOne, erase } from "../cluster/apply.ts";
import { kubeVirt, lifecycle } from "../cluster/component-status.ts";
import { readyStatus } from "../cluster/components.ts";
import { refusedStatus, servedName } from "../cluster/hyperconverged.ts";
import { refuse, type ConditionWithoutTimes } from "../cluster/last-writer.ts";
import { versions } from "../cluster/versions.ts";
import { minutesAgo, type Case } from "./case.ts";
import { allFiveConditions, addRefusedHyperConverged } from "./pieces.ts";
import { applySituation, minimalComponent } from "./situation.ts";
import { withChangedConditions } from "./statuses.ts";

const now = versions["1.20.0"];
const three = ["KubeVirt", "CDI", "NetworkAddonsConfig"] as const;
const componentPlurals = [
  "kubevirts",
  "cdis",
  "networkaddonsconfigs",
  "aaqs",
  "migcontrollers",
  "filerestoreoperators",
  "ssps",
];

export const sources: readonly Case[] = [
  {
    sentence: "one-of-two-hyperconvergeds-is-in-the-wrong-namespace",
    inAllFormats: true,
    prepare: async (stage) => {
      await applySituation(stage);
      await addRefusedHyperConverged(stage, { namespace: "virtualization" });
    },
  },
  {
    sentence: "the-only-hyperconverged-of-a-namespace-is-rejected",
    prepare: (stage) =>
      applySituation(stage, {
        namespace: "virtualization",
        operator: "absent",
        createdComponents: [],
        writtenOutcome: refuse(servedName),
        editStatus: () => refusedStatus(refuse(servedName), minutesAgo(stage, 30)),
      }),
  },
  {
    sentence: "the-operators-deployment-does-not-exist",
    readBy: "admin",
    prepare: (stage) => applySituation(stage, { operator: "absent" }),
  },
  {
    sentence: "a-file-without-components-has-the-causes-that-the-cr-names",
    omittedKinds: componentPlurals,
    prepare: (stage) => applySituation(stage, { components: { CDI: lifecycle.unableToCreate(now.CDI, minutesAgo(stage, 14)) } }),
  },
  {
    sentence: "a-file-with-only-a-healthy-cr-is-unknown",
    omittedKinds: [...componentPlurals, "deployments"],
    prepare: (stage) => applySituation(stage),
  },
  {
    sentence: "an-upgrade-in-a-file-without-cdi-is-unknown",
    omittedKinds: ["cdis"],
    prepare: (stage) =>
      applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", minutesAgo(stage, 90)) },
      }),
  },
  {
    sentence: "reasons-of-older-releases-name-vmimport-tektontasks-and-mtq",
    omittedKinds: [...componentPlurals, "deployments"],
    prepare: (stage) =>
      applySituation(stage, { writtenOutcome: namesOfOld, hasInjectorCondition: false, reportedVersion: "1.10.0", operatorVersion: "1.10.0", createdComponents: three }),
  },
  {
    sentence: "kubevirt-and-cdi-exist-without-a-hyperconverged",
    prepare: async (stage) => {
      // Nobody but the name of a parent is needed, so it goes again.
      const { hyperConverged } = await applySituation(stage, { operator: "absent", createdComponents: [] });
      await erase(stage.cluster, hyperConverged);
      const ready = minimalComponent("KubeVirt", hyperConverged, kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90)));
      const silent = withChangedConditions(lifecycle.deployed(now.CDI, minutesAgo(stage, 90)), minutesAgo(stage, 14), { Degraded: { status: "True" } });
      await applyOne(stage.cluster, { ...ready, metadata: { name: "kubevirt", namespace: servedName.namespace } });
      await applyOne(stage.cluster, { ...minimalComponent("CDI", hyperConverged, silent), metadata: { name: "cdi" } });
    },
  },
  {
    sentence: "components-exist-after-their-hyperconverged-was-deleted",
    readBy: "admin",
    prepare: async (stage) => {
      const { hyperConverged } = await applySituation(stage);
      await erase(stage.cluster, hyperConverged);
    },
  },
];

const conditionText = (status: ConditionWithoutTimes["status"], reason: string, message: string): Omit<ConditionWithoutTimes, "type"> => ({
  status,
  reason,
  message,
});

/** Three components of three releases in one CR, which no cluster ever had: a table of names. */
const namesOfOld = allFiveConditions(
  {
    ReconcileComplete: conditionText("True", "ReconcileCompleted", "Reconcile completed successfully"),
    Available: conditionText("False", "vmImportNotAvailable", "vmImport is not available: vm-import-controller is not ready"),
    Progressing: conditionText("True", "TektonTasksProgressing", "TektonTasks is progressing: tasks are being deployed"),
    Degraded: conditionText("True", "MTQDegraded", "MTQ is degraded: "),
    Upgradeable: conditionText("False", "TektonTasksProgressing", "TektonTasks is progressing: tasks are being deployed"),
  },
  "error",
);
