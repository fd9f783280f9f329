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
import { temporaryFolder } from "../temporary-folder.ts";
import { builtProgram } from "./built.ts";

const [command, ...own] = builtProgram().words;
const folder = temporaryFolder();
let server: TestServer;
let authority: string;
let say: (url: string) => TestResponse | Promise<TestResponse>;

beforeAll(async () => {
  const certificates = makeCertificates();
  ({ authority } = certificates);
  server = await startTestServer("h2", certificates.server, ({ url }) => say(url));
});
afterAll(async () => {
  await server.close();
});

const root = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata: { name: "hco", namespace: "cnv" } };

/** A cluster with one HyperConverged and nothing else. */
function cluster(url: string): TestResponse {
  return { body: { kind: "List", metadata: {}, items: url.includes("hyperconvergeds") ? [root] : [] } };
}

/** A kubeconfig for that server, by token, or by a plugin that takes its time. */
function kubeconfig(port: number, isSlow: boolean): string {
  const answer = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: secretToken },
  };
  const { apiVersion } = answer;
  const args = ["-c", `sleep 0.5; echo '${JSON.stringify(answer)}'`];
  const exec = { apiVersion, command: "sh", args, interactiveMode: "Never" };
  const path = join(folder, `kubeconfig-${port}-${isSlow}`);
  const ca = Buffer.from(authority).toString("base64");
  const clusters = [{ name: "c", cluster: { server: `https://127.0.0.1:${port}`, "certificate-authority-data": ca } }];
  const users = [{ name: "u", user: isSlow ? { exec } : { token: secretToken } }];
  const contexts = [{ name: "x", context: { cluster: "c", user: "u" } }];
  writeFileSync(path, JSON.stringify({ "current-context": "x", clusters, users, contexts }));
  return path;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function plugin(args: readonly string[], cwd = folder): Promise<Ended> {
  return new Promise((resolve) => {
    const env = environmentWith({ HOME: folder });
    execFile(command, [...own, ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}

/** A way to `port` on which the first connection breaks. */
function resetFirstConnection(port: number): Server {
  let count = 0;
  return createServer((socket) => {
    count += 1;
    if (count === 1) {
      socket.resetAndDestroy();
      return;
    }
    const further = connect(port, "127.0.0.1");
    socket.pipe(further).pipe(socket);
    for (const each of [socket, further]) each.on("error", () => {});
  });
}

describe("a report comes also where the first connection breaks", () => {
  const rows: [sentence: string, isSlow: boolean][] = [
    ["before the credentials are there", true],
    ["while the questions wait for it", false],
  ];
  test.for(rows)("%s", async ([, isSlow]) => {
    say = cluster;
    const front = resetFirstConnection(server.port);
    const path = kubeconfig(await listen(front), isSlow);
    const { code, stdout } = await plugin(["--kubeconfig", path, "-o", "jsonpath={.roots[*].label}"]);
    front.close();
    expect([code, stdout]).toEqual([0, "hco"]);
  });
});

test("an invalid template is reported also where no server responds", async () => {
  const { code, stderr } = await plugin(["-s", "https://127.0.0.1:1", "--token", "x", "-o", "jsonpath={.x"]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: error parsing jsonpath [^\n]*\n$/)]);
});

test("one 401 among many answers loses one reading and nothing else", async () => {
  say = (url) => (url.includes("cdis") ? { status: 401, body: { kind: "Status", message: "flapping" } } : cluster(url));
  const { code, stdout } = await plugin(["--kubeconfig", kubeconfig(server.port, false), "-o", "json"]);
  const { roots, completeness } = JSON.parse(stdout);
  expect([code, roots.length]).toEqual([0, 1]);
  expect(completeness.gaps).toContainEqual(
    expect.objectContaining({ outcome: "unread", kind: "CDI", cause: expect.stringContaining("flapping") }),
  );
});

describe("a proxy that echoes what it was sent does not get our token printed", () => {
  const rows: [sentence: string, said: TestResponse][] = [
    ["in a JSON answer that says all is well", { body: { kind: "Status", message: `blocked: Bearer ${secretToken}` } }],
    ["in a refusal", { status: 403, body: { kind: "Status", message: `blocked: ${secretToken}` } }],
    ["in a web page", { status: 502, body: `<title>${secretToken}</title>` }],
    ["in plain words", { status: 400, body: `no: ${secretToken}` }],
    ["where it would be cut", { status: 403, body: `${"x".repeat(180)} ${secretToken}` }],
    ["in a title where it would be cut", { status: 502, body: `<title>${"x".repeat(70)} ${secretToken}</title>` }],
  ];
  test.for(rows)("%s", async ([, said]) => {
    say = () => said;
    for (const output of ["json", "text"]) {
      const { stdout, stderr } = await plugin(["--kubeconfig", kubeconfig(server.port, false), "-o", output, "-v"]);
      expect(stdout + stderr).not.toContain(secretToken.slice(0, 6));
      expect(stdout + stderr).toContain("…");
    }
  });
});

test("a server that takes the connection and says nothing is called that, not overloaded", async () => {
  const silent = createServer(() => {});
  const path = kubeconfig(await listen(silent), false);
  const { code, stderr } = await plugin(["--kubeconfig", path, "--request-timeout", "1s"]);
  silent.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: cannot connect to https:\/\/127\.0\.0\.1:\d+: no response within 1 s; [^\n]+\n$/);
});

const script = "/usr/bin/script";
const inTerminal = test.skipIf(mustSkip(process.platform === "linux" && existsSync(script)));

describe("on a terminal one line has what a slow server was requested, and disappears when the report is printed:", () => {
  const rows: [command: string, args: readonly string[], result: RegExp][] = [
    ["a report", ["-o", "name"], /^hyperconverged.hco.kubevirt.io\/hco$/],
    ["gate", ["gate", "upgrade", "-o", "plain"], /upgrade/],
    ["snapshot", ["snapshot", "-o", "-"], /"kind":/],
  ];
  inTerminal.for(rows)("%s", async ([, args, result]) => {
    const held = Promise.withResolvers<void>();
    say = async (url) => {
      await held.promise;
      return cluster(url);
    };
    const words = [command, ...own, ...args, "--kubeconfig", kubeconfig(server.port, false)];
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

test("a working directory that is gone is no reason to fail", async () => {
  say = cluster;
  const gone = join(folder, "gone");
  mkdirSync(gone);
  const path = kubeconfig(server.port, false);
  const shell = `cd "$0" && rmdir "$0" && exec "$@" -o name`;
  const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
    execFile(
      "sh",
      ["-c", shell, gone, command, ...own, "--kubeconfig", path],
      { env: environmentWith({ HOME: folder }) },
      (_, out) => resolve({ stdout: out }),
    );
  });
  expect(stdout).toBe("hyperconverged.hco.kubevirt.io/hco\n");
  expect(() => rmdirSync(gone)).toThrow("ENOENT");
});
