import { definedFields } from "../../model/defined-fields.ts";
import type { Source } from "../../model/snapshot.ts";
import type { CredentialEnvironment } from "../auth/credential-environment.ts";
import { openCredentials } from "../auth/credentials.ts";
import { openServerConnection, type ServerConnection } from "../connection/connection.ts";
import type { ChosenContext } from "../kubeconfig/choose-context.ts";
import { formatClusterTitle } from "../kubeconfig/entries.ts";
import { impersonationHeaders } from "../kubeconfig/impersonation.ts";
import { proxyFor } from "../proxy/choose-proxy.ts";
import type { ConnectionSettings } from "../transport/settings.ts";

/** The settings of a connection that the context does not contain. */
export type ConnectionOptions = Omit<
  ConnectionSettings,
  "server" | "credentials" | "compress" | "proxy" | "protocols" | "headers" | "now"
> & {
  /**
   * For HTTPS_PROXY, HTTP_PROXY, NO_PROXY and DISABLE_HTTP2. Absent: those of `credentialEnvironment`. Without both, only
   * proxy-url names a proxy.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For plugins, tokens that expire and the server's clock. Absent: no program is run, and no clock is compared. */
  readonly credentialEnvironment?: CredentialEnvironment;
};

/**
 * Begins to connect to the cluster of a context. The caller closes the connection.
 * @throws what {@link settingsFor} does.
 */
export async function connectTo(choice: ChosenContext, options: ConnectionOptions): Promise<ServerConnection> {
  return openServerConnection(await settingsFor(choice, options));
}

/**
 * Returns the settings of a connection to the cluster of a context, with its credentials.
 * @throws what {@link openCredentials} does; InputError where the address of a proxy is invalid.
 */
export async function settingsFor(
  choice: ChosenContext,
  { credentialEnvironment, env = credentialEnvironment?.env ?? {}, ...settings }: ConnectionOptions,
): Promise<ConnectionSettings> {
  const { cluster, server, impersonate } = choice;
  const proxy = await proxyFor(server, cluster.proxyUrl, env, `proxy-url of ${formatClusterTitle(cluster)}`);
  const credentials = await openCredentials(choice, credentialEnvironment);
  return {
    ...settings,
    ...definedFields({
      compress: cluster.disableCompression ? false : undefined,
      // Any value of DISABLE_HTTP2 counts, and the handshake then offers no protocols (apimachinery, util/net/http.go,
      // SetTransportDefaults).
      protocols: env["DISABLE_HTTP2"] ? [] : undefined,
      headers: impersonate && impersonationHeaders(impersonate),
      now: credentialEnvironment?.now,
      proxy,
    }),
    server,
    credentials,
  };
}

/** The source of a snapshot that is taken from the cluster of a context. */
export function clusterSource({ contextName, server, labels }: ChosenContext): Source {
  return { kind: "cluster", name: contextName, server, ...definedFields({ labels }) };
}
