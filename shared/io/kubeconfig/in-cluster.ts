import { statSync } from "node:fs";
import { join } from "node:path";
import { readBounded } from "../files/read-bounded.ts";
import type { ClusterEntry, UserEntry } from "./entries.ts";

/** Where a pod finds its service account. */
export const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The server and the service account of the pod of this process. */
export interface InCluster {
  readonly cluster: ClusterEntry & { readonly server: string };
  readonly user: UserEntry;
  readonly namespace?: string;
}

/** The in-cluster configuration of a pod, undefined outside of one (client-go: rest.InClusterConfig). */
export function readInClusterConfig(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): InCluster | undefined {
  const host = env["KUBERNETES_SERVICE_HOST"];
  const port = env["KUBERNETES_SERVICE_PORT"];
  const tokenFile = join(folder, "token");
  if (!host || !port || !isFile(tokenFile)) return undefined;
  const authority = join(folder, "ca.crt");
  const namespace = env["POD_NAMESPACE"] || textOf(join(folder, "namespace")).trim();
  return {
    cluster: {
      name: "in-cluster",
      file: folder,
      server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
      insecureSkipTlsVerify: false,
      disableCompression: false,
      ...(isFile(authority) && { certificateAuthority: { path: authority } }),
    },
    user: { name: "service account", file: folder, tokenFile },
    ...(namespace !== "" && { namespace }),
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

function textOf(path: string): string {
  try {
    return readBounded(path).toString();
  } catch {
    return "";
  }
}
