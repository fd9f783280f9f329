import { definedFields } from "../../model/defined-fields.ts";
import type { ServerIdentity } from "../errors/connection-faults.ts";
import { type ForwardProxy, isAskedItself, proxyTitle } from "../proxy/forward-proxy.ts";
import { urlHost } from "../socket/url-host.ts";
import type { ConnectionSettings } from "../transport/settings.ts";

/** The way to a server, from its settings alone. */
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

/** Returns the way to the server of `settings`. */
export function routeTo({
  server,
  credentials,
  proxy,
}: Pick<ConnectionSettings, "server" | "credentials" | "proxy">): ServerRoute {
  const url = new URL(server);
  const host = urlHost(url);
  const between = proxy !== undefined && { proxy: proxyTitle(proxy) };
  const certificateName = credentials.tls?.servername;
  const identity: ServerIdentity = {
    server,
    host,
    ...definedFields({ certificateName }),
    ...between,
  };
  const forwarding = proxy !== undefined && isAskedItself(proxy, url) ? proxy : undefined;
  const prefix = `${forwarding === undefined ? "" : url.origin}${url.pathname.replace(/\/$/, "")}`;
  return { url, host, identity, forwarding, prefix };
}
