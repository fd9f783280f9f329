import type { KubeconfigPlaces } from "../shared/io/kubeconfig-files.ts";
import type { Machine } from "./machine.ts";

/** Where the kubeconfig of a place is looked for. An editor's own folder says nothing: relative paths count from home. */
export function kubeconfigPlaces(
  place: { readonly kubeconfig?: string | undefined },
  machine: Machine,
): KubeconfigPlaces {
  const { home, platform } = machine;
  const { kubeconfig } = place;
  const env = kubeconfig === undefined ? machine.env : { ...machine.env, KUBECONFIG: atHome(kubeconfig, home) };
  return { env, home, cwd: home, platform };
}

function atHome(list: string, home: string): string {
  return list.replace(/(^|[:;])~(?=[/\\]|$)/g, (_, before: string) => `${before}${home}`);
}
