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
  return {
    context: name,
    ...("chosen" in context && { server: context.chosen.server }),
    ...definedFields({ labels }),
  };
}

/** What to count: contexts or profiles if two of them lead to the same server, else clusters. */
export function chooseCountedThing(contexts: readonly FleetContext[]): CountedThing {
  return chooseCounted(
    contexts.map((context) => ("chosen" in context ? context.chosen.server : undefined)),
    contexts[0]?.isProfile ? "profile" : "context",
  );
}

/**
 * The contexts that `--contexts` or `--all-contexts` names, each chosen as kubectl would with the other flags. They
 * come from one kubeconfig that is read once. An invalid context is a fault of its own and does not affect the others.
 * @throws UsageError for a name that does not exist, as kubectl does, before the first request. UsageError too for
 * flags that fit only one cluster. InputError for an unusable kubeconfig.
 */
export async function chooseNamedContexts(
  { contexts, reach }: Pick<CommandLineOptions, "contexts" | "reach">,
  environment: ClusterDependencies,
): Promise<readonly FleetContext[]> {
  refuseFlagsOfOne(reach);
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
 * Refuses flags that fit only one cluster. An address or its name belongs to one server. A token or password, which may
 * be a user's, is for one server, and no other may see it. A client certificate may go to all: its key, which proves
 * the user, is never sent.
 */
function refuseFlagsOfOne(reach: ConnectionFlags): void {
  const flags: readonly (readonly [flag: string, value: string | undefined])[] = [
    ["cluster", reach.cluster],
    ["user", reach.user],
    ["tls-server-name", reach.tlsServerName],
    ["token", reach.token],
    ["username", reach.username],
    ["password", reach.password],
  ];
  const given = flags.find(([, value]) => value);
  if (given !== undefined) throw new UsageError(`--${given[0]} requires a single cluster; remove it, or use --context`);
}

/** The most contexts that an error names. */
const maxNamed = 8;

function describeUnknownContexts(unknown: readonly string[], { contexts, files }: MergedKubeconfig): string {
  const existing = [...contexts.keys()];
  const unknownContexts = unknown.map((name) => ({ name, guess: nearestSpelling(name, existing) }));
  const listed = existing.sort().slice(0, maxNamed).map(quoteListedName);
  return unknownContextsText(unknownContexts, files, listed, existing.length - listed.length);
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

/** A context that does not exist, and a similar one that does. */
interface UnknownContext {
  readonly name: string;
  readonly guess?: string | undefined;
}

/** The error for unknown contexts. `listed` are the first of the existing ones, and `unlistedCount` counts the others. */
function unknownContextsText(
  unknown: readonly UnknownContext[],
  files: readonly string[],
  listed: readonly string[],
  unlistedCount: number,
): string {
  const named = unknown.map(
    ({ name, guess }) => `"${name}"${guess === undefined ? "" : ` (did you mean "${guess}"?)`}`,
  );
  const isOne = unknown.length === 1;
  const others = unlistedCount > 0 ? ` and ${unlistedCount} more` : "";
  const existing = listed.length === 0 ? "it has no contexts" : `its contexts: ${listed.join(", ")}${others}`;
  const subject = `${isOne ? "context" : "contexts"} ${named.join(", ")}`;
  return `${subject} ${isOne ? "does" : "do"} not exist in ${files.join(", ")}; ${existing}`;
}
