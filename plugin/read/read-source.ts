import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ReadExtent, readCluster } from "./read-cluster.ts";

/**
 * Reads what the options name, from the source that they name: a cluster, the files of `-f`, or a must-gather.
 * `--must-gather` may name a file of objects too.
 * @throws UsageError, InputError, ConnectionError as the sources do.
 */
export async function readFrom(
  options: CommandLineOptions,
  environment: HostEnvironment,
  extent: ReadExtent = {},
): Promise<ReadSnapshot> {
  const { mustGather, ...others } = options;
  if (mustGather === undefined && options.files.length === 0) return readCluster(options, environment, extent);
  extent.meanwhile?.();
  compileFor("some");
  if (mustGather !== undefined && !(await isFileOfObjects(mustGather))) {
    const { readMustGather } = await import("./read-must-gather.ts");
    return readMustGather(mustGather, options, environment, extent.staysOpen);
  }
  const { readOffline } = await import("./read-files.ts");
  const files = mustGather === undefined ? options.files : [mustGather];
  return readOffline({ ...others, files }, environment, extent.staysOpen);
}

async function isFileOfObjects(path: string): Promise<boolean> {
  const archives = await import("../../shared/io/must-gather/archive/archive-path.ts");
  return archives.isFileOfObjects(path);
}
