/** What stands around the components: remarks, parts nobody calls for, several CRs or none, and what a file leaves out. */
import { applyOne, erase } from "../cluster/apply.ts";
import { kubeVirt, lifecycle } from "../cluster/component-status.ts";
import { readyStatus } from "../cluster/components.ts";
import { call } from "../cluster/http.ts";
import { refusedStatus, servedName } from "../cluster/hyperconverged.ts";
import { initialize, type Words } from "../cluster/last-writer.ts";
import { clusterServiceVersion, operatorCondition } from "../cluster/lifecycle-manager.ts";
import type { Fields } from "../cluster/manifest.ts";
import { pathOf } from "../cluster/resources.ts";
import { versions } from "../cluster/versions.ts";
import { ago, type Case } from "./case.ts";
import { deployment, five, refuseBeside, tainted } from "./pieces.ts";
import { put, small } from "./situation.ts";
import { but, lacking } from "./statuses.ts";

const now = versions["1.20.0"];
const withQuota = { deployment: { applicationAwareConfig: { enable: true } } };
const componentPlurals = [
  "kubevirts",
  "cdis",
  "networkaddonsconfigs",
  "aaqs",
  "migcontrollers",
  "filerestoreoperators",
  "ssps",
];

export const surroundings: readonly Case[] = [
  {
    sentence: "well-with-remarks-on-a-patch-the-injector-a-plugin-and-an-edit",
    platform: "openshift",
    put: (stage) => {
      const at = ago(stage, 14);
      return put(stage, {
        annotations: {
          "kubevirt.kubevirt.io/jsonpatch": '[{"op":"add","path":"/spec/configuration/cpuModel","value":"host-model"}]',
        },
        injector: false,
        status: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as Fields[]), tainted(ago(stage, 40)), injectorShort(at)],
        }),
        workloads: [
          {
            ...deployment("virt-network-resources-injector", "virt-network-resources-injector", {
              ready: 1,
              replicas: 2,
              since: at,
            }),
            managedBy: "hco-operator",
          },
          {
            ...deployment("kubevirt-console-plugin", "kubevirt-console-plugin", { ready: 0, since: at }),
            managedBy: "hco-operator",
          },
        ],
        sayings: [
          {
            type: "Warning",
            reason: "Overwritten",
            message: "Overwritten KubeVirt kubevirt-kubevirt-hyperconverged",
            at,
            count: 4,
          },
        ],
      });
    },
  },
  {
    sentence: "an-upgrade-overwrites-its-own-objects-and-nobody-edited-them",
    put: (stage) =>
      put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        badSince: ago(stage, 5),
        components: { CDI: readyStatus("CDI", "1.19.0", ago(stage, 90)) },
        sayings: [
          {
            type: "Warning",
            reason: "Overwritten",
            message: "Overwritten PriorityClass kubevirt-cluster-critical",
            at: ago(stage, 2),
          },
        ],
      }),
  },
  {
    sentence: "aaq-is-asked-for-and-absent",
    readBy: "admin",
    put: (stage) =>
      put(stage, {
        spec: withQuota,
        made: ["KubeVirt", "CDI", "NetworkAddonsConfig", "MigController", "FileRestoreOperator"],
      }),
  },
  {
    sentence: "a-sick-aaq-that-nobody-asked-for-is-a-remark",
    put: async (stage) => {
      const { hyperConverged } = await put(stage);
      const status = lifecycle.unableToCreate(now.AAQ, ago(stage, 14));
      await applyOne(stage.cluster, small("AAQ", hyperConverged, status));
    },
  },
  {
    sentence: "two-hyperconvergeds-and-one-is-in-the-wrong-namespace",
    put: async (stage) => {
      await put(stage);
      await refuseBeside(stage, { namespace: "virtualization" });
    },
  },
  {
    sentence: "the-operators-deployment-is-gone",
    readBy: "admin",
    put: (stage) => put(stage, { operator: "absent" }),
  },
  {
    sentence: "a-file-without-components-names-the-culprits-of-the-reasons",
    without: componentPlurals,
    put: (stage) => put(stage, { components: { CDI: lifecycle.unableToCreate(now.CDI, ago(stage, 14)) } }),
  },
  {
    sentence: "a-file-with-the-cr-alone-and-all-well-is-not-called-healthy",
    without: [...componentPlurals, "deployments"],
    put: (stage) => put(stage),
  },
  {
    sentence: "a-file-without-cdi-cannot-tell-whether-the-upgrade-waits-for-it",
    without: ["cdis"],
    put: (stage) =>
      put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", ago(stage, 90)) },
      }),
  },
  {
    sentence: "vmimport-tektontasks-and-mtq-are-known-from-the-reasons-of-their-releases",
    without: [...componentPlurals, "deployments"],
    put: (stage) => put(stage, { wrote: namesOfOld, injector: false, recorded: "1.10.0" }),
  },
  {
    sentence: "kubevirt-and-cdi-without-a-hyperconverged",
    put: async (stage) => {
      const { hyperConverged } = await put(stage, { operator: "absent", made: ["CDI"], wrote: initialize() });
      const at = ago(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      const ofTheirOwn = small("KubeVirt", hyperConverged, ready);
      await applyOne(stage.cluster, { ...ofTheirOwn, metadata: { name: "kubevirt", namespace: servedName.namespace } });
      const cdi = small(
        "CDI",
        hyperConverged,
        but(lifecycle.deployed(now.CDI, ago(stage, 90)), at, { Degraded: { status: "True" } }),
      );
      await erase(stage.cluster, { ...hyperConverged });
      await call(stage.cluster, "DELETE", pathOf(cdi));
      await applyOne(stage.cluster, { ...cdi, metadata: { name: "cdi" } });
    },
  },
  {
    sentence: "components-outlive-their-hyperconverged",
    readBy: "admin",
    put: async (stage) => {
      const { hyperConverged } = await put(stage);
      await erase(stage.cluster, hyperConverged);
    },
  },
  {
    sentence: "openshift-is-well-with-ssp-and-its-operatorcondition",
    platform: "openshift",
    put: async (stage) => {
      await put(stage);
      await applyOne(stage.cluster, clusterServiceVersion("1.20.0", ago(stage, 90)));
      await applyOne(stage.cluster, operatorCondition("1.20.0", ago(stage, 90)));
    },
  },
  {
    sentence: "kubevirt-has-no-conditions-yet",
    put: (stage) => put(stage, { components: { KubeVirt: "new" } }),
  },
  {
    sentence: "migcontroller-lacks-progressing-and-degraded-and-the-cr-is-green",
    put: (stage) => {
      const ready = lifecycle.deployed(now.MigController, ago(stage, 90));
      return put(stage, { components: { MigController: lacking(ready, "Progressing", "Degraded") } });
    },
  },
  {
    sentence: "the-cr-says-healthy-and-kubevirt-has-been-down-for-an-hour",
    put: (stage) => {
      const at = ago(stage, 60);
      const message = "virt-api is not available";
      const status = but(kubeVirt.ready(now.KubeVirt, ago(stage, 90)), at, {
        Available: { status: "False", reason: "", message },
      });
      return put(stage, { components: { KubeVirt: status }, wrote: allWell });
    },
  },
  {
    sentence: "the-spec-is-newer-than-the-status",
    put: async (stage) => {
      const { hyperConverged } = await put(stage, { injector: true });
      await call(stage.cluster, "PATCH", pathOf(hyperConverged), {
        spec: { virtualization: { liveMigrationConfig: { parallelMigrationsPerCluster: 9 } } },
      });
    },
  },
  {
    sentence: "a-refused-hyperconverged-alone-in-its-namespace",
    put: (stage) =>
      put(stage, {
        namespace: "virtualization",
        operator: "absent",
        made: [],
        wrote: initialize(),
        status: () => refusedStatus(refuseElsewhere, ago(stage, 30)),
      }),
  },
];

