import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { environmentWith, pathWith } from "../environment.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { makeCertificates } from "./certificates.ts";
import { readAndClearRuns, type Seen, writePlugin } from "./exec-recorder.ts";
import { builtKubectl, testWithKubectl } from "./kubectl.ts";
import { startTestServer, statusResponse, type TestServer } from "./server.ts";

const folder = temporaryFolder();
const home = join(folder, "home");
const record = join(folder, "record");
const bin = join(folder, "bin");
const certificates = makeCertificates();
const authority = Buffer.from(certificates.authority).toString("base64");
let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await startTestServer("h2", certificates.server, ({ headers }) =>
    headers.authorization === "Bearer good" ? { body: "{}" } : statusResponse(401, "Unauthorized"),
  );
  address = `https://127.0.0.1:${server.port}`;
  mkdirSync(join(home, ".kube"), { recursive: true });
  writePlugin(join(bin, "on-the-path"));
  writePlugin(join(folder, "plugins", "beside"));
  mkdirSync(join(folder, "plugins", "folder"));
  writeFileSync(join(folder, "plugins", "plain"), "echo");
  chmodSync(join(folder, "plugins", "plain"), 0o644);
  writeFileSync(join(folder, "authority.crt"), certificates.authority);
  writeFileSync(join(folder, "token"), "good");
  mkdirSync(join(folder, "plain"));
  writeFileSync(join(folder, "plain", "on-the-path"), "echo", { mode: 0o644 });
});
afterAll(async () => {
  await server.close();
});

type Fields = Readonly<Record<string, unknown>>;

const v1 = "client.authentication.k8s.io/v1";
const v1beta1 = "client.authentication.k8s.io/v1beta1";

function credential(answer: Fields | null, more: Fields = {}): string {
  return JSON.stringify({ apiVersion: v1, kind: "ExecCredential", status: answer, ...more });
}

const good = credential({ token: "good" });

/** An exec entry whose plugin prints `answer`. */
function exec(answer: string, more: Fields = {}, env: Readonly<Record<string, string>> = {}): Fields {
  const variables = Object.entries({ RECORD: record, ANSWER: answer, ...env });
  return {
    apiVersion: v1,
    command: "on-the-path",
    interactiveMode: "Never",
    env: variables.map(([name, value]) => ({ name, value })),
    ...more,
  };
}

/** What became of one question: whether it was answered, and what the plugin saw. */
interface Outcome {
  readonly isAnswered: boolean;
  readonly runs: readonly Seen[];
  readonly said: string;
}

interface Setting {
  readonly user: Fields;
  readonly cluster?: Fields;
  readonly kuberc?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function write({ user, cluster, kuberc }: Setting): string {
  const file = join(folder, "config");
  const one = { server: address, "certificate-authority-data": authority, ...cluster };
  const config = {
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: one }],
    users: [{ name: "u", user }],
  };
  writeFileSync(file, JSON.stringify(config).replace("SERVER", address));
  rmSync(join(home, ".kube", "kuberc"), { force: true });
  if (kuberc !== undefined) writeFileSync(join(home, ".kube", "kuberc"), kuberc);
  return file;
}

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return environmentWith({ PATH: pathWith([bin], "/usr/bin:/bin"), HOME: home, MINE: "seen", ...more });
}

async function runByKubectl(setting: Setting): Promise<Outcome> {
  const args = ["--kubeconfig", write(setting), "get", "--raw", "/livez"];
  const options = { cwd: folder, env: environment(setting.env) };
  const [isAnswered, said] = await new Promise<[boolean, string]>((done) => {
    const child = execFile(builtKubectl(), args, options, (error, _, stderr) => done([error === null, stderr]));
    child.stdin?.end();
  });
  return { isAnswered, said, runs: readAndClearRuns(record) };
}

