import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { type ChosenContext, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
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
    const chosen = chooseContext(config, definedFields({ context: place.context }), machine.home);
    return { chosen, ...definedFields({ current: currentContext }) };
  } catch (error) {
    return { phase: choosePhase(place, config), problem: errorLine(error) };
  }
}

/**
 * Returns the phase of a place whose kubeconfig has no usable context:
 * - `unusable`: the user named a file or a context, or the current context exists but is inconsistent;
 * - `noKubeconfig`: there is no context at all;
 * - `noContext`: there are contexts, but the current one does not exist.
 */
function choosePhase(
  place: Pick<ClusterPlace, "kubeconfig" | "context">,
  { contexts, currentContext }: MergedKubeconfig,
): "unusable" | "noKubeconfig" | "noContext" {
  const isNamedByUser = place.context !== undefined || place.kubeconfig !== undefined;
  const hasCurrentContext = currentContext !== undefined && contexts.has(currentContext);
  if (isNamedByUser || hasCurrentContext) return "unusable";
  return contexts.size === 0 ? "noKubeconfig" : "noContext";
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
