/** What runs of the real operator taught, as far as it shows in objects. */
import { applyOne } from "../cluster/apply.ts";
import { lifecycle, ssp } from "../cluster/component-status.ts";
import { aggregate } from "../cluster/last-writer.ts";
import { versions } from "../cluster/versions.ts";
import { ago, type Case } from "./case.ts";
import { changedMeanwhile, deployment, refuseBeside, stopped, tainted } from "./pieces.ts";
import { put, small } from "./situation.ts";
import { but } from "./statuses.ts";

const now = versions["1.20.0"];

export const corrections: readonly Case[] = [
  {
    // 4: the name's pattern has no anchor.
    sentence: "a-second-hyperconverged-with-a-similar-name-is-rejected",
    readBy: "admin",
    put: async (stage) => {
      await put(stage);
      await refuseBeside(stage, { name: "kubevirt-hyperconverged-test" });
    },
  },
  {
    // 5
    sentence: "the-conversion-webhook-is-down-and-v1beta1-is-stored",
    served: "v1beta1-webhook-down",
    versions: { hyperconvergeds: "v1beta1" },
    readBy: "admin",
    put: (stage) =>
      put(stage, {
        apiVersion: "v1beta1",
        spec: { uninstallStrategy: "BlockUninstallIfWorkloadsExist" },
        workloads: [deployment("hyperconverged-cluster-webhook", "deployment", { ready: 0, since: ago(stage, 15) })],
      }),
  },
  {
    sentence: "the-conversion-webhook-returns-an-error-and-v1beta1-is-stored",
    served: "v1beta1-webhook-refuses",
    versions: { hyperconvergeds: "v1beta1" },
    readBy: "admin",
    put: (stage) =>
      put(stage, {
        apiVersion: "v1beta1",
        spec: { featureGates: { downwardMetrics: true }, uninstallStrategy: "BlockUninstallIfWorkloadsExist" },
      }),
  },
  {
    // 7
    sentence: "a-generation-that-each-status-of-cdi-increases-is-not-stale",
    put: async (stage) => {
      const { hyperConverged } = await put(stage);
      for (const minutes of [3, 2, 1]) {
        const heartbeat = { lastHeartbeatTime: ago(stage, minutes) };
        const beats = { Available: heartbeat, Progressing: heartbeat, Degraded: heartbeat };
        const status = but(lifecycle.deployed(now.CDI, ago(stage, 90)), ago(stage, 90), beats);
        await applyOne(stage.cluster, small("CDI", hyperConverged, { ...status, observedGeneration: 1 }));
      }
    },
  },
  {
    // 8
    sentence: "ssp-names-the-one-resource-that-is-not-ready",
    platform: "openshift",
    put: (stage) =>
      put(stage, {
        components: { SSP: ssp.validatorShort(now.SSP, 1, 2, ago(stage, 14)) },
        workloads: [
          deployment("virt-template-validator", "schedule", { ready: 1, replicas: 2, since: ago(stage, 14) }),
        ],
      }),
  },
  {
    // 9
    sentence: "filerestoreoperator-reports-healthy-and-its-deployment-is-down",
    put: (stage) =>
      put(stage, {
        workloads: [
          deployment("vm-file-restore-operator-controller-manager", "vm-file-restore", {
            ready: 0,
            since: ago(stage, 14),
          }),
        ],
      }),
  },
  {
    // 10
    sentence: "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
    put: (stage) =>
      put(stage, {
        running: "1.20.0",
        recorded: "1.18.0",
        made: ["KubeVirt", "CDI", "NetworkAddonsConfig", "MigController"],
        injector: false,
        // Its words from before the upgrade: no loop has come to its end since.
        wrote: aggregate([]),
        sayings: [
          {
            type: "Warning",
            reason: "ReconcileError",
            message:
              'failed to get API group resources: no matches for kind "SecurityContextConstraints" in version "security.openshift.io/v1"',
            // The pause after each failure is twice the one before, from 5 ms (client-go,
            // DefaultControllerRateLimiter).
            first: ago(stage, 23),
            at: ago(stage, 1),
            count: 18,
          },
        ],
      }),
  },
  {
    // 11
    sentence: "a-conflict-as-an-upgrade-begins-is-no-fault",
    put: (stage) =>
      put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        badSince: ago(stage, 0.3),
        wrote: stopped(changedMeanwhile, "warning"),
      }),
  },
  {
    // 13
    sentence: "the-operator-is-scaled-to-zero-and-its-deployment-reports-available",
    put: (stage) => put(stage, { operator: { replicas: 0, ready: 0 } }),
  },
  {
    // 15
    sentence: "a-taint-that-is-false-leaves-a-hyperconverged-healthy",
    put: (stage) =>
      put(stage, {
        status: ({ conditions, ...rest }) => ({
          ...rest,
          conditions: [...(conditions as object[]), { ...tainted(ago(stage, 40)), status: "False" }],
        }),
      }),
  },
  {
    // 16
    sentence: "cdi-reports-unknown-and-the-cr-reports-healthy",
    put: (stage) =>
      put(stage, {
        components: {
          CDI: but(lifecycle.deployed(now.CDI, ago(stage, 90)), ago(stage, 14), {
            Available: { status: "Unknown", reason: "NoAnswer", message: "cdi-apiserver could not be asked" },
          }),
        },
      }),
  },
];