async function runByUs(setting: Setting): Promise<Outcome> {
  const env = environment(setting.env);
  const kubeconfig = write(setting);
  let said = "";
  const printMessage = (text: string): void => {
    said += text;
  };
  const from = {
    now: Date.now,
    env,
    home,
    cwd: folder,
    platform: process.platform,
    isInteractive: false,
    printMessage,
  };
  try {
    const choice = chooseContext(await loadKubeconfig({ ...from, kubeconfig }));
    const connection = await connectTo(choice, { userAgent: "test", credentialEnvironment: from });
    const answer = await connection.get("/livez").finally(() => connection.close());
    return { isAnswered: answer.status === 200, said, runs: readAndClearRuns(record) };
  } catch (error) {
    return { isAnswered: false, said: said + (error as Error).message, runs: readAndClearRuns(record) };
  }
}

/** What two runs have in common; HOME's neighbours that a shell adds are none of the plugin's business. */
function summarizeRuns(runs: readonly Seen[]): readonly unknown[] {
  return runs.map(({ info, args, env, cwd, stdin }) => ({ info, args, env, cwd, stdin }));
}

describe("a plugin gets from hco-status what it gets from kubectl, and both accept and refuse the same output", () => {
  const beside = join(folder, "plugins", "beside");
  const info = { provideClusterInfo: true };
  const rows: [what: string, isAnswered: boolean, setting: Setting][] = [
    ["a name in the PATH", true, { user: { exec: exec(good, { args: ["token", "", "--for=a b"] }) } }],
    ["a path that counts from the kubeconfig", true, { user: { exec: exec(good, { command: "./plugins/beside" }) } }],
    ["the same, not clean", true, { user: { exec: exec(good, { command: "plugins//../plugins/beside" }) } }],
    ["an absolute path", true, { user: { exec: exec(good, { command: beside }) } }],
    ["variables over our own", true, { user: { exec: exec(good, {}, { MINE: "theirs", NEW: "", PATH: "/nowhere" }) } }],
    [
      "a variable twice",
      true,
      {
        user: {
          exec: exec(good, {
            env: [...(exec(good)["env"] as []), { name: "A", value: "1" }, { name: "A", value: "2" }],
          }),
        },
      },
    ],
    [
      "v1beta1",
      true,
      { user: { exec: exec(good.replace(v1, v1beta1), { apiVersion: v1beta1, interactiveMode: null }) } },
    ],
    ["no terminal where one is welcome", true, { user: { exec: exec(good, { interactiveMode: "IfAvailable" }) } }],
    ["no terminal where one is needed", false, { user: { exec: exec(good, { interactiveMode: "Always" }) } }],
    ["the cluster", true, { user: { exec: exec(good, info) } }],
    [
      "the cluster in v1beta1",
      true,
      { user: { exec: exec(good.replace(v1, v1beta1), { ...info, apiVersion: v1beta1 }) } },
    ],
    [
      "all of the cluster",
      true,
      {
        user: { exec: exec(good, info) },
        cluster: {
          "tls-server-name": "localhost",
          "disable-compression": true,
          "certificate-authority-data": null,
          "certificate-authority": "authority.crt",
          extensions: [
            { name: "other", extension: { no: true } },
            { name: "client.authentication.k8s.io/exec", extension: { audience: "06e3", deep: [1, null, { a: "ü" }] } },
          ],
        },
      },
    ],
    [
      "a cluster that is not checked",
      true,
      {
        user: { exec: exec(good, info) },
        cluster: { "certificate-authority-data": null, "insecure-skip-tls-verify": true },
      },
    ],
    [
      "a name that the PATH has first for a file that is not executable",
      true,
      { user: { exec: exec(good) }, env: { PATH: `${join(folder, "plain")}:${bin}` } },
    ],
    [
      "a server with a path",
      true,
      { user: { exec: exec(good, info) }, cluster: { server: "SERVER/k8s/clusters/c-1" } },
    ],
    ["a server with a slash", true, { user: { exec: exec(good, info) }, cluster: { server: "SERVER/" } }],
    ["a server with a query", true, { user: { exec: exec(good, info) }, cluster: { server: "SERVER/k8s?a=b" } }],
    [
      "an answer in YAML",
      true,
      { user: { exec: exec(`apiVersion: ${v1}\nkind: ExecCredential\nstatus: {token: good}\n`) } },
    ],
    [
      "an answer with fields nobody knows",
      true,
      { user: { exec: exec(credential({ token: "good", other: 1 }, { more: {} })) } },
    ],
    [
      "an end in the future",
      true,
      { user: { exec: exec(credential({ token: "good", expirationTimestamp: "2999-01-01T00:00:00.5+01:00" })) } },
    ],
    ["an end that is null", true, { user: { exec: exec(credential({ token: "good", expirationTimestamp: null })) } }],
    [
      "an end that is no time",
      false,
      { user: { exec: exec(credential({ token: "good", expirationTimestamp: "tomorrow" })) } },
    ],
    ["an exit code", false, { user: { exec: exec(good, {}, { CODE: "3" }) } }],
    ["nothing printed", false, { user: { exec: exec("") } }],
    ["garbage", false, { user: { exec: exec("Please log in: https://login.example") } }],
    ["words before the answer", false, { user: { exec: exec(`logging in\n${good}`) } }],
    ["words after the answer", false, { user: { exec: exec(`${good}\ndone`) } }],
    ["another version", false, { user: { exec: exec(good.replace(v1, v1beta1)) } }],
    ["another group", false, { user: { exec: exec(good.replace(v1, "example.com/v1")) } }],
    ["another kind", false, { user: { exec: exec(good.replace("ExecCredential", "TokenReview")) } }],
    ["no kind", false, { user: { exec: exec('{"status":{"token":"good"}}') } }],
    ["no status", false, { user: { exec: exec(credential(null)) } }],
    ["an empty status", false, { user: { exec: exec(credential({})) } }],
    ["a token that is a number", false, { user: { exec: exec(credential({ token: 5 })) } }],
    ["a token with a line break", false, { user: { exec: exec(credential({ token: "go\nod" })) } }],
    [
      "a certificate without a key",
      false,
      { user: { exec: exec(credential({ clientCertificateData: certificates.client.cert })) } },
    ],
    [
      "a key beside a token",
      false,
      { user: { exec: exec(credential({ token: "good", clientKeyData: certificates.client.key })) } },
    ],
    [
      "a key of another certificate",
      false,
      {
        user: {
          exec: exec(
            credential({
              clientCertificateData: certificates.client.cert,
              clientKeyData: certificates.otherClient.key,
            }),
          ),
        },
      },
    ],
    ["a command that is not there", false, { user: { exec: exec(good, { command: "nowhere-to-be-found" }) } }],
    ["a path that is not there", false, { user: { exec: exec(good, { command: "./plugins/nowhere" }) } }],
    ["a directory", false, { user: { exec: exec(good, { command: "./plugins/folder" }) } }],
    ["a file that is not executable", false, { user: { exec: exec(good, { command: "./plugins/plain" }) } }],
    [
      "a command of a relative PATH",
      false,
      { user: { exec: exec(good, { command: "beside" }) }, env: { PATH: "plugins:/usr/bin" } },
    ],
    ["v1alpha1", false, { user: { exec: exec(good, { apiVersion: "client.authentication.k8s.io/v1alpha1" }) } }],
    ["no version", false, { user: { exec: exec(good, { apiVersion: null }) } }],
    ["no command", false, { user: { exec: exec(good, { command: null }) } }],
    ["no mode in v1", false, { user: { exec: exec(good, { interactiveMode: null }) } }],
    ["a mode that is none", false, { user: { exec: exec(good, { interactiveMode: "Sometimes" }) } }],
    ["a variable without a name", false, { user: { exec: exec(good, { env: [{ value: "x" }] }) } }],
    ["args that are no list", false, { user: { exec: exec(good, { args: "token" }) } }],
    ["args that are numbers", false, { user: { exec: exec(good, { args: [1] }) } }],
    ["an auth-provider beside it", false, { user: { exec: exec(good), "auth-provider": { name: "oidc" } } }],
    ["a token beside it, which wins", true, { user: { exec: exec(credential({ token: "bad" })), token: "good" } }],
    ["a password without a name beside it", true, { user: { exec: exec(good), password: "b" } }],
    ["a token file beside it, which wins", true, { user: { exec: exec("garbage"), tokenFile: "token" } }],
    ["a password beside it, which wins", false, { user: { exec: exec(good), username: "a", password: "b" } }],
    [
      "a certificate beside it, which wins",
      false,
      {
        user: {
          exec: exec(good),
          "client-certificate-data": Buffer.from(certificates.client.cert).toString("base64"),
          "client-key-data": Buffer.from(certificates.client.key).toString("base64"),
        },
      },
    ],
  ];
  testWithKubectl.for(rows)("%s", async ([, isAnswered, setting]) => {
    const theirs = await runByKubectl(setting);
    const ours = await runByUs(setting);
    expect(theirs.isAnswered, theirs.said).toBe(isAnswered);
    expect(ours.isAnswered, ours.said).toBe(isAnswered);
    expect(summarizeRuns(ours.runs)).toEqual(summarizeRuns(theirs.runs));
  });

  testWithKubectl("nothing is run for a server without TLS", async () => {
    const plain = await startTestServer("plain", undefined, () => ({ body: "{}" }));
    const setting = {
      user: { exec: exec(good) },
      cluster: { server: `http://127.0.0.1:${plain.port}`, "certificate-authority-data": null },
    };
    const outcomes = [await runByKubectl(setting), await runByUs(setting)];
    await plain.close();
    expect(outcomes).toMatchObject([
      { isAnswered: true, runs: [] },
      { isAnswered: true, runs: [] },
    ]);
    expect(plain.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });
});

describe("kuberc decides which plugins run, as kubectl reads it", () => {
  const head = "apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n";
  const user = { exec: exec(good) };
  const onThePath = join(bin, "on-the-path");
  const elsewhere = resolve(folder, "plugins", "beside");
  const list = (...entries: readonly string[]): string =>
    `${head}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [${entries.join(", ")}]\n`;
  const byPath = { exec: exec(good, { command: "./plugins/beside" }) };
  const rows: [what: string, isAnswered: boolean, setting: Setting][] = [
    ["none", true, { user }],
    ["an empty one", true, { user, kuberc: "" }],
    ["one with comments only", true, { user, kuberc: "# nothing\n---\n" }],
    ["one without a policy", true, { user, kuberc: head }],
    ["AllowAll", true, { user, kuberc: `${head}credentialPluginPolicy: AllowAll\n` }],
    ["DenyAll", false, { user, kuberc: `${head}credentialPluginPolicy: DenyAll\n` }],
    [
      "DenyAll, where KUBERC is off",
      true,
      { user, kuberc: `${head}credentialPluginPolicy: DenyAll\n`, env: { KUBERC: "off" } },
    ],
    [
      "DenyAll, where KUBECTL_KUBERC is false",
      true,
      { user, kuberc: `${head}credentialPluginPolicy: DenyAll\n`, env: { KUBECTL_KUBERC: "False" } },
    ],
    [
      "DenyAll, where a token wins",
      true,
      { user: { ...user, token: "good" }, kuberc: `${head}credentialPluginPolicy: DenyAll\n` },
    ],
    ["a list with the name", true, { user, kuberc: list("{command: on-the-path}") }],
    ["a list with the name by its old key", true, { user, kuberc: list("{name: on-the-path}") }],
    ["a list with both keys, the same", true, { user, kuberc: list("{name: on-the-path, command: on-the-path}") }],
    ["a list with both keys, the same, of another", false, { user, kuberc: list("{name: other, command: other}") }],
    ["a list with both keys, different", true, { user, kuberc: list("{name: on-the-path, command: other}") }],
    ["a list with the path", true, { user, kuberc: list("{command: other}", `{command: ${onThePath}}`) }],
    ["a list with another name", false, { user, kuberc: list("{command: on-the}") }],
    ["a list with another path of that name", false, { user, kuberc: list(`{command: ${elsewhere}/on-the-path}`) }],
    ["a path, with a list of it", true, { user: byPath, kuberc: list(`{command: ${elsewhere}}`) }],
    ["a path, with a list of its bare name", false, { user: byPath, kuberc: list("{command: beside}") }],
    [
      "a path in the PATH, with a list of its name",
      true,
      { user: { exec: exec(good, { command: onThePath }) }, kuberc: list("{command: on-the-path}") },
    ],
    [
      "a command that is not there, with a list",
      false,
      { user: { exec: exec(good, { command: "nowhere" }) }, kuberc: list("{command: nowhere2}") },
    ],
    [
      "a list with a path that is not clean",
      false,
      { user, kuberc: list("{command: on-the-path}", "{command: /usr//bin/x}") },
    ],
    ["a list with ./", false, { user, kuberc: list("{command: on-the-path}", "{command: ./x}") }],
    ["an empty list", false, { user, kuberc: list() }],
    ["a list with an empty entry", false, { user, kuberc: list("{command: on-the-path}", "{}") }],
    ["no list", false, { user, kuberc: `${head}credentialPluginPolicy: Allowlist\n` }],
    [
      "a list beside AllowAll",
      false,
      { user, kuberc: list("{command: on-the-path}").replace("Policy: Allowlist", "Policy: AllowAll") },
    ],
    ["a list without a policy", false, { user, kuberc: `${head}credentialPluginAllowlist: []\n` }],
    ["another policy", false, { user, kuberc: `${head}credentialPluginPolicy: Sometimes\n` }],
    ["a policy of another type", true, { user, kuberc: `${head}credentialPluginPolicy: [DenyAll]\n` }],
    ["a field nobody knows", false, { user, kuberc: `${head}credentialPluginPolicy: DenyAll\nother: 1\n` }],
    [
      "v1alpha1, which knows no policy",
      true,
      { user, kuberc: `${head.replace("v1beta1", "v1alpha1")}credentialPluginPolicy: DenyAll\n` },
    ],
    [
      "another kind first",
      false,
      { user, kuberc: `kind: Other\napiVersion: v1\n---\n${head}credentialPluginPolicy: DenyAll\n` },
    ],
    ["two that are good: the first", true, { user, kuberc: `${head}---\n${head}credentialPluginPolicy: DenyAll\n` }],
    ["a broken file", true, { user, kuberc: `${head}credentialPluginPolicy: [DenyAll\n` }],
    ["another kind only", true, { user, kuberc: "kind: Other\napiVersion: v1\n" }],
    ["a file that KUBERC names and is not there", false, { user, env: { KUBERC: join(folder, "none") } }],
    ["a file that KUBERC names and is broken", false, { user, env: { KUBERC: join(folder, "plugins", "plain") } }],
    ["a file that KUBERC names from the working directory", false, { user, env: { KUBERC: "deny" } }],
  ];
  writeFileSync(join(folder, "deny"), `${head}credentialPluginPolicy: DenyAll\n`);
  testWithKubectl.for(rows)("%s", async ([, isAnswered, setting]) => {
    const theirs = await runByKubectl(setting);
    const ours = await runByUs(setting);
    expect(theirs.isAnswered, theirs.said).toBe(isAnswered);
    expect(ours.isAnswered, ours.said).toBe(isAnswered);
    expect(ours.runs.length).toBe(theirs.runs.length);
  });

  testWithKubectl("both report a default one that cannot be used", async () => {
    const setting = { user, kuberc: "kind: Other\napiVersion: v1\n" };
    for (const { said } of [await runByKubectl(setting), await runByUs(setting)]) expect(said).toContain("kuberc");
  });
});
