import type { ChosenContext } from "./context.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { authorityOf } from "./tls-material.ts";

/**
 * What KUBERNETES_EXEC_INFO tells a plugin: whether it has our standard input, and where it asked for it the cluster that
 * it logs in to (client-go: rest/exec.go, ConfigToExecCluster; pkg/apis/clientauthentication/v1/types.go). JSON.
 * @throws InputError where the file of the authority cannot be read.
 */
export function execInfoOf(plugin: ExecPlugin, choice: ChosenContext, isInteractive: boolean): string {
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: plugin.apiVersion,
    spec: { ...(plugin.provideClusterInfo && { cluster: clusterOf(choice) }), interactive: isInteractive },
  });
}

function clusterOf({ cluster, server }: ChosenContext): object {
  const authority = authorityOf(cluster);
  return {
    server: asKubectlSees(cluster.server ?? server),
    ...(cluster.tlsServerName !== undefined && { "tls-server-name": cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify && { "insecure-skip-tls-verify": true }),
    ...(authority !== undefined && { "certificate-authority-data": authority.toString("base64") }),
    ...(cluster.proxyUrl !== undefined && { "proxy-url": cluster.proxyUrl }),
    ...(cluster.disableCompression && { "disable-compression": true }),
    config: cluster.execConfig ?? null,
  };
}

// As written, but a path has no query behind it, and takes a fragment in (tools/clientcmd/client_config.go, ClientConfig).
function asKubectlSees(server: string): string {
  const url = URL.parse(server);
  return url === null || url.pathname.length <= 1 ? server : server.replace(/\?.*/s, "").replaceAll("#", "%23");
}
