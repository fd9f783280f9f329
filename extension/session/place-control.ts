import { type Place, placeKey } from "../places/place.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import type { ConsentRegistry } from "./consent.ts";
import type { AllContexts } from "./contexts/all-contexts.ts";
import type { SessionDemands } from "./demands.ts";
import type { PlaceSelection } from "./selection.ts";
import type { PlaceControl } from "./session-parts.ts";

/** What the user's actions on places change. */
interface ControlledParts {
  readonly places: PlaceCache;
  readonly selection: PlaceSelection;
  readonly contexts: AllContexts;
  readonly consent: ConsentRegistry;
  readonly demands: SessionDemands;
  /** Notifies the surfaces and the places that another place may apply to the sidebar or to a folder. */
  readonly announceSwitch: () => void;
}

/** Returns the actions of the user on places. */
export function placeControl(parts: ControlledParts): PlaceControl {
  const { places, selection, contexts, consent, demands, announceSwitch } = parts;

  /** Shows the selected place, where the row with recorded objects is not open yet. */
  function showSelection(): void {
    contexts.hide();
    demands.closeRelatedRows();
    announceSwitch();
  }

  return {
    connect(place: Place = selection.place) {
      const shared = places.getOrCreate(place);
      consent.allowLogIn(place, shared.state().login);
      demands.update();
      shared.refresh();
    },
    refresh(place) {
      const shown = (contexts.states?.contexts ?? [{ place: selection.place }]).map((context) => context.place);
      const refreshed = place === undefined ? shown : [place];
      for (const refreshedPlace of refreshed) places.entries().get(placeKey(refreshedPlace))?.refresh();
    },
    async showAllContexts(isShown) {
      if (isShown) await contexts.show();
      else contexts.hide();
      demands.closeRelatedRows();
      announceSwitch();
    },
    showPlace(place) {
      consent.allowRequests(place);
      selection.choose(place);
      showSelection();
    },
    showCluster() {
      selection.returnToCluster();
      showSelection();
    },
    applyFolderSettings: announceSwitch,
    namespaces: async () => places.getOrCreate(selection.place).source?.namespaces(),
  };
}
