import type { Memento } from "vscode";
import { chosenPlace, lastCluster, placeFor } from "../places/folder-place.ts";
import { type Place, readPlace } from "../places/place.ts";

/** The place that the sidebar shows, and what the workspace stores about it. */
export interface PlaceSelection {
  readonly place: Place;
  /** The place, or where it is files, the one to which {@link PlaceSelection.returnToCluster} returns. */
  readonly cluster: Place;
  /** Selects the user's choice of a place for this workspace. */
  choose(place: Place): void;
  /** Returns from files to the cluster that was chosen last, else to the place of the settings. */
  returnToCluster(): void;
  /**
   * Applies changed settings. If they name another place (`saysWhere`), they replace an earlier choice of a cluster.
   */
  applySettings(saysWhere: boolean): void;
}

export function createSelection(remembered: Memento, failed: (bug: unknown) => void): PlaceSelection {
  let place = placeFor(undefined, remembered);

  function remember(name: string, value: Place | undefined): void {
    remembered.update(name, value).then(undefined, failed);
  }

  return {
    get place() {
      return place;
    },
    get cluster() {
      return place.kind === "cluster" ? place : placeFor(undefined, { get: () => remembered.get(lastCluster) });
    },
    choose(next) {
      place = next;
      remember(chosenPlace, next);
      if (next.kind === "cluster") remember(lastCluster, next);
    },
    returnToCluster() {
      remember(chosenPlace, readPlace(remembered.get(lastCluster)));
      place = placeFor(undefined, remembered);
    },
    applySettings(saysWhere) {
      if (saysWhere && place.kind === "cluster") remember(chosenPlace, undefined);
      place = placeFor(undefined, remembered);
    },
  };
}
