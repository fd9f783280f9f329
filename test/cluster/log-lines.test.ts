import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { type Collected, inspectLayout, type Layout, virtualization } from "../io/must-gather-layouts/layouts.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { minutesBefore } from "./clock.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { type LogAnswer, type LogKubelet, logText, startLogKubelet } from "./kubelet.ts";
import { clusterInfoDump, collectAll } from "./must-gather-layouts.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import { runOverSlowNetwork } from "./slow-network.ts";
import { viewerWithoutLogs } from "./users.ts";

const folder = temporaryFolder();
const panic = 'panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"';
const log = `I1128 10:00:00.100000       1 main.go:60] Starting cdi-controller\n${panic}\n\ngoroutine 1 [running]:\nmain.run(0x0)\n\t/src/main.go:42 +0x1d\n`;
const usual = "cdi-controller limitBytes=65536&tailLines=200";

describeCluster("the lines of a log that a kubelet serves", (cluster) => {
  let kubelet: LogKubelet;
  beforeAll(async () => {
    const now = new Date();
    await scenarios.crashAndPull(cluster, now);
    kubelet = await startLogKubelet(cluster, "node01", minutesBefore(now, 90));
  });
  afterAll(() => kubelet.close());

  const report = (...args: string[]) =>
    kubectl(cluster, ["hco-status", "--width", "80", "--at", "2030-01-01T00:00:00Z", ...args]);

  test("the first screen quotes the line that explains, of the run that the status names", async () => {
    kubelet.answer(logText(log));
    const { stdout, stderr } = await report();
    expect([stdout, stderr]).toEqual([expect.stringContaining(`\n  | ${panic}\n`), ""]);
    expect(kubelet.requests).toEqual([usual]);
  });

  test("-o json has all lines", async () => {
    kubelet.answer(logText(log));
    const { roots } = JSON.parse((await report("-o", "json")).stdout) as { roots: { causes: { log?: object }[] }[] };
    expect(roots[0]?.causes[0]?.log).toEqual({
      from: "log",
      lines: ["Starting cdi-controller", panic, "goroutine 1 [running]:", "main.run(0x0)", "\t/src/main.go:42 +0x1d"],
      quoted: [1, 3, 4],
    });
  });

  test("where an answer fills the limit, twenty lines are requested", async () => {
    const line = `I1128 10:00:00.100000       1 main.go:60] ${"x".repeat(500)}\n`;
    kubelet.answer(logText(`${line.repeat(400)}${log}`));
    const { stdout } = await report();
    expect(stdout).toContain(`  | ${panic}\n`);
    expect(kubelet.requests).toEqual([usual, usual.replace("=200", "=20")]);
  });

  test.for([
    { title: "--no-logs", args: ["--no-logs"] },
    { title: "a format that shows none", args: ["-o", "name"] },
    { title: "a fleet", args: ["--contexts", "admin", "-o", "json"] },
    { title: "a snapshot without --logs", args: ["snapshot", "-o", "-"] },
    { title: "wait", args: ["wait", "--for", "healthy", "--timeout", "1s"] },
    { title: "gate", args: ["gate", "upgrade"] },
  ])("$title requests no log", async ({ args }) => {
    kubelet.answer(logText(log));
    await kubectl(cluster, ["hco-status", ...args]);
    expect(kubelet.requests).toEqual([]);
  });

  test("a snapshot with --logs has the lines, and so has its report", async () => {
    kubelet.answer(logText(`${log}level=error msg="token=hunter2hunter2"\n`));
    const file = join(folder, "snapshot.json");
    await kubectl(cluster, ["hco-status", "snapshot", "--logs", "-o", file]);
    expect(readFileSync(file, "utf8")).not.toContain("hunter2");
    const { stdout } = await kubectl(cluster, ["hco-status", "-f", file, "--width", "80"]);
    expect(stdout).toContain(`  | ${panic}\n`);
  });

  const answerEndlessly: LogAnswer = (response) => {
    const go = (): void => {
      while (response.writable && response.write("x".repeat(65_536)));
      if (!response.destroyed) response.once("drain", go);
    };
    go();
  };
  test.for<{ title: string; answer: LogAnswer }>([
    { title: "400", answer: logText("bad request", 400) },
    { title: "404", answer: logText("not found", 404) },
    { title: "410", answer: logText("gone", 410) },
    { title: "an empty log", answer: logText("") },
    { title: "NUL bytes", answer: logText("\0".repeat(10_000)) },
    { title: "a log without end", answer: answerEndlessly },
  ])("$title changes nothing of the report but the lines", async ({ answer }) => {
    kubelet.answer(answer);
    const [withLogs, withoutLogs] = await Promise.all([report(), report("--no-logs")]);
    expect(withLogs).toEqual(withoutLogs);
    expect(kubelet.requests.length).toBeGreaterThan(0);
  });

  test.for<{ title: string; answer: LogAnswer; reason: string }>([
    { title: "500", answer: logText("internal error", 500), reason: "the server failed; kubectl logs shows why" },
    {
      title: "no response at all",
      answer: () => {},
      reason: "the server did not return it within 3s; kubectl logs waits longer",
    },
  ])(
    "$title: standard error says once that the log was not read, and nothing else changes",
    async ({ answer, reason }) => {
      kubelet.answer(answer);
      const [unread, without] = await Promise.all([report(), report("--no-logs")]);
      expect([unread.code, unread.stdout]).toEqual([without.code, without.stdout]);
      expect(without.stderr).toBe("");
      expect(unread.stderr).toMatch(
        /^note: the log of container cdi-controller of Pod \S+\/cdi-deployment-\S+ was not read: [^\n]+\n$/,
      );
      expect(unread.stderr).toContain(`: ${reason}\n`);
    },
  );

  test.for<{ title: string; answer: LogAnswer }>([
    {
      title: "a log that grows",
      answer: (response) => void response.write(log, () => setTimeout(() => response.end("more\n"), 100)),
    },
    { title: "a connection that breaks off", answer: (response) => void response.write(log, () => response.destroy()) },
  ])("$title is quoted by what was read", async ({ answer }) => {
    kubelet.answer(answer);
    expect((await report()).stdout).toContain(`  | ${panic}\n`);
  });

  describe("must-gathers that are made of this server have the same line", () => {
    const path = (name: string): string => join(folder, name);
    const logFile = /^(.*\/pods\/cdi-deployment-[^/]+\/)c\/c\/logs\/current\.log$/;
    /** A layout whose log of the container that fails is what the kubelet serves, with the times that oc writes. */
    const withLog = (layout: Layout): Layout =>
      new Map(
        [...layout].map(([file, text]): [string, string] => {
          const [, pod] = logFile.exec(file) ?? [];
          if (pod === undefined) return [file, text];
          const stamped = log.replaceAll(/^(?=.)/gm, "2026-11-28T10:00:00.100000000Z ");
          return [`${pod}cdi-controller/cdi-controller/logs/current.log`, stamped];
        }),
      );

    test.each<[layout: string, of: (kinds: readonly Collected[]) => Layout]>([
      ["CNV's image", (kinds) => virtualization(kinds, servedName.namespace, "image/")],
      [
        "oc adm inspect, with pods",
        (kinds) => {
          const whole = inspectLayout(kinds, [servedName.namespace]);
          const pods = [...virtualization(kinds, servedName.namespace)].filter(([file]) => file.includes("/pods/"));
          const roots = [...virtualization(kinds, servedName.namespace)].filter(([file]) => file.includes("/crs/"));
          return new Map([...whole, ...pods, ...roots]);
        },
      ],
    ])("%s", async (name, layoutOf) => {
      writeFolder(withLog(layoutOf(await collectAll(cluster))), path(name.replaceAll(/\W/g, "-")));
      const { stdout, stderr } = await report("--must-gather", path(name.replaceAll(/\W/g, "-")));
      expect([stdout, stderr]).toEqual([expect.stringContaining(`\n  | ${panic}\n`), ""]);
    });

    test("kubectl cluster-info dump, which reads the log itself", async () => {
      kubelet.answer(logText(log));
      const dump = await clusterInfoDump(cluster, path("dump"), "json");
      const { stdout } = await report("deployment/cdi-deployment", "-n", servedName.namespace, "--must-gather", dump);
      expect(stdout).toContain(`  | ${panic}\n`);
    });
  });

  test("without the permission standard error says so once, and nothing else changes", async () => {
    const { kubeconfig } = await viewerWithoutLogs(cluster);
    const runAs = (...args: string[]) =>
      kubectl(cluster, ["hco-status", "--at", "2030-01-01T00:00:00Z", ...args], kubeconfig);
    const [with_, without] = await Promise.all([runAs(), runAs("--no-logs")]);
    expect([with_.code, with_.stdout]).toEqual([without.code, without.stdout]);
    expect(without.stderr).toBe("");
    expect(with_.stderr).toMatch(/^note: the logs of containers are forbidden: .*pods\/log.*--no-logs.*\n$/);
  });

  test("a healthy status requests no log, and an unhealthy one makes at most 12 requests more, 6 without logs", async () => {
    const countRequests = async (...args: string[]): Promise<number> => {
      const run = (kubeconfig: string) => kubectl(cluster, ["hco-status", ...args], kubeconfig);
      return (await runOverSlowNetwork(cluster, cluster.kubeconfig, run)).requests;
    };
    kubelet.answer(logText(log));
    const unhealthy = await countRequests();
    expect(kubelet.requests).toEqual([usual]);
    const withoutLogs = await countRequests("--no-logs");
    await scenarios.healthy(cluster, new Date());
    kubelet.answer(logText(log));
    const healthy = await countRequests();
    expect(kubelet.requests).toEqual([]);
    expect(unhealthy - healthy).toBeGreaterThan(withoutLogs - healthy);
    expect(unhealthy - healthy).toBeLessThanOrEqual(12);
    expect(withoutLogs - healthy).toBeLessThanOrEqual(6);
  });
});
