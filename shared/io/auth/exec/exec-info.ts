import type { ChosenContext } from "../../kubeconfig/choose-context.ts";
import { loadCertificateAuthority } from "../../socket/tls.ts";
import type { ExecPlugin } from "./exec-plugin-config.ts";

/**
 * The value of KUBERNETES_EXEC_INFO for a plugin: whether it may use standard input. Where the plugin requests
 * cluster information, it also names the cluster to log in to. It is JSON (client-go: rest/exec.go,
 * ConfigToExecCluster; pkg/apis/clientauthentication/v1/types.go).
 * @throws InputError where the file of the authority cannot be read.
 */
export function buildExecInfo(plugin: ExecPlugin, choice: ChosenContext, isInteractive: boolean): string {
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: plugin.apiVersion,
    spec: { ...(plugin.provideClusterInfo && { cluster: clusterOf(choice) }), interactive: isInteractive },
  });
}

function clusterOf({ cluster, server }: ChosenContext): object {
  const authority = loadCertificateAuthority(cluster);
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

// As written in the kubeconfig. Where it has a path, a query is removed and a `#` is encoded
// (tools/clientcmd/client_config.go, ClientConfig).
function asKubectlSees(server: string): string {
  const url = URL.parse(server);
  return url === null || url.pathname.length <= 1 ? server : server.replace(/\?.*/s, "").replaceAll("#", "%23");
}
