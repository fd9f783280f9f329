import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import { applyOne } from "./apply.ts";
import { describeCluster } from "./describe-cluster.ts";
import { expectSameAsFresh, type Following, followCluster, isLive, waitForVerdict } from "./following.ts";
import { call } from "./http.ts";
import { writeContexts } from "./many-contexts.ts";
import { scenarios } from "./scenarios.ts";
import { skippingClock } from "./skipping-clock.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const accounts = "/api/v1/namespaces/default/serviceaccounts";
const cdi = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";
/** Milliseconds for which the API server believes a token that it has seen before (apiserver, TokenSuccessCacheTTL). */
const believed = 10_500;

const isUnknown = ({ link }: SeenReport): boolean => link.state === "authRequired";

describeCluster("credentials end while a cluster is followed", (cluster) => {
  const file = (name: string): string => join(cluster.directory, name);
  const clock = skippingClock();
  let proxy: TcpProxy;
  let renewing: Following;
  let fixed: Following;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    proxy = await startTcpProxy(cluster);
    await applyOne(cluster, {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "follower" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ kind: "ServiceAccount", name: "follower", namespace: "default" }],
    });
    writeFileSync(file("plugin"), '#!/bin/sh\necho run >>"$FOLDER/runs"\n. "$FOLDER/how"\n');
    chmodSync(file("plugin"), 0o755);
  });
  afterAll(async () => {
    renewing?.close();
    fixed?.close();
    await proxy?.stop();
  });

  /** Creates the account again, and a token for it. The tokens of the account before are no longer valid. */
  async function tokenOfNewAccount(): Promise<string> {
    await call(cluster, "DELETE", `${accounts}/follower`).catch(() => {});
    await call(cluster, "POST", accounts, { metadata: { name: "follower" } });
    const body = { spec: { expirationSeconds: 600 } };
    const { status } = await call<{ status: { token: string } }>(cluster, "POST", `${accounts}/follower/token`, body);
    return status.token;
  }

  /** What the plugin does from now on, in the language of the shell. */
  function plugin(how: string): void {
    writeFileSync(file("how"), how);
    writeFileSync(file("runs"), "");
  }

  function countRuns(): number {
    return existsSync(file("runs")) ? readFileSync(file("runs"), "utf8").split("\n").length - 1 : 0;
  }

  function answerWithToken(token: string): string {
    const answer = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token } };
    return `echo '${JSON.stringify(answer)}'`;
  }

  async function follow(name: string, user: object): Promise<Following> {
    const server = `https://127.0.0.1:${proxy.port}`;
    const kubeconfig = writeContexts(file(`${name}.kubeconfig`), cluster.kubeconfig, [{ name, server, user }]);
    const one = await followCluster(cluster, { kubeconfig, clock, env: { PATH: process.env["PATH"] ?? "" } });
    await waitForVerdict(one, isLive);
    return one;
  }

  test("a plugin that gives another token is run once for all watches, and nothing stops", async () => {
    const token = await tokenOfNewAccount();
    plugin(answerWithToken(token));
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: file("plugin"),
      interactiveMode: "Never",
      env: [{ name: "FOLDER", value: cluster.directory }],
    };
    renewing = await follow("renewing", { exec });
    expect(countRuns()).toBe(1);
    plugin(answerWithToken(await tokenOfNewAccount()));
    await sleep(believed);
    renewing.states();
    proxy.closeConnections();
    await call(cluster, "PATCH", cdi, { metadata: { annotations: { "hco-status.test/renewed": "1" } } });
    await waitForVerdict(renewing, ({ link }) => link.state === "stale");
    await expectSameAsFresh(cluster, renewing);
    const states = renewing.states();
    expect([states[0], states.at(-1)]).toEqual(["stale", "live"]);
    expect(states).not.toContain("authRequired");
    expect(countRuns()).toBe(1);
  });

  test("without another token that is reported, and requests become less frequent", async () => {
    const token = await tokenOfNewAccount();
    fixed = await follow("fixed", { token });
    const next = await tokenOfNewAccount();
    plugin("exit 3");
    await sleep(believed);
    const countBefore = fixed.requests.length;
    proxy.closeConnections();
    const { link, report } = await waitForVerdict(fixed, isUnknown);
    expect(link.cause).toMatch(/401|credentials|log in/);
    expect(report?.verdict).toBe("healthy");
    const kinds = new Set(fixed.requests.slice(countBefore).map(({ path }) => path.split("?")[0]));
    await clock.skip(1_800_000);
    // Half an hour, ever longer pauses of up to five minutes, one at a time for all.
    expect(fixed.requests.length - countBefore - kinds.size).toBeLessThanOrEqual(30);
    fixed.close();
    plugin(`${answerWithToken(next)} # for the next user`);
  });

  // A watch notices a login that hangs only with its next request, which comes within five minutes.
  const failures = [
    { title: "fails", script: "echo no-card-in-reader >&2; exit 3", cause: /plugin/, milliseconds: 20_000 },
    { title: "prints garbage", script: "echo '<html>'", cause: /plugin/, milliseconds: 20_000 },
    { title: "hangs", script: 'echo $$ >"$FOLDER/pid"; exec sleep 300', cause: /login/, milliseconds: 320_000 },
  ];

  test.for(failures)(
    "a plugin that $title on renewal: the known state stays, and no token is printed",
    async ({ script, cause, milliseconds }) => {
      plugin(script);
      proxy.closeConnections();
      renewing.refresh();
      await sleep(500);
      await clock.skip(milliseconds);
      const { link, report } = await waitForVerdict(
        renewing,
        (seen) => isUnknown(seen) && cause.test(seen.link.cause ?? ""),
      );
      expect(report?.verdict).toBe("healthy");
      expect(link.cause).not.toMatch(/eyJ/);
      expect(countRuns()).toBeLessThanOrEqual(12);
    },
  );

  test("is found again with a new token, and nothing is missed", async () => {
    plugin(answerWithToken(await tokenOfNewAccount()));
    // A login may take any time, as in kubectl, so the test ends the one that hangs.
    process.kill(Number(readFileSync(file("pid"), "utf8")));
    await waitForVerdict(renewing, (seen) => isUnknown(seen) && !/login/.test(seen.link.cause ?? ""));
    renewing.refresh();
    await expectSameAsFresh(cluster, renewing);
  });
});
