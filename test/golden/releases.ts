/** Older releases and Red Hat's numbers: the same CR is written by other rules. */
import { applyOne } from "../cluster/apply.ts";
import { type ComponentStatus, kubeVirt, lifecycle, networkAddons, ssp } from "../cluster/component-status.ts";
import { call } from "../cluster/http.ts";
import { aggregate } from "../cluster/last-writer.ts";
import { clusterServiceVersion } from "../cluster/lifecycle-manager.ts";
import type { Fields, Manifest } from "../cluster/manifest.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { allFiveConditions } from "./pieces.ts";
import { applySituation } from "./situation.ts";
import { withChangedConditions } from "./statuses.ts";

/** What these releases want of their components; only an upgrade looks at it. */
const wanted = {
  "1.0": { KubeVirt: "v0.26.1", CDI: "v1.13.1", NetworkAddonsConfig: "0.27.7" },
  "1.6": { KubeVirt: "v0.49.0", CDI: "v1.43.0", NetworkAddonsConfig: "v0.65.0" },
  "1.15": { KubeVirt: "v1.6.2", CDI: "v1.63.0", NetworkAddonsConfig: "v0.99.0", AAQ: "v1.5.0" },
  "1.16": { KubeVirt: "v1.7.0", CDI: "v1.64.0", NetworkAddonsConfig: "v0.100.0", AAQ: "v1.6.0", SSP: "v0.25.0" },
  "1.18": {
    KubeVirt: "v1.8.0",
    CDI: "v1.65.0",
    NetworkAddonsConfig: "v0.101.0",
    AAQ: "v1.7.0",
    MigController: "v0.1.0",
  },
} as const;

export const releases: readonly Case[] = [
  {
    sentence: "release-1-0-keeps-earlier-conditions-as-its-document-describes",
    requestedVersions: { hyperconvergeds: "v1alpha1", kubevirts: "v1alpha3" },
    prepare: async (stage) => {
      await serveAlso(stage, "hyperconvergeds.hco.kubevirt.io", "v1alpha1");
      const at = minutesAgo(stage, 14);
      const healthyStatuses = healthyStatusesOf(stage, "1.0");
      const started = { status: "True", reason: "DeployStarted", message: "Started Deployment" } as const;
      await applySituation(stage, {
        operator: "absent",
        operatorVersion: "1.0.0",
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig"],
        components: { ...healthyStatuses, CDI: withChangedConditions(healthyStatuses.CDI, at, { Progressing: started }) },
        hasInjectorCondition: false,
        // Degraded is KubeVirt's from an hour ago: with anything negative left, 1.0 does not touch the other types.
        writtenOutcome: keptFromBefore,
        editStatus: ({ conditions, versions, relatedObjects }) => ({
          conditions: (conditions as Fields[]).map((condition) => withHeartbeat(condition, minutesAgo(stage, 1))),
          relatedObjects: (relatedObjects as Fields[]).filter(({ kind }) => kind !== "PriorityClass"),
          versions,
        }),
      });
    },
  },
  {
    sentence: "release-1-6-ignores-upgradeable-of-a-component",
    prepare: (stage) => {
      const healthyStatuses = healthyStatusesOf(stage, "1.6");
      const message = "NMState deployment is not supported by this version of the operator";
      const refusing = { Upgradeable: { status: "False", reason: "InvalidConfiguration", message } } as const;
      return applySituation(stage, {
        apiVersion: "v1beta1",
        spec: {},
        operatorVersion: "1.6.0",
        expectedVersions: wanted["1.6"],
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig"],
        components: { ...healthyStatuses, NetworkAddonsConfig: withChangedConditions(healthyStatuses.NetworkAddonsConfig, minutesAgo(stage, 14), refusing) },
        hasInjectorCondition: false,
        writtenOutcome: aggregate([]),
        editStatus: withoutHealth,
      });
    },
    requestedVersions: { hyperconvergeds: "v1beta1" },
  },
  {
    sentence: "release-1-15-reports-an-error-for-a-component-that-is-unavailable-in-an-upgrade",
    prepare: (stage) => {
      const healthyStatuses = healthyStatusesOf(stage, "1.15");
      return applySituation(stage, {
        apiVersion: "v1beta1",
        spec: {},
        operatorVersion: "1.15.0",
        reportedVersion: "1.14.0",
        expectedVersions: wanted["1.15"],
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig"],
        components: { ...healthyStatuses, CDI: lifecycle.deploying(wanted["1.15"].CDI, minutesAgo(stage, 14)) },
        hasInjectorCondition: false,
        editStatus: (status) => ({ ...status, systemHealthStatus: "error" }),
      });
    },
    requestedVersions: { hyperconvergeds: "v1beta1" },
  },
  {
    sentence: "red-hats-4-20-is-release-1-16-and-healthy",
    platform: "openshift",
    requestedVersions: { hyperconvergeds: "v1beta1" },
    prepare: (stage) => putRedHat(stage, "4.20.0"),
  },
  {
    sentence: "the-rules-of-the-running-operator-hold-in-an-upgrade-from-4-19-to-4-20",
    platform: "openshift",
    requestedVersions: { hyperconvergeds: "v1beta1" },
    prepare: (stage) => {
      const away = lifecycle.deploying(wanted["1.16"].CDI, minutesAgo(stage, 14));
      return putRedHat(stage, "4.19.12", { CDI: away });
    },
  },
  {
    sentence: "aaq-is-enabled-in-v1beta1-and-rolls-out",
    requestedVersions: { hyperconvergeds: "v1beta1" },
    prepare: (stage) =>
      applySituation(stage, {
        apiVersion: "v1beta1",
        spec: { enableApplicationAwareQuota: true },
        operatorVersion: "1.18.0",
        expectedVersions: wanted["1.18"],
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ", "MigController"],
        components: {
          ...healthyStatusesOf(stage, "1.18"),
          MigController: lifecycle.deployed(wanted["1.18"].MigController, minutesAgo(stage, 90)),
          AAQ: lifecycle.deploying(wanted["1.18"].AAQ, minutesAgo(stage, 14)),
        },
        hasInjectorCondition: false,
      }),
  },
];