/** A green CR, whatever the components say. */
const good = ["ReconcileCompleted", "Reconcile completed successfully"] as const;
const words = (status: Words["status"], reason: string = good[0], message: string = good[1]): Omit<Words, "type"> => ({
  status,
  reason,
  message,
});
const allWell = five(
  {
    ReconcileComplete: words("True"),
    Available: words("True"),
    Progressing: words("False"),
    Degraded: words("False"),
    Upgradeable: words("True"),
  },
  "healthy",
);

/** Three components of three releases in one CR, which no cluster ever had: a table of names. */
const namesOfOld = five(
  {
    ReconcileComplete: words("True"),
    Available: words("False", "vmImportNotAvailable", "vmImport is not available: vm-import-controller is not ready"),
    Progressing: words("True", "TektonTasksProgressing", "TektonTasks is progressing: tasks are being deployed"),
    Degraded: words("True", "MTQDegraded", "MTQ is degraded: "),
    Upgradeable: words("False", "TektonTasksProgressing", "TektonTasks is progressing: tasks are being deployed"),
  },
  "error",
);

const refuseElsewhere = five(
  {
    ReconcileComplete: words(
      "False",
      "InvalidRequest",
      `Request does not match expected name (${servedName.name}) and namespace (${servedName.namespace})`,
    ),
  },
  "error",
);

function injectorShort(since: string): Fields {
  return {
    type: "VirtNetworkResourcesInjectorReady",
    status: "False",
    reason: "DeploymentNotReady",
    message: "1/2 replicas ready",
    observedGeneration: 1,
    lastTransitionTime: since,
  };
}
