import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type BreakableCluster, startBreakable } from "./breakable.ts";
import { describeCluster } from "./describe-cluster.ts";
import {
  expectSameAsFresh,
  type Following,
  followCluster,
  isLive,
  isUnreachable,
  kubeconfigThrough,
  maxRequestsPerSecond,
  waitForVerdict,
} from "./following.ts";
import { call } from "./http.ts";
import { type Running, runPlugin } from "./running.ts";
import { scenarios } from "./scenarios.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

const cdi = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";
const configMaps = "/api/v1/namespaces/default/configmaps";

describeCluster("an API server that ends while it is followed", () => {
  let broken: BreakableCluster;
  let one: Following | undefined;
  let running: Running | undefined;

  beforeAll(async () => {
    broken = await startBreakable();
    await scenarios.healthy(broken.cluster, new Date());
  });
  afterEach(async () => {
    one?.close();
    await running?.stop();
    running = undefined;
  });
  afterAll(() => broken?.stop());

  /** Changes the conditions of CDI, which is followed. */
  async function turn(reason: string, isWell = false): Promise<void> {
    const at = new Date().toISOString();
    const conditions = ["Available", "Progressing", "Degraded"].map((type) => {
      const status = type === "Available" || (type === "Degraded" && !isWell) ? "True" : "False";
      return { type, status, reason, message: "", lastTransitionTime: at };
    });
    await call(broken.cluster, "PATCH", cdi, { status: { conditions } });
  }

  test("is unreachable until it is back, gets at most one request a second, and nothing is missed", async () => {
    one = await followCluster(broken.cluster);
    running = runPlugin(broken.cluster, ["-w"]);
    await waitForVerdict(one, isLive);
    await running.prints("healthy");
    one.states();
    const countBefore = one.requests.length;
    const dialled = one.connection.counters.connections;
    const killed = Date.now();
    await broken.kill();
    await waitForVerdict(one, isUnreachable);
    await sleep(4_000);
    const seconds = (Date.now() - killed) / 1000;
    expect(maxRequestsPerSecond(one.requests.slice(countBefore))).toBe(1);
    // One tries for all of them.
    expect(one.connection.counters.connections - dialled).toBeLessThanOrEqual(seconds + 2);
    expect(one.seen.at(-1)).toMatchObject({ report: { verdict: "healthy" }, link: { state: "unreachable" } });
    expect(one.seen.at(-1)?.link.until).toBeGreaterThanOrEqual(killed - 1_000);
    await running.prints("server unreachable");

    await broken.restart();
    await turn("Restarted");
    await expectSameAsFresh(broken.cluster, one);
    const states = one.states();
    expect(states.slice(0, 2)).toEqual(["stale", "unreachable"]);
    expect(states.at(-1)).toBe("live");
    expect(one.report()).toMatchObject({ verdict: "degraded" });
    expect(JSON.stringify(one.report())).toContain("Restarted");
    await running.prints("Restarted");
  });

  test("may be killed again as soon as it is back, while a client waits", async () => {
    one = await followCluster(broken.cluster);
    running = runPlugin(broken.cluster, ["wait", "--for", "healthy", "--timeout", "10m"]);
    await waitForVerdict(one, isLive);
    await running.prints("Z  ");
    for (let repetition = 0; repetition < 2; repetition += 1) {
      await broken.kill();
      await waitForVerdict(one, isUnreachable);
      await broken.restart();
    }
    await turn("Well", true);
    await expectSameAsFresh(broken.cluster, one);
    expect(one.report()).toMatchObject({ verdict: "healthy" });
    expect(await running.ended).toBe(0);
  });

  test("may end in good order: what was under way ends without an error", async () => {
    one = await followCluster(broken.cluster);
    await waitForVerdict(one, isLive);
    const countBefore = one.requests.length;
    await broken.kill("SIGTERM");
    await waitForVerdict(one, isUnreachable);
    // The watch that ended, the next one to a server that does not take it any more, and a try.
    expect(maxRequestsPerSecond(one.requests.slice(countBefore))).toBeLessThanOrEqual(2);
    await broken.restart();
    await turn("Ended");
    await expectSameAsFresh(broken.cluster, one);
    expect(JSON.stringify(one.report())).toContain("Ended");
  });

  test("may come back without what it knew, at lower versions: what was there is shown no more", async () => {
    const proxy = await startTcpProxy(broken.cluster);
    const data = (repetition: number): object => ({
      metadata: { name: "counter" },
      data: { repetition: `${repetition}` },
    });
    await call(broken.cluster, "POST", configMaps, data(0));
    for (let repetition = 0; repetition < 1_000; repetition += 1)
      await call(broken.cluster, "PATCH", `${configMaps}/counter`, data(repetition));
    one = await followCluster(broken.cluster, { kubeconfig: kubeconfigThrough(broken.cluster, proxy.port) });
    await waitForVerdict(one, isLive);
    const before = one.report();
    proxy.rejectNewConnections();
    await broken.kill();
    await broken.forget();
    await broken.restart();
    await scenarios.crashAndPull(broken.cluster, new Date());
    await waitForVerdict(one, isUnreachable);
    expect(one.report()).toBe(before);
    proxy.acceptNewConnections();
    one.refresh();
    await waitForVerdict(one, ({ report }) => report?.verdict === "unavailable");
    await expectSameAsFresh(broken.cluster, one);
    await proxy.stop();
  });
});
