import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { CredentialEnvironment } from "../../shared/io/auth/credential-environment.ts";
import { openCredentials } from "../../shared/io/auth/credentials.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ClusterEntry } from "../../shared/io/kubeconfig/entries.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { environmentWith, mustSkip } from "../environment.ts";
import { buildPlugin } from "../shared-build.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { makeCertificates, type Pair } from "./certificates.ts";
import { buildContext, inline, secretToken } from "./chosen.ts";
import { driveTimers } from "./driven-timers.ts";
import { readAndClearRuns, readRuns, writePlugin } from "./exec-recorder.ts";
import { startTestServer, statusResponse, type TestRequest, type TestResponse, type TestServer } from "./server.ts";

const folder = temporaryFolder();
const record = join(folder, "record");
const command = writePlugin(join(folder, "plugin"));
const orphan = join(folder, "orphan");
/** What waits for it goes on once it is there. */
const gate = join(folder, "gate");
/** Ends with the tests, for a shell. */
const lasting = `while [ -d '${folder}' ]; do sleep 0.1; done`;
writeFileSync(orphan, "#!/none/interpreter\n", { mode: 0o755 });
writeFileSync(join(folder, "plain"), "echo", { mode: 0o644 });
const certificates = makeCertificates();
const servers: TestServer[] = [];
const connections: ServerConnection[] = [];

afterEach(async () => {
  for (const one of connections.splice(0)) one.close();
  for (const one of servers.splice(0)) await one.close();
  readAndClearRuns(record);
  rmSync(gate, { force: true });
});

type Fields = Readonly<Record<string, unknown>>;

function credential(answer: Fields): string {
  return JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: answer });
}

function exec(answer: string, env: Readonly<Record<string, string>> = {}, more: Fields = {}): Fields {
  const variables = Object.entries({ RECORD: record, ANSWER: answer, ...env });
  return {
    apiVersion: "client.authentication.k8s.io/v1",
    command,
    interactiveMode: "Never",
    env: variables.map(([name, value]) => ({ name, value })),
    ...more,
  };
}

function surroundings(more: Partial<CredentialEnvironment> = {}): CredentialEnvironment {
  return {
    now: Date.now,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    home: folder,
    cwd: folder,
    platform: process.platform,
    isInteractive: false,
    printMessage() {},
    ...more,
  };
}

interface Setting {
  readonly say: (heard: TestRequest, count: number) => TestResponse | Promise<TestResponse>;
  readonly entry: Fields;
  readonly from?: Partial<CredentialEnvironment>;
  readonly meet?: (socket: TLSSocket) => void;
  readonly protocol?: "h2" | "http/1.1";
  readonly requestTimeout?: number;
}

async function open({
  say,
  entry,
  from,
  meet,
  protocol = "h2",
  requestTimeout = 0,
}: Setting): Promise<ServerConnection> {
  const server = await startTestServer(protocol, certificates.server, say, meet);
  servers.push(server);
  const authority = { certificateAuthority: inline(certificates.authority) };
  const choice = buildContext(`https://127.0.0.1:${server.port}`, authority, { exec: entry });
  const connection = await connectTo(choice, {
    userAgent: "test",
    requestTimeout: requestTimeout,
    credentialEnvironment: surroundings({ ...from, requestTimeout }),
  });
  connections.push(connection);
  return connection;
}

/** Lets in a client that has a token of `good`. */
function admitTokens(...good: readonly string[]): (heard: TestRequest) => TestResponse {
  return ({ headers }) =>
    good.some((token) => headers.authorization === `Bearer ${token}`)
      ? { body: "{}" }
      : statusResponse(401, "Unauthorized");
}

