import { workspace } from "vscode";
import { systemClock } from "../../../shared/io/watch/clock.ts";
import type { PlaceCache } from "../../places/place-cache.ts";
import type { PlaceState } from "../../places/place-state.ts";
import type { HostMachine } from "../../platform/node-host.ts";
import type { SidebarPlace } from "../demands.ts";
import type { PlaceSelection } from "../selection.ts";
import type { ContextStates } from "../session-parts.ts";
import type { ContextList, PlaceCheck } from "./context-list.ts";

/** What the sidebar shows: all contexts of the kubeconfig, or the selected place. */
export interface AllContexts {
  /** Undefined where the sidebar shows one place. */
  readonly states: ContextStates | undefined;
  /** Returns the places that the sidebar shows. While it is visible the next contexts have their turn. */
  listSidebarPlaces(isVisible: boolean): readonly SidebarPlace[];
  /** Shows all contexts. It changes nothing without trust. Where the kubeconfig has no context, a message says so. */
  show(): Promise<void>;
  hide(): void;
  /** Reads the kubeconfig again, where all contexts are shown. */
  reread(): void;
  /** Called after each change of a place, because the next contexts may have their turn. */
  advance(): void;
}

interface ContextSources {
  readonly places: PlaceCache;
  readonly selection: Pick<PlaceSelection, "place" | "cluster" | "returnToCluster">;
  readonly machine: HostMachine;
  readonly isAllowed: PlaceCheck;
  /** Called when other contexts are shown. */
  readonly changed: () => void;
  /** Called when the next contexts may be read. */
  readonly advanced: () => void;
  readonly failed: (bug: unknown) => void;
}

/** The next contexts have their turn after this time. */
const turnPauseMs = 50;

export function createAllContexts({
  places,
  selection,
  machine,
  isAllowed,
  changed,
  advanced,
  failed,
}: ContextSources): AllContexts {
  let list: ContextList | undefined;
  /** Counts the readings of the kubeconfig: the result of an older one is dropped. */
  let latestReading = 0;
  let cancelTurn: (() => void) | undefined;
  const findState = (key: string): PlaceState | undefined => places.entries().get(key)?.state();

  async function read(): Promise<void> {
    latestReading += 1;
    const reading = latestReading;
    const { readContextList } = await import("./context-list.lazy.ts");
    const next = await readContextList(selection.cluster, machine, list);
    if (reading === latestReading) list = next;
  }

  return {
    get states() {
      return list?.states(findState);
    },
    listSidebarPlaces: (isVisible) =>
      list?.listSidebarPlaces(isVisible, findState, isAllowed) ?? [{ place: selection.place, mayBeRead: true }],
    async show() {
      if (!workspace.isTrusted) return;
      await read();
      if (list !== undefined && selection.place.kind === "files") selection.returnToCluster();
    },
    hide() {
      latestReading += 1;
      list = undefined;
      cancelTurn?.();
      cancelTurn = undefined;
    },
    reread() {
      if (list !== undefined) read().then(changed, failed);
    },
    advance() {
      if (list === undefined || cancelTurn !== undefined || list.isBegun) return;
      cancelTurn = systemClock.after(turnPauseMs, () => {
        cancelTurn = undefined;
        advanced();
      });
    },
  };
}
