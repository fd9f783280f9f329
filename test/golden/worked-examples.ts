/**
 * The situations in which the HCO operator's code was run, in their order: what its components say
 * and what it makes of them. Where its loop stops early, its words are written down here by hand.
 */
import { applyOne, erase } from "../cluster/apply.ts";
import { kubeVirt, lifecycle, networkAddons, ssp } from "../cluster/component-status.ts";
import { readyStatus } from "../cluster/components.ts";
import { refusedStatus, servedName } from "../cluster/hyperconverged.ts";
import { refuse } from "../cluster/last-writer.ts";
import { clusterServiceVersion } from "../cluster/lifecycle-manager.ts";
import { versions } from "../cluster/versions.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { conflictMessage, deployment, notUpgradeable, failedReconcile, taintedCondition, operatorConditionReporting } from "./pieces.ts";
import { applySituation, minimalComponent } from "./situation.ts";
import { withChangedConditions, kubeVirtReporting, withoutConditions, withTransitionTime } from "./statuses.ts";

const now = versions["1.20.0"];
const before = versions["1.19.0"];
const upgrading = { operatorVersion: "1.20.0", reportedVersion: "1.19.0" } as const;

const rollingKubeVirt = (stage: Stage, from: string) => kubeVirt.updating(from, now.KubeVirt, minutesAgo(stage, 14));
const deployed = (stage: Stage) => lifecycle.deployed(now.CDI, minutesAgo(stage, 90));

