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
import { ago, type Case, type Stage } from "./case.ts";
import { changedMeanwhile, deployment, refusing, stopped, tainted, upgradeable } from "./pieces.ts";
import { put, small } from "./situation.ts";
import { but, kubeVirtSays, lacking, sinceIn } from "./statuses.ts";

const now = versions["1.20.0"];
const before = versions["1.19.0"];
const upgrading = { running: "1.20.0", recorded: "1.19.0" } as const;

const rolling = (stage: Stage, from: string) => kubeVirt.updating(from, now.KubeVirt, ago(stage, 14));
const deployed = (stage: Stage) => lifecycle.deployed(now.CDI, ago(stage, 90));

export const workedExamples: readonly Case[] = [
  {
    sentence: "kubevirt-rolls-out-while-cdi-is-degraded-without-a-message",
    put: (stage) => {
      const at = ago(stage, 14);
      const message = `Deploying version ${now.KubeVirt} with registry quay.io/kubevirt`;
      const ready = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      return put(stage, {
        components: {
          KubeVirt: kubeVirtSays(ready, at, ["False", "True", "False"], "DeploymentInProgress", message),
          CDI: but(deployed(stage), at, { Degraded: { status: "True" } }),
        },
        workloads: [deployment("cdi-deployment", "storage", { ready: 0, since: at })],
      });
    },
  },
  {
    sentence: "cdi-and-ssp-progress-and-each-is-named-in-one-condition",
    platform: "openshift",
    put: (stage) => {
      const at = ago(stage, 3);
      const message = "2 SSP resources are not available";
      return put(stage, {
        badSince: at,
        components: {
          CDI: but(deployed(stage), at, {
            Progressing: { status: "True", reason: "DeployStarted", message: "Started Deployment" },
          }),
          SSP: but(ssp.ready(now.SSP, ago(stage, 90)), at, { Progressing: { status: "True", message } }),
        },
      });
    },
  },
  {
    sentence: "kubevirt-is-unavailable-and-the-cr-names-ssp-which-lacks-available",
    platform: "openshift",
    put: (stage) => {
      const at = ago(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      return put(stage, {
        components: {
          KubeVirt: but(ready, at, { Available: { status: "False", reason: "", message: "real trouble" } }),
          SSP: lacking(ssp.ready(now.SSP, ago(stage, 90)), "Available"),
        },
      });
    },
  },
  {
    sentence: "kubevirt-is-down-and-cdi-is-degraded",
    inAllFormats: true,
    put: (stage) => {
      const at = ago(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      const refused = { status: "True", reason: "ConfigError", message: "no StorageProfile for class local" } as const;
      return put(stage, {
        components: {
          KubeVirt: but(ready, at, { Available: { status: "False", reason: "", message: "virt-api does not answer" } }),
          CDI: but(deployed(stage), at, { Degraded: refused }),
        },
      });
    },
  },
  {
    sentence: "kubevirt-rolls-out-and-the-cr-reports-unavailable",
    put: (stage) => put(stage, { components: { KubeVirt: rolling(stage, now.KubeVirt) } }),
  },
  {
    sentence: "an-upgrade-updates-kubevirt",
    put: (stage) => put(stage, { ...upgrading, components: { KubeVirt: rolling(stage, before.KubeVirt) } }),
  },
  {
    sentence: "an-upgrade-waits-for-cdi-which-reports-its-old-version",
    inAllFormats: true,
    platform: "openshift",
    put: async (stage) => {
      await put(stage, {
        ...upgrading,
        badSince: ago(stage, 50),
        components: { CDI: readyStatus("CDI", "1.19.0", ago(stage, 90)) },
      });
      await lifecycleManager(stage, alreadyUpgrading);
    },
  },
  {
    sentence: "an-upgrade-cannot-finish-because-ssp-does-not-report-degraded",
    platform: "openshift",
    put: async (stage) => {
      await put(stage, {
        ...upgrading,
        badSince: ago(stage, 50),
        components: { SSP: lacking(ssp.ready(now.SSP, ago(stage, 90)), "Degraded") },
      });
      await lifecycleManager(stage, alreadyUpgrading);
    },
  },
  {
    sentence: "cdi-is-down-during-an-upgrade-and-the-cr-says-healthy",
    inAllFormats: true,
    put: (stage) => {
      const at = ago(stage, 14);
      return put(stage, {
        ...upgrading,
        badSince: at,
        components: { CDI: but(deployed(stage), at, { Available: { status: "False", reason: "", message: "" } }) },
        status: (status) => sinceIn(status, "Progressing", ago(stage, 22)),
        workloads: [deployment("cdi-apiserver", "storage", { ready: 0, since: at })],
      });
    },
  },
  {
    sentence: "an-error-at-ssp-ends-the-reconcile-and-kubevirt-is-degraded",
    platform: "openshift",
    put: (stage) => {
      const at = ago(stage, 14);
      const ready = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      const denied = 'admission webhook "validation.ssp.kubevirt.io" denied the request: SSP is not ready';
      const degraded = { status: "True", reason: "KubeVirtDegraded", message: "KubeVirt is degraded: boom" } as const;
      return put(stage, {
        components: { KubeVirt: but(ready, at, { Degraded: { status: "True", reason: "", message: "boom" } }) },
        wrote: stopped(denied, "error", { Degraded: degraded }),
      });
    },
  },
  {
    sentence: "a-conflict-at-kubevirt-ends-the-reconcile-before-an-unhealthy-cdi",
    put: (stage) => {
      const at = ago(stage, 14);
      return put(stage, {
        badSince: ago(stage, 5),
        components: { CDI: lifecycle.unableToCreate(now.CDI, at) },
        wrote: stopped(changedMeanwhile, "error"),
      });
    },
  },
  {
    sentence: "kubevirt-was-deleted-and-the-cr-reports-healthy",
    readBy: "admin",
    put: async (stage) => {
      const { components } = await put(stage);
      const gone = components.get("KubeVirt");
      if (gone !== undefined) await erase(stage.cluster, gone);
    },
  },
  {
    sentence: "kubevirt-was-recreated-and-reports-no-conditions-yet",
    put: async (stage) => {
      const { components, hyperConverged } = await put(stage);
      const gone = components.get("KubeVirt");
      if (gone !== undefined) await erase(stage.cluster, gone);
      await applyOne(stage.cluster, small("KubeVirt", hyperConverged, "new"));
    },
  },
  {
    sentence: "a-second-kubevirt-is-active-in-another-namespace",
    put: async (stage) => {
      const at = ago(stage, 14);
      const message = "There is an active KubeVirt deployment";
      const { conditions: _conditions, ...rest } = kubeVirt.ready(now.KubeVirt, ago(stage, 90));
      const conditions = [
        { type: "Synchronized", status: "False", reason: "ExistingDeployment", message, lastTransitionTime: at },
      ] as const;
      const { hyperConverged } = await put(stage, { components: { KubeVirt: { ...rest, conditions } } });
      const namespace = "kubevirt";
      await applyOne(stage.cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
      const first = small("KubeVirt", hyperConverged, kubeVirt.ready(now.KubeVirt, ago(stage, 900)));
      await applyOne(stage.cluster, { ...first, metadata: { name: "kubevirt", namespace } });
    },
  },
  {
    sentence: "networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged",
    platform: "openshift",
    put: async (stage) => {
      const at = ago(stage, 14);
      const message = "NMState deployment is not supported by this version of the operator";
      const reason = "InvalidConfiguration";
      await put(stage, {
        components: {
          NetworkAddonsConfig: but(networkAddons.ready(now.NetworkAddonsConfig, ago(stage, 90)), at, {
            Upgradeable: { status: "False", reason, message },
          }),
        },
        sayings: [{ type: "Warning", reason: "ReconcileHCO", message: "Not all the operators are ready", at }],
      });
      await lifecycleManager(
        stage,
        refusing("NetworkAddonsConfigNotUpgradeable", `NetworkAddonsConfig is not upgradeable: ${message}`),
      );
    },
  },
  {
    sentence: "a-json-patch-changes-cdi-of-a-healthy-hyperconverged",
    put: (stage) =>
      put(stage, {
        annotations: {
          "containerizeddataimporter.kubevirt.io/jsonpatch": JSON.stringify([
            { op: "add", path: "/spec/config/featureGates/-", value: "DataVolumeClaimAdoption" },
            { op: "replace", path: "/spec/config/logVerbosity", value: 4 },
          ]),
        },
        status: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as object[]), tainted(ago(stage, 40))],
        }),
      }),
  },
  {
    sentence: "a-hyperconverged-with-another-name-is-rejected",
    put: (stage) =>
      put(stage, {
        name: "my-hco",
        made: [],
        wrote: refuse(servedName),
        status: () => refusedStatus(refuse(servedName), ago(stage, 14)),
      }),
  },
];

const alreadyUpgrading = refusing(
  "AlreadyPerformingUpgrade",
  "upgrading the hyperConverged cluster operator to version 1.20.0",
);

/** What OLM keeps beside an operator that says this about being upgraded. */
async function lifecycleManager(stage: Stage, condition: Parameters<typeof upgradeable>[1]): Promise<void> {
  await applyOne(stage.cluster, clusterServiceVersion("1.20.0", ago(stage, 90)));
  await applyOne(stage.cluster, upgradeable("1.20.0", condition, ago(stage, 14)));
}
