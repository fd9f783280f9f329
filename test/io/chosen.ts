import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import type { ClusterEntry, PemMaterial, UserEntry } from "../../shared/io/kubeconfig/entries.ts";

/** A token that no message of ours may ever hold. */
export const secretToken = "eyJhbGciOi-SECRET-token-0123456789";

/** PEM text as it stands in a kubeconfig. */
export function inline(text: string): PemMaterial {
  return { data: Buffer.from(text) };
}

/** A context for `server`, by token unless `user` says otherwise. */
export function buildContext(
  server: string,
  cluster: Partial<ClusterEntry> = {},
  user: Partial<UserEntry> = { token: secretToken },
): ChosenContext {
  const file = "/home/dev/.kube/config";
  return {
    contextName: "test",
    server,
    cluster: { name: "cluster-1", file, server, insecureSkipTlsVerify: false, disableCompression: false, ...cluster },
    user: { name: "dev", file, ...user },
  };
}
