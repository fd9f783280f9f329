/** What runs of the real operator taught, as far as it shows in objects. */
import { applyOne } from "../cluster/apply.ts";
import { lifecycle, ssp } from "../cluster/component-status.ts";
import { aggregate } from "../cluster/last-writer.ts";
import { versions } from "../cluster/versions.ts";
import { minutesAgo, type Case } from "./case.ts";
import { conflictMessage, deployment, addRefusedHyperConverged, failedReconcile, taintedCondition } from "./pieces.ts";
import { applySituation, minimalComponent } from "./situation.ts";
import { withChangedConditions } from "./statuses.ts";

const now = versions["1.20.0"];

export const corrections: readonly Case[] = [
  {
    // 4: the name's pattern has no anchor.
    sentence: "a-second-hyperconverged-with-a-similar-name-is-rejected",
    readBy: "admin",
    prepare: async (stage) => {
      await applySituation(stage);
      await addRefusedHyperConverged(stage, { name: "kubevirt-hyperconverged-test" });
    },
  },
  {
    // 5
    sentence: "the-conversion-webhook-is-down-and-v1beta1-is-stored",
    served: "v1beta1-webhook-down",
    requestedVersions: { hyperconvergeds: "v1beta1" },
    readBy: "admin",
    prepare: (stage) =>
      applySituation(stage, {
        apiVersion: "v1beta1",
        spec: { uninstallStrategy: "BlockUninstallIfWorkloadsExist" },
        workloads: [deployment("hyperconverged-cluster-webhook", "deployment", { ready: 0, since: minutesAgo(stage, 15) })],
      }),
  },
  {
    sentence: "the-conversion-webhook-returns-an-error-and-v1beta1-is-stored",
    served: "v1beta1-webhook-refuses",
    requestedVersions: { hyperconvergeds: "v1beta1" },
    readBy: "admin",
    prepare: (stage) =>
      applySituation(stage, {
        apiVersion: "v1beta1",
        spec: { featureGates: { downwardMetrics: true }, uninstallStrategy: "BlockUninstallIfWorkloadsExist" },
      }),
  },
  {
    // 7
    sentence: "a-generation-that-each-status-of-cdi-increases-is-not-stale",
    prepare: async (stage) => {
      const { hyperConverged } = await applySituation(stage);
      for (const minutes of [3, 2, 1]) {
        const heartbeat = { lastHeartbeatTime: minutesAgo(stage, minutes) };
        const beats = { Available: heartbeat, Progressing: heartbeat, Degraded: heartbeat };
        const status = withChangedConditions(lifecycle.deployed(now.CDI, minutesAgo(stage, 90)), minutesAgo(stage, 90), beats);
        await applyOne(stage.cluster, minimalComponent("CDI", hyperConverged, { ...status, observedGeneration: 1 }));
      }
    },
  },
  {
    // 8
    sentence: "ssp-names-the-one-resource-that-is-not-ready",
    platform: "openshift",
    prepare: (stage) =>
      applySituation(stage, {
        components: { SSP: ssp.validatorShort(now.SSP, 1, 2, minutesAgo(stage, 14)) },
        workloads: [
          deployment("virt-template-validator", "schedule", { ready: 1, replicas: 2, since: minutesAgo(stage, 14) }),
        ],
      }),
  },
  {
    // 9
    sentence: "filerestoreoperator-reports-healthy-and-its-deployment-is-down",
    prepare: (stage) =>
      applySituation(stage, {
        workloads: [
          deployment("vm-file-restore-operator-controller-manager", "vm-file-restore", {
            ready: 0,
            since: minutesAgo(stage, 14),
          }),
        ],
      }),
  },
  {
    // 10
    sentence: "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
    prepare: (stage) =>
      applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.18.0",
        createdComponents: ["KubeVirt", "CDI", "NetworkAddonsConfig", "MigController"],
        hasInjectorCondition: false,
        // Its words from before the upgrade: no loop has come to its end since.
        writtenOutcome: aggregate([]),
        events: [
          {
            type: "Warning",
            reason: "ReconcileError",
            message:
              'failed to get API group resources: no matches for kind "SecurityContextConstraints" in version "security.openshift.io/v1"',
            // The pause after each failure is twice the one before, from 5 ms (client-go,
            // DefaultControllerRateLimiter).
            firstSeen: minutesAgo(stage, 23),
            at: minutesAgo(stage, 1),
            count: 18,
          },
        ],
      }),
  },
  {
    // 11
    sentence: "a-conflict-as-an-upgrade-begins-is-no-fault",
    prepare: (stage) =>
      applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.19.0",
        unhealthySince: minutesAgo(stage, 0.3),
        writtenOutcome: failedReconcile(conflictMessage, "warning"),
      }),
  },
  {
    // 13
    sentence: "the-operator-is-scaled-to-zero-and-its-deployment-reports-available",
    prepare: (stage) => applySituation(stage, { operator: { replicas: 0, ready: 0 } }),
  },
  {
    // 15
    sentence: "a-taint-that-is-false-leaves-a-hyperconverged-healthy",
    prepare: (stage) =>
      applySituation(stage, {
        editStatus: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as object[]), { ...taintedCondition(minutesAgo(stage, 40)), status: "False" }],
        }),
      }),
  },
  {
    // 16
    sentence: "cdi-reports-unknown-and-the-cr-reports-healthy",
    prepare: (stage) =>
      applySituation(stage, {
        components: {
          CDI: withChangedConditions(lifecycle.deployed(now.CDI, minutesAgo(stage, 90)), minutesAgo(stage, 14), {
            Available: { status: "Unknown", reason: "NoAnswer", message: "cdi-apiserver could not be asked" },
          }),
        },
      }),
  },
];
