import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { type ChosenContext, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import type { MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { type CountedThing, chooseCounted } from "../../shared/render/words/commands/fleet.ts";
import type { ConnectionFlags } from "../cli/connection-flags.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type ClusterDependencies, kubeconfigFor } from "../read/choose-cluster.ts";

/** One of several contexts: the chosen cluster, or one sentence that says why it leads to none. */
export type FleetContext = {
  readonly name: string;
  /** Whether the context is a profile in the inventory of a hub, and in no kubeconfig. */
  readonly isProfile?: true;
  /** The labels of a profile that `--label-columns` names. */
  readonly labels?: Readonly<Record<string, string>>;
} & ({ readonly chosen: ChosenContext } | { readonly fault: string });

/** What is known of a context before it is read. */
export function identifyMember(context: FleetContext): Omit<FleetMember, "report"> {
  const { name, labels } = context;
  const server = "chosen" in context ? context.chosen.server : undefined;
  return { context: name, ...definedFields({ server, labels }) };
}

/** The word for what is counted: contexts or profiles if two of them lead to the same server, else clusters. */
export function chooseCountedThing(contexts: readonly FleetContext[]): CountedThing {
  const servers = contexts.map((context) => ("chosen" in context ? context.chosen.server : undefined));
  return chooseCounted(servers, contexts[0]?.isProfile ? "profile" : "context");
}

/**
 * The contexts that `--contexts` or `--all-contexts` names, from one kubeconfig that is read once. Each is chosen as kubectl
 * would choose it with the other flags. An invalid context has a `fault`, which does not affect the other contexts.
 * @throws UsageError for a name that does not exist, and for flags that fit only one cluster; InputError for an unusable
 * kubeconfig. All of them before the first request.
 */
export async function chooseNamedContexts(
  { contexts, reach }: Pick<CommandLineOptions, "contexts" | "reach">,
  environment: ClusterDependencies,
): Promise<readonly FleetContext[]> {
  refuseFlagsForOneServer(reach);
  const config = await kubeconfigFor({ reach }, environment);
  const names = contexts === "all" ? [...config.contexts.keys()].sort() : (contexts ?? []);
  if (names.length === 0)
    throw new InputError(
      `no context in ${config.files.join(", ")}; set KUBECONFIG or --kubeconfig, or log in to a cluster`,
    );
  const unknown = names.filter((name) => !config.contexts.has(name));
  if (unknown.length > 0) throw new UsageError(describeUnknownContexts(unknown, config));
  return names.map((name) => resolveContext(name, config, reach, environment.cwd));
}

/**
 * Refuses flags that fit only one cluster:
 * - an address, and a name of an address, belong to one server;
 * - a token and a password are for one server, and no other server may see them.
 * A client certificate may be sent to all servers, because its key, which proves the user, is never sent.
 */
function refuseFlagsForOneServer(reach: ConnectionFlags): void {
  const values: Readonly<Record<string, string | undefined>> = {
    cluster: reach.cluster,
    user: reach.user,
    "tls-server-name": reach.tlsServerName,
    token: reach.token,
    username: reach.username,
    password: reach.password,
  };
  for (const [flag, value] of Object.entries(values))
    if (value) throw new UsageError(`--${flag} requires a single cluster; remove it, or use --context`);
}

/** The most contexts that an error lists. */
const maxListedContexts = 8;

function describeUnknownContexts(unknownNames: readonly string[], { contexts, files }: MergedKubeconfig): string {
  const existingNames = [...contexts.keys()];
  const unknownTexts = unknownNames.map((name) => {
    const guess = nearestSpelling(name, existingNames);
    return guess === undefined ? `"${name}"` : `"${name}" (did you mean "${guess}"?)`;
  });
  const isSingle = unknownNames.length === 1;
  const subject = `${isSingle ? "context" : "contexts"} ${unknownTexts.join(", ")}`;
  return `${subject} ${isSingle ? "does" : "do"} not exist in ${files.join(", ")}; ${listContexts(existingNames)}`;
}

/** `its contexts: a, b and 3 more` */
function listContexts(names: readonly string[]): string {
  if (names.length === 0) return "it has no contexts";
  const listedNames = names.toSorted().slice(0, maxListedContexts).map(quoteListedName);
  const unlistedCount = names.length - listedNames.length;
  const ending = unlistedCount > 0 ? ` and ${unlistedCount} more` : "";
  return `its contexts: ${listedNames.join(", ")}${ending}`;
}

/** The name as `--contexts` takes it, in quotes if it could be read as two names: `a,b` -> `"a,b"`. */
function quoteListedName(name: string): string {
  return /[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function resolveContext(name: string, config: MergedKubeconfig, reach: ConnectionFlags, cwd: string): FleetContext {
  try {
    return { name, chosen: chooseContext(config, { ...reach, context: name }, cwd) };
  } catch (error) {
    if (error instanceof InputError) return { name, fault: error.message };
    throw error;
  }
}
