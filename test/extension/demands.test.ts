import { expect, test } from "vitest";
import type { Demand } from "../../extension/places/demand.ts";
import { type Place, placeKey } from "../../extension/places/place.ts";
import { createPlaceCache } from "../../extension/places/place-cache.ts";
import type { SharedPlace } from "../../extension/places/shared-place.ts";
import { SessionDemands, type SidebarPlace } from "../../extension/session/demands.ts";
import type { OpenManifests } from "../../extension/session/manifest-documents.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";

const prod: Place = { kind: "cluster", context: "prod", namespaces: [] };
const dev: Place = { ...prod, context: "dev" };
const ref = { group: "", version: "v1", kind: "ConfigMap", namespace: "n", name: "a" };
const none: Demand = { related: false, named: [], objects: [] };

/** The demands of a sidebar that shows prod, and the last demand that each place received. */
function scene(
  barred: PlacePhase | undefined = undefined,
  sidebarPlaces: readonly SidebarPlace[] = [{ place: prod, mayBeRead: true }],
) {
  const received: Record<string, { readonly demand: Demand | undefined; readonly barred: PlacePhase | undefined }> = {};
  let openings = 0;
  let pauses = 0;
  const createPlace = (place: Place): SharedPlace =>
    ({
      close() {},
      state: () => ({ place }),
      setDemand: (demand, barred) => {
        received[place === prod ? "prod" : "dev"] = { demand, barred };
      },
    }) as SharedPlace;
  const places = createPlaceCache(createPlace);
  const demands = new SessionDemands({
    places,
    listSidebarPlaces: () => sidebarPlaces,
    placeOf: () => prod,
    whyBarred: () => barred,
    manifests: { listVisible: () => [], loadedFunctions: () => undefined } as unknown as OpenManifests,
    kubeconfig: {
      updateFiles() {
        openings += 1;
      },
      pause() {
        pauses += 1;
      },
    },
  });
  return { demands, received, places, openings: () => openings, pauses: () => pauses };
}

test("nothing is wanted, no place is made and no kubeconfig is watched, while no surface wants anything", () => {
  const { demands, places, openings, pauses } = scene();
  demands.update();
  expect([places.entries().size, openings(), pauses()]).toEqual([0, 0, 1]);
});

test("the visible view wants what it shows, and what roots record while that is open", () => {
  const { demands, received } = scene();
  demands.setSidebarVisible(true);
  expect(received).toEqual({});
  demands.update();
  expect(received["prod"]).toEqual({ demand: none, barred: undefined });
  demands.setRelatedRow({ place: prod, isOpen: true });
  demands.update();
  expect(received["prod"]).toEqual({ demand: { ...none, related: true }, barred: undefined });
  demands.setSidebarVisible(false);
  demands.update();
  expect(received["prod"]).toEqual({ demand: undefined, barred: undefined });
});

test("what is followed is wanted until it is disposed of, at once", () => {
  const { demands, received } = scene();
  const object = demands.followRequests.object(ref, dev);
  const roots = demands.followRequests.roots(dev);
  expect(received["dev"]).toEqual({ demand: { ...none, objects: [ref] }, barred: undefined });
  object.dispose();
  expect(received["dev"]).toEqual({ demand: none, barred: undefined });
  roots.dispose();
  expect(received["dev"]).toEqual({ demand: undefined, barred: undefined });
});

test("a source that may not be read gets the reason", () => {
  const { demands, received } = scene("untrusted");
  demands.setSidebarVisible(true);
  demands.update();
  expect(received["prod"]).toEqual({ demand: none, barred: "untrusted" });
});

test("the kubeconfig is watched before any place is opened", () => {
  const { demands, openings } = scene();
  demands.setSidebarVisible(true);
  demands.update();
  expect(openings()).toBe(1);
});

test("the place that the sidebar shows stays, however many others came after it", () => {
  const { demands, places } = scene();
  demands.setSidebarVisible(true);
  demands.update();
  demands.setSidebarVisible(false);
  for (const context of "abcdefgh") demands.followRequests.roots({ ...dev, context }).dispose();
  expect([...places.entries().keys()]).toContain(placeKey(prod));
  expect(places.entries().size).toBe(5);
});

test("after the end no place gets anything", () => {
  const { demands, received } = scene();
  demands.setSidebarVisible(true);
  demands.end();
  demands.update();
  expect(received).toEqual({});
});

test("of all contexts in the view those are read whose turn has come, and none is dropped while they are shown", () => {
  const { demands, received, places } = scene(undefined, [
    { place: prod, mayBeRead: false },
    { place: dev, mayBeRead: true },
  ]);
  demands.setRelatedRow({ place: dev, isOpen: true });
  demands.setSidebarVisible(true);
  demands.update();
  expect(received).toEqual({ dev: { demand: { ...none, related: true }, barred: undefined } });
  demands.setSidebarVisible(false);
  for (const context of "abcdefgh") demands.followRequests.roots({ ...prod, context }).dispose();
  expect([...places.entries().keys()]).toContain(placeKey(dev));
});
