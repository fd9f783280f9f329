import type { Outgoing } from "./channel.ts";
import type { Credentials } from "./credentials.ts";
import { unlessAborted } from "./deadline.ts";
import { ConnectionError } from "./errors.ts";
import { type ForwardProxy, proofFor } from "./proxy.ts";

/** Asks with the headers that prove who we are; the answer is that of the last time it was asked. */
type AskProven = <A extends { readonly status: number }>(
  ask: (proof: Outgoing["headers"]) => Promise<A>,
  signal: AbortSignal | undefined,
) => Promise<A>;

/**
 * Proves each question to the server by `credentials`, and to `forwarding` where that is who is asked. After a 401 it
 * is asked once more where the credentials have been renewed. @throws what renewing does; the reason of the signal.
 */
export function askProven(
  credentials: Credentials,
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
      // Whoever gave no answer in time, it was not the server.
      if (!(error instanceof ConnectionError) || error.reason !== "timeout") throw error;
      throw new ConnectionError(error.message, { reason: "credentials", cause: error });
    } finally {
      proving -= 1;
    }
  }

  const asked: AskProven = async (ask, signal) => {
    const sent = await proof(signal);
    const answer = await ask(sent.headers);
    if (answer.status !== 401) return answer;
    credentials.forget(sent.own);
    const renewed = await proof(signal);
    const isSame = renewed.own["authorization"] === sent.own["authorization"] && renewed.tls === sent.tls;
    // kubectl renews too, but leaves it to people to call it again; a GET can be repeated.
    return isSame ? answer : ask(renewed.headers);
  };

  return { ask: asked, isProving: () => proving > 0 };
}

/** What one question is sent with: our own headers, and all that prove something, to a proxy too. */
interface Proof {
  readonly own: Readonly<Record<string, string>>;
  readonly tls: Credentials["tls"] | undefined;
  readonly headers: Outgoing["headers"];
}
