import { resolve } from "node:path";
import type { KubeconfigSources } from "../../shared/io/kubeconfig/file-list.ts";
import type { HostMachine } from "../platform/node-host.ts";

/**
 * Returns where to find the kubeconfig of a place. Relative paths start at the home folder, because VS Code's own
 * folder has no meaning here.
 */
export function findKubeconfigSources(
  place: { readonly kubeconfig?: string | undefined },
  machine: HostMachine,
): KubeconfigSources {
  const { home, platform } = machine;
  const { kubeconfig } = place;
  const env =
    kubeconfig === undefined ? machine.env : { ...machine.env, KUBECONFIG: resolveFromHome(kubeconfig, home) };
  return { env, home, cwd: home, platform };
}

/** The kubeconfig that a place names, for a program that is started for the place. */
export interface KubeconfigFiles {
  /** The path of one file, or the value of KUBECONFIG for several. */
  readonly text: string;
  /** Whether there are several, which no flag takes. */
  readonly isList: boolean;
}

/** Returns the files that a place names instead of KUBECONFIG; undefined where it names none. */
export function listKubeconfigFiles(
  place: { readonly kubeconfig?: string | undefined },
  machine: HostMachine,
): KubeconfigFiles | undefined {
  if (place.kubeconfig === undefined) return undefined;
  const text = findKubeconfigSources(place, machine).env["KUBECONFIG"] ?? "";
  const isList = text.includes(machine.platform === "win32" ? ";" : ":");
  return { text: isList ? text : resolve(machine.home, text), isList };
}

function resolveFromHome(list: string, home: string): string {
  return list.replace(/(^|[:;])~(?=[/\\]|$)/g, (_, before: string) => `${before}${home}`);
}
