import type { ReadScope } from "../../shared/aggregate/read-plan.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { serverTime } from "../../shared/io/connection/server-clock.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { collectScope } from "../../shared/io/reader/collect-scopes.ts";
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
import { readLastPlace } from "../process/completion-memory.ts";
import { createPageCollection } from "../process/garbage.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ClusterDependencies, openConnection } from "./choose-cluster.ts";
import { chooseContextOrProfile } from "./choose-context-or-profile.ts";
import { openCluster } from "./open-cluster.ts";
import { showServerProgress } from "./server-progress.ts";

/**
 * Reads the cluster of the chosen context over one connection. `meanwhile` is called once, when the first requests are
 * sent and the plugin only waits. `staysOpen`: the connection stays open for more.
 * @throws InputError for an unusable kubeconfig, ConnectionError where no server responds. Naming throws its own
 * errors.
 */
export async function readCluster(
  options: CommandLineOptions,
  environment: HostEnvironment,
  { meanwhile = () => {}, staysOpen = false }: ReadExtent = {},
): Promise<ReadSnapshot> {
  const chosen = await chooseContextOrProfile(options, environment);
  const progress = showServerProgress(environment, chosen);
  try {
    const { screen, milliseconds, home, cwd, architecture, now, cacheHome, userId } = environment;
    const { printMessage, withFreeTerminal } = progress;
    let all = 0;
    const listed = (objects: number): void => {
      all += objects;
      if (all >= manyObjects) compileFor("some");
      const isNowLong = all >= manyPagesOfObjects && all - objects < manyPagesOfObjects;
      if (isNowLong) keepMemorySmall().catch(() => undefined);
      progress.listed(objects);
    };
    const dependencies = {
      screen,
      milliseconds,
      home,
      cwd,
      architecture,
      now,
      cacheHome,
      printMessage,
      withFreeTerminal,
    };
    const opened = await openConnection(chosen, options, dependencies);
    const whose = userId !== undefined && { userId };
    return await readOver(
      progress.counting(opened),
      chosen,
      options,
      { ...dependencies, ...whose },
      { meanwhile, listed, staysOpen },
    );
  } finally {
    progress.end();
  }
}

/** From this number of objects on, compiled code saves time: without it, 2,500 Deployments take three times as long. */
const manyObjects = 200;

/** From two pages of 500 objects on, most memory would be garbage of the pages. */
const manyPagesOfObjects = 1_000;

/** Loads the module for long lists alone, since it loads `node:v8`. */
async function keepMemorySmall(): Promise<void> {
  const { keepYoungMemorySmall } = await import("../process/memory-use.ts");
  keepYoungMemorySmall();
}

/** The parts of the world that reading a cluster depends on. */
export type ReadDependencies = ClusterDependencies & Pick<HostEnvironment, "now" | "cacheHome" | "userId">;

/** What a command needs of a source beside its objects. */
export interface ReadExtent {
  /** Called once, when the plugin only waits. */
  readonly meanwhile?: () => void;
  /** The source stays open for logs and counts. The caller closes it. */
  readonly staysOpen?: boolean;
}

/** How a cluster is read. */
interface ClusterReading extends ReadExtent {
  /** Gets the number of objects of each page of a list. */
  readonly listed?: (objects: number) => void;
  /** What all lists may hold together. Absent: as much as those of one command. */
  readonly budget?: InputBudget;
}

/**
 * Reads the cluster over a connection that was opened to the chosen context, and closes the connection in the end,
 * unless it stays open.
 */
export async function readOver(
  opening: ServerConnection,
  chosen: ChosenContext,
  options: CommandLineOptions,
  environment: ReadDependencies,
  { meanwhile = () => {}, listed, staysOpen = false, budget = createInputBudget("servers") }: ClusterReading = {},
): Promise<ReadSnapshot> {
  const cluster = await openCluster(opening, chosen, options, environment);
  const { connection } = cluster;
  try {
    connection.opened().then(
      () => setImmediate(meanwhile),
      () => {},
    );
    const last = readLastPlace(chosen.server, options.reach.cacheDir || environment.cacheHome, environment.userId);
    const scope: ReadScope = { ...cluster.scope, ...definedFields({ expected: last.namespace }) };
    const collectPages = createPageCollection();
    const reader = createReader(connection, cluster.discovery, {
      budget,
      onProgress(objects) {
        listed?.(objects);
        collectPages(objects);
      },
      onLargeText: () => compileFor("some"),
    });
    const now = environment.now();
    const start = { source: clusterSource(chosen), takenAt: options.at ?? now };
    const time = (): ReturnType<typeof serverTime> =>
      serverTime(parseMilliseconds(now) ?? 0, connection.clockAhead?.());
    const limits = options.at === undefined ? { time } : {};
    const read = await resolveNames(options, cluster.names, ({ wanted }) =>
      collectScope(reader, wanted === undefined ? scope : { ...scope, wanted }, start, limits),
    );
    if (options.namespace === undefined) last.remember(namespaceOfRoot(read.snapshot));
    if (!staysOpen) {
      connection.close();
      return read;
    }
    return { ...read, open: openSource(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What follows a Report. It is loaded only where it is of use. */
function openSource(connection: ServerConnection): OpenSource {
  return {
    read: async (requests) => {
      const { createLogReader } = await import("../../shared/io/reader/pod-logs.ts");
      return createLogReader(connection).read(requests);
    },
    countMachines: async () => {
      const { countMachines } = await import("../../shared/io/reader/count-machines.ts");
      return countMachines(connection, AbortSignal.timeout(patienceAfterReportMs));
    },
    close: () => connection.close(),
  };
}

/** The namespace of the first HyperConverged. Others are found in a second wave of requests. */
function namespaceOfRoot({ readings }: Snapshot): string | undefined {
  const roots = readings.flatMap((reading) =>
    reading.outcome === "found" && reading.query.kind === "HyperConverged" ? reading.objects : [],
  );
  return roots[0]?.ref.namespace;
}
