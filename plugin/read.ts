import { readCluster } from "./live.ts";
import type { Read } from "./naming.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/**
 * Reads what the options name, of the source that they name; `meanwhile` is called once, when there is nothing to do but
 * wait.
 * @throws UsageError, InputError, ConnectionError as the sources do.
 */
export async function readFrom(options: Options, world: World, meanwhile: () => void = () => {}): Promise<Read> {
  const { files, mustGather } = options;
  if (mustGather === undefined && files.length === 0) return readCluster(options, world, meanwhile);
  meanwhile();
  if (mustGather === undefined) return (await import("./offline.ts")).readOffline(options, world);
  return (await import("./must-gather.ts")).readMustGather(mustGather, options, world);
}
