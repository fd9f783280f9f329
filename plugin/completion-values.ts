import type { Connection } from "../shared/io/connection.ts";
import { deadlineOf, unlessAborted } from "../shared/io/deadline.ts";
import { type Kubeconfig, loadKubeconfig } from "../shared/io/kubeconfig.ts";
import { at, list, text } from "../shared/parse/value.ts";
import { hco } from "../shared/profiles/hco.ts";
import { harmless } from "../shared/render/safe.ts";
import { sortWords } from "./args.ts";
import type { Known, Unknown } from "./completion-choices.ts";
import { type Reach, reachOf } from "./reach.ts";
import { type Around, choose, open } from "./way.ts";
import { lookInto, type Words } from "./words.ts";
import type { World } from "./world.ts";

/** Together with the start of Node less than the two seconds that somebody at a prompt waits. */
const patience = 1_800;
/** For one question, and for a credential plugin, which is ended then and not left behind. */
const shorter = 1_600;

/**
 * What the kubeconfig, the cluster, or the gather or files that the words choose have, sorted; empty after 1.8 seconds, and where anything goes
 * wrong: a prompt is no place for a sentence. Names that could act are left out.
 */
export async function lookUp(what: Unknown, before: readonly string[], world: World): Promise<readonly string[]> {
  if (what === "gate code" || what === "explanation") return (await import("./completion-known.ts")).known(what);
  const deadline = deadlineOf(patience, undefined);
  try {
    const found = await unlessAborted(find(what, before, world, deadline.signal), deadline.signal);
    return [...new Set(found)].filter((name) => isHarmless(name)).toSorted();
  } catch {
    return [];
  } finally {
    deadline.clear();
  }
}

async function find(
  what: Exclude<Unknown, Known>,
  before: readonly string[],
  world: World,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const words = sortWords(before);
  if ("error" in words) return [];
  const reach = { ...reachOf(words), requestTimeout: shorter };
  if (isOffline(words) && what !== "context" && what !== "cluster" && what !== "user")
    return (await import("./completion-offline.ts")).namesAtHand(what, words);
  if (what === "namespace") return namesAt(["/api/v1/namespaces"], reach, world, signal);
  if (what === "name") return namesAt(pathsOfNames(words), reach, world, signal);
  if (what === "context" || what === "cluster" || what === "user") {
    const { contexts, clusters, users } = await kubeconfigOf(reach, world);
    return [...{ context: contexts, cluster: clusters, user: users }[what].keys()];
  }
  const { pathsOfType, typesOn } = await import("./completion-types.ts");
  return connected(reach, world, async (connection) => {
    if (what === "type") return typesOn(connection, signal);
    const paths = await pathsOfType(what.slice(0, -1), namespaceOf(words), connection, signal);
    return firstAnswered(connection, paths, signal);
  });
}

/** Whether the words name files or a gather to read in place of a cluster. */
function isOffline(words: Words): boolean {
  const { all } = lookInto(words);
  return all("filename").length + all("must-gather").length > 0;
}

function kubeconfigOf({ kubeconfig }: Reach, { screen, home, cwd }: World): Promise<Kubeconfig> {
  const { environment: env, platform } = screen;
  return loadKubeconfig({ ...(kubeconfig && { kubeconfig }), env, home, cwd, platform });
}

/** What somebody finds out over a connection, which is closed then. */
async function connected<T>(reach: Reach, world: World, use: (connection: Connection) => Promise<T>): Promise<T> {
  const { screen, milliseconds, home, cwd, architecture } = world;
  // Somebody is typing: a credential plugin may not ask, and what it says is not shown.
  const silent = { ...screen, isInputTerminal: false };
  const quiet: Around = { screen: silent, tell: () => {}, milliseconds, home, cwd, architecture };
  const connection = await open(await choose({ reach }, quiet), { reach }, quiet);
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

function namesAt(
  paths: readonly string[],
  reach: Reach,
  world: World,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return connected(reach, world, (connection) => firstAnswered(connection, paths, signal));
}

/** The names in the first of these lists that the cluster has an answer to: all of them are of the same objects. */
async function firstAnswered(
  connection: Connection,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = await Promise.any(paths.map((path) => listAt(connection, path, signal)));
  return names.filter(isName);
}

/** HyperConvergeds in each version that a cluster may serve: a version may be unknown, or its webhook down and slow. */
function pathsOfNames(words: Words): readonly string[] {
  const namespace = namespaceOf(words);
  const { group, versions, plural } = hco.root;
  const place = namespace ? `namespaces/${encodeURIComponent(namespace)}/` : "";
  return versions.map((each) => `/apis/${group}/${each}/${place}${plural}`);
}

function namespaceOf(words: Words): string | undefined {
  const { last, isOn } = lookInto(words);
  return isOn("all-namespaces") ? undefined : last("namespace");
}

/** The first page alone, and of each object its metadata alone. */
async function listAt(connection: Connection, path: string, signal: AbortSignal): Promise<readonly string[]> {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const { status, body } = await connection.get(`${path}?limit=500`, { accept, signal });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return list(at(JSON.parse(body), ["items"])).map((item) => text(at(item, ["metadata", "name"])));
}

/** DNS-1123 subdomain, which is all that the API server lets these be named. */
function isName(name: string): boolean {
  return name.length <= 253 && /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name);
}

/** Neither acts in a terminal nor is run by compgen -W, to which older bash scripts of kubectl give it unquoted. */
function isHarmless(name: string): boolean {
  return name !== "" && harmless(name) === name && !/[$`]/.test(name);
}