function healthyStatusesOf(
  stage: Stage,
  release: keyof typeof wanted,
): Record<"KubeVirt" | "CDI" | "NetworkAddonsConfig", ComponentStatus> {
  const at = minutesAgo(stage, 90);
  return {
    KubeVirt: kubeVirt.ready(wanted[release].KubeVirt, at),
    CDI: lifecycle.deployed(wanted[release].CDI, at),
    NetworkAddonsConfig: networkAddons.ready(wanted[release].NetworkAddonsConfig, at),
  };
}

/** OpenShift Virtualization: another namespace, numbers of its own, the same code. */
async function putRedHat(
  stage: Stage,
  reportedVersion: string,
  components: Readonly<Record<string, ComponentStatus>> = {},
): Promise<void> {
  const namespace = "openshift-cnv";
  await applySituation(stage, {
    namespace,
    apiVersion: "v1beta1",
    spec: {},
    operatorVersion: "4.20.0",
    reportedVersion,
    expectedVersions: wanted["1.16"],
    createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig", "SSP"],
    components: { ...healthyStatusesOf(stage, "1.16"), SSP: ssp.ready(wanted["1.16"].SSP, minutesAgo(stage, 90)), ...components },
    hasInjectorCondition: false,
  });
  const name = "kubevirt-hyperconverged-operator.v4.20.0";
  const { spec, ...rest } = clusterServiceVersion("1.20.0", minutesAgo(stage, 90));
  const { install: _install, ...described } = spec ?? {};
  await applyOne(stage.cluster, { ...rest, metadata: { name, namespace }, spec: { ...described, version: "4.20.0" } });
}

const completed = { reason: "ReconcileCompleted", message: "Reconcile completed successfully" };
const started = { reason: "CDIProgressing", message: "CDI is progressing: Started Deployment" };
const keptFromBefore = allFiveConditions(
  {
    ReconcileComplete: { status: "True", ...completed },
    Available: { status: "True", ...completed },
    Progressing: { status: "True", ...started },
    Degraded: {
      status: "True",
      reason: "KubeVirtDegraded",
      message: "KubeVirt is degraded: virt-handler is not ready",
    },
    Upgradeable: { status: "False", ...started },
  },
  "error",
);

/** Below 1.5 conditions were those of openshift/custom-resource-status. */
function withHeartbeat(condition: Fields, at: string): Fields {
  const { observedGeneration: _generation, ...rest } = condition;
  return { ...rest, lastHeartbeatTime: at };
}

/** systemHealthStatus came with 1.9. */
function withoutHealth({ systemHealthStatus: _health, ...status }: Fields): Fields {
  return status;
}

interface Definition extends Manifest {
  readonly spec: { readonly versions: readonly Fields[] };
}

/** Serves one more version of a kind; the annotation lets the next case see that this CRD is not the usual one. */
async function serveAlso({ cluster }: Stage, name: string, version: string): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
  const { spec } = await call<Definition>(cluster, "GET", path);
  await call(cluster, "PATCH", path, {
    metadata: { annotations: { "hco-status.test/variant": version } },
    spec: { versions: [...spec.versions, { ...spec.versions[0], name: version, storage: false }] },
  });
}
