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
   * For HTTPS_PROXY, HTTP_PROXY, NO_PROXY and DISABLE_HTTP2. Absent: those of `credentialEnvironment`. Without
   * both, only
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
export async function connectTo(choice: ChosenContext, manner: ConnectionOptions): Promise<ServerConnection> {
  return openServerConnection(await settingsFor(choice, manner));
}

/**
 * Returns the settings of a connection to the cluster of a context, with its credentials.
 * @throws what {@link openCredentials} does; InputError where the address of a proxy is invalid.
 */
export async function settingsFor(
  choice: ChosenContext,
  { credentialEnvironment, env = credentialEnvironment?.env ?? {}, ...settings }: ConnectionOptions,
): Promise<ConnectionSettings> {
  const { name, file, proxyUrl } = choice.cluster;
  const proxy = await proxyFor(choice.server, proxyUrl, env, `proxy-url of ${formatClusterTitle(name, file)}`);
  const credentials = await openCredentials(choice, credentialEnvironment);
  const compress = choice.cluster.disableCompression && { compress: false };
  const asAnotherUser = choice.impersonate !== undefined && { headers: impersonationHeaders(choice.impersonate) };
  // Any value of DISABLE_HTTP2 counts, and the handshake then offers no protocols (apimachinery, util/net/http.go,
  // SetTransportDefaults).
  const http1Only = env["DISABLE_HTTP2"] && { protocols: [] };
  return {
    ...settings,
    ...compress,
    ...http1Only,
    ...asAnotherUser,
    ...(credentialEnvironment !== undefined && { now: credentialEnvironment.now }),
    ...definedFields({ proxy }),
    server: choice.server,
    credentials,
  };
}

/** The source of a snapshot that is taken from the cluster of a context. */
export function clusterSource({ contextName, server, labels }: ChosenContext): Source {
  return { kind: "cluster", name: contextName, server, ...definedFields({ labels }) };
}
