/** Controllers of Kubernetes that act on a test cluster. A cluster has none by itself. */
import { join } from "node:path";
import { assets, isExecutable } from "./assets.ts";
import { endProgram, startProgram } from "./kept-program.ts";
import type { Cluster } from "./server.ts";

/** The controller manager that build-apiserver builds. Undefined where there is none: setup-envtest has only the servers. */
export function controllerManager(): string | undefined {
  const folder = assets();
  const program = folder === undefined ? undefined : join(folder, "kube-controller-manager");
  return program !== undefined && isExecutable(program) ? program : undefined;
}

/**
 * Starts some controllers of Kubernetes on a cluster, by their names, such as `namespace-controller`. Resolves to what ends
 * them. They act on all objects of the cluster.
 */
export async function startControllers(
  { kubeconfig, directory }: Cluster,
  program: string,
  names: readonly string[],
): Promise<() => Promise<void>> {
  const flags = [
    `--kubeconfig=${kubeconfig}`,
    `--controllers=${names.join(",")}`,
    "--leader-elect=false",
    "--secure-port=0",
  ];
  const running = await startProgram([program, ...flags], join(directory, "kube-controller-manager.log"));
  return () => endProgram(running);
}
