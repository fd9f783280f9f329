import { type Fields, listAt, recordAt, textAt, toList, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { InputError } from "../errors/errors.ts";
import { type ChosenContext, type ContextFlags, chooseContext } from "../kubeconfig/choose-context.ts";
import { readEntries } from "../kubeconfig/entries.ts";
import type { AccessProvider, AccessProviders } from "./access-providers.ts";

/** A ClusterProfile of a hub: its status, and how to name it. */
export interface ClusterProfile {
  /** The name in a table, which no other profile of the hub has. */
  readonly name: string;
  /** How errors name it. */
  readonly title: string;
  readonly status: unknown;
}

/** The flags that apply to every cluster of an inventory. The others lead to the hub. */
export type ProfileFlags = Pick<ContextFlags, "as" | "asUid" | "asGroups" | "asUserExtra" | "disableCompression">;

/**
 * The context that a ClusterProfile and the provider file make: server, authority and TLS name of the profile, and
 * credentials of the provider's program. The program gets the profile's extension `client.authentication.k8s.io/exec` as
 * the cluster's config (KEP-5339). The hub decides nothing about files of this machine: a path in a profile is refused.
 * @throws InputError with one sentence where the profile leads to no cluster.
 */
export function profileContext(
  profile: ClusterProfile,
  providers: AccessProviders | undefined,
  flags: ProfileFlags = {},
): ChosenContext {
  const { name, title } = profile;
  const { provider, cluster, file } = chooseProvider(profile.status, providers);
  if (!/^https:\/\//i.test(toText(cluster["server"]))) throw new InputError("its server is not an https address");
  if (toText(cluster["certificate-authority"]) !== "")
    throw new InputError("its certificate-authority is a path; certificate-authority-data is required");
  const exec = withExtensions(provider, cluster);
  // As in other tools, the server is verified whatever the hub says (cluster-inventory-api, pkg/access/config.go).
  const { "insecure-skip-tls-verify": _, ...verified } = cluster;
  const { clusters } = readEntries({ clusters: [{ name, cluster: verified }] }, title);
  const { users } = readEntries({ users: [{ name: provider.name, user: { exec } }] }, file);
  const config = {
    contexts: new Map([[name, { name, file: title, cluster: name, user: provider.name }]]),
    clusters: new Map(clusters.map((entry) => [name, entry])),
    users: new Map(users.map((entry) => [provider.name, entry])),
    files: [title],
  };
  return chooseContext(config, { ...flags, context: name });
}

interface ProviderChoice {
  readonly provider: AccessProvider;
  readonly cluster: Fields;
  /** The provider file. A relative command counts from its folder. */
  readonly file: string;
}

/**
 * The first provider of the file that the profile has. Of two entries of the profile with one name that of
 * `accessProviders` counts, which replaced `credentialProviders` (cluster-inventory-api, pkg/access/config.go).
 */
function chooseProvider(status: unknown, providers: AccessProviders | undefined): ProviderChoice {
  const lists = ["credentialProviders", "accessProviders"].flatMap((key) => listAt(status, key));
  const offered = new Map(lists.map((entry) => [textAt(entry, "name"), recordAt(entry, "cluster")]));
  const names = [...offered.keys()];
  if (names.length === 0) throw new InputError("the ClusterProfile has no access provider");
  if (providers === undefined)
    throw new InputError(`no credentials: --inventory-providers names no file with ${orText(names)}`);
  const provider = providers.providers.find((each) => offered.has(each.name));
  if (provider === undefined) throw new InputError(`no credentials: ${providers.file} does not have ${orText(names)}`);
  return { provider, cluster: offered.get(provider.name) ?? {}, file: providers.file };
}

function orText(names: readonly string[]): string {
  const some = names.slice(0, maxNamed).map((name) => `"${name}"`);
  const more = names.length > maxNamed ? [`${names.length - maxNamed} more`] : [];
  return `provider ${[...some, ...more].join(" or ")}`;
}

/** The reserved extensions by which a profile adds to the program's command line (KEP-5339). */
const extensionNames = {
  arguments: "clusterprofiles.multicluster.x-k8s.io/exec/additional-args",
  variables: "clusterprofiles.multicluster.x-k8s.io/exec/additional-envs",
} as const;

/** The provider's program, with what its policies let the profile add. It never asks the user. */
function withExtensions({ exec, argumentsPolicy, variablesPolicy }: AccessProvider, cluster: Fields): Fields {
  const added = argumentsPolicy === "Ignore" ? [] : textsOf(cluster, extensionNames.arguments);
  const variables = variablesPolicy === "Ignore" ? {} : variablesOf(cluster, extensionNames.variables);
  const own = toList(exec["env"]);
  const theirs = Object.entries(variables).map(([name, value]) => ({ name, value }));
  return {
    ...exec,
    interactiveMode: "Never",
    ...(added.length > 0 && { args: [...toList(exec["args"]), ...added] }),
    // Of two with one name the last counts.
    ...(theirs.length > 0 && { env: variablesPolicy === "Replace" ? [...own, ...theirs] : [...theirs, ...own] }),
  };
}

function extensionOf(cluster: Fields, name: string): unknown {
  const found = toList(cluster["extensions"]).find((each) => textAt(each, "name") === name);
  return valueAt(found, "extension") ?? undefined;
}

function textsOf(cluster: Fields, name: string): readonly string[] {
  const value = extensionOf(cluster, name) ?? [];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw new InputError(wrongExtensionText(name));
}

function variablesOf(cluster: Fields, name: string): Readonly<Record<string, string>> {
  const value = toRecord(extensionOf(cluster, name) ?? {});
  if (value !== undefined && Object.values(value).every((each) => typeof each === "string"))
    return value as Readonly<Record<string, string>>;
  throw new InputError(wrongExtensionText(name));
}

/** Why a profile leads to no cluster: an extension of it has another shape than its provider's policy requires. */
function wrongExtensionText(name: string): string {
  return `its extension ${name} has the wrong type`;
}

/** The most names that a sentence lists. */
const maxNamed = 3;