export const workedExamples: readonly Case[] = [
  {
    sentence: "kubevirt-rolls-out-while-cdi-is-degraded-without-a-message",
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      const message = `Deploying version ${now.KubeVirt} with registry quay.io/kubevirt`;
      const ready = kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90));
      return applySituation(stage, {
        components: {
          KubeVirt: kubeVirtReporting(ready, at, ["False", "True", "False"], "DeploymentInProgress", message),
          CDI: withChangedConditions(deployed(stage), at, { Degraded: { status: "True" } }),
        },
        workloads: [deployment("cdi-deployment", "storage", { ready: 0, since: at })],
      });
    },
  },
  {
    sentence: "cdi-and-ssp-progress-and-each-is-named-in-one-condition",
    platform: "openshift",
    prepare: (stage) => {
      const at = minutesAgo(stage, 3);
      const message = "2 SSP resources are not available";
      return applySituation(stage, {
        unhealthySince: at,
        components: {
          CDI: withChangedConditions(deployed(stage), at, {
            Progressing: { status: "True", reason: "DeployStarted", message: "Started Deployment" },
          }),
          SSP: withChangedConditions(ssp.ready(now.SSP, minutesAgo(stage, 90)), at, { Progressing: { status: "True", message } }),
        },
      });
    },
  },
  {
    sentence: "kubevirt-is-unavailable-and-the-cr-names-ssp-which-lacks-available",
    platform: "openshift",
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90));
      return applySituation(stage, {
        components: {
          KubeVirt: withChangedConditions(ready, at, { Available: { status: "False", reason: "", message: "real trouble" } }),
          SSP: withoutConditions(ssp.ready(now.SSP, minutesAgo(stage, 90)), "Available"),
        },
      });
    },
  },
  {
    sentence: "kubevirt-is-down-and-cdi-is-degraded",
    inAllFormats: true,
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90));
      const refused = { status: "True", reason: "ConfigError", message: "no StorageProfile for class local" } as const;
      return applySituation(stage, {
        components: {
          KubeVirt: withChangedConditions(ready, at, { Available: { status: "False", reason: "", message: "virt-api does not answer" } }),
          CDI: withChangedConditions(deployed(stage), at, { Degraded: refused }),
        },
      });
    },
  },
  {
    sentence: "kubevirt-rolls-out-and-the-cr-reports-unavailable",
    prepare: (stage) => applySituation(stage, { components: { KubeVirt: rollingKubeVirt(stage, now.KubeVirt) } }),
  },
  {
    sentence: "an-upgrade-updates-kubevirt",
    prepare: (stage) => applySituation(stage, { ...upgrading, components: { KubeVirt: rollingKubeVirt(stage, before.KubeVirt) } }),
  },
  {
    sentence: "an-upgrade-waits-for-cdi-which-reports-its-old-version",
    inAllFormats: true,
    platform: "openshift",
    prepare: async (stage) => {
      await applySituation(stage, {
        ...upgrading,
        unhealthySince: minutesAgo(stage, 50),
        components: { CDI: readyStatus("CDI", "1.19.0", minutesAgo(stage, 90)) },
      });
      await lifecycleManager(stage, alreadyUpgrading);
    },
  },
  {
    sentence: "an-upgrade-cannot-finish-because-ssp-does-not-report-degraded",
    platform: "openshift",
    prepare: async (stage) => {
      await applySituation(stage, {
        ...upgrading,
        unhealthySince: minutesAgo(stage, 50),
        components: { SSP: withoutConditions(ssp.ready(now.SSP, minutesAgo(stage, 90)), "Degraded") },
      });
      await lifecycleManager(stage, alreadyUpgrading);
    },
  },
  {
    sentence: "cdi-is-down-during-an-upgrade-and-the-cr-says-healthy",
    inAllFormats: true,
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      return applySituation(stage, {
        ...upgrading,
        unhealthySince: at,
        components: { CDI: withChangedConditions(deployed(stage), at, { Available: { status: "False", reason: "", message: "" } }) },
        editStatus: (status) => withTransitionTime(status, "Progressing", minutesAgo(stage, 22)),
        workloads: [deployment("cdi-apiserver", "storage", { ready: 0, since: at })],
      });
    },
  },
  {
    sentence: "an-error-at-ssp-ends-the-reconcile-and-kubevirt-is-degraded",
    platform: "openshift",
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90));
      const denied = 'admission webhook "validation.ssp.kubevirt.io" denied the request: SSP is not ready';
      const degraded = { status: "True", reason: "KubeVirtDegraded", message: "KubeVirt is degraded: boom" } as const;
      return applySituation(stage, {
        components: { KubeVirt: withChangedConditions(ready, at, { Degraded: { status: "True", reason: "", message: "boom" } }) },
        writtenOutcome: failedReconcile(denied, "error", { Degraded: degraded }),
      });
    },
  },
  {
    sentence: "a-conflict-at-kubevirt-ends-the-reconcile-before-an-unhealthy-cdi",
    prepare: (stage) => {
      const at = minutesAgo(stage, 14);
      return applySituation(stage, {
        unhealthySince: minutesAgo(stage, 5),
        components: { CDI: lifecycle.unableToCreate(now.CDI, at) },
        writtenOutcome: failedReconcile(conflictMessage, "error"),
      });
    },
  },
  {
    sentence: "kubevirt-was-deleted-and-the-cr-reports-healthy",
    readBy: "admin",
    prepare: async (stage) => {
      const { components } = await applySituation(stage);
      const gone = components.get("KubeVirt");
      if (gone !== undefined) await erase(stage.cluster, gone);
    },
  },
  {
    sentence: "kubevirt-was-recreated-and-reports-no-conditions-yet",
    prepare: async (stage) => {
      const { components, hyperConverged } = await applySituation(stage);
      const gone = components.get("KubeVirt");
      if (gone !== undefined) await erase(stage.cluster, gone);
      await applyOne(stage.cluster, minimalComponent("KubeVirt", hyperConverged, "new"));
    },
  },
  {
    sentence: "a-second-kubevirt-is-active-in-another-namespace",
    prepare: async (stage) => {
      const at = minutesAgo(stage, 14);
      const message = "There is an active KubeVirt deployment";
      const { conditions: _conditions, ...rest } = kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 90));
      const conditions = [
        { type: "Synchronized", status: "False", reason: "ExistingDeployment", message, lastTransitionTime: at },
      ] as const;
      const { hyperConverged } = await applySituation(stage, { components: { KubeVirt: { ...rest, conditions } } });
      const namespace = "kubevirt";
      await applyOne(stage.cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
      const first = minimalComponent("KubeVirt", hyperConverged, kubeVirt.ready(now.KubeVirt, minutesAgo(stage, 900)));
      await applyOne(stage.cluster, { ...first, metadata: { name: "kubevirt", namespace } });
    },
  },
  {
    sentence: "networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged",
    platform: "openshift",
    prepare: async (stage) => {
      const at = minutesAgo(stage, 14);
      const message = "NMState deployment is not supported by this version of the operator";
      const reason = "InvalidConfiguration";
      await applySituation(stage, {
        components: {
          NetworkAddonsConfig: withChangedConditions(networkAddons.ready(now.NetworkAddonsConfig, minutesAgo(stage, 90)), at, {
            Upgradeable: { status: "False", reason, message },
          }),
        },
        events: [{ type: "Warning", reason: "ReconcileHCO", message: "Not all the operators are ready", at }],
      });
      await lifecycleManager(
        stage,
        notUpgradeable("NetworkAddonsConfigNotUpgradeable", `NetworkAddonsConfig is not upgradeable: ${message}`),
      );
    },
  },
  {
    sentence: "a-json-patch-changes-cdi-of-a-healthy-hyperconverged",
    prepare: (stage) =>
      applySituation(stage, {
        annotations: {
          "containerizeddataimporter.kubevirt.io/jsonpatch": JSON.stringify([
            { op: "add", path: "/spec/config/featureGates/-", value: "DataVolumeClaimAdoption" },
            { op: "replace", path: "/spec/config/logVerbosity", value: 4 },
          ]),
        },
        editStatus: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as object[]), taintedCondition(minutesAgo(stage, 40))],
        }),
      }),
  },
  {
    sentence: "a-hyperconverged-with-another-name-is-rejected",
    prepare: (stage) =>
      applySituation(stage, {
        name: "my-hco",
        createdComponents: [],
        writtenOutcome: refuse(servedName),
        editStatus: () => refusedStatus(refuse(servedName), minutesAgo(stage, 14)),
      }),
  },
];

const alreadyUpgrading = notUpgradeable(
  "AlreadyPerformingUpgrade",
  "upgrading the hyperConverged cluster operator to version 1.20.0",
);

/** What OLM keeps beside an operator that says this about being upgraded. */
async function lifecycleManager(stage: Stage, condition: Parameters<typeof operatorConditionReporting>[1]): Promise<void> {
  await applyOne(stage.cluster, clusterServiceVersion("1.20.0", minutesAgo(stage, 90)));
  await applyOne(stage.cluster, operatorConditionReporting("1.20.0", condition, minutesAgo(stage, 14)));
}
