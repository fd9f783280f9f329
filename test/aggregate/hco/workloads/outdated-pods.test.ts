import { describe, expect, test } from "vitest";
import { aggregate } from "../../../../shared/aggregate/aggregate.ts";
import type { Report } from "../../../../shared/model/report.ts";
import { observationText } from "../../../../shared/outline/observation-text.ts";
import { findObject, type Raw, readCaseAsCluster, readFromCluster } from "../../gate-situation.ts";

const sentence = "kubevirt-waits-for-a-pod-of-its-previous-release-and-all-workloads-are-ready";
const version = "kubevirt.io/install-strategy-version";
const identifier = "kubevirt.io/install-strategy-identifier";
const old = "virt-handler-7xk2p";

type Edit = (all: Raw[]) => void;

/** The golden case, settled long ago, with an edit. */
function clusterWith(edit: Edit): Report {
  const objects = readCaseAsCluster(sentence);
  for (const { kind, metadata, status } of objects) {
    if (kind !== "Pod" && kind !== "DaemonSet" && kind !== "Deployment") continue;
    metadata.creationTimestamp = "2026-11-21T10:00:00Z";
    for (const each of status.conditions ?? []) {
      each.lastTransitionTime = "2026-11-21T10:00:00Z";
      each.lastUpdateTime = "2026-11-21T10:00:00Z";
    }
  }
  edit(objects);
  return aggregate(readFromCluster(objects));
}

/** The pods that a Report holds for outdated, and what it says about them. */
function listOutdatedPods({ roots }: Report): readonly string[] {
  const listBelow = (nodes: Report["roots"][number]["children"]): readonly string[] =>
    nodes.flatMap(({ role, label, trouble, children }) => [
      ...(role === "pod" && trouble?.observed?.code === "outdated-pod"
        ? [`${label}: ${observationText(trouble.observed)}`]
        : []),
      ...listBelow(children),
    ]);
  return roots.flatMap(({ children }) => listBelow(children));
}

const pod: (all: Raw[], name?: string) => Raw = (all, name = old) => findObject(all, "Pod", name);

describe("KubeVirt waits for a Running pod that is not of its target, and the report names it", () => {
  const wanted = "KubeVirt's status requires v1.9.0";
  const rows: [what: string, says: string, edit: Edit][] = [
    [
      "of the version before",
      `annotation ${version} is v1.8.2, ${wanted}: virt-operator waits until this pod ends`,
      () => {},
    ],
    [
      "without annotations",
      `no annotation ${version}, ${wanted}: virt-operator waits until this pod ends`,
      (all) => delete pod(all)["metadata"].annotations,
    ],
    [
      "without an owner",
      `annotation ${version} is v1.8.2, ${wanted}, and nothing controls it: virt-operator waits until this pod ends`,
      (all) => delete pod(all)["metadata"].ownerReferences,
    ],
    [
      "of another configuration of the same version",
      `annotation ${identifier} is 1a, KubeVirt's status requires 2b: virt-operator waits until this pod ends`,
      (all) => {
        findObject(all, "KubeVirt")["status"].targetDeploymentID = "2b";
        for (const { metadata, kind } of all) {
          if (metadata.annotations?.[version] === undefined) continue;
          metadata.annotations[version] = "v1.9.0";
          metadata.annotations[identifier] = kind === "Pod" && metadata.name === old ? "1a" : "2b";
        }
      },
    ],
    [
      "whose deletion does not end",
      `annotation ${version} is v1.8.2, ${wanted}: virt-operator waits for its deletion, which does not finish`,
      (all) => {
        pod(all)["metadata"].deletionTimestamp = "2026-11-21T11:00:00Z";
      },
    ],
  ];
  test.for(rows)("%s", ([, says, edit]) => {
    const report = clusterWith(edit);
    expect(listOutdatedPods(report)).toEqual([`${old}: ${says}`]);
    expect(report.roots[0]?.verdict).toBe("degraded");
    const [cause] = report.roots[0]?.causes ?? [];
    expect([cause?.about.name, cause?.path]).toEqual([
      old,
      ["kubevirt-hyperconverged", "KubeVirt", "virt-handler", old],
    ]);
    expect(cause?.next[0]?.words.join(" ")).toBe(`describe pod ${old} -n kubevirt-hyperconverged`);
  });
});

describe("an old pod is no fault", () => {
  const rows: [what: string, edit: Edit][] = [
    [
      "while its workload became ready less than five minutes ago",
      (all) => {
        const [young] = all.filter(
          ({ kind, metadata }) => kind === "Pod" && /^virt-handler/.test(metadata.name) && metadata.name !== old,
        );
        for (const each of young?.["status"].conditions ?? []) each.lastTransitionTime = "2026-11-21T11:56:00Z";
      },
    ],
    [
      "while its workload still replaces pods",
      (all) => {
        findObject(all, "DaemonSet", "virt-handler")["status"].updatedNumberScheduled = 2;
      },
    ],
    [
      "while virt-operator has not come to its workload yet",
      (all) => {
        findObject(all, "DaemonSet", "virt-handler")["metadata"].annotations[version] = "v1.8.2";
      },
    ],
    [
      "while it ends within its grace period",
      (all) => {
        pod(all)["metadata"].deletionTimestamp = "2026-11-21T12:00:10Z";
      },
    ],
    [
      "once it has ended",
      (all) => {
        pod(all)["status"].phase = "Succeeded";
      },
    ],
    [
      "where virt-operator does not see it, because it lacks the label of its manager",
      (all) => delete pod(all)["metadata"].labels["app.kubernetes.io/managed-by"],
    ],
    ["where KubeVirt names no target", (all) => delete findObject(all, "KubeVirt")["status"].targetKubeVirtVersion],
    [
      "where every pod is of the target",
      (all) => {
        pod(all)["metadata"].annotations[version] = "v1.9.0";
      },
    ],
  ];
  test.for(rows)("%s", ([, edit]) => {
    const report = clusterWith(edit);
    expect(listOutdatedPods(report)).toEqual([]);
    expect(report.roots[0]?.verdict).toBe("progressing");
  });

  test("where KubeVirt reports healthy, whose pods are not read", () => {
    const report = clusterWith((all) => {
      for (const each of findObject(all, "KubeVirt")["status"].conditions) {
        each.status = each.type === "Progressing" || each.type === "Degraded" ? "False" : "True";
      }
    });
    expect(listOutdatedPods(report)).toEqual([]);
  });
});
