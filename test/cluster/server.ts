import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentWith } from "../environment.ts";
import { freePorts } from "../free-ports.ts";
import { assets } from "./assets.ts";
import { createAuthority, createServerCertificate } from "./certificates.ts";
import { call } from "./http.ts";
import { createUser } from "./user.ts";

/** A running API server, as plain data: vitest hands it from its main process to the test files. */
export interface Cluster {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** Temporary folder with certificates, kubeconfigs and the logs of both programs. */
  readonly directory: string;
  /** Path of the certificate of the authority that signed the server's and every user's, PEM. */
  readonly ca: string;
  /** Path of the kubeconfig of `admin`, who is in system:masters. */
  readonly kubeconfig: string;
  /** Path of a kubectl of the server's version. */
  readonly kubectl: string;
  /** Path of the server's audit log: one JSON line for every stage of every request, without bodies. */
  readonly audit: string;
}

/** A cluster and how to stop it. `stop` resolves when both programs have ended and the folder is deleted. */
export interface RunningCluster {
  readonly cluster: Cluster;
  readonly stop: () => Promise<void>;
}

const maxStartMs = 180_000;

/**
 * Starts etcd and kube-apiserver on free ports of 127.0.0.1, empty, and waits until it serves. Both end with the
 * calling process, however that one ends.
 * @throws when the programs are missing or the server does not become ready.
 */
export async function startCluster(): Promise<RunningCluster> {
  const { cluster, folder, environment, flags } = await prepareCluster();
  const keeper = spawn("sh", [join(import.meta.dirname, "keeper.sh"), ...flags], {
    env: environmentWith({ ASSETS: folder, DIRECTORY: cluster.directory, ...environment }),
    stdio: ["pipe", "pipe", "ignore"],
    // In a session of its own, so that Ctrl-C in a terminal reaches it through the closed pipe only.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => keeper.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    keeper.stdin.end();
    await ended;
  };
  try {
    await Promise.race([becomeReady(cluster), refuseEarlyEnd(keeper, ended)]);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { cluster, stop };
}

/** A cluster of which neither program runs yet: its files are there, and its ports were free. */
interface PreparedCluster {
  readonly cluster: Cluster;
  /** Where the programs are. */
  readonly folder: string;
  /** What etcd reads in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The API server's. */
  readonly flags: readonly string[];
}

/** @throws when the programs are missing. */
export async function prepareCluster(): Promise<PreparedCluster> {
  const folder = assets();
  if (folder === undefined) throw new Error("no API server to start: run test/cluster/build-apiserver first");
  const directory = await mkdtemp(join(tmpdir(), "hco-status-cluster-"));
  const [port, etcdPort, peerPort] = await freePorts(3);
  const url = `https://127.0.0.1:${port}`;
  const { certificate: ca } = await createAuthority(directory);
  await createServerCertificate(directory);
  const { kubeconfig } = await createUser({ url, directory }, "admin", ["system:masters"]);
  const audit = join(directory, "audit.log");
  const cluster: Cluster = { url, directory, ca, kubeconfig, kubectl: join(folder, "kubectl"), audit };
  await writeFile(join(directory, "audit-policy.json"), JSON.stringify(auditPolicy));
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const environment = etcdSettings(directory, etcd, `${peerPort}`);
  return { cluster, folder, environment, flags: serverFlags(directory, `${port}`, etcd) };
}

/** Logs user, path and time of each request, so that tests can count the requests that the server received. */
const auditPolicy = { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] };

/** @throws when it does not serve in three minutes. */
export async function becomeReady(cluster: Cluster): Promise<void> {
  const deadline = Date.now() + maxStartMs;
  for (;;) {
    try {
      await call(cluster, "GET", "/readyz");
      return;
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`no /readyz at ${cluster.url} in ${maxStartMs / 1000} s`, { cause });
      await sleep(50);
    }
  }
}

/** @throws when the programs end. */
async function refuseEarlyEnd(keeper: ChildProcess, ended: Promise<void>): Promise<never> {
  let output = "";
  keeper.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await ended;
  throw new Error(`kube-apiserver ended before it was ready:\n${output}`);
}

function etcdSettings(directory: string, client: string, peerPort: string): Record<string, string> {
  const peer = `http://127.0.0.1:${peerPort}`;
  return {
    ETCD_DATA_DIR: join(directory, "etcd"),
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: `default=${peer}`,
    ETCD_LOG_LEVEL: "warn",
    ETCD_UNSAFE_NO_FSYNC: "true",
  };
}

function serverFlags(directory: string, port: string, etcd: string): string[] {
  return [
    `--etcd-servers=${etcd}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--secure-port=${port}`,
    `--tls-cert-file=${join(directory, "server.crt")}`,
    `--tls-private-key-file=${join(directory, "server.key")}`,
    `--client-ca-file=${join(directory, "ca.crt")}`,
    `--service-account-key-file=${join(directory, "server.crt")}`,
    `--service-account-signing-key-file=${join(directory, "server.key")}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    "--service-cluster-ip-range=10.0.0.0/24",
    "--authorization-mode=RBAC",
    `--audit-policy-file=${join(directory, "audit-policy.json")}`,
    `--audit-log-path=${join(directory, "audit.log")}`,
    // No controller creates service accounts here, and this plugin refuses every Pod without one.
    "--disable-admission-plugins=ServiceAccount",
  ];
}
