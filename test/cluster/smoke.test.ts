import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { describeCluster } from "./describe-cluster.ts";
import { ApiError, call } from "./http.ts";
import type { Fields, Stored } from "./manifest.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import type { User } from "./user.ts";
import { hideKubeVirts, namespaceViewer, showKubeVirtsToAllUsers, viewerNoComponents, weakUser } from "./users.ts";

const served = "namespaces/kubevirt-hyperconverged/hyperconvergeds/kubevirt-hyperconverged";
const now = new Date("2026-11-21T12:00:00Z");

/** What kubectl prints for this user; on failure what it complains of. */
async function kubectl(cluster: Cluster, user: Pick<User, "kubeconfig">, ...words: string[]): Promise<string> {
  try {
    // kubectl remembers for ten minutes which kinds a server has; in its usual place also after this server is gone.
    const flags = ["--kubeconfig", user.kubeconfig, "--cache-dir", join(cluster.directory, "kubectl")];
    const { stdout } = await promisify(execFile)(cluster.kubectl, [...flags, ...words]);
    return stdout;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

async function hyperConverged(cluster: Cluster, version = "v1"): Promise<Stored & { status: Fields }> {
  return await call(cluster, "GET", `/apis/hco.kubevirt.io/${version}/${served}`);
}

/** `Available False KubeVirtNotAvailable`, one line per condition. */
function lines({ status }: { status: Fields }): string[] {
  const conditions = status["conditions"] as { type: string; status: string; reason: string }[];
  return conditions.map((each) => `${each.type} ${each.status} ${each.reason}`);
}

describeCluster("the API server of the tests", (cluster) => {
  describe("with a healthy HCO", () => {
    beforeAll(() => scenarios.healthy(cluster, now));

    test("serves kubectl by short name, with times from the scenario's clock", async () => {
      const names = await kubectl(cluster, cluster, "get", "hcos,kv,cdi,aaq", "-A", "-o", "name");
      expect(names.trim().split("\n")).toEqual([
        "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged",
        "kubevirt.kubevirt.io/kubevirt-kubevirt-hyperconverged",
        "cdi.cdi.kubevirt.io/cdi-kubevirt-hyperconverged",
        "aaq.aaq.kubevirt.io/aaq-kubevirt-hyperconverged",
      ]);
      const { status } = await hyperConverged(cluster);
      expect(status["systemHealthStatus"]).toBe("healthy");
      expect(status["conditions"]).toContainEqual({
        type: "Available",
        status: "True",
        reason: "ReconcileCompleted",
        message: "Reconcile completed successfully",
        observedGeneration: 1,
        lastTransitionTime: "2026-11-21T10:30:00Z",
      });
    });

    test("has every CRD established", async () => {
      const words = ["wait", "--for=condition=Established", "--timeout=60s", "crd", "--all"];
      expect((await kubectl(cluster, cluster, ...words)).match(/condition met/g)).toHaveLength(10);
    });

    test("keeps the status of CDI, which has no status subresource", async () => {
      const cdi = await call<Stored>(cluster, "GET", "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged");
      expect(cdi.status).toMatchObject({ phase: "Deployed", observedVersion: "v1.66.0" });
      const path = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged/status";
      await expect(call(cluster, "GET", path)).rejects.toMatchObject({ code: 404 });
    });

    test("has what relatedObjects say, in the version they say", async () => {
      const { status } = await hyperConverged(cluster);
      const related = status["relatedObjects"] as {
        kind: string;
        name: string;
        uid: string;
        resourceVersion: string;
      }[];
      expect(related).toHaveLength(16);
      const words = related.map(({ kind, name }) => `${kind}/${name}`);
      const found = JSON.parse(
        await kubectl(cluster, cluster, "get", ...words, "-n", "kubevirt-hyperconverged", "-o", "json"),
      );
      expect(found.items.map(({ metadata }: Stored) => [metadata.uid, metadata.resourceVersion])).toEqual(
        related.map(({ uid, resourceVersion }) => [uid, resourceVersion]),
      );
    });
  });

  describe("lets users see what RBAC lets them see", () => {
    beforeAll(() => scenarios.healthy(cluster, now));
    const get = (user: User, ...words: string[]) => kubectl(cluster, user, "get", "-o", "name", ...words);

    test("a user without permissions: nothing", async () => {
      const user = await weakUser(cluster);
      expect(await get(user, "hyperconvergeds", "-A")).toContain(
        'Error from server (Forbidden): hyperconvergeds.hco.kubevirt.io is forbidden: User "nobody-much" cannot list resource',
      );
      expect(statSync(user.kubeconfig).mode & 0o777).toBe(0o600);
    });

    test("viewer-no-components: hyperconvergeds, and kubevirts that every user may read", async () => {
      const user = await viewerNoComponents(cluster);
      expect(await get(user, "hyperconvergeds", "-A")).toContain("kubevirt-hyperconverged");
      expect(await get(user, "kubevirts", "-A")).toContain("(Forbidden)");
      await showKubeVirtsToAllUsers(cluster);
      expect(await get(user, "kubevirts", "-A")).toContain("kubevirt-kubevirt-hyperconverged");
      expect(await get(user, "cdis")).toContain("(Forbidden)");
      await hideKubeVirts(cluster);
    });

    test("namespace-viewer: the operator's namespace, nothing cluster-wide", async () => {
      const user = await namespaceViewer(cluster);
      expect(await get(user, "hco,deployments", "-n", "kubevirt-hyperconverged")).toContain("virt-api");
      expect(await get(user, "hco", "-A")).toContain("at the cluster scope");
      expect(await get(user, "cdis")).toContain("(Forbidden)");
    });
  });

  describe("takes every scenario", () => {
    const rows: [ScenarioName, ...lines: string[]][] = [
      [
        "twoUnhealthyComponents",
        "ReconcileComplete True ReconcileCompleted",
        "Available False MigControllerNotAvailable",
        "Progressing True MigControllerProgressing",
        "Degraded True MigControllerDegraded",
        "Upgradeable False AAQProgressing",
        "VirtNetworkResourcesInjectorReady True DeploymentReady",
      ],
      [
        "installing",
        "ReconcileComplete Unknown Init",
        "Available False Init",
        "Progressing True Init",
        "Degraded False Init",
        "Upgradeable Unknown Init",
      ],
      [
        "upgrading",
        "ReconcileComplete True ReconcileCompleted",
        "Available False HCODegraded",
        "Progressing True HCOUpgrading",
        "Degraded True KubeVirtDegraded",
        "Upgradeable False KubeVirtProgressing",
        "VirtNetworkResourcesInjectorReady True DeploymentReady",
      ],
      [
        "stalledUpgrade",
        "ReconcileComplete True ReconcileCompleted",
        "Available True ReconcileCompleted",
        "Progressing True HCOUpgrading",
        "Degraded False ReconcileCompleted",
        "Upgradeable True ReconcileCompleted",
        "VirtNetworkResourcesInjectorReady True DeploymentReady",
      ],
      [
        "openshift",
        "ReconcileComplete True ReconcileCompleted",
        "Available False HCODegraded",
        "Progressing True SSPProgressing",
        "Degraded True SSPDegraded",
        "Upgradeable False SSPProgressing",
        "VirtNetworkResourcesInjectorReady True DeploymentReady",
      ],
    ];
    test.for(rows)("%s", async ([name, ...expected]) => {
      await scenarios[name](cluster, now);
      expect(lines(await hyperConverged(cluster))).toEqual(expected);
    });

    test("noCR and noCRD answer 404 in two ways", async () => {
      await scenarios.noCR(cluster, now);
      await expect(hyperConverged(cluster)).rejects.toThrow(
        'hyperconvergeds.hco.kubevirt.io "kubevirt-hyperconverged" not found',
      );
      await scenarios.noCRD(cluster, now);
      await expect(hyperConverged(cluster)).rejects.toThrow("404 404 page not found");
    });

    test("deleting: the deletion was requested, KubeVirt still exists, CDI does not", async () => {
      await scenarios.deleting(cluster, now);
      const { metadata, status } = await hyperConverged(cluster);
      expect(metadata.deletionTimestamp).toBeDefined();
      expect([metadata.generation, status["observedGeneration"]]).toEqual([2, 1]);
      expect(await kubectl(cluster, cluster, "get", "kubevirt,cdi", "-A", "-o", "name")).toBe(
        "kubevirt.kubevirt.io/kubevirt-kubevirt-hyperconverged\n",
      );
      const events = await kubectl(cluster, cluster, "get", "events", "-A", "--field-selector=reason=ErrVirtUninstall");
      expect(events).toContain("hyperconverged/kubevirt-hyperconverged");
    });

    test("operatorDown: the Deployment has no replica, and the CR reports healthy", async () => {
      await scenarios.operatorDown(cluster, now);
      const words = [
        "get",
        "deployment",
        "hyperconverged-cluster-operator",
        "-n",
        "kubevirt-hyperconverged",
        "--no-headers",
      ];
      expect(await kubectl(cluster, cluster, ...words)).toContain("0/1");
      expect((await hyperConverged(cluster)).status["systemHealthStatus"]).toBe("healthy");
    });

    test("wrongNamespace: the second HyperConverged is refused", async () => {
      await scenarios.wrongNamespace(cluster, now);
      const second = "/apis/hco.kubevirt.io/v1/namespaces/virtualization/hyperconvergeds/kubevirt-hyperconverged";
      const { status } = await call<Stored & { status: Fields }>(cluster, "GET", second);
      expect(lines({ status })[0]).toBe("ReconcileComplete False InvalidRequest");
      expect(Object.keys(status)).not.toContain("observedGeneration");
    });
  });

  describe("cannot convert while the webhook is down", () => {
    const rows: [ScenarioName, readable: string, unreadable: string][] = [
      ["webhookDown", "v1", "v1beta1"],
      ["webhookDownOlderStored", "v1beta1", "v1"],
    ];
    test.for(rows)("%s: %s reads, %s does not", async ([name, readable, unreadable]) => {
      await scenarios[name](cluster, now);
      expect((await hyperConverged(cluster, readable)).kind).toBe("HyperConverged");
      const sentence =
        `conversion webhook for hco.kubevirt.io/${readable}, Kind=HyperConverged failed: ` +
        'Post "https://127.0.0.1:1/convert?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused';
      const refusal = await hyperConverged(cluster, unreadable).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal).toMatchObject({ code: 500, message: expect.stringContaining(sentence) });
      expect(await kubectl(cluster, cluster, "get", `hyperconvergeds.${unreadable}.hco.kubevirt.io`, "-A")).toContain(
        `Error from server: ${sentence}`,
      );
    });
  });
});
