import { type ChosenContext, chooseContext } from "../shared/io/context.ts";
import { InputError, UsageError } from "../shared/io/errors.ts";
import type { Kubeconfig } from "../shared/io/kubeconfig.ts";
import { type Counted, countedBy } from "../shared/render/words-fleet.ts";
import { nearest } from "./nearest.ts";
import type { Options } from "./options.ts";
import type { Reach } from "./reach.ts";
import { type Around, kubeconfigFor } from "./way.ts";

/** One context of several, or why it leads nowhere, in a sentence. */
export type FleetContext =
  | { readonly name: string; readonly chosen: ChosenContext }
  | { readonly name: string; readonly fault: string };

/** What there are many of. */
export function countedOf(contexts: readonly FleetContext[]): Counted {
  return countedBy(contexts.map((context) => ("chosen" in context ? context.chosen.server : undefined)));
}

/**
 * The contexts that `--contexts` or `--all-contexts` names, from one kubeconfig that is read once; each as kubectl would
 * choose it with the other flags. One that does not hold together is a fault of its own and none of the others'.
 * @throws UsageError for a name that does not exist, as kubectl before anything is asked, and for flags that fit one
 * cluster alone; InputError for an unusable kubeconfig.
 */
export async function fleetContexts(
  { contexts, reach }: Pick<Options, "contexts" | "reach">,
  world: Around,
): Promise<readonly FleetContext[]> {
  refuseFlagsOfOne(reach);
  const config = await kubeconfigFor({ reach }, world);
  const names = contexts === "all" ? [...config.contexts.keys()].sort() : (contexts ?? []);
  if (names.length === 0)
    throw new InputError(`no context in ${config.files.join(", ")}; set KUBECONFIG or --kubeconfig, or log in first`);
  const unknown = names.filter((name) => !config.contexts.has(name));
  if (unknown.length > 0) throw new UsageError(noSuchContexts(unknown, config));
  return names.map((name) => contextCalled(name, config, reach, world.cwd));
}

/**
 * An address or its name belongs to one server; a token or password, which may be a user's, is for one, and no other may see
 * it. A certificate shows itself to all and hands nothing over that proves it.
 */
function refuseFlagsOfOne(reach: Reach): void {
  const flags: readonly (readonly [flag: string, value: string | undefined])[] = [
    ["cluster", reach.cluster],
    ["user", reach.user],
    ["tls-server-name", reach.tlsServerName],
    ["token", reach.token],
    ["username", reach.username],
    ["password", reach.password],
  ];
  const given = flags.find(([, value]) => value);
  if (given !== undefined)
    throw new UsageError(
      `--${given[0]} is for one cluster, and several are to be read; leave it out, or use --context`,
    );
}

function noSuchContexts(unknown: readonly string[], { contexts, files }: Kubeconfig): string {
  const known = [...contexts.keys()];
  const named = unknown.map((name) => {
    const guess = nearest(name, known);
    return `"${name}"${guess === undefined ? "" : ` (did you mean "${guess}"?)`}`;
  });
  const [what, verb] = unknown.length === 1 ? ["context", "does"] : ["contexts", "do"];
  const some = known.sort().slice(0, 8).map(listedName).join(", ");
  const more = known.length > 8 ? ` and ${known.length - 8} more` : "";
  const there = known.length === 0 ? "which has none" : `which has ${some}${more}`;
  return `${what} ${named.join(", ")} ${verb} not exist in ${files.join(", ")}, ${there}`;
}

/** As `--contexts` takes it, where it could be taken for two. */
function listedName(name: string): string {
  return /[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function contextCalled(name: string, config: Kubeconfig, reach: Reach, cwd: string): FleetContext {
  try {
    return { name, chosen: chooseContext(config, { ...reach, context: name }, cwd) };
  } catch (error) {
    if (error instanceof InputError) return { name, fault: error.message };
    throw error;
  }
}
