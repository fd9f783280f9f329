import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { serverTime } from "../../shared/io/connection/server-clock.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { collectScope } from "../../shared/io/reader/collect-scopes.ts";
import type { CollectLimits } from "../../shared/io/reader/collect-snapshot.ts";
import { clusterSource } from "../../shared/io/reader/connect-cluster.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import { patienceAfterReportMs } from "../../shared/logs/log-limits.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { parseMilliseconds } from "../../shared/model/time.ts";
import { createInputBudget, type InputBudget } from "../../shared/parse/input-budget.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type OpenSource, type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import { collectGarbage, GarbageCounter, garbageLimits } from "../process/garbage.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readLastPlace } from "../process/last-place.ts";
import { openConnection } from "./choose-cluster.ts";
import { chooseContextOrProfile } from "./choose-context-or-profile.ts";
import { openCluster } from "./open-cluster.ts";
import { showServerProgress } from "./server-progress.ts";

/** What a command needs of a source beside its objects. */
export interface ReadExtent {
  /** Called once, when the first requests are sent and the plugin only waits. */
  readonly meanwhile?: () => void;
  /** The source stays open for logs and counts. The caller closes it. */
  readonly staysOpen?: boolean;
}

/** From this number of objects on, compiled code saves time: without it, 2,500 Deployments take three times as long. */
const manyObjects = 200;

/** From two pages of 500 objects on, most memory would be garbage of the pages. */
const manyPagesOfObjects = 1_000;

/**
 * Reads what the options name from the cluster of the chosen context, over one connection. Meanwhile a progress line is
 * shown.
 * @throws InputError for an unusable kubeconfig, ConnectionError where no server responds. Naming throws its own errors.
 */
export async function readCluster(
  options: CommandLineOptions,
  environment: HostEnvironment,
  extent: ReadExtent = {},
): Promise<ReadSnapshot> {
  const chosen = await chooseContextOrProfile(options, environment);
  const progress = showServerProgress(environment, chosen);
  const { printMessage } = progress;
  let listedObjects = 0;
  function listed(objects: number): void {
    const hadManyPages = listedObjects >= manyPagesOfObjects;
    listedObjects += objects;
    if (listedObjects >= manyObjects) compileFor("some");
    if (!hadManyPages && listedObjects >= manyPagesOfObjects) keepMemorySmall();
    progress.listed(objects);
  }
  try {
    const connection = await openConnection(chosen, options, environment, progress);
    return await readOver(progress.counting(connection), chosen, options, environment, {
      ...extent,
      printMessage,
      listed,
    });
  } finally {
    progress.end();
  }
}

/** Loads the module only for long lists, since it loads `node:v8`. The reading does not wait for that. */
function keepMemorySmall(): void {
  import("../process/memory-use.ts").then(
    ({ keepYoungMemorySmall }) => keepYoungMemorySmall(),
    () => {},
  );
}

/** What reading over an open connection needs of the process. */
type ReadDependencies = Pick<HostEnvironment, "milliseconds" | "now" | "cacheHome" | "userId">;

/** How a cluster is read over an open connection. */
interface ClusterReading extends ReadExtent {
  /** Prints messages about this cluster. */
  readonly printMessage: (text: string) => void;
  /** Gets the number of objects of each page of a list. */
  readonly listed?: (objects: number) => void;
  /** What all lists may hold together. Absent: as much as those of one command. */
  readonly budget?: InputBudget;
}

/**
 * Reads a cluster over a connection that was opened to the chosen context. In the end it closes the connection, unless the
 * source stays open.
 */
export async function readOver(
  opened: ServerConnection,
  chosen: ChosenContext,
  options: CommandLineOptions,
  { milliseconds, now, cacheHome, userId }: ReadDependencies,
  { printMessage, meanwhile, listed, staysOpen, budget = createInputBudget("servers") }: ClusterReading,
): Promise<ReadSnapshot> {
  try {
    const cluster = await openCluster(opened, chosen, options, { printMessage, milliseconds });
    const { connection, discovery } = cluster;
    connection.opened().then(
      () => meanwhile && setImmediate(meanwhile),
      () => {},
    );
    const lastPlace = readLastPlace(chosen.server, options.reach.cacheDir || cacheHome, userId);
    const scope = { ...cluster.scope, ...definedFields({ expected: lastPlace.namespace }) };
    const garbage = new GarbageCounter(garbageLimits.listedObjects);
    const reader = createReader(connection, discovery, {
      budget,
      onProgress(objects) {
        listed?.(objects);
        if (garbage.add(objects)) collectGarbage();
      },
      onLargeText: () => compileFor("some"),
    });
    const startedAt = now();
    const start = { source: clusterSource(chosen), takenAt: options.at ?? startedAt };
    // Ages count from the time of the server, unless --at names one.
    const limits: CollectLimits =
      options.at === undefined
        ? { time: () => serverTime(parseMilliseconds(startedAt) ?? 0, connection.clockAhead?.()) }
        : {};
    const read = await resolveNames(options, cluster.names, ({ wanted }) =>
      collectScope(reader, { ...scope, ...definedFields({ wanted }) }, start, limits),
    );
    if (options.namespace === undefined) lastPlace.remember(namespaceOfFirstRoot(read.snapshot));
    if (staysOpen) return { ...read, open: openSource(connection) };
    connection.close();
    return read;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** What can be read after a Report. The code for that is loaded only where it is used. */
function openSource(connection: ServerConnection): OpenSource {
  return {
    async read(requests) {
      const { createLogReader } = await import("../../shared/io/reader/pod-logs.ts");
      return createLogReader(connection).read(requests);
    },
    async countMachines() {
      const { countMachines } = await import("../../shared/io/reader/count-machines.ts");
      return countMachines(connection, AbortSignal.timeout(patienceAfterReportMs));
    },
    close: () => connection.close(),
  };
}

/** The namespace of the first HyperConverged. Others are found in a second wave of requests. */
function namespaceOfFirstRoot({ readings }: Snapshot): string | undefined {
  for (const reading of readings) {
    if (reading.outcome !== "found" || reading.query.kind !== "HyperConverged") continue;
    const [root] = reading.objects;
    if (root !== undefined) return root.ref.namespace;
  }
  return undefined;
}
