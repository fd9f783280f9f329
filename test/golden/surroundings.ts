/** What stands around the components: remarks, parts nobody calls for, and where the CR and its parts do not agree. */
import { applyOne } from "../cluster/apply.ts";
import { kubeVirt, lifecycle } from "../cluster/component-status.ts";
import { readyStatus } from "../cluster/components.ts";
import { call } from "../cluster/http.ts";
import { aggregate } from "../cluster/last-writer.ts";
import { clusterServiceVersion, operatorCondition } from "../cluster/lifecycle-manager.ts";
import type { Fields } from "../cluster/manifest.ts";
import { pathOf } from "../cluster/resources.ts";
import { versions } from "../cluster/versions.ts";
import { ago, type Case } from "./case.ts";
import { deployment, tainted } from "./pieces.ts";
import { put, small } from "./situation.ts";
import { but, lacking } from "./statuses.ts";

const now = versions["1.20.0"];
const withQuota = { deployment: { applicationAwareConfig: { enable: true } } };

export const surroundings: readonly Case[] = [
  {
    sentence: "a-patch-an-edit-and-three-other-findings-leave-a-hyperconverged-healthy",
    platform: "openshift",
    put: (stage) => {
      const at = ago(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      return put(stage, {
        components: { KubeVirt: { ...ready, outdatedVirtualMachineInstanceWorkloads: 3 } },
        annotations: {
          "kubevirt.kubevirt.io/jsonpatch": '[{"op":"add","path":"/spec/configuration/cpuModel","value":"host-model"}]',
        },
        injector: false,
        status: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as Fields[]), tainted(ago(stage, 40)), injectorShort(at)],
          dataImportCronTemplates: [bootImageOf("fedora-image-cron"), withoutArchitecture("centos-image-cron", at)],
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
    sentence: "an-upgrade-overwrites-objects-that-no-user-edited",
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
    sentence: "aaq-is-enabled-and-absent",
    readBy: "admin",
    put: (stage) =>
      put(stage, {
        spec: withQuota,
        made: ["KubeVirt", "CDI", "NetworkAddonsConfig", "MigController", "FileRestoreOperator"],
      }),
  },
  {
    sentence: "an-unavailable-aaq-that-the-cr-does-not-enable-is-a-warning",
    put: async (stage) => {
      const { hyperConverged } = await put(stage);
      const status = lifecycle.unableToCreate(now.AAQ, ago(stage, 14));
      await applyOne(stage.cluster, small("AAQ", hyperConverged, status));
    },
  },
  {
    sentence: "openshift-with-ssp-and-an-operatorcondition-is-healthy",
    inAllFormats: true,
    platform: "openshift",
    put: async (stage) => {
      await put(stage);
      await applyOne(stage.cluster, clusterServiceVersion("1.20.0", ago(stage, 90)));
      await applyOne(stage.cluster, operatorCondition("1.20.0", ago(stage, 90)));
    },
  },
  {
    sentence: "the-operatorcondition-allows-an-upgrade-while-one-runs",
    platform: "openshift",
    put: async (stage) => {
      await put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", ago(stage, 90)) },
      });
      await applyOne(stage.cluster, operatorCondition("1.20.0", ago(stage, 90)));
    },
  },
  {
    sentence: "olm-waits-while-its-copy-of-the-operatorcondition-is-out-of-date",
    platform: "openshift",
    put: async (stage) => {
      await put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", ago(stage, 90)) },
      });
      const stored = await applyOne(stage.cluster, operatorCondition("1.20.0", ago(stage, 90)));
      // A new generation, which OLM has not looked at.
      await call(stage.cluster, "PATCH", pathOf(stored), { spec: { serviceAccounts: ["hyperconverged-cluster-operator"] } });
    },
  },
  {
    sentence: "the-cr-blocks-an-upgrade-that-the-operatorcondition-allows",
    platform: "openshift",
    put: async (stage) => {
      await put(stage, { components: { CDI: lifecycle.deploying(now.CDI, ago(stage, 14)) } });
      await applyOne(stage.cluster, clusterServiceVersion("1.20.0", ago(stage, 90)));
      await applyOne(stage.cluster, operatorCondition("1.20.0", ago(stage, 90)));
    },
  },
  {
    sentence: "kubevirt-has-no-conditions-yet",
    put: (stage) => put(stage, { components: { KubeVirt: "new" } }),
  },
  {
    sentence: "migcontroller-lacks-progressing-and-degraded-and-the-cr-reports-healthy",
    put: (stage) => {
      const ready = lifecycle.deployed(now.MigController, ago(stage, 90));
      return put(stage, { components: { MigController: lacking(ready, "Progressing", "Degraded") } });
    },
  },
  {
    sentence: "kubevirt-has-been-down-for-an-hour-and-the-cr-says-healthy",
    put: (stage) => {
      const at = ago(stage, 60);
      const message = "virt-api is not available";
      const status = but(kubeVirt.ready(now.KubeVirt, ago(stage, 90)), at, {
        Available: { status: "False", reason: "", message },
      });
      return put(stage, { components: { KubeVirt: status }, wrote: aggregate([]) });
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
];

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

/** A boot image that was imported as expected is no finding. */
function bootImageOf(name: string): { readonly metadata: Fields; readonly status: Fields } {
  return { metadata: { name }, status: { commonTemplate: true } };
}

function withoutArchitecture(name: string, since: string): Fields {
  const { metadata, status } = bootImageOf(name);
  const condition = {
    type: "Deployed",
    status: "False",
    reason: "UnsupportedArchitectures",
    message: "DataImportCronTemplate has no supported architectures for the current cluster",
    lastTransitionTime: since,
  };
  return { metadata, status: { ...status, conditions: [condition] } };
}
