import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server and a login program that nothing may reach. */
export interface Trap {
  /** What was done all the same. */
  sprung(): readonly string[];
  remove(): void;
}

const folder = mkdtempSync(join(tmpdir(), "hco-status-trap-"));
const mark = join(folder, "run");

/** A kubeconfig that leads to it, by its context `trap`. */
export const trapFile: string = join(folder, "kubeconfig");

/** @param other where the kubeconfig is to stand, too. */
export async function setTrap(other?: string): Promise<Trap> {
  const connections: string[] = [];
  const server = createServer((socket) => {
    connections.push("a connection");
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  for (const file of other === undefined ? [trapFile] : [trapFile, other]) writeFileSync(file, kubeconfigOf(port));
  return {
    sprung: () => [...connections, ...(existsSync(mark) ? ["a program"] : [])],
    remove() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
      if (other !== undefined) rmSync(other, { force: true });
    },
  };
}

function kubeconfigOf(port: number): string {
  const apiVersion = "client.authentication.k8s.io/v1";
  const exec = { apiVersion, command: "touch", args: [mark], interactiveMode: "Never" };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "trap",
    clusters: [{ name: "trap", cluster: { server: `https://127.0.0.1:${port}` } }],
    users: [
      { name: "trap", user: { exec } },
      { name: "token", user: { token: "t" } },
    ],
    contexts: ["trap", "token"].map((name) => ({ name, context: { cluster: "trap", user: name } })),
  });
}
