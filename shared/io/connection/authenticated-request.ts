import { loginFault } from "../errors/errors.ts";
import { type ForwardProxy, proxyAuthorization } from "../proxy/forward-proxy.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { ServerCredentials } from "../socket/server-credentials.ts";
import type { OutgoingRequest } from "../transport/channel.ts";

/** Sends a request with the credentials as headers. Returns the last response, where it was sent twice. */
type SendAuthenticated = <Response extends { readonly status: number }>(
  send: (credentials: OutgoingRequest["headers"]) => Promise<Response>,
  signal: AbortSignal | undefined,
) => Promise<Response>;

/**
 * Adds `credentials` to each request, and those for `forwarding` where that proxy itself gets the request. After a 401
 * the request is sent once more where the credentials have been renewed. @throws what renewing does; the reason of the
 * signal.
 */
export function createAuthenticatedSender(
  credentials: ServerCredentials,
  forwarding: ForwardProxy | undefined,
): { readonly send: SendAuthenticated; readonly isWaitingForCredentials: () => boolean } {
  let pendingLogins = 0;

  async function readCredentials(signal: AbortSignal | undefined): Promise<RequestCredentials> {
    signal?.throwIfAborted();
    const forServer = await readServerHeaders(signal);
    const forProxy = forwarding === undefined ? {} : proxyAuthorization(forwarding);
    return { forServer, tls: credentials.tls, headers: { ...forServer, ...forProxy } };
  }

  async function readServerHeaders(signal: AbortSignal | undefined): Promise<RequestCredentials["forServer"]> {
    pendingLogins += 1;
    try {
      const headers = credentials.headers();
      return await (signal === undefined ? headers : unlessAborted(headers, signal));
    } catch (error) {
      throw loginFault(error);
    } finally {
      pendingLogins -= 1;
    }
  }

  const sendAuthenticated: SendAuthenticated = async (send, signal) => {
    const sent = await readCredentials(signal);
    const response = await send(sent.headers);
    if (response.status !== 401) return response;
    credentials.forget(sent.forServer);
    const renewed = await readCredentials(signal);
    const hasSameToken = renewed.forServer["authorization"] === sent.forServer["authorization"];
    if (hasSameToken && renewed.tls === sent.tls) return response;
    // kubectl renews too, but the user has to run it again. A GET can be repeated safely.
    return send(renewed.headers);
  };

  return { send: sendAuthenticated, isWaitingForCredentials: () => pendingLogins > 0 };
}

/** The credentials of one request. `headers`: those for the server and those for a proxy. */
interface RequestCredentials {
  readonly forServer: Readonly<Record<string, string>>;
  readonly tls: ServerCredentials["tls"] | undefined;
  readonly headers: OutgoingRequest["headers"];
}
