import { definedFields } from "../../model/defined-fields.ts";
import type { ServerIdentity } from "../errors/connection-faults.ts";
import { type ForwardProxy, forwardsRequests, proxyTitle } from "../proxy/forward-proxy.ts";
import { urlHost } from "../socket/url-host.ts";
import type { ConnectionSettings } from "../transport/settings.ts";

/** Where requests to a server go and what they are called, from its settings alone. */
interface ServerRoute {
  readonly url: URL;
  readonly host: string;
  /** How errors name the server. */
  readonly identity: ServerIdentity;
  /** The proxy that reads the requests, where there is one. */
  readonly forwarding: ForwardProxy | undefined;
  /** What stands before the path of every request. */
  readonly prefix: string;
}

/** The route to a server. */
export function routeTo({
  server,
  credentials,
  proxy,
}: Pick<ConnectionSettings, "server" | "credentials" | "proxy">): ServerRoute {
  const url = new URL(server);
  const host = urlHost(url);
  const certificateName = credentials.tls?.servername;
  const identity: ServerIdentity = {
    server,
    host,
    ...definedFields({ certificateName, proxy: proxy && proxyTitle(proxy) }),
  };
  const forwarding = proxy !== undefined && forwardsRequests(proxy, url) ? proxy : undefined;
  const prefix = `${forwarding === undefined ? "" : url.origin}${url.pathname.replace(/\/$/, "")}`;
  return { url, host, identity, forwarding, prefix };
}
