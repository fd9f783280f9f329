import { join, resolve } from "node:path";

/** Where to look for kubeconfig files. All values of the process are arguments. */
export interface KubeconfigSources {
  /** `--kubeconfig`: the only file that is read. It must exist. */
  readonly kubeconfig?: string;
  /**
   * KUBECONFIG, KUBERNETES_MASTER, and the variables of a pod: KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT,
   * POD_NAMESPACE.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly platform: string;
  /** The folder of a pod's service account. Absent: the usual one. */
  readonly serviceAccount?: string;
}

/**
 * The files to look for, in order, as absolute paths (client-go, tools/clientcmd/loader.go). `KUBECONFIG=a::/etc/b` in
 * `/home/dev` -> `/home/dev/a`, `/etc/b`.
 */
export function kubeconfigFiles({ kubeconfig, env, home, cwd, platform }: KubeconfigSources): readonly string[] {
  if (kubeconfig) return [resolve(cwd, kubeconfig)];
  const list = env["KUBECONFIG"];
  // kubectl would also copy ~/.kube/.kubeconfig to the new place (Migrate). Reading never writes here.
  if (!list) return [join(home, ".kube", "config")];
  // Go's filepath.SplitList: on Windows a quoted part may hold the separator.
  const parts = platform === "win32" ? (list.match(/(?:"[^"]*"|[^;])+/g) ?? []) : list.split(":");
  const paths = parts
    .map((part) => (platform === "win32" ? part.replaceAll('"', "") : part))
    .filter((part) => part !== "");
  return [...new Set(paths)].map((path) => resolve(cwd, path));
}
