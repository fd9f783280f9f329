import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { type ChosenContext, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import type { HostMachine } from "../platform/node-host.ts";
import { findKubeconfigSources } from "./kubeconfig-setting.ts";
import type { ClusterPlace } from "./place.ts";

/** The context that a place stands for, or why there is none. `problem` is one sentence that is safe to display. */
export type ContextChoice =
  | { readonly chosen: ChosenContext; readonly current?: string }
  | {
      readonly phase: "noKubeconfig" | "noContext" | "unusable";
      readonly problem: string;
      /** The file exists but cannot be read, as during a write, so the context is unknown. */
      readonly isBroken?: true;
    };

/** Reads the kubeconfig of a place and chooses its context. It sends no request. */
export async function readContextChoice(
  place: Pick<ClusterPlace, "kubeconfig" | "context">,
  machine: HostMachine,
): Promise<ContextChoice> {
  let config: MergedKubeconfig;
  try {
    config = await loadPlaceKubeconfig(place, machine);
  } catch (error) {
    return { phase: "unusable", problem: errorLine(error), isBroken: true };
  }
  const { currentContext } = config;
  try {
    const chosen = chooseContext(config, place.context === undefined ? {} : { context: place.context }, machine.home);
    return { chosen, ...(currentContext !== undefined && { current: currentContext }) };
  } catch (error) {
    // If the user named a file or a context, the problem with that choice is reported.
    const isOwnChoice = place.context !== undefined || place.kubeconfig !== undefined;
    // A context that exists but is inconsistent is unusable, not missing.
    const isThere = currentContext !== undefined && config.contexts.has(currentContext);
    const none = config.contexts.size === 0 ? "noKubeconfig" : "noContext";
    return { phase: isOwnChoice || isThere ? "unusable" : none, problem: errorLine(error) };
  }
}

/**
 * Returns the kubeconfig as kubectl would load it, with the files of the place instead of KUBECONFIG.
 * @throws InputError where a file cannot be used.
 */
export function loadPlaceKubeconfig(
  { kubeconfig }: Pick<ClusterPlace, "kubeconfig">,
  machine: HostMachine,
): Promise<MergedKubeconfig> {
  return loadKubeconfig(findKubeconfigSources({ kubeconfig }, machine));
}

/** Returns the message of an error on one line, safe to display. */
export function errorLine(error: unknown): string {
  return sanitizeLine(error instanceof Error ? error.message : String(error));
}
