/** Greenhouse: an organisation, what is frozen, what contradicts itself, and what an older release has left. */
import { applyOne } from "../cluster/apply.ts";
import { acme, greenhouseKinds, makeOne, createOrganization, type Short } from "../cluster/greenhouse.ts";
import type { Case, Stage } from "./case.ts";

const made: readonly Short[] = [
  ["HelmReleaseCreated", "True", 9000],
  ["HelmReleaseDeployed", "True", 9000, "UpgradeSucceeded", "Helm upgrade succeeded"],
];

async function applyOneResource(stage: Stage, wanted: Parameters<typeof makeOne>[2]): Promise<void> {
  await applyOne(stage.cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: acme } });
  await makeOne(stage.cluster, stage.now, wanted);
}

const system = { served: "absent", otherKinds: greenhouseKinds } as const;

export const greenhouse: readonly Case[] = [
  {
    ...system,
    sentence: "a-greenhouse-cluster-is-unreachable-and-so-is-what-runs-on-it",
    readBy: "admin",
    prepare: ({ cluster, now }) => createOrganization(cluster, now),
  },
  {
    ...system,
    sentence: "a-suspended-greenhouse-plugin-keeps-its-old-ready",
    prepare: (stage) =>
      applyOneResource(stage, {
        kind: "Plugin",
        metadata: { name: "ingress", annotations: { "greenhouse.sap/suspend": "" } },
        status: { helmReleaseStatus: { status: "suspended" }, version: "2.0.0" },
        conditions: [
          ["Ready", "True", 9000, "", "ready"],
          ...made.slice(0, 1),
          ["HelmReleaseDeployed", "False", 20, "UpgradeFailed", "Helm upgrade failed: timed out waiting for the condition"],
          ["Suspended", "True", 60, "ResourceSuspended", "resource is suspended"],
        ],
      }),
  },
  {
    ...system,
    sentence: "a-team-role-binding-selects-no-cluster-and-reports-ready",
    prepare: (stage) =>
      applyOneResource(stage, {
        kind: "TeamRoleBinding",
        metadata: { name: "viewers" },
        spec: { teamRoleRef: "viewer", teamRefs: ["support"] },
        conditions: [
          ["Ready", "True", 300, "", "ready"],
          ["RBACReady", "False", 300, "EmptyClusterList"],
          ["OwnerLabelSet", "False", 300, "", "label greenhouse.sap/owned-by is missing"],
        ],
      }),
  },
  {
    ...system,
    sentence: "a-greenhouse-plugin-has-conditions-of-two-releases",
    prepare: (stage) =>
      applyOneResource(stage, {
        kind: "Plugin",
        metadata: { name: "logs" },
        status: { helmReleaseStatus: { status: "deployed" }, version: "2.0.0" },
        conditions: [
          ["Ready", "True", 9000, "", "ready"],
          ...made,
          ["HelmReconcileFailed", "True", 99_000, "", "context deadline exceeded"],
          ["WorkloadReady", "False", 99_000],
        ],
      }),
  },
];
