import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ReportNode } from "../../shared/model/report.ts";
import { apply } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import {
  expectSameAsFresh,
  type Following,
  followCluster,
  isLive,
  kubeconfigThrough,
  maxRequestsPerSecond,
  waitForVerdict,
} from "./following.ts";
import { ApiError, call } from "./http.ts";
import { componentKinds, hyperConvergedKind, lifecycleManagerKinds } from "./kinds.ts";
import type { Manifest } from "./manifest.ts";
import { scenarios } from "./scenarios.ts";
import { skippingClock } from "./skipping-clock.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
import { createUser } from "./user.ts";
import { untilAllowed } from "./users.ts";

const rbac = "rbac.authorization.k8s.io";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const network = "/apis/networkaddonsoperator.network.kubevirt.io/v1/networkaddonsconfigs";
const hyperConvergeds = "/apis/hco.kubevirt.io/v1/namespaces/kubevirt-hyperconverged/hyperconvergeds";
const all = [hyperConvergedKind, ...componentKinds, ...lifecycleManagerKinds]
  .map(({ group }) => group)
  .concat("apps", "");
const kubeVirt = "/apis/kubevirt.io/v1/namespaces/kubevirt-hyperconverged/kubevirts/kubevirt-kubevirt-hyperconverged";

describeCluster("what may be read, and what is there, changes while it is followed", (cluster) => {
  let one: Following | undefined;
  let proxy: TcpProxy;
  let clock: ReturnType<typeof skippingClock>;

  beforeEach(async () => {
    clock = skippingClock();
    proxy = await startTcpProxy(cluster);
  });
  afterEach(async () => {
    one?.close();
    await proxy.stop();
  });

  test("a kind that may not be read any more is reported, the others go on, and it is requested again later", async () => {
    await scenarios.healthy(cluster, new Date());
    const user = await createUser(cluster, "follower-of-most");
    const others = { apiGroups: ["*"], resources: ["*"], verbs: ["get", "list", "watch"] };
    await apply(cluster, [role(user.name, [others]), binding(user.name)]);
    const manner = { kubeconfig: kubeconfigThrough(cluster, proxy.port, user.kubeconfig), clock };
    one = await followCluster(cluster, manner);
    await waitForVerdict(one, isLive);

    const narrow = { ...others, apiGroups: all.filter((group) => !group.startsWith("networkaddons")) };
    await apply(cluster, [role(user.name, [narrow])]);
    const networks = { group: "networkaddonsoperator.network.kubevirt.io", resource: "networkaddonsconfigs" };
    await untilAllowed(cluster, user, networks, false);
    const countBefore = one.requests.length;
    // The server lets a watch go on until it ends.
    proxy.closeConnections();
    await waitForVerdict(one, ({ report }) => report?.completeness.gaps.some(isForbiddenNetwork) === true);
    await waitForVerdict(one, isLive);
    await call(cluster, "PATCH", `${kubeVirt}/status`, { status: { observedKubeVirtVersion: "v1.0.0" } });
    await expectSameAsFresh(cluster, one, manner);
    const requests = one.requests.slice(countBefore).filter(({ path }) => path.startsWith(network));
    // The watch, and the list that says more.
    expect(requests.length).toBeLessThanOrEqual(3);

    await apply(cluster, [role(user.name, [others])]);
    await clock.skip(370_000, one.isWaitingForResponse);
    await waitForVerdict(one, ({ report }) => report?.completeness.gaps.some(isForbiddenNetwork) === false);
    await expectSameAsFresh(cluster, one, manner);
  });

  test("a component's CRD goes and comes back with another object", async () => {
    await scenarios.healthy(cluster, new Date());
    one = await followCluster(cluster, { clock });
    await waitForVerdict(one, isLive);
    const { items } = await call<{ items: Manifest[] }>(cluster, "GET", network);
    const countBefore = one.requests.length;
    await removeCrd("networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io");
    await waitForVerdict(one, ({ report }) => report?.verdict !== "healthy");
    await expectSameAsFresh(cluster, one);
    await clock.skip(60_000, one.isWaitingForResponse);
    const requests = one.requests.slice(countBefore).filter(({ path }) => path.includes("/networkaddonsconfigs"));
    expect(requests.length).toBeLessThanOrEqual(12);

    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    await apply(cluster, items.map(stripServerFields));
    await clock.skip(200_000, one.isWaitingForResponse);
    await waitForVerdict(one, ({ report }) => report?.verdict === "healthy");
    await expectSameAsFresh(cluster, one);
  });

  test("the CRD of HyperConverged itself goes and comes back", async () => {
    await scenarios.healthy(cluster, new Date());
    const manner = { kubeconfig: kubeconfigThrough(cluster, proxy.port), clock };
    one = await followCluster(cluster, manner);
    await waitForVerdict(one, isLive);
    const { items } = await call<{ items: Manifest[] }>(cluster, "GET", hyperConvergeds);
    await call(cluster, "PATCH", `${hyperConvergeds}/kubevirt-hyperconverged`, { metadata: { finalizers: null } });
    await removeCrd("hyperconvergeds.hco.kubevirt.io");
    // Then each component stands for itself.
    await waitForVerdict(one, ({ report }) => report?.roots.some(isHyperConverged) === false);
    await expectSameAsFresh(cluster, one, manner);

    // Asked in the moment in which the server begins to serve it, the newest version may be missing and the older one there.
    proxy.rejectNewConnections();
    proxy.closeConnections();
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    await apply(cluster, items.map(stripServerFields));
    proxy.acceptNewConnections();
    await clock.skip(200_000, one.isWaitingForResponse);
    await waitForVerdict(one, ({ report }) => report?.roots.some(isHyperConverged) === true);
    await expectSameAsFresh(cluster, one, manner);
  });

  test("a conversion webhook that is down is no reason to storm, and what can be read is shown", async () => {
    await scenarios.webhookDownOlderStored(cluster, new Date());
    one = await followCluster(cluster, {});
    await sleep(5_000);
    const lists = one.requests.filter(({ path }) => path.includes("/hyperconvergeds"));
    // Where one version does not read another one is tried; in the beginning the watch follows the list.
    expect(maxRequestsPerSecond(lists)).toBeLessThanOrEqual(2);
    expect(lists.length).toBeLessThanOrEqual(8);
    await expectSameAsFresh(cluster, one);
    expect(one.report()?.roots).toHaveLength(1);
  });

  async function removeCrd(name: string): Promise<void> {
    await call(cluster, "DELETE", `${crds}/${name}`);
    for (;;) {
      try {
        await call(cluster, "GET", `${crds}/${name}`);
      } catch (error) {
        if (error instanceof ApiError && error.code === 404) return;
        throw error;
      }
      await sleep(20);
    }
  }
});

function isForbiddenNetwork({ kind, outcome }: { readonly kind: string; readonly outcome: string }): boolean {
  return kind === "NetworkAddonsConfig" && outcome === "forbidden";
}

function isHyperConverged({ ref }: Pick<ReportNode, "ref">): boolean {
  return ref.kind === "HyperConverged";
}

function role(name: string, rules: readonly object[]): Manifest {
  return { apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name }, rules };
}

function binding(name: string): Manifest {
  return {
    apiVersion: `${rbac}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name },
    subjects: [{ apiGroup: rbac, kind: "User", name }],
  };
}

/** The manifest as a user writes it, without the fields of the server. */
function stripServerFields({ metadata, ...rest }: Manifest): Manifest {
  const { name, namespace, labels, finalizers } = metadata;
  return {
    ...rest,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels }),
      ...(finalizers !== undefined && { finalizers }),
    },
  };
}
