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

/** The most names that a sentence lists. */
const maxListedNames = 3;

/** The reserved extensions by which a profile adds to the program's command line (KEP-5339). */
const extensionNames = {
  arguments: "clusterprofiles.multicluster.x-k8s.io/exec/additional-args",
  variables: "clusterprofiles.multicluster.x-k8s.io/exec/additional-envs",
} as const;

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
  const exec = addExtensions(provider, cluster);
  // As in other tools, the server is verified whatever the hub says (cluster-inventory-api, pkg/access/config.go).
  const { "insecure-skip-tls-verify": _, ...verifiedCluster } = cluster;
  const { clusters } = readEntries({ clusters: [{ name, cluster: verifiedCluster }] }, title);
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
    throw new InputError(`no credentials: --inventory-providers names no file with ${formatProviders(names)}`);
  const provider = providers.providers.find((candidate) => offered.has(candidate.name));
  if (provider === undefined)
    throw new InputError(`no credentials: ${providers.file} does not have ${formatProviders(names)}`);
  return { provider, cluster: offered.get(provider.name) ?? {}, file: providers.file };
}

/** `provider "a" or "b" or 3 more` */
function formatProviders(names: readonly string[]): string {
  const listed = names.slice(0, maxListedNames).map((name) => `"${name}"`);
  if (names.length > maxListedNames) listed.push(`${names.length - maxListedNames} more`);
  return `provider ${listed.join(" or ")}`;
}

/** The provider's program, with what its policies let the profile add. It never asks the user. */
function addExtensions({ exec, argumentsPolicy, variablesPolicy }: AccessProvider, cluster: Fields): Fields {
  const section: Record<string, unknown> = { ...exec, interactiveMode: "Never" };
  const addedArguments = argumentsPolicy === "Ignore" ? [] : readTexts(cluster, extensionNames.arguments);
  if (addedArguments.length > 0) section["args"] = [...toList(exec["args"]), ...addedArguments];
  const addedVariables = variablesPolicy === "Ignore" ? [] : readVariables(cluster, extensionNames.variables);
  if (addedVariables.length > 0) {
    const providerVariables = toList(exec["env"]);
    // Of two variables with one name the last counts.
    section["env"] =
      variablesPolicy === "Replace"
        ? [...providerVariables, ...addedVariables]
        : [...addedVariables, ...providerVariables];
  }
  return section;
}

/** @throws InputError where the extension is no list of texts. */
function readTexts(cluster: Fields, extensionName: string): readonly string[] {
  const value = readExtension(cluster, extensionName) ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw wrongExtensionError(extensionName);
}

/** @throws InputError where the extension is no mapping of texts. */
function readVariables(
  cluster: Fields,
  extensionName: string,
): readonly { readonly name: string; readonly value: unknown }[] {
  const variables = toRecord(readExtension(cluster, extensionName) ?? {});
  if (variables === undefined || !Object.values(variables).every((value) => typeof value === "string"))
    throw wrongExtensionError(extensionName);
  return Object.entries(variables).map(([name, value]) => ({ name, value }));
}

/** The value of an extension. Null or undefined where the cluster has none of this name. */
function readExtension(cluster: Fields, name: string): unknown {
  const extension = toList(cluster["extensions"]).find((candidate) => textAt(candidate, "name") === name);
  return valueAt(extension, "extension");
}

function wrongExtensionError(name: string): InputError {
  return new InputError(`its extension ${name} has the wrong type`);
}
