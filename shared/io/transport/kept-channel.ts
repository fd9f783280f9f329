import type { ServerChannel } from "./channel.ts";
import { connectionClosedText } from "./response-flaws.ts";

/**
 * One open channel to a server, which is replaced when it ends. Opening begins at once. Each request calls `ready`, and
 * all of them share the channel that it returns.
 */
export class KeptChannel {
  readonly #open: () => Promise<ServerChannel>;
  /** Absent after opening has failed, or a channel has ended: the next request opens another. */
  #channel: Promise<ServerChannel> | undefined;
  /** Channels that were replaced, and finish their requests in progress. */
  readonly #retiredChannels = new Set<ServerChannel>();
  #isClosed = false;

  constructor(open: () => Promise<ServerChannel>) {
    this.#open = open;
    this.#channel = this.#startOpening();
  }

  /**
   * A channel that takes requests, as soon as it is open. @throws what opening threw, to each caller that waited for
   * it.
   */
  async ready(): Promise<ServerChannel> {
    for (;;) {
      if (this.#isClosed) throw new Error(connectionClosedText);
      this.#channel ??= this.#startOpening();
      const opening = this.#channel;
      try {
        const channel = await opening;
        if (channel.usable()) return channel;
        this.#retire(channel);
      } catch (error) {
        this.#forget(opening);
        throw error;
      }
      this.#forget(opening);
    }
  }

  /** Opens another channel for further requests. Those in progress end on the old one. */
  renew(): void {
    if (this.#isClosed) return;
    this.#whenOpen((channel) => this.#retire(channel));
    this.#channel = this.#startOpening();
  }

  /** Closes all channels, with their requests in progress. */
  close(): void {
    this.#isClosed = true;
    for (const channel of this.#retiredChannels) channel.close();
    this.#whenOpen((channel) => channel.close());
  }

  /** Calls `work` with the newest channel, as soon as that is open. A channel that cannot be opened needs no work. */
  #whenOpen(work: (channel: ServerChannel) => void): void {
    this.#channel?.then(work, () => {});
  }

  #startOpening(): Promise<ServerChannel> {
    const opening = this.#open();
    // The failure may come before any caller waits. `ready` reports it.
    opening.catch(() => {});
    return opening;
  }

  /** Forgets a channel, unless it was replaced while it was awaited. */
  #forget(opening: Promise<ServerChannel>): void {
    if (this.#channel === opening) this.#channel = undefined;
  }

  #retire(channel: ServerChannel): void {
    channel.retire();
    for (const other of this.#retiredChannels) if (other.isOver()) this.#retiredChannels.delete(other);
    if (this.#isClosed) channel.close();
    else this.#retiredChannels.add(channel);
  }
}
