import type { Channel } from "./channel.ts";
import type { Health } from "./connection-settings.ts";
import type { Dialled } from "./dial.ts";
import { overHttp2 } from "./http2-channel.ts";

/** A channel over a new connection, in the protocol that the server chose; `authority` is its host and port. */
export async function openChannel(
  dialOne: () => Promise<Dialled>,
  authority: string,
  health?: Health,
): Promise<Channel> {
  const { socket, protocol } = await dialOne();
  if (protocol === "h2") return overHttp2(socket, authority, health);
  const { overHttp1 } = await import("./http1-channel.ts");
  return overHttp1(socket, authority, async () => (await dialOne()).socket);
}
