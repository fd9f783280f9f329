import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import type { Reading } from "../../shared/model/snapshot.ts";
import type { DefinedKind } from "./definitions/read-definition.ts";
import type { Demand } from "./demand.ts";
import type { Place } from "./place.ts";
import { placeFacts } from "./place-facts.ts";
import type { CollectedFiles, LiveCluster, PlaceSource, SourceDependencies } from "./place-source.ts";
import type { PlaceState } from "./place-state.ts";

/** One place with what is known of it. It is open only while a surface needs it and nothing bars it. */
export interface SharedPlace {
  readonly state: () => PlaceState;
  /** Sets what surfaces need now. `barred` is the reason why no request may be sent. */
  setDemand(demand: Demand | undefined, barred: PlacePhase | undefined): void;
  refresh(): void;
  rereadKubeconfig(): void;
  /** Returns the same as {@link PlaceSource.namespaces}. */
  namespaces(): Promise<readonly string[] | undefined>;
  /** Returns the same as {@link PlaceSource.liveCluster}. */
  liveCluster(): LiveCluster | undefined;
  /** Returns the same as {@link PlaceSource.collected}. */
  collected(): CollectedFiles | undefined;
  /** Returns the same as {@link PlaceSource.readDefinition}; undefined also while the place is not open. */
  readDefinition(kind: DefinedKind): Promise<Reading | undefined>;
  close(): void;
}

/** Milliseconds that a place stays open after its last use. The user may only have switched the view. */
const grace = 30_000;

/** @param changed is called after each change of what is shown. */
export function createSharedPlace(
  place: Place,
  dependencies: SourceDependencies,
  changed: (shown: PlaceState) => void,
): SharedPlace {
  const facts = placeFacts(place, dependencies.clock, changed);
  const { announce } = facts;
  let opened: PlaceSource | undefined;
  let opening: object | undefined;
  let demand: Demand | undefined;
  let barredBy: PlacePhase | undefined;
  let forget: (() => void) | undefined;

  async function open(): Promise<void> {
    const mine = {};
    opening = mine;
    announce({ phase: "connecting" });
    try {
      // Two bundles, so that a window that shows only files does not load the code for clusters.
      const begin =
        place.kind === "cluster"
          ? (await import("./cluster-place.ts")).openClusterPlace.bind(undefined, place)
          : (await import("./files-place.ts")).openFiles.bind(undefined, place);
      // The rows of another place must not stay below the name of this one.
      if (place.kind === "files") await dependencies.drawn();
      if (opening !== mine || demand === undefined) return;
      opened = begin(dependencies, announce);
      opened.setDemand(demand);
    } finally {
      if (opening === mine) opening = undefined;
    }
  }

  function leave(): void {
    forget?.();
    forget = undefined;
    opening = undefined;
    if (opened === undefined) return;
    opened.close();
    opened = undefined;
    // The shown state was known until now; from now on it is unknown.
    if (place.kind === "cluster") announce({ link: { state: "idle" }, definitions: undefined });
  }

  return {
    state: facts.shown,
    setDemand(wants, barred) {
      demand = barred === undefined ? wants : undefined;
      if (barred !== undefined) {
        leave();
        if (barredBy !== barred) announce({ phase: barred, problem: undefined, isAsking: false, barred });
        barredBy = barred;
        return;
      }
      if (barredBy !== undefined) announce({ barred: undefined });
      barredBy = undefined;
      if (wants === undefined) {
        if (opened === undefined) leave();
        else forget ??= dependencies.clock.after(grace, leave);
        return;
      }
      forget?.();
      forget = undefined;
      if (opened !== undefined) opened.setDemand(wants);
      else if (opening === undefined) open().catch(dependencies.failed);
    },
    refresh() {
      // The next opening may retry what was refused.
      if (opened === undefined) dependencies.memory.refused = undefined;
      opened?.refresh();
    },
    rereadKubeconfig() {
      opened?.rereadKubeconfig();
    },
    namespaces: async () => opened?.namespaces(),
    liveCluster: () => opened?.liveCluster(),
    collected: () => opened?.collected(),
    readDefinition: async (kind) => opened?.readDefinition(kind),
    close: leave,
  };
}
