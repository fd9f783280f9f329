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
  let kept: Promise<Channel> | undefined = begin();
  let closed = false;

  function begin(): Promise<Channel> {
    const opening = open();
    // Nobody may be waiting when it fails; whoever asks is told.
    opening.catch(() => {});
    return opening;
  }

  async function ready(): Promise<Channel> {
    if (closed) throw new Error("the connection was closed by us");
    kept ??= begin();
    const mine = kept;
    try {
      const channel = await mine;
      if (channel.usable()) return channel;
      // What is under way there goes on, and then it ends.
      channel.retire();
    } catch (error) {
      if (kept === mine) kept = undefined;
      throw error;
    }
    if (kept === mine) kept = undefined;
    return ready();
  }

  function renew(): void {
    if (closed) return;
    kept?.then(
      (channel) => channel.retire(),
      () => {},
    );
    kept = begin();
  }

  return {
    ready,
    renew,
    close() {
      closed = true;
      kept?.then(
        (channel) => channel.close(),
        () => {},
      );
    },
  };
}
