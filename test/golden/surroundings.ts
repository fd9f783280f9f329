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
import { minutesAgo, type Case } from "./case.ts";
import { deployment, taintedCondition } from "./pieces.ts";
import { applySituation, minimalComponent } from "./situation.ts";
import { withChangedConditions, withoutConditions } from "./statuses.ts";

const now = versions["1.20.0"];
const withQuota = { deployment: { applicationAwareConfig: { enable: true } } };

export const surroundings: readonly Case[] = [
  {
    sentence: "a-patch-an-edit-and-three-other-findings-leave-a-hyperconverged-healthy",
    platform: "openshift",
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90));
      return applySituation(stage, {
        components: { KubeVirt: { ...ready, outdatedVirtualMachineInstanceWorkloads: 3 } },
        annotations: {
          "kubevirt.kubevirt.io/jsonpatch": '[{"op":"add","path":"/spec/configuration/cpuModel","value":"host-model"}]',
        },
        hasInjectorCondition: false,
        editStatus: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as Fields[]), taintedCondition(minutesAgo(stage, 40)), injectorShort(at)],
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
        events: [
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
    prepare: (stage) =>
      applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.19.0",
        unhealthySince: minutesAgo(stage, 5),
        components: { CDI: readyStatus("CDI", "1.19.0", minutesAgo(stage, 90)) },
        events: [
          {
            type: "Warning",
            reason: "Overwritten",
            message: "Overwritten PriorityClass kubevirt-cluster-critical",
            at: minutesAgo(stage, 2),
          },
        ],
      }),
  },
  {
    sentence: "aaq-is-enabled-and-absent",
    readBy: "admin",
    prepare: (stage) =>
      applySituation(stage, {
        spec: withQuota,
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig", "MigController", "FileRestoreOperator"],
      }),
  },
  {
    sentence: "an-unavailable-aaq-that-the-cr-does-not-enable-is-a-warning",
    prepare: async (stage) => {
      const { hyperConverged } = await applySituation(stage);
      const status = lifecycle.unableToCreate(now.AAQ, minutesAgo(stage, 14));
      await applyOne(stage.cluster, minimalComponent("AAQ", hyperConverged, status));
    },
  },
  {
    sentence: "openshift-with-ssp-and-an-operatorcondition-is-healthy",
    inAllFormats: true,
    platform: "openshift",
    prepare: async (stage) => {
      await applySituation(stage);
      await applyOne(stage.cluster, clusterServiceVersion("1.20.0", minutesAgo(stage, 90)));
      await applyOne(stage.cluster, operatorCondition("1.20.0", minutesAgo(stage, 90)));
    },
  },
  {
    sentence: "the-operatorcondition-allows-an-upgrade-while-one-runs",
    platform: "openshift",
    prepare: async (stage) => {
      await applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", minutesAgo(stage, 90)) },
      });
      await applyOne(stage.cluster, operatorCondition("1.20.0", minutesAgo(stage, 90)));
    },
  },
  {
    sentence: "olm-waits-while-its-copy-of-the-operatorcondition-is-out-of-date",
    platform: "openshift",
    prepare: async (stage) => {
      await applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.19.0",
        components: { CDI: readyStatus("CDI", "1.19.0", minutesAgo(stage, 90)) },
      });
      const stored = await applyOne(stage.cluster, operatorCondition("1.20.0", minutesAgo(stage, 90)));
      // A new generation, which OLM has not looked at.
      await call(stage.cluster, "PATCH", pathOf(stored), { spec: { serviceAccounts: ["hyperconverged-cluster-operator"] } });
    },
  },
  {
    sentence: "the-cr-blocks-an-upgrade-that-the-operatorcondition-allows",
    platform: "openshift",
    prepare: async (stage) => {
      await applySituation(stage, { components: { CDI: lifecycle.deploying(now.CDI, minutesAgo(stage, 14)) } });
      await applyOne(stage.cluster, clusterServiceVersion("1.20.0", minutesAgo(stage, 90)));
      await applyOne(stage.cluster, operatorCondition("1.20.0", minutesAgo(stage, 90)));
    },
  },
  {
    sentence: "kubevirt-has-no-conditions-yet",
    prepare: (stage) => applySituation(stage, { components: { KubeVirt: "new" } }),
  },
  {
    sentence: "migcontroller-lacks-progressing-and-degraded-and-the-cr-reports-healthy",
    prepare: (stage) => {
      const ready = lifecycle.deployed(now.MigController, minutesAgo(stage, 90));
      return applySituation(stage, { components: { MigController: withoutConditions(ready, "Progressing", "Degraded") } });
    },
  },
  {
    sentence: "kubevirt-has-been-down-for-an-hour-and-the-cr-says-healthy",
    prepare: (stage) => {
      const at = minutesAgo(stage, 60);
      const message = "virt-api is not available";
      const status = withChangedConditions(kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90)), at, {
        Available: { status: "False", reason: "", message },
      });
      return applySituation(stage, { components: { KubeVirt: status }, writtenOutcome: aggregate([]) });
    },
  },
  {
    sentence: "the-spec-is-newer-than-the-status",
    prepare: async (stage) => {
      const { hyperConverged } = await applySituation(stage, { hasInjectorCondition: true });
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
