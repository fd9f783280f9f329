import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { describeCluster } from "./describe-cluster.ts";
import {
  expectSameAsFresh,
  type Following,
  followCluster,
  isLive,
  kubeconfigThrough,
  waitForVerdict,
} from "./following.ts";
import { call } from "./http.ts";
import { type Running, runPlugin } from "./running.ts";
import { scenarios } from "./scenarios.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const cdi = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";

describeCluster("the connections to a followed API server break", (cluster) => {
  let proxy: TcpProxy;
  let following: Following | undefined;
  let running: Running | undefined;

  beforeAll(() => scenarios.healthy(cluster, new Date()));
  beforeEach(async () => {
    proxy = await startTcpProxy(cluster);
  });
  afterEach(async () => {
    following?.close();
    following = undefined;
    await running?.stop();
    running = undefined;
    await proxy.stop();
  });

  /** Changes the conditions of CDI, which is followed. */
  async function turn(reason: string): Promise<void> {
    const at = new Date().toISOString();
    const conditions = ["Available", "Progressing", "Degraded"].map((type) => {
      return { type, status: type === "Available" ? "True" : "False", reason, message: "", lastTransitionTime: at };
    });
    await call(cluster, "PATCH", cdi, { status: { conditions } });
  }

  const isReported = (reason: string) => () => JSON.stringify(following?.report()).includes(reason);

  test.for([1, 40, 400, 1_500])("after %d bytes more: each watch goes on where it was", async (byteCount) => {
    following = await followCluster(cluster, { kubeconfig: kubeconfigThrough(cluster, proxy.port) });
    await waitForVerdict(following, isLive);
    following.states();
    const countBefore = following.requests.length;
    proxy.closeConnectionsAfter(byteCount);
    await turn(`Closed${byteCount}`);
    await turn(`Reopened${byteCount}`);
    await waitForVerdict(following, isReported(`Reopened${byteCount}`));
    await expectSameAsFresh(cluster, following);
    const again = following.requests.slice(countBefore).filter(({ path }) => path.includes("/cdis"));
    expect(again.map(({ path }) => path.includes("watch=1"))).toEqual([true]);
    expect(following.states().filter((state) => state !== "live" && state !== "stale")).toEqual([]);
  });

  test("packets are lost silently: a ping finds it out", async () => {
    const health = { quietMs: 2_000, pingMs: 4_000 };
    following = await followCluster(cluster, { kubeconfig: kubeconfigThrough(cluster, proxy.port), health });
    await waitForVerdict(following, isLive);
    const droppedAtMs = Date.now();
    proxy.dropPackets();
    await turn("Dropped");
    await waitForVerdict(following, isReported("Dropped"));
    expect(Date.now() - droppedAtMs).toBeGreaterThan(2_500);
    // On a busy machine a ping of the new connection may be late as well.
    expect([2, 3]).toContain(following.connection.counters.connections);
    await expectSameAsFresh(cluster, following);
  });

  test("the kubeconfig is rewritten meanwhile, by another file, in place, and removed", async () => {
    const otherProxy = await startTcpProxy(cluster);
    const file = join(cluster.directory, "rewritten.kubeconfig");
    const kubeconfigTextFor = (target: TcpProxy): string =>
      readFileSync(kubeconfigThrough(cluster, target.port), "utf8");
    writeFileSync(file, kubeconfigTextFor(proxy), { mode: 0o600 });
    running = runPlugin(cluster, ["-w"], file);
    await running.prints("healthy");

    writeFileSync(`${file}.new`, kubeconfigTextFor(otherProxy), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    proxy.rejectNewConnections();
    proxy.closeConnections();
    await turn("Renamed");
    await running.prints("Renamed");
    await expect.poll(() => [proxy.countOpenConnections(), otherProxy.countOpenConnections()]).toEqual([0, 1]);

    writeFileSync(file, kubeconfigTextFor(proxy));
    proxy.acceptNewConnections();
    otherProxy.rejectNewConnections();
    otherProxy.closeConnections();
    await turn("InPlace");
    await running.prints("InPlace");
    await expect.poll(() => [proxy.countOpenConnections(), otherProxy.countOpenConnections()]).toEqual([1, 0]);

    rmSync(file);
    proxy.closeConnections();
    await turn("Removed");
    await running.prints("Removed");
    await expect.poll(() => [proxy.countOpenConnections(), otherProxy.countOpenConnections()]).toEqual([1, 0]);
    expect(running.stderr()).toBe("");
    await otherProxy.stop();
  });

  test("sockets, timers and memory are back to where they were when it has ended", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const kubeconfig = kubeconfigThrough(cluster, proxy.port);

    async function repetition(): Promise<void> {
      const each = await followCluster(cluster, { kubeconfig });
      await waitForVerdict(each, isLive);
      proxy.closeConnections();
      await waitForVerdict(each, ({ link }) => link.state === "stale");
      each.close();
      const { length } = each.seen;
      await expect.poll(() => proxy.countOpenConnections()).toBe(0);
      expect([each.seen.length, each.bugs]).toEqual([length, []]);
    }

    const weight = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    for (let warm = 0; warm < 3; warm += 1) await repetition();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const resources = timers();
    // Code that is compiled late weighs once. A leak weighs in each ten.
    const growths: number[] = [];
    while (growths.length < 3 && !growths.some((growth) => growth < 2 ** 20)) {
      const before = weight();
      for (let again = 0; again < 10; again += 1) await repetition();
      growths.push(weight() - before);
    }
    expect(Math.min(...growths)).toBeLessThan(2 ** 20);
    // The test runner has timers of its own that come and go, so the fewest of several moments count.
    const counts: number[] = [];
    while (counts.length < 40 && !counts.some((count) => count <= resources)) {
      await sleep(50);
      counts.push(timers());
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(resources);
  });
});
