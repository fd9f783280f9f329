import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificates } from "../io/certificates.ts";
import { startTestServer, type TestResponse } from "../io/server.ts";
import type { BuiltPlugin } from "../program.ts";
import { compareUse, useOf } from "./fleet.ts";
import type { Program } from "./measure.ts";
import { mebibytes, type Row, times } from "./row.ts";

/** How many clusters are read. */
const many = 1_000;

const version = "client.authentication.k8s.io/v1";

/**
 * A thousand clusters of a hub's inventory beside a thousand contexts, each with a login program of its own. One server
 * is all of them, and answers little, so that what differs counts most. Then `wait` for all contexts.
 */
export async function inventoryRows(
  [command, ...own]: BuiltPlugin["words"],
  folder: string,
  repetitions: number,
): Promise<readonly Row[]> {
  const certificates = makeCertificates();
  const names = Array.from({ length: many }, (_, place) => `cluster-${place}`);
  const list = (items: readonly object[]): TestResponse => ({ body: { kind: "List", metadata: {}, items } });
  const root = {
    apiVersion: "hco.kubevirt.io/v1",
    kind: "HyperConverged",
    metadata: { name: "hco", namespace: "cnv" },
  };
  const server = await startTestServer("h2", certificates.server, ({ url }) => {
    if (url.includes("/clusterprofiles")) return list(names.map(profile));
    return list(url.includes("/hyperconvergeds") ? [root] : []);
  });
  const access = {
    server: `https://127.0.0.1:${server.port}`,
    "certificate-authority-data": Buffer.from(certificates.authority).toString("base64"),
  };
  const exec = { apiVersion: version, command: login(folder), interactiveMode: "Never", provideClusterInfo: true };
  const extensions = (name: string) => [{ name: "client.authentication.k8s.io/exec", extension: { name } }];
  function profile(name: string): object {
    const accessProviders = [{ name: "bench", cluster: { ...access, extensions: extensions(name) } }];
    return { metadata: { name, namespace: "fleet" }, status: { accessProviders } };
  }
  const contexts = join(folder, "thousand.kubeconfig");
  const kubeconfig = {
    clusters: names.map((name) => ({ name, cluster: { ...access, extensions: extensions(name) } })),
    users: [{ name: "me", user: { exec } }],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: "me" } })),
  };
  writeFileSync(contexts, JSON.stringify({ ...kubeconfig, "current-context": names[0] }));
  const hub = join(folder, "hub.kubeconfig");
  const one = {
    clusters: [{ name: "hub", cluster: access }],
    contexts: [{ name: "hub", context: { cluster: "hub", user: "me" } }],
  };
  writeFileSync(hub, JSON.stringify({ ...kubeconfig, ...one, "current-context": "hub" }));
  const providers = join(folder, "providers.json");
  writeFileSync(providers, JSON.stringify({ providers: [{ name: "bench", execConfig: exec }] }));
  const programFor = (name: string, ...flags: readonly string[]): Program => ({
    name,
    command,
    args: [...own, ...flags],
  });
  try {
    const byProfiles = programFor("profiles", "--kubeconfig", hub, "--inventory", "--inventory-providers", providers);
    const byContexts = programFor("contexts", "--kubeconfig", contexts, "--all-contexts");
    const { cpu, memory } = await compareUse(byProfiles, byContexts, folder, repetitions);
    const waiting = programFor("wait", "wait", "--kubeconfig", contexts, "--all-contexts", "--for", "create");
    const waited = await useOf(waiting, folder);
    return [
      ["1,000 clusters of an inventory against 1,000 contexts: CPU time", times(cpu), "1.1 x"],
      ["their peak memory", mebibytes(...memory), "1.1 x"],
      ["wait for 1,000 clusters: peak memory", `${waited.memory.toFixed(0)} MiB`, "300 MiB"],
    ];
  } finally {
    await server.close();
  }
}

/** A program that returns a token which stays valid. */
function login(folder: string): string {
  const path = join(folder, "login");
  const answer = { apiVersion: version, kind: "ExecCredential", status: { token: "bench-token" } };
  writeFileSync(path, `#!/bin/sh\necho '${JSON.stringify(answer)}'\n`);
  chmodSync(path, 0o755);
  return path;
}
