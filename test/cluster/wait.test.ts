import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type BreakableCluster, startBreakable } from "./breakable.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import { hyperConverged } from "./hyperconverged.ts";
import { type Ended, environmentOf } from "./plugin.ts";
import { pathOf } from "./resources.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { viewerNoComponents } from "./users.ts";

/** `kubectl hco-status wait` that goes on. */
interface Waiting {
  readonly lines: () => readonly string[];
  readonly end: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

const cdi = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";
const name = "HyperConverged kubevirt-hyperconverged";

describeCluster("kubectl hco-status wait on a real API server", () => {
  let broken: BreakableCluster;
  let running: Waiting | undefined;

  beforeAll(async () => {
    broken = await startBreakable();
    await scenarios.healthy(broken.cluster, new Date());
  });
  afterEach(async () => {
    running?.end("SIGKILL");
    await running?.ended;
  });
  afterAll(() => broken?.stop());

  function startWait(args: readonly string[], kubeconfig?: string): Waiting {
    running = start(broken.cluster, args, kubeconfig);
    return running;
  }

  /** Waits until the time is over, which is longer where a busy machine needs more than that for the first look. */
  async function waitUntilTimeout(kubeconfig?: string): Promise<Ended> {
    for (let seconds = 5; ; seconds *= 2) {
      const ended = await startWait(["--timeout", `${seconds}s`], kubeconfig).ended;
      if (ended.stdout !== "" || seconds > 60) return ended;
    }
  }

  /** CDI says that it is down, or well again. */
  async function reportStatus(how: "sick" | "well"): Promise<void> {
    const isWell = how === "well";
    const reason = isWell ? "DeployCompleted" : "Broken";
    const conditions = [
      { type: "Available", status: isWell ? "True" : "False" },
      { type: "Progressing", status: "False" },
      { type: "Degraded", status: isWell ? "False" : "True" },
    ].map((condition) => ({ ...condition, reason, message: "", lastTransitionTime: new Date().toISOString() }));
    await call(broken.cluster, "PATCH", cdi, { status: { conditions } });
  }

  test("everything is healthy: 0 as soon as it is seen", async () => {
    for (const state of ["healthy", "available", "upgradeable", "condition=available=true"]) {
      const { code, stdout, stderr } = await startWait(["--for", state]).ended;
      expect([state, code, stderr]).toEqual([state, 0, ""]);
      expect(stdout).toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}HyperConverged kubevirt-hyperconverged (is|has) [^\s,]+(, after \d+s)?\n$/,
      );
    }
    expect((await startWait(["--for", "upgraded"]).ended).stdout).toContain(`${name} is upgraded to 1.20.0`);
  });

  test("one is down and comes back: reported line by line, and 0", async () => {
    await reportStatus("sick");
    const one = startWait([]);
    await expect.poll(() => one.lines().length).toBe(1);
    // So that the time in the last line is a second at least.
    await sleep(1_500);
    await reportStatus("well");
    const { code, stderr } = await one.ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(one.lines().map((line) => line.slice(22))).toEqual([
      "not healthy yet (timeout 30m): CDI is unavailable: Broken",
      expect.stringMatching(/^HyperConverged kubevirt-hyperconverged is healthy, after \d+s$/),
    ]);
  });

  test("--stable-for starts again after an interruption", async () => {
    const one = startWait(["--stable-for", "10s"]);
    await expect.poll(() => one.lines().length).toBe(1);
    const began = performance.now();
    await reportStatus("sick");
    await expect.poll(() => one.lines().length).toBe(2);
    await reportStatus("well");
    expect((await one.ended).code).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(10_000);
    expect(one.lines()[1]).toMatch(/not healthy yet: CDI is unavailable: Broken \(was healthy for \d+s\)$/);
  });

  test("the time is over: 5", async () => {
    await reportStatus("sick");
    const { code, stderr } = await waitUntilTimeout();
    await reportStatus("well");
    const sentence = /^error: timed out after \w+ waiting for healthy: CDI is unavailable: Broken\n$/;
    expect([code, stderr]).toEqual([5, expect.stringMatching(sentence)]);
  });

  test("Ctrl-C: 130, and SIGTERM: 143", async () => {
    await reportStatus("sick");
    for (const [signal, expected] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      const one = startWait([]);
      await expect.poll(() => one.lines().length).toBe(1);
      one.end(signal);
      const { code, stderr } = await one.ended;
      expect([code, stderr]).toEqual([
        expected,
        expect.stringMatching(/^error: interrupted.* waiting for healthy: CDI is unavailable: Broken\n$/),
      ]);
    }
    await reportStatus("well");
  });

