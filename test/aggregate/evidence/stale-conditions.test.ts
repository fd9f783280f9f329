import { expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { findObject, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import { readSurfaces } from "./surfaces.ts";

const healthyCase = "all-six-components-are-healthy";

interface Generations {
  /** The kind of the object, whose generation is 5. */
  readonly kind: string;
  readonly ofStatus: number;
  /** The generation of the conditions of these types; others have the one of the object. */
  readonly ofTypes: Readonly<Record<string, number>>;
}

function setGenerations(objects: readonly Raw[], { kind, ofStatus, ofTypes }: Generations): void {
  const object = findObject(objects, kind);
  object["metadata"].generation = 5;
  object["status"].observedGeneration = ofStatus;
  for (const condition of object["status"].conditions) condition.observedGeneration = ofTypes[condition.type] ?? 5;
}

const rows: readonly {
  readonly rule: string;
  readonly generations: Generations;
  readonly verdict: string;
  readonly note: string;
}[] = [
  {
    rule: "conditions of the present generation make the HyperConverged healthy",
    generations: { kind: "HyperConverged", ofStatus: 5, ofTypes: {} },
    verdict: "healthy",
    note: "6 components healthy",
  },
  {
    rule: "Available of an older generation makes the HyperConverged progressing although the status is newer",
    generations: { kind: "HyperConverged", ofStatus: 5, ofTypes: { Available: 2 } },
    verdict: "progressing",
    note: "generation 5, observed 2",
  },
  {
    rule: "Degraded of an older generation makes the HyperConverged progressing although the status is ahead",
    generations: { kind: "HyperConverged", ofStatus: 9, ofTypes: { Degraded: 4 } },
    verdict: "progressing",
    note: "generation 5, observed 4",
  },
  {
    rule: "Upgradeable of an older generation leaves the HyperConverged healthy",
    generations: { kind: "HyperConverged", ofStatus: 5, ofTypes: { Upgradeable: 2 } },
    verdict: "healthy",
    note: "6 components healthy",
  },
  {
    rule: "Available of an older generation in KubeVirt makes the HyperConverged progressing",
    generations: { kind: "KubeVirt", ofStatus: 5, ofTypes: { Available: 2 } },
    verdict: "progressing",
    note: "5 of 6 healthy",
  },
  {
    rule: "Available of an older generation in CDI, whose generation counts each status, leaves it healthy",
    generations: { kind: "CDI", ofStatus: 5, ofTypes: { Available: 2 } },
    verdict: "healthy",
    note: "6 components healthy",
  },
];

test.for(rows)("$rule", ({ generations, verdict, note }) => {
  const objects = readCaseAsCluster(healthyCase);
  setGenerations(objects, generations);
  const snapshot = readFromCluster(objects);
  const { verdict: found, reached, gate } = readSurfaces(snapshot);
  expect(found).toBe(verdict);
  expect(reached.includes("healthy")).toBe(verdict === "healthy");
  expect(reached.includes("available")).toBe(verdict === "healthy");
  if (verdict !== "healthy") expect(gate).not.toBe("ALLOW");
  expect(renderText(aggregate(snapshot), { width: 120 })).toContain(note);
});
