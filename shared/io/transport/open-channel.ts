import type { DialledConnection } from "../proxy/dial.ts";
import type { ServerChannel } from "./channel.ts";
import { overHttp2 } from "./http2-channel.ts";
import type { LivenessCheck } from "./settings.ts";

/** Opens a channel over a new connection, in the protocol that the server chose. `authority`: its host and port. */
export async function openChannel(
  dialOne: () => Promise<DialledConnection>,
  authority: string,
  health?: LivenessCheck,
): Promise<ServerChannel> {
  const { socket, protocol } = await dialOne();
  if (protocol === "h2") return overHttp2(socket, authority, health);
  const { overHttp1 } = await import("./http1-channel.ts");
  return overHttp1(socket, authority, async () => (await dialOne()).socket);
}