describe("a plugin runs no more often than it must", () => {
  test("it runs once for ten requests at once", async () => {
    const connection = await open({
      say: admitTokens("run-1"),
      entry: exec(credential({ token: "run-{run}" }), { WAIT: "100" }),
    });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => connection.get(`/${place}`)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(readAndClearRuns(record)).toHaveLength(1);
  });

  test("again when its credential has ended, and not before", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z");
    const entry = exec(credential({ token: "run-{run}", expirationTimestamp: "2026-01-01T00:10:00Z" }));
    const connection = await open({ say: admitTokens("run-1", "run-2"), entry, from: { now: () => now } });
    now = Date.parse("2026-01-01T00:10:00Z");
    await connection.get("/");
    now += 1;
    await connection.get("/");
    expect(servers[0]?.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer run-1", "Bearer run-2"]);
    expect(connection.counters.connections, "a token needs no other connection").toBe(1);
  });

  test("once more when the server answers 401, for all whom it refused, and they ask once more", async () => {
    const connection = await open({
      say: admitTokens("run-2"),
      entry: exec(credential({ token: "run-{run}" }), { WAIT: "50" }),
    });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => connection.get(`/${place}`)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(readAndClearRuns(record)).toHaveLength(2);
    expect(servers[0]?.requests).toHaveLength(20);
  });

  test("a refused request is not retried where the plugin returns the same token", async () => {
    const connection = await open({ say: admitTokens(), entry: exec(credential({ token: "always" })) });
    expect((await connection.get("/")).status).toBe(401);
    expect(readAndClearRuns(record)).toHaveLength(2);
    expect(servers[0]?.requests).toHaveLength(1);
  });

  test("it runs once for a wave of requests that are refused one after the other, though it prints the same token", async () => {
    const refused = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    let ended = 0;
    const answerLater = async (_: TestRequest, count: number): Promise<TestResponse> => {
      await refused[count - 2]?.promise;
      return statusResponse(401, "Unauthorized");
    };
    const connection = await open({ say: answerLater, entry: exec(credential({ token: "a" })) });
    const asked = refused.map(async () => {
      const { status: code } = await connection.get("/");
      refused[ended++]?.resolve();
      return code;
    });
    expect(await Promise.all(asked)).toEqual([401, 401, 401, 401, 401]);
    expect(readAndClearRuns(record)).toHaveLength(2);
    expect(connection.counters).toEqual({ requests: 5, connections: 1 });
  });

  test("a plugin does not run without end where all its tokens are refused", async () => {
    const connection = await open({ say: admitTokens(), entry: exec(credential({ token: "run-{run}" })) });
    expect((await connection.get("/")).status).toBe(401);
    expect(readAndClearRuns(record)).toHaveLength(2);
    expect(servers[0]?.requests).toHaveLength(2);
  });
});

describe("a certificate of a plugin is shown to the server", () => {
  const rows: ["h2" | "http/1.1"][] = [["h2"], ["http/1.1"]];
  test.for(rows)("over %s, and a renewed one over another connection", async ([protocol]) => {
    let now = 0;
    const seen: string[] = [];
    const answer = join(folder, "renewed");
    const give = ({ cert, key }: Pair, expirationTimestamp: string): void =>
      writeFileSync(answer, credential({ clientCertificateData: cert, clientKeyData: key, expirationTimestamp }));
    give(certificates.client, "1970-01-01T00:00:10Z");
    const connection = await open({
      protocol,
      say: () => ({ body: "{}" }),
      entry: { ...exec(""), command: "/bin/cat", args: [answer] },
      from: { now: () => now },
      meet: (socket) => seen.push(String(socket.getPeerCertificate().subject?.CN)),
    });
    await connection.get("/");
    await connection.get("/");
    expect(seen).toEqual(["client"]);
    give(certificates.otherClient, "1970-01-01T00:00:30Z");
    now = 10_001;
    await connection.get("/");
    await connection.get("/");
    expect(seen).toEqual(["client", "otherClient"]);
  });

  test("a renewed one at once, after a 401", async () => {
    const seen: string[] = [];
    const answer = join(folder, "answer");
    const give = ({ cert, key }: Pair): void =>
      writeFileSync(answer, credential({ clientCertificateData: cert, clientKeyData: key }));
    give(certificates.client);
    let current = "";
    const connection = await open({
      say: () => (current === "otherClient" ? { body: "{}" } : statusResponse(401, "Unauthorized")),
      entry: { ...exec(""), command: "/bin/cat", args: [answer] },
      meet: (socket) => {
        current = String(socket.getPeerCertificate().subject?.CN);
        seen.push(current);
      },
    });
    expect((await connection.get("/")).status).toBe(401);
    give(certificates.otherClient);
    const answers = await Promise.all(Array.from({ length: 5 }, (_, place) => connection.get(`/${place}`)));
    expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200]);
    expect(seen).toEqual(["client", "otherClient"]);
  });
});

