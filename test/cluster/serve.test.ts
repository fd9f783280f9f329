import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import { environmentWith } from "../environment.ts";
import { runtimes } from "../hostile/watched-run.ts";
import { buildPlugin } from "../shared-build.ts";
import { describeCluster } from "./describe-cluster.ts";
import { kubeconfigThrough } from "./following.ts";
import { scenarios } from "./scenarios.ts";
import { type Served, startServe } from "./served.ts";
import type { Cluster } from "./server.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

const secret = "0123456789abcdef0123456789";

describeCluster("serve", (cluster) => {
  describe.for(runtimes)("by %s", (runtime) => {
    test("serves the state as it changes, within its bounds, and ends with 0 by SIGTERM", async () => {
      await scenarios.healthy(cluster, new Date());
      const token = join(cluster.directory, `token-${runtime}`);
      writeFileSync(token, secret, { mode: 0o600 });
      const proxy = await startTcpProxy(cluster);
      const env = { HOME: cluster.directory, KUBECONFIG: kubeconfigThrough(cluster, proxy.port) };
      const served = await startServe(runtime, env, ["--report", "--report-token-file", token]);
      try {
        await expect.poll(() => textOf(served, "/metrics")).toContain('report_verdict{verdict="healthy"} 1');
        expect(portInUse(cluster, runtime, served.url)).toEqual([1, expect.stringMatching(/: the port is in use; /)]);
        await keepsItsBounds(served);
        const report = await fetch(`${served.url}/report`, { headers: { authorization: `Bearer ${secret}` } });
        expect(((await report.json()) as Report).verdict).toBe("healthy");
        expect((await fetch(`${served.url}/report`)).status).toBe(401);
        // Its watches begin a moment after the first lists.
        let before = -1;
        while (before !== requestsTo(cluster)) {
          before = requestsTo(cluster);
          await sleep(1_000);
        }
        await scrapeAtOnce(served, 200);
        // Beside a busy machine the look for kinds that are not installed may come in between, each minute.
        expect(requestsTo(cluster) - before).toBeLessThan(100);
        proxy.rejectNewConnections();
        proxy.closeConnections();
        await expect.poll(() => textOf(served, "/metrics")).toContain('report_verdict{verdict="unknown"} 1');
        expect((await fetch(`${served.url}/readyz`)).status).toBe(200);
        proxy.acceptNewConnections();
        await scenarios.crashAndPull(cluster, new Date());
        await expect
          .poll(() => textOf(served, "/metrics"))
          .toMatch(/hco_status_cause\{.*component="CDI",.*reason="CrashLoopBackOff",verdict="unavailable"\} 1\n/);
      } finally {
        expect(await served.stop()).toBe(0);
        await proxy.stop();
      }
      expect(served.stderr()).toMatch(/^serving metrics at \S+\n✗ server unreachable, [^\n]+\n✓ [^\n]+\n$/);
    });
  });
});

/** Clients that send odd requests get one reply or none, and others are served meanwhile. */
async function keepsItsBounds(served: Served): Promise<void> {
  const silent = sendBytes(served, "");
  const slow = sendBytes(served, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n");
  expect(
    await sendBytes(served, `GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ${"y".repeat(9_000)}\r\n\r\n`),
  ).toMatch(/ 431 /);
  expect(await sendBytes(served, "nonsense\r\n\r\n")).toMatch(/^(HTTP\/1\.1 400 |$)/);
  expect(await sendBytes(served, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/,
  );
  expect(await sendBytes(served, "GET /metrics HTTP/1.1\r\nHost: rebound.example\r\n\r\n")).toMatch(/ 421 /);
  expect(await sendBytes(served, "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")).toMatch(
    / 405 /,
  );
  expect(await textOf(served, "/healthz")).toBe("ok\n");
  // Both are ended by the server.
  expect(await slow).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(await silent).toMatch(/^(HTTP\/1\.1 408 |$)/);
}

/** Everything that the server says to these bytes until it closes the connection. */
function sendBytes({ url }: Served, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    socket.on("error", () => {}).on("close", () => resolve(said));
  });
}

async function scrapeAtOnce(served: Served, count: number): Promise<void> {
  const texts = await Promise.all(Array.from({ length: count }, () => textOf(served, "/metrics")));
  for (const text of texts) expect(text.endsWith("# EOF\n")).toBe(true);
}

async function textOf({ url }: Served, path: string): Promise<string> {
  return (await fetch(`${url}${path}`)).text();
}

/** How a second process on the same port ends. */
function portInUse(cluster: Cluster, runtime: (typeof runtimes)[number], url: string): [number | null, string] {
  const [command = "", ...own] = buildPlugin(runtime).words;
  const env = environmentWith({ HOME: cluster.directory, KUBECONFIG: cluster.kubeconfig });
  const words = [...own, "serve", "--listen", new URL(url).host];
  const { status, stderr } = spawnSync(command, words, { env, encoding: "utf8" });
  return [status, stderr];
}

/** The number of requests of the plugin so far. */
function requestsTo({ audit }: Cluster): number {
  return readFileSync(audit, "utf8").split('"userAgent":"kubectl-hco_status/').length;
}
