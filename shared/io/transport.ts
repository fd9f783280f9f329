import type { Channel, Incoming, Outgoing } from "./channel.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { type Deadline, unlessAborted } from "./deadline.ts";
import { type Dialled, dial } from "./dial.ts";
import { BrokenConnection, noConnection, type Party } from "./faults.ts";
import { keepChannel } from "./kept-channel.ts";
import { openChannel } from "./open-channel.ts";
import { isDisagreement, isHangUp, onlyHttp1 } from "./repeat.ts";
import { hostOf, portOf } from "./url-ends.ts";

/** The way to one server: one kept channel, replaced when it ends, and questions asked again where it broke first. */
export interface Transport {
  readonly counters: Counters;
  /**
   * Sends a question over a channel; `send` gives undefined where that has no room, and is given another one then.
   * @throws what `send` and dialling do; the end of `deadline` before there is a channel is a ConnectionError.
   */
  ask(outgoing: Outgoing, send: Send, deadline: Deadline): Promise<Incoming>;
  /** As {@link Channel.noticesSilence} of the channel that was asked last. */
  noticesSilence(): boolean;
  /** Resolves when there is a channel. @throws what dialling does. */
  opened(): Promise<unknown>;
  renew(): void;
  close(): void;
}

/** What was needed so far: questions as sent, repeated ones too, and connections as opened. */
export interface Counters {
  readonly requests: number;
  readonly connections: number;
}

/** One of the ways in which a channel takes a question. */
export type Send = (channel: Channel, outgoing: Outgoing, deadline: Deadline) => Promise<Incoming | undefined>;

/** Begins to connect at once; close it in the end. */
export function openTransport(settings: ConnectionSettings, party: Party): Transport {
  const { server, credentials, proxy, requestTimeout = 0 } = settings;
  const url = new URL(server);
  const counters = { requests: 0, connections: 0 };
  const end = new AbortController();
  let shown = credentials.tls;
  let { protocols } = settings;
  let noticesSilence = true;
  const kept = keepChannel(() => {
    shown = credentials.tls;
    return openChannel(dialOne, url.host, settings.health);
  });

  function dialOne(): Promise<Dialled> {
    counters.connections += 1;
    const milliseconds = settings.connectTimeout ?? 10_000;
    const tls = credentials.tls !== undefined && { tls: credentials.tls };
    const offer = protocols !== undefined && { protocols };
    const through = proxy !== undefined && { proxy };
    const where = { host: hostOf(url), port: portOf(url), milliseconds, party, signal: end.signal };
    return dial({ ...where, ...tls, ...offer, ...through });
  }

  async function askOnce(outgoing: Outgoing, send: Send, deadline: Deadline): Promise<Incoming> {
    // A certificate is shown when a connection begins.
    if (credentials.tls !== shown) kept.renew();
    for (;;) {
      const channel = await unlessAborted(kept.ready(), deadline.signal).catch((error: unknown) => {
        throw deadline.isOver() ? noConnection(requestTimeout, party) : error;
      });
      counters.requests += 1;
      ({ noticesSilence } = channel);
      try {
        const incoming = await send(channel, outgoing, deadline);
        if (incoming !== undefined) return incoming;
        counters.requests -= 1;
      } catch (error) {
        if (deadline.isOver()) channel.retire();
        throw error;
      }
    }
  }

  async function ask(outgoing: Outgoing, send: Send, deadline: Deadline): Promise<Incoming> {
    try {
      return await askOnce(outgoing, send, deadline);
    } catch (error) {
      if (!(error instanceof BrokenConnection || isHangUp(error))) throw error;
      if (isDisagreement((error as Error).cause)) {
        // All the questions under way fail at once: the first of them changes over for all.
        const isFirst = protocols !== onlyHttp1;
        protocols = onlyHttp1;
        if (isFirst) kept.renew();
        // Where that is no better, the first fault says more.
        return askOnce(outgoing, send, deadline).catch((later: unknown) => {
          throw deadline.signal.aborted ? later : error;
        });
      }
      // A kept connection may have ended just before, or a balancer had a dead server first: a GET can be asked again
      // (client-go, rest/with_retry.go).
      return askOnce(outgoing, send, deadline);
    }
  }

  return {
    counters,
    ask,
    noticesSilence: () => noticesSilence,
    opened: kept.ready,
    renew: kept.renew,
    close() {
      kept.close();
      end.abort(new Error("the connection was closed by us"));
    },
  };
}
