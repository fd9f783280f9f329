import { expect, test } from "vitest";
import { keyOfPlace, type Place } from "../../extension/places/place.ts";
import { createPlaceCache } from "../../extension/places/place-cache.ts";
import type { Demand } from "../../extension/places/place-source.ts";
import type { SharedPlace } from "../../extension/places/shared-place.ts";
import { createDemands } from "../../extension/session/demands.ts";
import type { OpenManifests } from "../../extension/session/manifest-documents.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";

const prod: Place = { kind: "cluster", context: "prod", namespaces: [] };
const dev: Place = { ...prod, context: "dev" };
const ref = { group: "", version: "v1", kind: "ConfigMap", namespace: "n", name: "a" };
const none: Demand = { related: false, named: [], objects: [] };

/** The demands of a sidebar that shows prod, with what each place was told last. */
function scene(bar: PlacePhase | undefined = undefined) {
  const told: Record<string, readonly [wants: Demand | undefined, barred: PlacePhase | undefined]> = {};
  let openings = 0;
  const hold = (place: Place): SharedPlace =>
    ({
      close() {},
      state: () => ({ place }),
      setDemand: (wants, barred) => {
        told[place === prod ? "prod" : "dev"] = [wants, barred];
      },
    }) as SharedPlace;
  const places = createPlaceCache(hold);
  const demands = createDemands({
    ...{ places, selection: { place: prod }, placeOf: () => prod, whyBarred: () => bar },
    manifests: { visible: () => [], reading: () => undefined } as unknown as OpenManifests,
    kubeconfig: {
      updateFiles() {
        openings += 1;
      },
    },
  });
  return { demands, told, places, openings: () => openings };
}

test("nothing is wanted, and no place is made, while no surface wants anything", () => {
  const { demands, places, openings } = scene();
  demands.update();
  expect([places.entries().size, openings()]).toEqual([0, 0]);
});

test("the visible view wants what it shows, and what roots record while that is open", () => {
  const { demands, told } = scene();
  demands.setView({ isVisible: true });
  expect(told).toEqual({});
  demands.update();
  expect(told["prod"]).toEqual([none, undefined]);
  demands.setView({ isAtRelated: true });
  demands.update();
  expect(told["prod"]).toEqual([{ ...none, related: true }, undefined]);
  demands.setView({ isVisible: false });
  demands.update();
  expect(told["prod"]).toEqual([undefined, undefined]);
});

test("what is followed is wanted until it is disposed of, at once", () => {
  const { demands, told } = scene();
  const object = demands.follows.object(ref, dev);
  const roots = demands.follows.roots(dev);
  expect(told["dev"]).toEqual([{ ...none, objects: [ref] }, undefined]);
  object.dispose();
  expect(told["dev"]).toEqual([none, undefined]);
  roots.dispose();
  expect(told["dev"]).toEqual([undefined, undefined]);
});

test("a place that may not be asked gets the reason", () => {
  const { demands, told } = scene("untrusted");
  demands.setView({ isVisible: true });
  demands.update();
  expect(told["prod"]).toEqual([none, "untrusted"]);
});

test("the kubeconfig is watched before any place is opened", () => {
  const { demands, openings } = scene();
  demands.setView({ isVisible: true });
  demands.update();
  expect(openings()).toBe(1);
});

test("the place that the sidebar shows stays, however many others came after it", () => {
  const { demands, places } = scene();
  demands.setView({ isVisible: true });
  demands.update();
  demands.setView({ isVisible: false });
  for (const context of "abcdefgh") demands.follows.roots({ ...dev, context }).dispose();
  expect([...places.entries().keys()]).toContain(keyOfPlace(prod));
  expect(places.entries().size).toBe(5);
});

test("after the end no place gets anything", () => {
  const { demands, told } = scene();
  demands.setView({ isVisible: true });
  demands.end();
  demands.update();
  expect(told).toEqual({});
});
