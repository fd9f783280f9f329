import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { environmentWith } from "../environment.ts";
import { becomeReady, type Cluster, prepareCluster } from "./server.ts";

/** A cluster whose two programs are started and ended one by one, on the same ports. */
export interface BreakableCluster {
  readonly cluster: Cluster;
  /** Ends the API server: at once, or as it is ended in good order. Resolves when it is gone. */
  kill(signal?: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Starts it again; resolves when it serves. */
  restart(): Promise<void>;
  /** Throws away all that is stored, while the API server is down: the next versions begin at 1 again. */
  forget(): Promise<void>;
  /** Ends both, and the folder goes. */
  stop(): Promise<void>;
}

/** Ended in good order it waits for watches as long as for any question, a minute, where it is not told to end them. */
const watchesEnd = "--shutdown-watch-termination-grace-period=2s";

/** Starts both. @throws when the programs are missing or the server does not become ready. */
export async function startBreakable(): Promise<BreakableCluster> {
  const { cluster, folder, environment, flags } = await prepareCluster();
  const { directory } = cluster;
  const startEtcd = (): Promise<Program> => start([join(folder, "etcd")], join(directory, "etcd.log"), environment);
  const startServer = (): Promise<Program> =>
    start([join(folder, "kube-apiserver"), ...flags, watchesEnd], join(directory, "kube-apiserver.log"));
  let etcd = await startEtcd();
  let server = await startServer();

  async function stop(): Promise<void> {
    await Promise.all([end(server), end(etcd)]);
    await rm(directory, { recursive: true, force: true });
  }

  try {
    await becomeReady(cluster);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return {
    cluster,
    kill: (signal = "SIGKILL") => end(server, signal),
    async restart() {
      server = await startServer();
      await becomeReady(cluster);
    },
    async forget() {
      await end(etcd);
      await rm(join(directory, "etcd"), { recursive: true });
      etcd = await startEtcd();
    },
    stop,
  };
}

interface Program {
  readonly keeper: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<unknown>;
}

async function start(words: readonly string[], log: string, environment: object = {}): Promise<Program> {
  const keeper = spawn("sh", [join(import.meta.dirname, "kept-program.sh"), ...words], {
    env: environmentWith({ LOG: log, ...environment }),
    stdio: ["pipe", "pipe", "ignore"],
    // In a session of its own, so that Ctrl-C in a terminal reaches it through the closed pipe only.
    detached: true,
  });
  const ended = once(keeper, "close");
  const [first] = (await once(keeper.stdout, "data")) as [Buffer];
  return { keeper, pid: Number(first.toString()), ended };
}

async function end({ keeper, pid, ended }: Program, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (keeper.exitCode === null) process.kill(pid, signal);
  await ended;
}
