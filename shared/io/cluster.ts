import type { Source } from "../model/snapshot.ts";
import { type Connection, connect } from "./connection.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import type { ChosenContext } from "./context.ts";
import { credentialsOf } from "./credentials.ts";
import { impersonationHeaders } from "./impersonation.ts";
import { proxyFor } from "./proxy.ts";
import type { Surroundings } from "./surroundings.ts";

/** How to ask the cluster of a context, beyond what the context says. */
type Manner = Omit<ConnectionSettings, "server" | "credentials" | "compress" | "proxy" | "protocols" | "headers"> & {
  /** For HTTPS_PROXY, HTTP_PROXY, NO_PROXY and DISABLE_HTTP2; absent: as in `surroundings`, and without those a proxy by proxy-url only. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For plugins and tokens with an end; absent: no program is run. */
  readonly surroundings?: Surroundings;
};

/**
 * Begins to connect to the cluster of a context; close it in the end.
 * @throws what {@link credentialsOf} does; InputError where a proxy is named by what is no address.
 */
export async function connectTo(
  choice: ChosenContext,
  { surroundings, env = surroundings?.env ?? {}, ...settings }: Manner,
): Promise<Connection> {
  const { name, file, proxyUrl } = choice.cluster;
  const proxy = proxyFor(choice.server, proxyUrl, env, `proxy-url of cluster "${name}" of ${file}`);
  const credentials = await credentialsOf(choice, surroundings);
  const compress = choice.cluster.disableCompression && { compress: false };
  const asSomebody = choice.impersonate !== undefined && { headers: impersonationHeaders(choice.impersonate) };
  // Whatever it holds, and without a word about protocols (apimachinery, util/net/http.go, SetTransportDefaults).
  const oldOnly = env["DISABLE_HTTP2"] && { protocols: [] };
  return connect({
    ...settings,
    ...compress,
    ...oldOnly,
    ...asSomebody,
    ...(proxy !== undefined && { proxy }),
    server: choice.server,
    credentials,
  });
}

/** A context as the source of a snapshot. */
export function sourceOf({ contextName, server }: ChosenContext): Source {
  return { kind: "cluster", name: contextName, server };
}
