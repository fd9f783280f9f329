import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, test } from "vitest";
import schema from "../../shared/model/report.schema.json" with { type: "json" };
import type { Report } from "../../shared/model/report.ts";
import { environmentWith, mustSkip } from "../environment.ts";
import { freePorts } from "../free-ports.ts";
import { emulatedScreen } from "../render/emulated-screen.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import type { Manifest } from "./manifest.ts";
import { type Context, writeContexts } from "./many-contexts.ts";
import { type Ended, kubectl, pluginWords } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import { weakUser } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);

describeCluster("forty contexts of one server", (cluster) => {
  let forty: string;
  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, now);
    const { kubeconfig } = await weakUser(cluster);
    forty = writeContexts(join(cluster.directory, "forty.kubeconfig"), cluster.kubeconfig, contexts);
    // A kubeconfig of a user without permissions.
    writeContexts(join(cluster.directory, "nobody.kubeconfig"), kubeconfig, [{ name: "may-not-look" }]);
  });

  const usual = Array.from({ length: 36 }, (_, place): Context => ({ name: `edge-${place}`, namespace: `n${place}` }));
  const contexts: readonly Context[] = [
    ...usual,
    { name: "wrong-token", user: { token: "not-a-token" } },
    { name: "wrong-port", server: "https://127.0.0.1:1" },
    { name: "no-proof", user: {} },
  ];

  function fleet(words: readonly string[]): Promise<Ended> {
    const both = [forty, join(cluster.directory, "nobody.kubeconfig")].join(":");
    return kubectl(cluster, ["hco-status", "--at", now.toISOString(), ...words], both);
  }

  test("are a table", async () => {
    const ended = await fleet(["--all-contexts", "--exit-code", "--width", "0"]);
    await expect(ended.stdout.replace(/\S+forty.kubeconfig/, "KUBECONFIG")).toMatchFileSnapshot("golden/fleet.txt");
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
  });

  test("are a list of Reports, each the same as alone, and each as the schema has it", async () => {
    const ended = await fleet(["--all-contexts", "-o", "json"]);
    const reports = JSON.parse(ended.stdout) as Report[];
    expect(reports).toHaveLength(40);
    for (const report of reports) {
      validate(report);
      expect(validate.errors).toBeNull();
    }
    for (const name of ["edge-0", "edge-35", "may-not-look"]) {
      const alone = await fleet(["--context", name, "-o", "json"]);
      expect(reports.find(({ source }) => source.name === name)).toEqual(JSON.parse(alone.stdout));
    }
  });

  test("are read in the namespace that is requested, not in their own", async () => {
    const ended = await fleet(["--contexts", "edge-1,edge-2", "-n", "nowhere", "-o", "custom-columns=V:.verdict"]);
    expect(ended.stdout).toBe("V\nunknown\nunknown\n");
  });

  test("impersonate a user where a flag says so", async () => {
    const ended = await fleet(["--contexts", "edge-1,edge-2", "--as", "nobody-much", "--exit-code"]);
    expect(ended.stdout).toMatch(/^\? 2 contexts: 2 forbidden\n {2}as nobody-much · as of /);
    expect(ended.code).toBe(4);
  });

  test("show the clusters that are healthy, too", async () => {
    await scenarios.healthy(cluster, now);
    const ended = await fleet(["--contexts", "edge-3,edge-1,wrong-port", "--plain"]);
    expect(ended.stdout.split("\n").slice(1, -2)).toEqual([
      "headline: 3 contexts: 1 unreachable, 2 healthy",
      "cluster wrong-port: unknown: unreachable: connection refused",
      "cluster edge-1: healthy, for 90 minutes, version 1.20.0",
      "cluster edge-3: healthy, for 90 minutes, version 1.20.0",
    ]);
  });

  test("are distinguished from names that do not exist", async () => {
    const ended = await fleet(["--contexts", "edg-1", "-o", "json"]);
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toContain('error: context "edg-1" (did you mean "edge-1"?) does not exist in ');
  });
});

