import { rm } from "node:fs/promises";
import { join } from "node:path";
import { endProgram, type Program, startProgram } from "./kept-program.ts";
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
  const startEtcd = (): Promise<Program> =>
    startProgram([join(folder, "etcd")], join(directory, "etcd.log"), environment);
  const startServer = (): Promise<Program> =>
    startProgram([join(folder, "kube-apiserver"), ...flags, watchesEnd], join(directory, "kube-apiserver.log"));
  let etcd = await startEtcd();
  let server = await startServer();

  async function stop(): Promise<void> {
    await Promise.all([endProgram(server), endProgram(etcd)]);
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
    kill: (signal = "SIGKILL") => endProgram(server, signal),
    async restart() {
      server = await startServer();
      await becomeReady(cluster);
    },
    async forget() {
      await endProgram(etcd);
      await rm(join(directory, "etcd"), { recursive: true });
      etcd = await startEtcd();
    },
    stop,
  };
}
