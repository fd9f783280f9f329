import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, relative } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { InputError } from "../../shared/io/errors/errors.ts";
import type { PemMaterial, UserEntry } from "../../shared/io/kubeconfig/entries.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { environmentWith } from "../environment.ts";
import { repetitions } from "../size.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "./kubectl.ts";
import { type RandomKubeconfigs, writeRandomKubeconfigs } from "./random-kubeconfigs.ts";

const root = temporaryFolder();

const sets = repetitions(48);

testWithKubectl(`random sets of files mean to us what they mean to kubectl${withoutKubectl}`, async () => {
  const seeds = Array.from({ length: sets }, (_, index) => index + 1);
  const outcomes = { refused: 0, shown: 0 };
  const differences: object[] = [];
  const compare = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const set = writeRandomKubeconfigs(seed, folderOf(seed));
      const [ours, theirs] = await Promise.all([readByUs(set), readByKubectl(set)]);
      outcomes[theirs === refused ? "refused" : "shown"] += 1;
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ seed, ours, theirs });
    }
  };
  await Promise.all([compare(), compare(), compare()]);
  expect(differences).toEqual([]);
  // Neither side may win by refusing everything, or nothing.
  expect(outcomes.refused).toBeGreaterThan(sets / 5);
  expect(outcomes.shown).toBeGreaterThan(sets / 5);
});

const refused = "refused";

function folderOf(seed: number): string {
  const folder = join(root, String(seed));
  mkdirSync(folder);
  return folder;
}

/** `config view --minify --flatten`: one context with its cluster and its user, contents in the place of file names. */
async function readByKubectl({
  folder,
  kubeconfigList = "",
  kubeconfig,
  context,
}: RandomKubeconfigs): Promise<object | string> {
  const words = ["config", "view", "--minify", "--flatten", "--raw", "-o", "json"];
  if (kubeconfig !== undefined) words.push(`--kubeconfig=${kubeconfig}`);
  if (context !== undefined) words.push(`--context=${context}`);
  const env = environmentWith({ HOME: folder, KUBECONFIG: kubeconfigList });
  const view = await promisify(execFile)(builtKubectl(), words, { cwd: folder, env }).then(
    ({ stdout }) => JSON.parse(stdout),
    (error: { readonly code: unknown }) => {
      if (error.code !== 1) throw error;
      return refused;
    },
  );
  if (view === refused) return refused;
  const [{ cluster } = { cluster: undefined }] = view.clusters ?? [];
  const [{ user } = { user: undefined }] = view.users ?? [];
  return {
    name: view["current-context"],
    context: pickFields(view.contexts[0].context, ["cluster", "user", "namespace"]),
    cluster: pickFields(cluster, clusterFields),
    user: pickFields(user && viewOfTheirs(user), userFields),
  };
}

function viewOfTheirs(user: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const path = user["tokenFile"] as string | undefined;
  const extra = Object.entries(user["as-user-extra"] ?? {}).map(([key, values]) => [key, values ?? []]);
  return {
    ...user,
    tokenFile: path === undefined || isAbsolute(path) ? path : normalize(path),
    "as-user-extra": Object.fromEntries(extra),
    exec: execOf(user["exec"] as UserEntry["exec"]),
    "auth-provider": (user["auth-provider"] as UserEntry["authProvider"])?.["name"],
  };
}

const clusterFields = [
  "server",
  "tls-server-name",
  "insecure-skip-tls-verify",
  "certificate-authority-data",
  "proxy-url",
];
clusterFields.push("disable-compression");
const userFields = ["token", "tokenFile", "username", "password", "client-certificate-data", "client-key-data", "as"];
userFields.push("as-uid", "as-groups", "as-user-extra", "exec", "auth-provider");

async function readByUs({
  folder,
  kubeconfigList = "",
  kubeconfig,
  context,
}: RandomKubeconfigs): Promise<object | string> {
  try {
    const env = { KUBECONFIG: kubeconfigList };
    const places = { env, home: folder, cwd: folder, platform: "linux", ...(kubeconfig && { kubeconfig }) };
    return viewOf(await loadKubeconfig(places), context);
  } catch (error) {
    if (error instanceof InputError || error instanceof Refusal) return refused;
    throw error;
  }
}

class Refusal extends Error {}

/** The same shape, by the rules of `view` alone: what is chosen to connect is stricter (no server, two proofs). */
function viewOf(config: MergedKubeconfig, flag: string | undefined): object {
  const name = flag ?? config.currentContext ?? "";
  const context = config.contexts.get(name);
  if (name === "" || context === undefined) throw new Refusal("no context");
  const cluster = context.cluster === undefined ? undefined : config.clusters.get(context.cluster);
  const user = context.user === undefined ? undefined : config.users.get(context.user);
  if (context.cluster !== undefined && cluster === undefined) throw new Refusal("no cluster");
  if (context.user !== undefined && user === undefined) throw new Refusal("no user");
  return {
    name,
    context: pickFields({ cluster: context.cluster, user: context.user, namespace: context.namespace }, [
      "cluster",
      "user",
      "namespace",
    ]),
    cluster: pickFields(
      cluster && {
        server: cluster.server,
        "tls-server-name": cluster.tlsServerName,
        "insecure-skip-tls-verify": cluster.insecureSkipTlsVerify || undefined,
        "certificate-authority-data": flattened(cluster.certificateAuthority),
        "proxy-url": cluster.proxyUrl,
        "disable-compression": cluster.disableCompression || undefined,
      },
      clusterFields,
    ),
    user: pickFields(user && viewOfUser(user), userFields),
  };
}

function viewOfUser(user: UserEntry): Record<string, unknown> {
  const { userName, uid, groups, extra } = user.impersonate ?? {};
  return {
    token: user.token,
    tokenFile: relativePath(user.tokenFile, user.file),
    username: user.username,
    password: user.password,
    "client-certificate-data": flattened(user.clientCertificate),
    "client-key-data": flattened(user.clientKey),
    as: userName,
    "as-uid": uid,
    "as-groups": groups,
    "as-user-extra": extra,
    exec: execOf(user.exec),
    "auth-provider": user.authProvider?.["name"],
  };
}

/** View leaves the path as it is written; for requests it counts from the folder of its file (loader.go). */
function relativePath(path: string | undefined, file: string): string | undefined {
  return path?.startsWith(root) ? relative(dirname(file), path) : path;
}

function flattened(material: PemMaterial | undefined): string | undefined {
  if (material === undefined) return undefined;
  if ("data" in material) {
    if (material.path !== undefined) throw new Refusal("both forms");
    return material.data.toString("base64");
  }
  try {
    return readFileSync(material.path).toString("base64");
  } catch (cause) {
    throw new Refusal("no such file", { cause });
  }
}

function execOf(exec: Readonly<Record<string, unknown>> | undefined): object | undefined {
  return exec && { command: exec["command"], apiVersion: exec["apiVersion"], args: exec["args"] ?? [] };
}

/** These fields in this order, as far as they hold anything. */
function pickFields(fields: Readonly<Record<string, unknown>> | undefined, keys: readonly string[]): object {
  return Object.fromEntries(keys.map((key) => [key, fields?.[key]]).filter(([, value]) => !isNothing(value)));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}
