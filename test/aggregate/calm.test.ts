import { expect, test } from "vitest";
import { listComponents } from "../../shared/aggregate/hco/components.ts";
import { readHyperConvergedState } from "../../shared/aggregate/hco/hyperconverged-state.ts";
import { isEverythingHealthy, planReadsBelowComponents } from "../../shared/aggregate/hco/workloads/workload-plan.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { randomFrom } from "../random.ts";

/** For each root: whether the cheap check calls it calm, and how many lists the full plan would request. */
function countBoth(snapshot: Snapshot): readonly { readonly calm: boolean; readonly asked: number }[] {
  const index = indexSnapshot(snapshot);
  return index.all(hcoProfile.root).map((root) => {
    const namespaces = [root.ref.namespace ?? ""];
    const components = listComponents(readHyperConvergedState(root, index), index);
    const asked = planReadsBelowComponents(components, namespaces, index, snapshot.takenAt, {}).length;
    return { calm: isEverythingHealthy(components, namespaces, index), asked };
  });
}

const wrong = [null, "x", [], {}, 0, -1, true, "True", "False", "Unknown", 7];

/** One value somewhere in the object, at random, is another one. */
function changeRandomly(object: KubeObject, random: () => number): KubeObject {
  const raw = structuredClone(object.raw) as Record<string, unknown>;
  let here: Record<string, unknown> = raw;
  for (;;) {
    const keys = Object.keys(here).filter((key) => here !== raw || key === "status" || key === "spec");
    const key = keys[Math.floor(random() * keys.length)];
    if (key === undefined) return object;
    const value = here[key];
    if (typeof value === "object" && value !== null && random() < 0.9) here = value as Record<string, unknown>;
    else {
      here[key] = wrong[Math.floor(random() * wrong.length)];
      return toObject(raw);
    }
  }
}

test("where the fast check finds no unhealthy object, the full plan requests nothing", () => {
  const random = randomFrom(20261121);
  const all = sentences.map(readGoldenCase);
  let calm = 0;
  for (let repetition = 0; repetition < 40; repetition++) {
    for (const snapshot of all) {
      const readings = snapshot.readings.map((reading) =>
        reading.outcome !== "found" || repetition === 0
          ? reading
          : {
              ...reading,
              objects: reading.objects.map((each) => (random() < 0.05 ? changeRandomly(each, random) : each)),
            },
      );
      for (const both of countBoth({ ...snapshot, readings })) {
        if (both.calm) calm++;
        expect(both.calm && both.asked > 0).toBe(false);
      }
    }
  }
  expect(calm).toBeGreaterThan(100);
});

test("a healthy cluster needs no causes", () => {
  expect(countBoth(readGoldenCase("all-six-components-are-healthy"))).toEqual([{ calm: true, asked: 0 }]);
});
