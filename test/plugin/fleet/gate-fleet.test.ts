import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificates } from "../../io/certificates.ts";
import { secretToken } from "../../io/chosen.ts";
import { startTestServer, statusResponse, type TestResponse, type TestServer } from "../../io/server.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();
const certificates = makeCertificates();
const servers = new Map<string, TestServer>();
const root = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata: { name: "hco", namespace: "cnv" } };

function lists(items: readonly object[]): (url: string) => TestResponse {
  return (url) => ({ body: { kind: "List", metadata: {}, items: url.includes("/hyperconvergeds") ? items : [] } });
}

beforeAll(async () => {
  const answers = { new: lists([root]), refusing: () => statusResponse(403, "forbidden"), empty: lists([]) };
  for (const [name, say] of Object.entries(answers))
    servers.set(name, await startTestServer("h2", certificates.server, ({ url }) => say(url)));
  const names = ["new", "refusing", "empty", "dead"];
  const authority = Buffer.from(certificates.authority).toString("base64");
  const server = (name: string): string => `https://127.0.0.1:${servers.get(name)?.port ?? 1}`;
  const document = {
    clusters: names.map((name) => ({
      name,
      cluster: { server: server(name), "certificate-authority-data": authority },
    })),
    users: [{ name: "me", user: { token: secretToken } }],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: "me" } })),
  };
  writeFileSync(join(folder, "kubeconfig"), JSON.stringify(document));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

async function runGate(...words: readonly string[]) {
  return runInProcess(["gate", "upgrade", "--kubeconfig", join(folder, "kubeconfig"), ...words]);
}

test("an upgrade of all clusters is safe only where it is safe on each: the worst answer counts", async () => {
  const { stdout, code } = await runGate("--all-contexts", "--width", "0");
  const [summary, , ...rows] = stdout.replaceAll(/ {2,}/g, "  ").split("\n");
  expect(summary).toMatch(/^BLOCK {2}upgrade of 4 clusters: 1 BLOCK, 3 UNKNOWN$/);
  expect(rows[0]).toMatch(/^CONTEXT {2}ANSWER .*REASONS$/);
  expect(rows.slice(1, 5)).toEqual([
    expect.stringMatching(/^✗ new {2}BLOCK {2}\w+/),
    "? dead  UNKNOWN  unreachable: connection refused",
    expect.stringMatching(/^\? empty {2}UNKNOWN {2}NoHyperConverged/),
    expect.stringMatching(/^\? refusing {2}UNKNOWN {2}NoHyperConverged, IncompleteReading$/),
  ]);
  expect(stdout).toMatch(/Details {2}kubectl hco-status gate upgrade --kubeconfig \S+ --context new\n$/);
  expect(code).toBe(2);
});

test("the next command keeps --platform", async () => {
  const { stdout } = await runGate("--all-contexts", "--platform", "--width", "0");
  expect(stdout).toMatch(/Details {2}kubectl hco-status gate upgrade --kubeconfig \S+ --context new --platform\n$/);
});

test.for([
  {
    title: "a cluster that cannot be read is UNKNOWN beside others",
    words: ["--contexts", "dead,empty"],
    code: 4,
  },
  { title: "an answer from no cluster is an error", words: ["--contexts", "dead"], code: 1 },
  {
    title: "a cluster that forbids to list is UNKNOWN, whatever is accepted",
    words: ["--contexts", "refusing", "--accept", "IncompleteReading"],
    code: 4,
  },
])("$title", async ({ words, code }) => {
  expect((await runGate(...words)).code).toBe(code);
});

test("-o json has the gate of each cluster, and -o plain a line", async () => {
  const { stdout } = await runGate("--contexts", "new,dead", "-o", "json");
  const gates = JSON.parse(stdout) as readonly { kind: string; answer: string; source: { name: string } }[];
  expect(gates.map(({ kind, answer, source }) => [kind, answer, source.name])).toEqual([
    ["UpgradeGate", "BLOCK", "new"],
    ["UpgradeGate", "UNKNOWN", "dead"],
  ]);
  const plain = await runGate("--contexts", "new,dead", "--plain");
  expect(plain.stdout.split("\n").slice(0, 2)).toEqual([
    "answer: BLOCK",
    "headline: upgrade of 2 clusters: 1 BLOCK, 1 UNKNOWN",
  ]);
  expect(plain.stdout).toContain("\ncluster dead: UNKNOWN: unreachable: ");
});

test("names and profiles without a gate are refused in one sentence", async () => {
  expect((await runGate("cdi/x", "--all-contexts")).stderr).toContain(
    "error: gate upgrade of several clusters evaluates",
  );
  expect((await runGate("--profile", "generic", "--all-contexts")).stderr).toContain(
    "error: gate upgrade requires the profile hco",
  );
});
