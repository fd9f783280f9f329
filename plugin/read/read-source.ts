import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ReadExtent, readCluster } from "./read-cluster.ts";

/**
 * Reads what the options name, from the source that they name.
 * @throws UsageError, InputError, ConnectionError as the sources do.
 */
export async function readFrom(
  options: CommandLineOptions,
  environment: HostEnvironment,
  extent: ReadExtent = {},
): Promise<ReadSnapshot> {
  const { files, mustGather } = options;
  if (mustGather === undefined && files.length === 0) return readCluster(options, environment, extent);
  extent.meanwhile?.();
  compileFor("some");
  if (mustGather === undefined)
    return (await import("./read-files.ts")).readOffline(options, environment, extent.staysOpen);
  if (await (await import("../../shared/io/must-gather/archive/archive-path.ts")).isFileOfObjects(mustGather)) {
    const { mustGather: _, ...others } = options;
    return (await import("./read-files.ts")).readOffline(
      { ...others, files: [mustGather] },
      environment,
      extent.staysOpen,
    );
  }
  return (await import("./read-must-gather.ts")).readMustGather(mustGather, options, environment, extent.staysOpen);
}
