import type { Channel } from "./channel.ts";

/** One open channel, replaced when it ends. */
export interface KeptChannel {
  /** The channel, as soon as it is open. @throws what opening threw, to everybody who waited for it. */
  ready(): Promise<Channel>;
  /** Opens another one for the questions to come; those under way end on the old one. */
  renew(): void;
  close(): void;
}

/** Begins to open at once; nobody need wait for it. */
export function keepChannel(open: () => Promise<Channel>): KeptChannel {
  let closed = false;
  // What retired goes on with what is under way there, until we close.
  const others = new Set<Channel>();
  let kept: Promise<Channel> | undefined = begin();

  function begin(): Promise<Channel> {
    const opening = open();
    // Nobody may be waiting when it fails; whoever asks is told.
    opening.catch(() => {});
    return opening;
  }

  function retire(channel: Channel): void {
    channel.retire();
    for (const other of others) if (other.isOver()) others.delete(other);
    if (closed) channel.close();
    else others.add(channel);
  }

  async function ready(): Promise<Channel> {
    if (closed) throw new Error("the connection was closed by us");
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
