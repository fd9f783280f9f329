import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { carryOut } from "../../plugin/dispatch.ts";
import "../../plugin/wait/wait-command.ts";
import { parseAndCheckOptions } from "../../plugin/cli/parse-options.ts";
import { noTerminal } from "../../plugin/process/host-environment.ts";
import { type DrivenClock, drivenClock } from "../io/watch/driven-clock.ts";
import { type ApiServer, apiServer, certificates } from "../io/watch/scripted-server.ts";
import type { Served } from "../io/watch/store.ts";
import { buildHostEnvironment } from "./host-environment.ts";

export const deployments: Served = { plural: "deployments.apps", kind: "Deployment", version: "v1", namespaced: true };
const pods: Served = { plural: "pods", kind: "Pod", version: "v1", namespaced: true };
const others: readonly Served[] = [
  { plural: "replicasets.apps", kind: "ReplicaSet", version: "v1", namespaced: true },
  { plural: "events", kind: "Event", version: "v1", namespaced: true },
];

/** A run of `wait` for Deployments of a scripted server, with a clock that the test advances. */
export interface Scene {
  readonly server: ApiServer;
  /** One for each name, where there are several; the first is `server`. */
  readonly servers: readonly ApiServer[];
  readonly clock: DrivenClock;
  readonly out: { stdout: string; stderr: string };
  /** Absent while it goes on. */
  code?: number;
  readonly pass: (seconds: number) => Promise<void>;
  readonly stop: (signal: "SIGINT" | "SIGTERM") => void;
  readonly resize: (columns: number) => void;
  /** What was printed since the last look, without the times. */
  readonly lines: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** `columns`: the width of the terminal that standard error is; absent: it is none. `names`: contexts of a kubeconfig, each with a server of its own. */
export async function openScene(
  args: readonly string[],
  prepare: (server: ApiServer, clock: DrivenClock, name: string) => unknown = () => {},
  columns?: number,
  names: readonly string[] = [],
): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-wait-"));
  writeFileSync(join(folder, "ca.crt"), certificates.authority);
  const clock = drivenClock();
  const server = await apiServer(clock, [deployments, pods, ...others]);
  await prepare(server, clock, names[0] ?? "");
  const servers = [server];
  for (const name of names.slice(1)) {
    const next = await apiServer(clock, [deployments, pods, ...others]);
    await prepare(next, clock, name);
    servers.push(next);
  }
  writeFileSync(join(folder, "kubeconfig"), JSON.stringify(kubeconfigOf(servers, names, join(folder, "ca.crt"))));
  const toOne = ["--server", server.address(), "--certificate-authority", join(folder, "ca.crt"), "--token", "first"];
  const way = names.length === 0 ? toOne : ["--kubeconfig", join(folder, "kubeconfig")];
  const options = await parseAndCheckOptions(["wait", "-n", "shop", ...way, ...args]);
  if ("error" in options) throw new Error(options.error);
  const out = { stdout: "", stderr: "" };
  let stop: (signal: "SIGINT" | "SIGTERM") => void = () => {};
  let errorColumns = columns ?? 0;
  let looked = 0;
  const environment = buildHostEnvironment({
    screen: {
      isTerminal: columns !== undefined,
      isErrorTerminal: columns !== undefined,
      isInputTerminal: false,
      platform: "linux",
      environment: { TERM: "xterm" },
      get errorColumns() {
        return errorColumns;
      },
    },
    print(text) {
      out.stdout += text;
    },
    printMessage(text) {
      out.stderr += text;
    },
    now: () => `${new Date(clock.now()).toISOString().slice(0, 19)}Z`,
    milliseconds: clock.now,
    clock,
    person: {
      ...noTerminal,
      onStop(call) {
        stop = call;
        return () => {
          stop = () => {};
        };
      },
    },
    cacheHome: folder,
  });
  const begun: Scene = {
    server,
    servers,
    clock,
    out,
    async pass(seconds) {
      const until = clock.elapsed() + seconds * 1000;
      await waitUntilQuiet(servers);
      while (begun.code === undefined && clock.next(until)) await waitUntilQuiet(servers);
    },
    stop: (signal) => stop(signal),
    resize(to) {
      errorColumns = to;
    },
    lines() {
      const all = out.stdout.slice(looked).split("\n").slice(0, -1);
      looked = out.stdout.length;
      return all.map((line) => line.replace(/^\S+Z {2}/, ""));
    },
    async close() {
      stop("SIGINT");
      await running;
      for (const one of servers) await one.down().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const running = carryOut(options, environment).then((code) => {
    begun.code = code;
  });
  // Loading and connecting take real time.
  const patience = performance.now() + 60_000;
  const hasBegun = (): boolean =>
    begun.code !== undefined ||
    out.stdout !== "" ||
    server.open() > 0 ||
    server.silent() > 0 ||
    server.asked.length >= 3;
  while (!hasBegun() && performance.now() < patience) await sleep(5);
  await begun.pass(0.1);
  return begun;
}

function kubeconfigOf(servers: readonly ApiServer[], names: readonly string[], authority: string): object {
  const clusters = names.map((name, place) => ({
    name,
    cluster: { server: servers[place]?.address(), "certificate-authority": authority },
  }));
  const contexts = names.map((name) => ({ name, context: { cluster: name, user: "me" } }));
  // A context that leads nowhere.
  contexts.push({ name: "torn", context: { cluster: "gone", user: "me" } });
  return { clusters, contexts, users: [{ name: "me", user: { token: "first" } }] };
}

/** All that is under way has arrived, as far as can be seen: nothing comes for some milliseconds. */
async function waitUntilQuiet(servers: readonly ApiServer[]): Promise<void> {
  let before = "";
  for (let still = 0; still < 2; ) {
    await sleep(2);
    // A busy machine may have given no turn to what had arrived meanwhile.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    const now = servers.map((server) => `${server.lines()} ${server.open()} ${server.asked.length}`).join();
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

/** A Deployment that is well, or of which nothing is available, for a reason of its own. */
export function putDeployment(
  server: ApiServer,
  name: string,
  isWell: boolean,
  reason = "MinimumReplicasUnavailable",
  more: object = {},
): void {
  const ready = isWell ? 1 : 0;
  server.store.put(deployments, {
    name,
    namespace: "shop",
    spec: { replicas: 1, selector: { matchLabels: { app: name } } },
    status: {
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: ready,
      availableReplicas: ready,
      conditions: [
        {
          type: "Available",
          status: isWell ? "True" : "False",
          reason,
          message: "",
          lastTransitionTime: "2026-11-21T10:00:00Z",
        },
        {
          type: "Progressing",
          status: "True",
          reason: "NewReplicaSetAvailable",
          message: "",
          lastTransitionTime: "2026-11-21T10:00:00Z",
        },
      ],
    },
    ...more,
  });
}

/** A Pod whose container waits for that reason, and has not been ready since now. */
export function putWaitingPod(server: ApiServer, clock: DrivenClock, name: string, reason: string): void {
  const lastTransitionTime = new Date(clock.now()).toISOString();
  const condition = (type: string, status: string): object => ({ type, status, lastTransitionTime });
  server.store.put(pods, {
    name,
    namespace: "shop",
    spec: { nodeName: "one", containers: [{ name: "web", image: "web:1" }] },
    status: {
      phase: "Pending",
      startTime: lastTransitionTime,
      conditions: [
        condition("PodScheduled", "True"),
        condition("Initialized", "True"),
        condition("ContainersReady", "False"),
        condition("Ready", "False"),
      ],
      containerStatuses: [
        { name: "web", ready: false, restartCount: 0, state: { waiting: { reason, message: "not found" } } },
      ],
    },
  });
}
