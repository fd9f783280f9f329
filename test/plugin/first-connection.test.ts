import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentWith, mustSkip } from "../environment.ts";
import { makeCertificates } from "../io/certificates.ts";
import { secretToken } from "../io/chosen.ts";
import { listen } from "../io/listen.ts";
import { startTestServer, type TestResponse, type TestServer } from "../io/server.ts";
import { buildPlugin } from "../shared-build.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { RunResult } from "./run-in-process.ts";

const [command, ...programArguments] = buildPlugin().words;
const folder = temporaryFolder();
let server: TestServer;
let authority: string;
let respond: (url: string) => TestResponse | Promise<TestResponse>;

beforeAll(async () => {
  const certificates = makeCertificates();
  ({ authority } = certificates);
  server = await startTestServer("h2", certificates.server, ({ url }) => respond(url));
});
afterAll(async () => {
  await server.close();
});

const root = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata: { name: "hco", namespace: "cnv" } };

/** The response of a cluster with one HyperConverged and nothing else. */
function respondAsCluster(url: string): TestResponse {
  return { body: { kind: "List", metadata: {}, items: url.includes("hyperconvergeds") ? [root] : [] } };
}

/** Writes a kubeconfig for a server. `slow-plugin`: an exec plugin gives the token after half a second. */
function writeKubeconfig(port: number, credentials: "token" | "slow-plugin" = "token"): string {
  const apiVersion = "client.authentication.k8s.io/v1";
  const execCredential = { apiVersion, kind: "ExecCredential", status: { token: secretToken } };
  const args = ["-c", `sleep 0.5; echo '${JSON.stringify(execCredential)}'`];
  const exec = { apiVersion, command: "sh", args, interactiveMode: "Never" };
  const path = join(folder, `kubeconfig-${port}-${credentials}`);
  const ca = Buffer.from(authority).toString("base64");
  const clusters = [{ name: "c", cluster: { server: `https://127.0.0.1:${port}`, "certificate-authority-data": ca } }];
  const users = [{ name: "u", user: credentials === "token" ? { token: secretToken } : { exec } }];
  const contexts = [{ name: "x", context: { cluster: "c", user: "u" } }];
  writeFileSync(path, JSON.stringify({ "current-context": "x", clusters, users, contexts }));
  return path;
}

