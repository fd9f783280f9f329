import { type ChosenContext, chooseContext } from "../shared/io/context.ts";
import { type Kubeconfig, loadKubeconfig } from "../shared/io/kubeconfig.ts";
import { harmless } from "../shared/render/safe.ts";
import { kubeconfigPlaces } from "./kubeconfig-places.ts";
import type { Machine } from "./machine.ts";
import type { ClusterPlace } from "./place.ts";

/** The context that a place stands for, or why there is none; `problem` is one harmless sentence. */
export type Choice =
  | { readonly chosen: ChosenContext; readonly current?: string }
  | {
      readonly phase: "noKubeconfig" | "noContext" | "unusable";
      readonly problem: string;
      /** A file is there and cannot be read, as while somebody writes it: it says nothing of the context. */
      readonly isBroken?: true;
    };

/** Reads the kubeconfig of a place; nothing is asked of anybody. */
export async function choiceFor(
  place: Pick<ClusterPlace, "kubeconfig" | "context">,
  machine: Machine,
): Promise<Choice> {
  let config: Kubeconfig;
  try {
    config = await kubeconfigOf(place, machine);
  } catch (error) {
    return { phase: "unusable", problem: sentenceOf(error), isBroken: true };
  }
  const { currentContext } = config;
  try {
    const chosen = chooseContext(config, place.context === undefined ? {} : { context: place.context }, machine.home);
    return { chosen, ...(currentContext !== undefined && { current: currentContext }) };
  } catch (error) {
    // Where a file or a context was named, what is wrong with that is to be said.
    const isOwnChoice = place.context !== undefined || place.kubeconfig !== undefined;
    // A context that is there, and does not hold together, is another matter than none.
    const isThere = currentContext !== undefined && config.contexts.has(currentContext);
    const none = config.contexts.size === 0 ? "noKubeconfig" : "noContext";
    return { phase: isOwnChoice || isThere ? "unusable" : none, problem: sentenceOf(error) };
  }
}

/** What kubectl would find in its files, with the place's in place of KUBECONFIG. @throws InputError where one cannot be used. */
export function kubeconfigOf({ kubeconfig }: Pick<ClusterPlace, "kubeconfig">, machine: Machine): Promise<Kubeconfig> {
  return loadKubeconfig(kubeconfigPlaces({ kubeconfig }, machine));
}

/** The message of an error, on one line and with nothing in it that acts. */
export function sentenceOf(error: unknown): string {
  return harmless(error instanceof Error ? error.message : String(error));
}
