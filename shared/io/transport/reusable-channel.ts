import type { ServerChannel } from "./channel.ts";
import { connectionClosedText } from "./channel.ts";

/** One open channel, replaced when it ends. */
export interface KeptChannel {
  /** The channel, as soon as it is open. @throws what opening threw, to every caller that waited for it. */
  ready(): Promise<ServerChannel>;
  /** Opens another channel for further requests. Those in progress end on the old one. */
  renew(): void;
  close(): void;
}

/** Keeps one channel from `open`. Opening begins at once, before the first call of `ready`. */
export function keepChannel(open: () => Promise<ServerChannel>): KeptChannel {
  let closed = false;
  // Retired channels finish their requests in progress, until `close`.
  const others = new Set<ServerChannel>();
  let kept: Promise<ServerChannel> | undefined = begin();

  function begin(): Promise<ServerChannel> {
    const opening = open();
    // The failure may come before any caller waits. `ready` reports it.
    opening.catch(() => {});
    return opening;
  }

  function retire(channel: ServerChannel): void {
    channel.retire();
    for (const other of others) if (other.isOver()) others.delete(other);
    if (closed) channel.close();
    else others.add(channel);
  }

  async function ready(): Promise<ServerChannel> {
    if (closed) throw new Error(connectionClosedText);
    kept ??= begin();
    const mine = kept;
    try {
      const channel = await mine;
      if (channel.usable()) return channel;
      retire(channel);
    } catch (error) {
      if (kept === mine) kept = undefined;
      throw error;
    }
    if (kept === mine) kept = undefined;
    return ready();
  }

  function renew(): void {
    if (closed) return;
    kept?.then(retire, () => {});
    kept = begin();
  }

  return {
    ready,
    renew,
    close() {
      closed = true;
      for (const channel of others) channel.close();
      kept?.then(
        (channel) => channel.close(),
        () => {},
      );
    },
  };
}