describe("what a plugin says is passed on, and what it prints is never shown", () => {
  test("its standard error goes to us, as it is", async () => {
    let reported = "";
    const printMessage = (text: string): void => {
      reported += text;
    };
    await open({
      say: admitTokens("a"),
      entry: exec(credential({ token: "a" }), { SAYS: "open https://login\n" }),
      from: { printMessage },
    });
    expect(reported).toBe("open https://login\n");
  });

  const terminals: [rule: string, mode: string, isInteractive: boolean, events: readonly string[]][] = [
    ["that writes to the terminal has it alone", "Never", true, ["aside", "back"]],
    ["without a terminal runs beside what is drawn there", "Never", false, []],
  ];
  test.for(terminals)("a plugin %s", async ([, interactiveMode, isInteractive, events]) => {
    const seen: string[] = [];
    const withFreeTerminal = async <T>(work: () => Promise<T>): Promise<T> => {
      seen.push("aside");
      const result = await work();
      seen.push("back");
      return result;
    };
    await open({
      say: admitTokens("a"),
      entry: exec(credential({ token: "a" }), {}, { interactiveMode }),
      from: { withFreeTerminal, isInteractive },
    });
    expect(seen).toEqual(events);
  });

  const rows: [what: string, entry: Fields, sentence: RegExp][] = [
    [
      "garbage",
      exec(`token=${secretToken}`),
      /^the exec plugin ".*plugin" of user "dev" of .*config printed no credential/,
    ],
    [
      "an exit code",
      exec(secretToken, { CODE: "7", SAYS: "log in first\n" }),
      /failed with exit code 7; see its output above/,
    ],
    [
      "an exit code without a word",
      exec(secretToken, { CODE: "7" }),
      /failed with exit code 7 without an error message; run it manually/,
    ],
    ["a signal", { ...exec(""), command: "/bin/sh", args: ["-c", "kill -9 $$"] }, /was terminated by SIGKILL/],
    ["more than it may", { ...exec(""), command: "/bin/sh", args: ["-c", "yes"] }, /printed more than 1 MiB/],
    [
      "an empty mapping",
      exec("{}"),
      /has a version other than client\.authentication\.k8s\.io\/v1, which the kubeconfig/,
    ],
    ["another kind", exec('{"kind":"Secret"}'), /must be of kind ExecCredential/],
    [
      "a token with a line break",
      exec(credential({ token: `${secretToken}\n` })),
      /the token of the exec plugin .* contains a line break/,
    ],
    ["a token of another type", exec(credential({ token: [secretToken] })), /status.token must be text/],
    [
      "an end that is no time",
      exec(credential({ token: secretToken, expirationTimestamp: secretToken })),
      /is not an RFC 3339 time/,
    ],
    [
      "a certificate that is none",
      exec(credential({ clientCertificateData: secretToken, clientKeyData: secretToken })),
      /cannot use the client certificate .*not readable as PEM/,
    ],
    [
      "nothing to run",
      exec("", {}, { command: "kubelogin-x", installHint: "brew install it" }),
      /cannot run .*not found in PATH; brew install it/,
    ],
    [
      "nothing at its path",
      exec("", {}, { command: "/none/x", installHint: "brew install it" }),
      /no such file; brew install it/,
    ],
    [
      "a file that is not executable",
      exec("", {}, { command: join(folder, "plain") }),
      /it is not executable; make it executable/,
    ],
    ["a directory", exec("", {}, { command: folder }), /it is a directory; make it executable/],
    [
      "a script whose interpreter is not there",
      exec("", {}, { command: orphan }),
      /cannot be started: the interpreter named in its first line/,
    ],
    ["an argument with a zero", exec("", {}, { args: ["\0"] }), /cannot be started: ERR_INVALID_ARG_VALUE/],
    [
      "a need for a terminal",
      exec("", {}, { interactiveMode: "Always" }),
      /requires interaction .* standard input is not a terminal/,
    ],
    ["v1alpha1", exec("", {}, { apiVersion: "client.authentication.k8s.io/v1alpha1" }), /is .*v1alpha1, but only/],
  ];
  test("an exit code ends with the last line of what the plugin wrote, where the user does not see that", async () => {
    const entry = exec("", { CODE: "7", SAYS: "a notice\n\u001b[31mlog in first\n\n" });
    await expect(open({ say: admitTokens(), entry, from: { quotesOutput: true } })).rejects.toThrow(
      /failed with exit code 7: \^\[\[31mlog in first$/,
    );
  });

  test.for(rows)("%s ends in one sentence", async ([, entry, sentence]) => {
    const asked = open({ say: admitTokens(), entry }).then((connection) => connection.get("/"));
    const error = await asked.then(
      () => expect.fail("not refused"),
      (reason: Error) => reason,
    );
    expect(error.name).toMatch(/^(ConnectionError|InputError)$/);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toMatch(/[\r\n]/);
    expect(error.message).not.toContain(secretToken);
  });

  const untrusted: [what: string, cluster: Partial<ClusterEntry>, sentence: RegExp][] = [
    [
      "an authority for a server that is not checked",
      { certificateAuthority: inline(certificates.authority), insecureSkipTlsVerify: true },
      /has both certificate-authority and insecure-skip-tls-verify/,
    ],
    ["an authority that is no certificate", { certificateAuthority: inline("no") }, /contains no PEM certificate/],
    ["an authority that is missing", { certificateAuthority: { path: join(folder, "none") } }, /cannot read .*none/],
  ];
  test.for(untrusted)("%s is refused before any login", async ([, cluster, sentence]) => {
    const choice = buildContext("https://127.0.0.1:1", cluster, { exec: exec(credential({ token: "a" })) });
    await expect(openCredentials(choice, surroundings())).rejects.toThrow(sentence);
    expect(readAndClearRuns(record)).toEqual([]);
  });

  test("where no program may run, none does", async () => {
    const choice = buildContext("https://127.0.0.1:1", {}, { exec: exec(credential({ token: "a" })) });
    await expect(openCredentials(choice)).rejects.toThrow(
      /needs the exec plugin .*but programs named by a kubeconfig are not run/,
    );
    expect(readAndClearRuns(record)).toEqual([]);
  });
});

describe("a plugin that does not return blocks nothing without a notice", () => {
  // Holds its pipes open in a child of its own, as a shell script does.
  const hung = { ...exec(""), command: "/bin/sh", args: ["-c", `(${lasting}); true`] };

  test("a plugin may take as long as --request-timeout", async () => {
    await expect(open({ say: admitTokens(), entry: hung, requestTimeout: 300 })).rejects.toThrow(
      /timed out after 0.3 s/,
    );
  });

  test("a program that it leaves behind is not waited for", async () => {
    const answer = credential({ token: "a" });
    const leaving = { ...exec(""), command: "/bin/sh", args: ["-c", `(${lasting}) > /dev/null & echo '${answer}'`] };
    const connection = await open({ say: admitTokens("a"), entry: leaving });
    expect((await connection.get("/")).status).toBe(200);
  });

  test("without --request-timeout the wait for a plugin is reported once", async () => {
    const timers = driveTimers();
    let reported = "";
    const printMessage = (text: string): void => {
      reported += text;
    };
    const late = exec(credential({ token: "a" }), { UNTIL: gate });
    const opening = open({ say: admitTokens("a"), entry: late, from: { printMessage } });
    await timers.until(() => readRuns(record).length === 1);
    timers.pass(4900);
    expect(reported).toBe("");
    timers.pass(6_000);
    writeFileSync(gate, "");
    await opening;
    expect(reported).toMatch(/^waiting for the exec plugin ".*" of user "dev" of .*config\n$/);
  });

  test("the time of a new login does not count as the server's time", async () => {
    const timers = driveTimers();
    let now = 0;
    const entry = exec(credential({ token: "run-{run}", expirationTimestamp: "1970-01-01T00:00:10Z" }), {
      UNTIL: gate,
    });
    writeFileSync(gate, "");
    const server = await startTestServer("h2", certificates.server, admitTokens("run-1", "run-2"));
    servers.push(server);
    const authority = { certificateAuthority: inline(certificates.authority) };
    const choice = buildContext(`https://127.0.0.1:${server.port}`, authority, { exec: entry });
    const connection = await connectTo(choice, {
      userAgent: "test",
      requestTimeout: 300,
      credentialEnvironment: surroundings({ now: () => now }),
    });
    connections.push(connection);
    rmSync(gate);
    now = 11_000;
    const answer = connection.get("/");
    await timers.until(() => readRuns(record).length === 2);
    timers.pass(1_000);
    writeFileSync(gate, "");
    expect((await answer).status).toBe(200);
  });

  test("a caller that gives up no longer waits for the plugin", async () => {
    let now = 0;
    const entry = exec(credential({ token: "a", expirationTimestamp: "1970-01-01T00:00:10Z" }), { UNTIL: gate });
    writeFileSync(gate, "");
    const connection = await open({ say: admitTokens("a"), entry, from: { now: () => now } });
    rmSync(gate);
    now = 11_000;
    const enough = new AbortController();
    const answer = connection.get("/", { signal: enough.signal });
    await expect.poll(() => readRuns(record).length).toBe(2);
    enough.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
  });
});

describe("in a terminal a plugin asks there", () => {
  const script = "/usr/bin/script";
  const isThere = process.platform === "linux" && existsSync(script);
  const inTerminal = test.skipIf(mustSkip(isThere));
  inTerminal("it reads what is typed, and knows so", async () => {
    const server = await startTestServer("h2", certificates.server, admitTokens("typed"));
    servers.push(server);
    const line =
      'read -r word; printf \'{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}\' "$word"';
    const asking = `echo "$KUBERNETES_EXEC_INFO" > ${record}-info; printf "password: " >&2; ${line}`;
    const user = { exec: { ...exec(""), interactiveMode: "Always", command: "/bin/sh", args: ["-c", asking] } };
    const config = {
      "current-context": "c",
      contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
      clusters: [
        {
          name: "c",
          cluster: {
            server: `https://127.0.0.1:${server.port}`,
            "certificate-authority-data": Buffer.from(certificates.authority).toString("base64"),
          },
        },
      ],
      users: [{ name: "u", user }],
    };
    const kubeconfig = join(folder, "config");
    writeFileSync(kubeconfig, JSON.stringify(config));
    const env = environmentWith({ KUBECONFIG: kubeconfig, HOME: folder, SHELL: "/bin/sh" });
    const words = buildPlugin().words.map((word) => `'${word}'`);
    const args = ["-qec", words.join(" "), "/dev/null"];
    const terminal = spawn(script, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    let shown = "";
    let isTyped = false;
    for await (const text of terminal.stdout.setEncoding("utf8") as AsyncIterable<string>) {
      shown += text;
      if (isTyped || !shown.includes("password: ")) continue;
      isTyped = true;
      terminal.stdin.write("typed\n");
    }
    expect(shown).toContain("password: ");
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.every(({ headers }) => headers.authorization === "Bearer typed")).toBe(true);
    expect(JSON.parse(readFileSync(`${record}-info`, "utf8"))).toMatchObject({ spec: { interactive: true } });
  });
});
