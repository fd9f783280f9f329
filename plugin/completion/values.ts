import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { maxUnmeasuredCharacters } from "../../shared/io/connection/query-result.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { startDeadline, unlessAborted } from "../../shared/io/socket/deadline.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { listAt, textAt } from "../../shared/parse/json-value.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { type ConnectionFlags, readConnectionFlags } from "../cli/connection-flags.ts";
import { type CommandLineTokens, requestedNamespace, sortTokens, tokenLookup } from "../cli/tokenize.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ClusterDependencies, openConnection } from "../read/choose-cluster.ts";
import { chooseContextOrProfile } from "../read/choose-context-or-profile.ts";
import type { DynamicChoices, StaticChoices } from "./choices.ts";

/** The time for one completion. With the start of Node, it stays under the two seconds that a user waits at a prompt. */
const completionTimeoutMs = 1_800;

/** The time for one request, and for a credential plugin, which is then ended and not left behind. */
const requestTimeoutMs = 1_600;

/**
 * Returns the sorted names that a completion requests. They come from the kubeconfig, or from the cluster, must-gather or files
 * that the words choose. Empty after 1.8 seconds and after any error, because a prompt has no place for a message.
 * Names with control characters or shell syntax are omitted.
 */
export async function lookUpChoices(
  choice: DynamicChoices,
  before: readonly string[],
  environment: HostEnvironment,
): Promise<readonly string[]> {
  if (choice === "gate code" || choice === "explanation" || choice === "component" || choice === "known kind") {
    const { staticWords } = await import("./known-words.ts");
    return staticWords(choice);
  }
  const deadline = startDeadline(completionTimeoutMs, undefined);
  try {
    const names = await unlessAborted(findNames(choice, before, environment, deadline.signal), deadline.signal);
    return [...new Set(names)].filter(isHarmless).toSorted();
  } catch {
    return [];
  } finally {
    deadline.clear();
  }
}

async function findNames(
  choice: Exclude<DynamicChoices, StaticChoices>,
  before: readonly string[],
  environment: HostEnvironment,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const tokens = sortTokens(before);
  if ("error" in tokens) return [];
  const reach = { ...readConnectionFlags(tokens), requestTimeout: requestTimeoutMs };
  if (choice === "context" || choice === "cluster" || choice === "user") {
    const kubeconfig = await loadKubeconfigOf(reach, environment);
    return [...kubeconfig[`${choice}s`].keys()];
  }
  if (choice === "inventory cluster" || choice === "inventory label") {
    const { inventoryNames } = await import("./inventory-names.ts");
    const { inventoryCluster: _, ...hub } = reach;
    // Beside the name of one cluster, the namespace is that of its objects.
    const namespace = choice === "inventory label" ? requestedNamespace(tokens) : undefined;
    return withConnection(hub, environment, signal, (connection) =>
      inventoryNames(choice, namespace, connection, signal),
    );
  }
  if (isOffline(tokens)) {
    const { listOfflineNames } = await import("./offline-names.ts");
    return listOfflineNames(choice, tokens);
  }
  if (choice === "namespace") return listNamesAt(["/api/v1/namespaces"], reach, environment, signal);
  if (choice === "name") return listNamesAt(listRootPaths(tokens), reach, environment, signal);
  const { pathsOfType, typesOn } = await import("./resource-types.ts");
  return withConnection(reach, environment, signal, async (connection) => {
    if (choice === "type") return typesOn(connection, signal);
    const paths = await pathsOfType(choice.slice(0, -1), requestedNamespace(tokens), connection, signal);
    return readFirstList(connection, paths, signal);
  });
}

/** Whether the words name files or a must-gather to read in place of a cluster. */
function isOffline(tokens: CommandLineTokens): boolean {
  const { all } = tokenLookup(tokens);
  return all("filename").length + all("must-gather").length > 0;
}

function loadKubeconfigOf(
  { kubeconfig }: ConnectionFlags,
  { screen, home, cwd }: HostEnvironment,
): Promise<MergedKubeconfig> {
  const { environment: env, platform } = screen;
  return loadKubeconfig({ ...definedFields({ kubeconfig: kubeconfig || undefined }), env, home, cwd, platform });
}

/**
 * Returns the result of `use` with a connection, which is closed afterwards. A credential plugin that still runs is ended with
 * `signal`, because its own time begins later than that of the completion.
 */
async function withConnection<Result>(
  reach: ConnectionFlags,
  environment: HostEnvironment,
  signal: AbortSignal,
  use: (connection: ServerConnection) => Promise<Result>,
): Promise<Result> {
  const { screen, milliseconds, home, cwd, architecture, signalGroup } = environment;
  // The user is typing, so a credential plugin may not ask, and its output is not shown.
  const silent = { ...screen, isInputTerminal: false };
  const quiet: ClusterDependencies = { screen: silent, printMessage: () => {}, milliseconds, home, cwd, architecture };
  const logins = createSharedLogins(milliseconds, signalGroup && { signalGroup });
  signal.addEventListener("abort", logins.close, { once: true });
  const chosen = await chooseContextOrProfile({ reach }, { ...quiet, logins });
  const connection = await openConnection(chosen, { reach }, quiet, { ...quiet, logins });
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

function listNamesAt(
  paths: readonly string[],
  reach: ConnectionFlags,
  environment: HostEnvironment,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return withConnection(reach, environment, signal, (connection) => readFirstList(connection, paths, signal));
}

/** Returns the names of the first list that the cluster returns. All of the lists have the same objects. */
async function readFirstList(
  connection: ServerConnection,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = await Promise.any(paths.map((path) => readNamesOfList(connection, path, signal)));
  return names.filter(isName);
}

/**
 * Returns the paths that list HyperConvergeds, one for each version that a cluster may serve. A version may be unknown, or its
 * webhook down and slow.
 */
function listRootPaths(tokens: CommandLineTokens): readonly string[] {
  const namespace = requestedNamespace(tokens);
  const { group, versions, plural } = hcoProfile.root;
  const scope = namespace ? `namespaces/${encodeURIComponent(namespace)}/` : "";
  return versions.map((version) => `/apis/${group}/${version}/${scope}${plural}`);
}

/** Returns the names of the first page of a list. Only the objects' metadata are requested. */
async function readNamesOfList(
  connection: ServerConnection,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const { status, body } = await connection.get(`${path}?limit=500`, { accept, signal });
  if (status !== 200 || body.length > maxUnmeasuredCharacters) throw new Error(`${path}: ${status}`);
  return listAt(JSON.parse(body), "items").map((item) => textAt(item, "metadata", "name"));
}

/** Whether the text is a DNS-1123 subdomain. The API server allows no other names for these types. */
function isName(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name);
}

/**
 * Whether a name is safe without quotes. A terminal must not act on it. Nor must compgen -W, to which older bash
 * scripts of kubectl give it unquoted.
 */
function isHarmless(name: string): boolean {
  return name !== "" && sanitizeLine(name) === name && !/[$`]/.test(name);
}