describeCluster("clusters that are followed", (cluster) => {
  const [command, ...own] = pluginWords;
  let kubeconfig: string;
  beforeAll(() => {
    const names = ["left", "right"].map((name): Context => ({ name }));
    const contexts = [...names, { name: "dead", server: "https://127.0.0.1:1" }];
    kubeconfig = writeContexts(join(cluster.directory, "followed.kubeconfig"), cluster.kubeconfig, contexts);
  });

  const env = environmentWith({ SHELL: "/bin/sh", TERM: "xterm" });

  /** The output of a program until `enough` is true. Then `end` ends the program. */
  async function listenTo(
    child: ChildProcessWithoutNullStreams,
    steps: readonly (readonly [enough: (text: string) => boolean, then: () => unknown])[],
  ): Promise<{ text: string; code: number }> {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
    for (const [enough, then] of steps) {
      while (!enough(text)) {
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${text}`);
        await pause(20);
      }
      await then();
    }
    const code = await ended;
    return { text, code };
  }

  /** Its operator says so, and nothing else happens. */
  async function breakCdi(): Promise<void> {
    const path = "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged";
    const cdi = await call<Manifest & { status: { conditions: readonly { type: string }[] } }>(cluster, "GET", path);
    const down = { status: "False", reason: "Boom", message: "down", lastTransitionTime: new Date().toISOString() };
    const conditions = cdi.status.conditions.map((one) => (one.type === "Available" ? { ...one, ...down } : one));
    await call(cluster, "PUT", path, { ...cdi, status: { ...cdi.status, conditions } });
  }

  const count = (text: string, piece: RegExp): number => text.match(piece)?.length ?? 0;

  test("are reported in lines, the context first", async () => {
    await scenarios.healthy(cluster, new Date());
    const child = spawn(command, [...own, "--kubeconfig", kubeconfig, "--all-contexts", "-w"], { env });
    const { text, code } = await listenTo(child, [
      [(so) => so.split("\n").length > 3, breakCdi],
      [(so) => count(so, /^(left|right) \S+ ✗ CDI: healthy -> unavailable/gm) >= 2, () => child.kill("SIGINT")],
    ]);
    expect(text.split("\n").slice(0, 3).toSorted()).toEqual([
      expect.stringMatching(/^dead \S+Z \? unknown: unreachable: connection refused$/),
      expect.stringMatching(/^left \S+Z ✓ healthy, for 90m, version 1.20.0$/),
      expect.stringMatching(/^right \S+Z ✓ healthy, for 90m, version 1.20.0$/),
    ]);
    for (const line of text.trimEnd().split("\n")) expect(line).toMatch(/^(left|right|dead|\*) \d{4}-\S+Z [✗~!?✓] /);
    expect(code).toBe(0);
  });

  test("are documents, whose source is the context", async () => {
    await scenarios.healthy(cluster, new Date());
    const args = [...own, "--kubeconfig", kubeconfig, "--all-contexts", "-w", "-o", "json", "--exit-code"];
    const child = spawn(command, args, { env });
    const { text, code } = await listenTo(child, [[(so) => so.split("\n").length > 3, () => child.kill("SIGINT")]]);
    const documents = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(
      documents.map(({ kind, source, verdict }) => [kind, source.name, verdict.from, verdict.to]).toSorted(),
    ).toEqual([
      ["ReportChange", "dead", null, "unknown"],
      ["ReportChange", "left", null, "healthy"],
      ["ReportChange", "right", null, "healthy"],
    ]);
    expect(code).toBe(4);
  });

  /** A way to the cluster that can be cut: it says how to cut it and mend it, and where it is. */
  async function wayTo(server: string) {
    const sockets = new Set<Socket>();
    const relay = createServer((near) => {
      const far = connect(Number(new URL(server).port), "127.0.0.1");
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          sockets.delete(socket);
          (socket === near ? far : near).destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    const [port] = await freePorts(1);
    const restoreRelay = (): Promise<void> => new Promise((resolve) => relay.listen(port, "127.0.0.1", resolve));
    await restoreRelay();
    const cut = (): void => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    };
    return { server: `https://127.0.0.1:${port}`, cut, mend: restoreRelay };
  }

  const cuts: [sentence: string, isMended: boolean, code: number][] = [
    ["are not healthy any more once they give no answer", false, 4],
    ["are healthy again once they answer", true, 0],
  ];
  test.for(cuts)("%s", async ([, isMended, expected]) => {
    await scenarios.healthy(cluster, new Date());
    const way = await wayTo(cluster.url);
    const names = ["near", "far"].map((name): Context => ({ name, server: way.server }));
    const path = writeContexts(join(cluster.directory, "cut.kubeconfig"), cluster.kubeconfig, names);
    const args = [...own, "--kubeconfig", path, "--all-contexts", "-w", "--exit-code"];
    const child = spawn(command, args, { env });
    const mended: Parameters<typeof listenTo>[1] = [
      [(so) => /^\* \S+Z \? 2 contexts: 2 unreachable$/m.test(so), way.mend],
      [(so) => count(so, /^\* \S+Z ✓ 2 contexts: 2 healthy$/gm) >= 2, () => child.kill("SIGINT")],
    ];
    const { text, code } = await listenTo(child, [
      [(so) => /^\* \S+Z ✓ 2 contexts: 2 healthy$/m.test(so), way.cut],
      ...(isMended ? mended : [[mended[0]?.[0] ?? (() => false), () => child.kill("SIGINT")] as const]),
    ]);
    way.cut();
    expect(text).toMatch(/^near \S+Z ✗ server unreachable, last read at \S+Z: cannot connect to /m);
    expect(text).not.toContain("refreshed");
    expect(code).toBe(expected);
  });

  /** The screen as it is drawn so far. A sequence at the end may be half of one, so it counts with the next. */
  function screenAfter(text: string): string {
    const screen = emulatedScreen(24, 100, "kept");
    screen.write(text.slice(0, text.lastIndexOf("\u001b")));
    return screen.rows().join("\n");
  }

  const settled = /^✗ 3 contexts: 2 unavailable, 1 unreachable$[\s\S]*^✗ left +1\.20\.0 +unavailable .*CDI: container/m;

  const script = "/usr/bin/script";
  const isThere = process.platform === "linux" && existsSync(script);
  const inTerminal = test.skipIf(mustSkip(isThere));
  inTerminal("are a table in a terminal, which stays when it is left", async () => {
    await scenarios.healthy(cluster, new Date());
    const words = [...pluginWords, "--kubeconfig", kubeconfig, "--all-contexts", "-w", "--color=never"];
    const line = `stty rows 24 cols 100; ${words.map((word) => `'${word}'`).join(" ")}`;
    const child = spawn(script, ["-qec", line, "/dev/null"], { env });
    const { text, code } = await listenTo(child, [
      [(so) => /2 of 3 contexts connected/.test(so), () => scenarios.crashAndPull(cluster, new Date())],
      [(so) => settled.test(screenAfter(so)), () => child.stdin.write("q")],
    ]);
    const [screen = "", left = ""] = text.split("\u001b[?1049l");
    expect(screen).toContain("\u001b[?1049h");
    expect(left.replaceAll("\r", "")).toMatch(
      /^✗ 3 contexts: 2 unavailable, 1 unreachable\n\nCONTEXT .*\n✗ left +1.20.0 +unavailable .*CDI: container/,
    );
    expect(code).toBe(0);
  });
});
