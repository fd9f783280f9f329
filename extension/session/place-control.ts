import type { Place } from "../places/place.ts";
import type { HeldPlace } from "../places/shared-place.ts";
import type { ConsentRegistry } from "./consent.ts";
import type { SessionDemands } from "./demands.ts";
import type { PlaceSelection } from "./selection.ts";
import type { PlaceControl } from "./session-parts.ts";

/** What the user's actions on places change. */
interface Controlled {
  readonly selection: PlaceSelection;
  readonly agreements: ConsentRegistry;
  readonly demands: SessionDemands;
  /** Returns the given place, or the one that the sidebar shows. */
  readonly held: (place?: Place) => HeldPlace;
  /** Tells the surfaces and the places that the sidebar may show another place. */
  readonly move: () => void;
}

/** Returns the actions of the user on places. */
export function placeControl({ selection, agreements, demands, held, move }: Controlled): PlaceControl {
  /** Shows the new place, where the row with recorded objects is not open yet. */
  function show(): void {
    demands.setView({ isAtRelated: false });
    move();
  }

  return {
    connect(place = selection.place) {
      agreements.connect(place, held(place).shown().identity);
      demands.update();
      held(place).refresh();
    },
    refresh: () => held().refresh(),
    use(place) {
      agreements.choose(place);
      selection.choose(place);
      show();
    },
    useCluster() {
      selection.returnToCluster();
      show();
    },
    moved: move,
    namespaces: () => held().namespaces(),
  };
}
