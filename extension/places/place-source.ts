import type { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import type { DiscoverOnce } from "../../shared/io/reader/lazy-discovery.ts";
import type { WatchClock } from "../../shared/io/watch/clock.ts";
import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";
import type { ConditionHistory } from "../../shared/timeline/condition-history.ts";
import type { HostMachine } from "../platform/node-host.ts";
import type { DefinedKind } from "./definitions/read-definition.ts";
import type { Demand } from "./demand.ts";
import type { PlaceState } from "./place-state.ts";

/** What has changed about a place. An absent field stays as it was; an `undefined` one is removed. */
export type StateChange = {
  readonly [part in keyof Omit<PlaceState, "place" | "now">]?: PlaceState[part] | undefined;
};

/** The cluster to which a place is connected now, for a request that the user asked for. */
export interface LiveCluster {
  readonly connection: ServerConnection;
  readonly discovery: DiscoverOnce;
  /** The context whose credentials the connection uses. */
  readonly chosen: ChosenContext;
  readonly dependencies: SourceDependencies;
  /** Fires when the place leaves the cluster. */
  readonly left: AbortSignal;
}

/** The content of files, for a request that the user asked for. */
export interface CollectedFiles {
  read(query: Query): Promise<Reading>;
  readonly logs: LogReader;
}

/** A place that is read until it is closed. */
export interface PlaceSource {
  /** Sets what is read from now on. */
  setDemand(wants: Demand): void;
  /** Requests everything again. */
  refresh(): void;
  /** Returns the namespaces in order. Undefined where they may not be listed or the server does not answer. */
  namespaces(): Promise<readonly string[] | undefined>;
  /** Returns the cluster; undefined without a connection, and for files. */
  liveCluster(): LiveCluster | undefined;
  /** Returns what files hold beside the objects that were evaluated; undefined for a cluster, and before they are read. */
  collected(): CollectedFiles | undefined;
  /**
   * Returns the CRD of a kind, read whole. The `definitions` of the state then follow its version. Undefined for a kind
   * without a CRD, where its name is not known, and where the server does not answer.
   */
  readDefinition(kind: DefinedKind): Promise<Reading | undefined>;
  /** Called when a kubeconfig, or a file that it names, has changed. */
  rereadKubeconfig(): void;
  /** Closes the place with its connection, timers and programs. No news follows. */
  close(): void;
}

/** What opening a place depends on. */
export interface SourceDependencies {
  readonly machine: HostMachine;
  readonly clock: WatchClock;
  readonly random: () => number;
  /** Logs requests with their servers, and failures, without secrets. */
  readonly log: (line: string) => void;
  /** The logins of all places together: one at a time, and none twice. */
  readonly logins: ReturnType<typeof createSharedLogins>;
  /**
   * Whether the login with this `loginPrint` may be run. The user must have asked for it, or allowed it in the settings.
   */
  readonly mayLogIn: (login: string) => boolean;
  /** Whether the settings let logs of containers be read. */
  readonly mayReadLogs: () => boolean;
  /** Resolves when the view has been drawn, which cannot be while files are read. */
  readonly drawn: () => Promise<void>;
  /** What is left of earlier openings of the place. It holds secrets and serves only for comparison. */
  readonly memory: {
    refused?: string | undefined;
    history?: { readonly identity: string; readonly history: ConditionHistory };
    /** Whether the log of the extension says that logs of containers are forbidden. */
    hasLoggedRefusal?: boolean;
  };
  /** Reports a bug, which is the fault of no server. */
  readonly failed: (bug: unknown) => void;
}
