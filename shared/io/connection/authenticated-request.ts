import { loginFault } from "../errors/errors.ts";
import { type ForwardProxy, proofFor } from "../proxy/forward-proxy.ts";
import { unlessAborted } from "../socket/deadline.ts";
import type { ServerCredentials } from "../socket/server-credentials.ts";
import type { OutgoingRequest } from "../transport/channel.ts";

/** Sends a request with the credentials as headers. Returns the last response, where it was sent twice. */
type AskProven = <A extends { readonly status: number }>(
  ask: (proof: OutgoingRequest["headers"]) => Promise<A>,
  signal: AbortSignal | undefined,
) => Promise<A>;

/**
 * Adds `credentials` to each request, and those for `forwarding` where that proxy itself is asked. After a 401 the
 * request is sent once more where the credentials have been renewed. @throws what renewing does; the reason of the
 * signal.
 */
export function sendAuthenticated(
  credentials: ServerCredentials,
  forwarding: ForwardProxy | undefined,
): { readonly ask: AskProven; readonly isProving: () => boolean } {
  let proving = 0;

  async function proof(signal: AbortSignal | undefined): Promise<Proof> {
    signal?.throwIfAborted();
    const own = await ownHeaders(signal);
    return { own, tls: credentials.tls, headers: { ...own, ...(forwarding !== undefined && proofFor(forwarding)) } };
  }

  async function ownHeaders(signal: AbortSignal | undefined): Promise<Proof["own"]> {
    proving += 1;
    try {
      const asking = credentials.headers();
      return await (signal === undefined ? asking : unlessAborted(asking, signal));
    } catch (error) {
      throw loginFault(error);
    } finally {
      proving -= 1;
    }
  }

  const sendWithCredentials: AskProven = async (ask, signal) => {
    const sent = await proof(signal);
    const response = await ask(sent.headers);
    if (response.status !== 401) return response;
    credentials.forget(sent.own);
    const renewed = await proof(signal);
    const isSame = renewed.own["authorization"] === sent.own["authorization"] && renewed.tls === sent.tls;
    // kubectl renews too, but the user has to run it again. A GET can be repeated safely.
    return isSame ? response : ask(renewed.headers);
  };

  return { ask: sendWithCredentials, isProving: () => proving > 0 };
}

/** The credentials of one request. `own`: those for the server. `headers`: those for a proxy too. */
interface Proof {
  readonly own: Readonly<Record<string, string>>;
  readonly tls: ServerCredentials["tls"] | undefined;
  readonly headers: OutgoingRequest["headers"];
}