function runPlugin(args: readonly string[], cwd = folder): Promise<RunResult> {
  return new Promise((resolve) => {
    const env = environmentWith({ HOME: folder });
    execFile(command, [...programArguments, ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}

/** A server that forwards to `port`, and breaks the first connection. */
function resetFirstConnection(port: number): Server {
  let count = 0;
  return createServer((socket) => {
    count += 1;
    if (count === 1) {
      socket.resetAndDestroy();
      return;
    }
    const upstream = connect(port, "127.0.0.1");
    socket.pipe(upstream).pipe(socket);
    socket.on("error", () => {});
    upstream.on("error", () => {});
  });
}

describe("a report is printed although the first connection breaks", () => {
  const rows = [
    {
      rule: "a report is printed where the first connection breaks before the credentials are there",
      credentials: "slow-plugin" as const,
    },
    {
      rule: "a report is printed where the first connection breaks while requests wait for it",
      credentials: "token" as const,
    },
  ];
  test.for(rows)("$rule", async ({ credentials }) => {
    respond = respondAsCluster;
    const front = resetFirstConnection(server.port);
    const path = writeKubeconfig(await listen(front), credentials);
    const { code, stdout } = await runPlugin(["--kubeconfig", path, "-o", "jsonpath={.roots[*].label}"]);
    front.close();
    expect([code, stdout]).toEqual([0, "hco"]);
  });
});

test("an invalid template is an error although no server responds", async () => {
  const { code, stderr } = await runPlugin(["-s", "https://127.0.0.1:1", "--token", "x", "-o", "jsonpath={.x"]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: error parsing jsonpath [^\n]*\n$/)]);
});

test("a 401 to one request makes one gap in a complete report", async () => {
  respond = (url) =>
    url.includes("cdis") ? { status: 401, body: { kind: "Status", message: "flapping" } } : respondAsCluster(url);
  const { code, stdout } = await runPlugin(["--kubeconfig", writeKubeconfig(server.port), "-o", "json"]);
  const { roots, completeness } = JSON.parse(stdout);
  expect([code, roots.length]).toEqual([0, 1]);
  expect(completeness.gaps).toContainEqual(
    expect.objectContaining({ outcome: "unread", kind: "CDI", cause: expect.stringContaining("flapping") }),
  );
});

describe("the token is not printed where a proxy echoes it", () => {
  const rows: readonly { readonly rule: string; readonly said: TestResponse }[] = [
    {
      rule: "a JSON response of status 200 that echoes the token is printed without it",
      said: { body: { kind: "Status", message: `blocked: Bearer ${secretToken}` } },
    },
    {
      rule: "a 403 that echoes the token is printed without it",
      said: { status: 403, body: { kind: "Status", message: `blocked: ${secretToken}` } },
    },
    {
      rule: "a web page that echoes the token in its title is printed without it",
      said: { status: 502, body: `<title>${secretToken}</title>` },
    },
    {
      rule: "a plain text that echoes the token is printed without it",
      said: { status: 400, body: `no: ${secretToken}` },
    },
    {
      rule: "a message that echoes the token where it is cut is printed without it",
      said: { status: 403, body: `${"x".repeat(180)} ${secretToken}` },
    },
    {
      rule: "a title that echoes the token where it is cut is printed without it",
      said: { status: 502, body: `<title>${"x".repeat(70)} ${secretToken}</title>` },
    },
  ];
  test.for(rows)("$rule", async ({ said }) => {
    respond = () => said;
    for (const output of ["json", "text"]) {
      const { stdout, stderr } = await runPlugin(["--kubeconfig", writeKubeconfig(server.port), "-o", output, "-v"]);
      expect(stdout + stderr).not.toContain(secretToken.slice(0, 6));
      expect(stdout + stderr).toContain("…");
    }
  });
});

test("a server that accepts the connection and never responds is reported as not responding", async () => {
  const silent = createServer(() => {});
  const path = writeKubeconfig(await listen(silent));
  const { code, stderr } = await runPlugin(["--kubeconfig", path, "--request-timeout", "1s"]);
  silent.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: cannot connect to https:\/\/127\.0\.0\.1:\d+: no response within 1 s; [^\n]+\n$/);
});

const script = "/usr/bin/script";
const inTerminal = test.skipIf(mustSkip(process.platform === "linux" && existsSync(script)));

describe("a terminal shows a line about waiting requests until the result is printed", () => {
  const rows = [
    {
      rule: "status shows the waiting requests, and removes the line before the report",
      args: ["-o", "name"],
      result: /^hyperconverged.hco.kubevirt.io\/hco$/,
    },
    {
      rule: "gate shows the waiting requests, and removes the line before its result",
      args: ["gate", "upgrade", "-o", "plain"],
      result: /upgrade/,
    },
    {
      rule: "snapshot shows the waiting requests, and removes the line before the snapshot",
      args: ["snapshot", "-o", "-"],
      result: /"kind":/,
    },
  ];
  inTerminal.for(rows)("$rule", async ({ args, result }) => {
    const held = Promise.withResolvers<void>();
    respond = async (url) => {
      await held.promise;
      return respondAsCluster(url);
    };
    const words = [command, ...programArguments, ...args, "--kubeconfig", writeKubeconfig(server.port)];
    const env = environmentWith({ HOME: folder, SHELL: "/bin/sh", TERM: "xterm" });
    const line = words.map((word) => `'${word}'`).join(" ");
    const terminal = spawn(script, ["-qec", line, "/dev/null"], { env, stdio: ["ignore", "pipe", "inherit"] });
    let shown = "";
    for await (const text of terminal.stdout.setEncoding("utf8") as AsyncIterable<string>) {
      shown += text;
      if (/waiting for https:\/\/127\.0\.0\.1:\d+: 0 of \d+ requests? answered, \d+s/.test(shown)) held.resolve();
    }
    const [before = "", after = ""] = shown.split(/\r\u001b\[K(?!.*\r\u001b\[K)/s);
    expect(before).toMatch(/^\rwaiting for /);
    expect(after.trim().split("\r\n").join("\n")).toMatch(result);
  });
});

test("a report is printed although the working directory was removed", async () => {
  respond = respondAsCluster;
  const gone = join(folder, "gone");
  mkdirSync(gone);
  const path = writeKubeconfig(server.port);
  const shell = `cd "$0" && rmdir "$0" && exec "$@" -o name`;
  const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
    execFile(
      "sh",
      ["-c", shell, gone, command, ...programArguments, "--kubeconfig", path],
      { env: environmentWith({ HOME: folder }) },
      (_, out) => resolve({ stdout: out }),
    );
  });
  expect(stdout).toBe("hyperconverged.hco.kubevirt.io/hco\n");
  expect(() => rmdirSync(gone)).toThrow("ENOENT");
});
