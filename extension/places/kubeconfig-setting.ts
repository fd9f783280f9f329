import type { KubeconfigPlaces } from "../../shared/io/kubeconfig/file-list.ts";
import type { HostMachine } from "../platform/node-host.ts";

/**
 * Returns where to find the kubeconfig of a place. Relative paths start at the home folder, because VS Code's own
 * folder has no meaning here.
 */
export function kubeconfigPlaces(
  place: { readonly kubeconfig?: string | undefined },
  machine: HostMachine,
): KubeconfigPlaces {
  const { home, platform } = machine;
  const { kubeconfig } = place;
  const env = kubeconfig === undefined ? machine.env : { ...machine.env, KUBECONFIG: atHome(kubeconfig, home) };
  return { env, home, cwd: home, platform };
}

function atHome(list: string, home: string): string {
  return list.replace(/(^|[:;])~(?=[/\\]|$)/g, (_, before: string) => `${before}${home}`);
}
