import { afterEach, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import type { ReportChange } from "../../shared/model/report-change.ts";
import { runInProcess } from "../plugin/run-in-process.ts";
import { applyOne, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { install } from "./installation.ts";
import { passLease, type Rollout, rollOut } from "./operator-rollout.ts";
import { missingImageTrouble } from "./troubles.ts";
import { type Running, watchInPipe } from "./watched.ts";

const name = "hyperconverged-cluster-operator";

describeCluster("an operator that is being replaced, on a real API server", (cluster) => {
  let running: Running | undefined;
  afterEach(async () => {
    running?.end("SIGKILL");
    await running?.ended;
    running = undefined;
  });

  /** All is well in 1.19.0, and its Deployment is on the way to 1.20.0. */
  async function prepareRollout(how: Partial<Rollout>): Promise<void> {
    const now = new Date();
    await wipe(cluster);
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: servedName.namespace } });
    await install(cluster, { now, running: "1.19.0", without: [name] });
    const times = { since: minutesBefore(now, 14), now: minutesBefore(now, 0) };
    await rollOut(cluster, { from: "1.19.0", to: "1.20.0", ...times, ...how });
  }

  async function readReport(): Promise<Report> {
    return JSON.parse((await runInProcess(["-o", "json", "--kubeconfig", cluster.kubeconfig])).stdout) as Report;
  }

  const image = "quay.io/kubevirt/hyperconverged-cluster-operator:1.20.0";
  const rows: readonly { title: string; rollout: Partial<Rollout>; state: string; sentence: RegExp }[] = [
    {
      title: "paused",
      rollout: { isPaused: true },
      state: "paused",
      sentence: /is paused and starts no more pods of 1\.20\.0/,
    },
    {
      title: "its image is not there",
      rollout: { trouble: missingImageTrouble(image, 0, minutesBefore(new Date(), 14)) },
      state: "stuck",
      sentence: /cannot roll out 1\.20\.0, so 1\.19\.0 keeps running: container/,
    },
  ];
  test.for(rows)(
    "$title: it is a warning under a healthy status, and no upgrade has begun",
    async ({ rollout, state, sentence }) => {
      await prepareRollout(rollout);
      const { roots, findings } = await readReport();
      const [root] = roots;
      expect([root?.verdict, root?.operator]).toEqual([
        "healthy",
        {
          running: "yes",
          version: "1.19.0",
          from: "lease",
          rollout: expect.objectContaining({ state, text: expect.stringMatching(sentence) }),
        },
      ]);
      expect(root?.gates.upgrade).toEqual({ running: false, waitingFor: [] });
      expect(findings.map(({ code }) => code).filter((code) => /^operator|^upgrade|drift/.test(code))).toEqual([
        "operator-rollout",
      ]);
      const gate = await runInProcess(["gate", "upgrade", "--kubeconfig", cluster.kubeconfig]);
      expect([gate.code, gate.stdout.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringMatching(sentence)]);
      expect(gate.stdout).not.toMatch(/OperatorDown|waiting/);
      const waited = await runInProcess([
        "wait",
        "--for",
        "upgraded",
        "--fail-fast",
        "--kubeconfig",
        cluster.kubeconfig,
      ]);
      expect([waited.code, waited.stderr]).toEqual([2, expect.stringMatching(/is paused|ImagePullBackOff/)]);
    },
  );

  test("-w follows its Pods and its Lease until the new one leads", async () => {
    await prepareRollout({ isWaiting: true });
    running = watchInPipe(cluster, ["-o", "json"]);
    const listReportedChanges = (): readonly unknown[] =>
      (running?.lines() ?? [])
        .flatMap((line) => (JSON.parse(line) as ReportChange).changes)
        .flatMap((change) => (change.what === "version" ? [[change.label, change.from, change.to]] : []));
    await expect.poll(() => running?.lines().length).toBe(1);
    const label = servedName.name;
    await passLease(cluster);
    await expect.poll(listReportedChanges).toContainEqual([label, "1.19.0", "1.20.0"]);
  });
});