  test("components that cannot be read: 5, 4 with --timeout 0, and 2 at once with --fail-fast", async () => {
    const { kubeconfig } = await viewerNoComponents(broken.cluster);
    const late = await waitUntilTimeout(kubeconfig);
    expect([late.code, late.stderr]).toEqual([
      5,
      expect.stringMatching(/^error: timed out after \w+ waiting for healthy: status unknown \(/),
    ]);
    expect((await startWait(["--timeout", "0"], kubeconfig).ended).code).toBe(4);
    const soon = await startWait(["--fail-fast"], kubeconfig).ended;
    expect([soon.code, soon.stderr]).toEqual([2, expect.stringContaining("cannot be determined without intervention")]);
  });

  test("a HyperConverged that is deleted ends --for deleted with 0 and --for healthy with 2", async () => {
    const gone = start(broken.cluster, ["--for", "deleted"]);
    const healthy = start(broken.cluster, ["--stable-for", "5m", "--fail-fast"]);
    await expect.poll(() => Math.min(gone.lines().length, healthy.lines().length)).toBeGreaterThan(0);
    const path = pathOf(hyperConverged());
    await call(broken.cluster, "PATCH", path, { metadata: { finalizers: ["test.example/wait"] } });
    await call(broken.cluster, "DELETE", path);
    expect(await healthy.ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: will not become healthy without intervention: HyperConverged \S+ is being deleted .* held by 1 finalizer test\.example\/wait\n$/,
      ),
    });
    await expect.poll(() => gone.lines().at(-1)).toMatch(/is being deleted \(requested \S+\): KubeVirt, CDI/);
    gone.end("SIGINT");
    expect((await gone.ended).code).toBe(130);
    const named = startWait(["hco/kubevirt-hyperconverged", "--for", "deleted"]);
    await expect.poll(() => named.lines().length).toBe(1);
    const unnamed = start(broken.cluster, ["--timeout", "10m"]);
    await expect.poll(() => unnamed.lines().length).toBe(1);
    await call(broken.cluster, "PATCH", path, { metadata: { finalizers: null } });
    // The components stay and are healthy, but they were not requested.
    await expect.poll(() => unnamed.lines().at(-1)).toContain(`not healthy yet: ${name} was deleted`);
    await sleep(1_500);
    unnamed.end("SIGINT");
    expect((await unnamed.ended).code).toBe(130);
    expect(await startWait([]).ended).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: cannot wait for healthy: no HyperConverged found in any namespace. Use --for create to wait until one exists.\n",
    });
    expect((await startWait(["hco", "--for", "deleted"]).ended).code).toBe(0);
    const { code, stdout } = await named.ended;
    expect([code, stdout.split("\n").at(-2)?.slice(22)]).toEqual([
      0,
      expect.stringMatching(/^HyperConverged kubevirt-hyperconverged is deleted(, after \d+s)?$/),
    ]);
    expect(await startWait(["hco/kubevirt-hyperconverged"]).ended).toMatchObject({ code: 1, stdout: "" });
  });

  test("--for create waits without a CRD, and ends as soon as the object exists", async () => {
    await scenarios.noCRD(broken.cluster, new Date());
    expect((await startWait([]).ended).stderr).toContain("CRD hyperconvergeds.hco.kubevirt.io is not installed");
    const one = start(broken.cluster, ["hco/kubevirt-hyperconverged", "--for", "create", "--timeout", "10m"]);
    await expect.poll(() => one.lines().length).toBe(1);
    await scenarios.healthy(broken.cluster, new Date());
    const { code, stdout } = await one.ended;
    expect([code, stdout.split("\n").at(-2)]).toEqual([0, expect.stringContaining(`${name} is created`)]);
  });

  test("an upgrade that stands still: 2 with --fail-fast, and its time is over without", async () => {
    await scenarios.stalledUpgrade(broken.cluster, new Date());
    const { code, stderr } = await startWait(["--fail-fast"]).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining("UpgradeStalled")]);
    expect((await waitUntilTimeout()).code).toBe(5);
  });

  test("an image that is not there and a crash: 2 with --fail-fast", async () => {
    await scenarios.crashAndPull(broken.cluster, new Date());
    const { code, stderr } = await startWait(["--fail-fast"]).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: will not become healthy without intervention: (CDI|AAQ), container \S+ of Pod \S+: (CrashLoopBackOff|ImagePullBackOff)[^\n]*, for 8m\w*\n$/,
    );
  });

  test("an upgrade that ends: 0 with the version that was reached", async () => {
    await scenarios.upgrading(broken.cluster, new Date());
    const one = startWait(["--for", "upgraded", "--timeout", "10m"]);
    await expect
      .poll(() => one.lines()[0])
      .toContain(
        "not upgraded yet (timeout 10m): kubevirt-hyperconverged is at 1.19.0, upgrading to 1.20.0, waiting for KubeVirt",
      );
    await scenarios.healthy(broken.cluster, new Date());
    const { code, stdout } = await one.ended;
    expect([code, stdout.split("\n").at(-2)]).toEqual([
      0,
      expect.stringMatching(new RegExp(`${name} is upgraded to 1\\.20\\.0(, after \\d+s)?$`)),
    ]);
  });

  test("the server ends in the middle and comes back: it goes on where it was", async () => {
    await reportStatus("sick");
    const one = startWait(["--timeout", "10m"]);
    await expect.poll(() => one.lines().length).toBe(1);
    await broken.kill();
    await expect.poll(() => one.lines().at(-1)).toContain("connection lost: the server is unreachable");
    await broken.restart();
    await reportStatus("well");
    expect((await one.ended).code).toBe(0);
    expect(one.lines().length).toBeLessThanOrEqual(5);
  });
});

function start(cluster: Cluster, args: readonly string[], kubeconfig = cluster.kubeconfig): Waiting {
  const env = { ...environmentOf(cluster), KUBECONFIG: kubeconfig };
  const child = spawn(cluster.kubectl, ["hco-status", "wait", ...args], { env });
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      written[stream] += text;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: typeof code === "number" ? code : -1, ...written }));
  return { lines: () => written.stdout.split("\n").slice(0, -1), end: (signal) => child.kill(signal), ended };
}
