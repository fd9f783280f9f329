import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseContext } from "../../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { collectSnapshot } from "../../../shared/io/reader/collect-snapshot.ts";
import { clusterSource, connectTo } from "../../../shared/io/reader/connect-cluster.ts";
import { createReader } from "../../../shared/io/reader/reader.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { makeCertificates } from "../certificates.ts";
import { startTestServer } from "../server.ts";

const home = temporaryFolder();

test("from a kubeconfig to a snapshot", async () => {
  const certificates = makeCertificates();
  const server = await startTestServer("h2", certificates.server, () => ({
    body: { kind: "NodeList", items: [{ metadata: { name: "a" } }] },
  }));
  writeFileSync(join(home, "ca.crt"), certificates.authority);
  writeFileSync(
    join(home, "config"),
    `
current-context: here
clusters: [{name: c, cluster: {server: "https://localhost:${server.port}/prefix/", certificate-authority: ca.crt}}]
users: [{name: u, user: {token: abc}}]
contexts: [{name: here, context: {cluster: c, user: u}}]
`,
  );
  const config = await loadKubeconfig({ kubeconfig: "config", env: {}, home, cwd: home, platform: "linux" });
  const choice = chooseContext(config);
  const connection = await connectTo(choice, { userAgent: "test" });
  const nodes = {
    verb: "list",
    group: "",
    kind: "Node",
    plural: "nodes",
    versions: ["v1"],
    namespaced: false,
  } as const;
  const start = { source: clusterSource(choice), takenAt: "2026-11-21T12:00:00Z" };
  const snapshot = await collectSnapshot(createReader(connection), () => [nodes], start);
  connection.close();
  await server.close();

  expect(snapshot.source).toEqual({ kind: "cluster", name: "here", server: `https://localhost:${server.port}/prefix` });
  expect(snapshot.readings).toMatchObject([
    { outcome: "found", objects: [{ apiVersion: "v1", ref: { kind: "Node", name: "a" } }] },
  ]);
  expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/prefix/api/v1/nodes?limit=500", "Bearer abc"],
  ]);
  expect(connection.counters).toEqual({ requests: 1, connections: 1 });
});
