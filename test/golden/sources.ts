/** What was read and what was not: several HyperConvergeds or none, no operator, and what a file leaves out. */
import { applyOne, erase } from "../cluster/apply.ts";
import { kubeVirt, lifecycle } from "../cluster/component-status.ts";
import { readyStatus } from "../cluster/components.ts";
import { refusedStatus, servedName } from "../cluster/hyperconverged.ts";
import { refuse, type Words } from "../cluster/last-writer.ts";
import { versions } from "../cluster/versions.ts";
import { ago, type Case } from "./case.ts";
import { five, refuseBeside } from "./pieces.ts";
import { put, small } from "./situation.ts";
import { but } from "./statuses.ts";

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
    put: async (stage) => {
      await put(stage);
      await refuseBeside(stage, { namespace: "virtualization" });
    },
  },
  {
    sentence: "the-only-hyperconverged-of-a-namespace-is-rejected",
    put: (stage) =>
      put(stage, {
        namespace: "virtualization",
        operator: "absent",
        made: [],
        wrote: refuse(servedName),
        status: () => refusedStatus(refuse(servedName), ago(stage, 30)),
      }),
  },
  {
    sentence: "the-operators-deployment-does-not-exist",
    readBy: "admin",
    put: (stage) => put(stage, { operator: "absent" }),
  },
  {
    sentence: "a-file-without-components-has-the-causes-that-the-cr-names",
    without: componentPlurals,
    put: (stage) => put(stage, { components: { CDI: lifecycle.unableToCreate(now.CDI, ago(stage, 14)) } }),
  },
  {
    sentence: "a-file-with-only-a-healthy-cr-is-unknown",
    without: [...componentPlurals, "deployments"],
    put: (stage) => put(stage),
  },
  {
    sentence: "an-upgrade-in-a-file-without-cdi-is-unknown",
    without: ["cdis"],
    put: (stage) =>
      put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", ago(stage, 90)) },
      }),
  },
  {
    sentence: "reasons-of-older-releases-name-vmimport-tektontasks-and-mtq",
    without: [...componentPlurals, "deployments"],
    put: (stage) =>
      put(stage, { wrote: namesOfOld, injector: false, recorded: "1.10.0", running: "1.10.0", made: three }),
  },
  {
    sentence: "kubevirt-and-cdi-exist-without-a-hyperconverged",
    put: async (stage) => {
      // Nobody but the name of a parent is needed, so it goes again.
      const { hyperConverged } = await put(stage, { operator: "absent", made: [] });
      await erase(stage.cluster, hyperConverged);
      const ready = small("KubeVirt", hyperConverged, kubeVirt.ready(now.KubeVirt, ago(stage, 90)));
      const silent = but(lifecycle.deployed(now.CDI, ago(stage, 90)), ago(stage, 14), { Degraded: { status: "True" } });
      await applyOne(stage.cluster, { ...ready, metadata: { name: "kubevirt", namespace: servedName.namespace } });
      await applyOne(stage.cluster, { ...small("CDI", hyperConverged, silent), metadata: { name: "cdi" } });
    },
  },
  {
    sentence: "components-exist-after-their-hyperconverged-was-deleted",
    readBy: "admin",
    put: async (stage) => {
      const { hyperConverged } = await put(stage);
      await erase(stage.cluster, hyperConverged);
    },
  },
];

const words = (status: Words["status"], reason: string, message: string): Omit<Words, "type"> => ({
  status,
  reason,
  message,
});

/** Three components of three releases in one CR, which no cluster ever had: a table of names. */
const namesOfOld = five(
  {
    ReconcileComplete: words("True", "ReconcileCompleted", "Reconcile completed successfully"),
    Available: words("False", "vmImportNotAvailable", "vmImport is not available: vm-import-controller is not ready"),
    Progressing: words("True", "TektonTasksProgressing", "TektonTasks is progressing: tasks are being deployed"),
    Degraded: words("True", "MTQDegraded", "MTQ is degraded: "),
    Upgradeable: words("False", "TektonTasksProgressing", "TektonTasks is progressing: tasks are being deployed"),
  },
  "error",
);
