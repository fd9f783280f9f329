import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ClusterEntry, UserEntry } from "./kubeconfig-entries.ts";

/** Where a pod finds its service account. */
export const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The server and the service account of the pod we run in. */
export interface InCluster {
  readonly cluster: ClusterEntry & { readonly server: string };
  readonly user: UserEntry;
  readonly namespace?: string;
}

/** What a pod knows about its cluster, or undefined outside of one (client-go: rest.InClusterConfig). */
export async function inClusterOf(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<InCluster | undefined> {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  const tokenFile = join(folder, "token");
  if (!host || !port || !(await isFile(tokenFile))) return undefined;
  const authority = join(folder, "ca.crt");
  const namespace = env["POD_NAMESPACE"] || (await textOf(join(folder, "namespace"))).trim();
  return {
    cluster: {
      name: "in-cluster",
      file: folder,
      server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
      insecureSkipTlsVerify: false,
      disableCompression: false,
      ...((await isFile(authority)) && { certificateAuthority: { path: authority } }),
    },
    user: { name: "service account", file: folder, tokenFile },
    ...(namespace !== "" && { namespace }),
  };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );
}

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
