import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Verdict } from "../../../shared/model/verdict.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { sentences } from "../../golden/recorded.ts";
import { pick, randomFrom } from "../../random.ts";
import { isLongRun, repetitions } from "../../size.ts";
import { type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import { listImprovements, readSurfaces, type SurfaceAnswers } from "./surfaces.ts";
import { isComponent, isRunning, lostOutage, worsenings } from "./worsenings.ts";

type Read = (objects: readonly Raw[]) => ReturnType<typeof readFromCluster>;

type Shape = readonly [name: string, read: Read];

/** The two shapes of input: a cluster, and files, in which an object that is not there was not read. */
const shapes: readonly [Shape, Shape] = [
  ["of a cluster", (objects) => readFromCluster(objects)],
  [
    "of files",
    (objects) =>
      snapshotOf(objects.map(toObject), {
        takenAt: "2026-11-21T12:00:00Z",
        source: "input.yaml",
      }),
  ],
];

/** Several worsenings of one object each, drawn anew for each case; a long run tries ten times as many. */
const tries = repetitions(2);

/** Which objects a case loses: every third, over all cases each kind of object; in a long run all. */
function isItsTurn(sentence: string, place: number): boolean {
  return isLongRun || (sentences.indexOf(sentence) + place) % 3 === 0;
}

/** Edits one object that the worsening fits. Undefined where there is none. */
function worsenCase(objects: readonly Raw[], sentence: string, random: () => number): readonly Raw[] | undefined {
  const worsening = worsenings.find((each) => each.sentence === sentence);
  const fitting = objects.filter((object) => worsening?.fits(object));
  if (worsening === undefined || fitting.length === 0) return undefined;
  const target = pick(random, fitting);
  const copy = structuredClone(target);
  worsening.edit(copy);
  return objects.map((object) => (object === target ? copy : object));
}

describe.for(sentences)("a worsening of the case %s", (sentence) => {
  const objects = readCaseAsCluster(sentence);
  const random = randomFrom(sentences.indexOf(sentence));

  test.for(shapes)("a worsening improves no answer %s", ([, read]) => {
    const before: SurfaceAnswers = readSurfaces(read(objects));
    for (let repetition = 0; repetition < tries; repetition++) {
      const { sentence: change } = pick(random, worsenings);
      const worse = worsenCase(objects, change, random);
      if (worse === undefined) continue;
      expect(listImprovements(before, readSurfaces(read(worse), before.roots)), change).toEqual([]);
    }
  });
});

describe("a lost component or Deployment of a cluster improves no answer", () => {
  const cases = sentences.map((sentence) => [sentence, readCaseAsCluster(sentence)] as const);
  const whole = cases.filter(([, objects]) => objects.some(({ kind }) => kind === "HyperConverged"));

  test.for(whole)("no answer improves in the case %s", ([sentence, objects]) => {
    const before = readSurfaces(readFromCluster(objects));
    const candidates = objects.filter((object) => isComponent(object) || isRunning(object));
    for (const lost of candidates.filter((_, index) => isItsTurn(sentence, index))) {
      const others = objects.filter((object) => object !== lost);
      const after = readSurfaces(readFromCluster(others), before.roots);
      expect(listImprovements(before, after), `${lost["kind"]} ${lost["metadata"].name}`).toEqual([]);
    }
  });
});

describe("a component that a file lacks improves no answer", () => {
  const cases = sentences.map((sentence) => [sentence, readCaseAsCluster(sentence)] as const);
  const whole = cases.filter(([, objects]) => objects.some(({ kind }) => kind === "HyperConverged"));
  const [, [, read]] = shapes;

  test.for(whole)("no answer improves in the case %s", ([, objects]) => {
    const before = readSurfaces(read(objects));
    for (const lost of objects.filter(isComponent)) {
      const after = readSurfaces(read(objects.filter((object) => object !== lost)), before.roots);
      expect(listImprovements(before, after), lost["kind"]).toEqual([]);
    }
  });
});

describe("an object that no longer reports Available=False is never healthy", () => {
  const rows = sentences.flatMap((sentence) => {
    const objects = readCaseAsCluster(sentence);
    return objects.filter(lostOutage.fits).map((object) => ({ sentence, objects, object, kind: object["kind"] }));
  });

  describe.for(shapes)("%s", ([, read]) => {
    test.for(rows)("$kind keeps its verdict or is degraded or unknown: $sentence", ({ objects, object }) => {
      const copy = structuredClone(object);
      lostOutage.edit(copy);
      const before = readSurfaces(read(objects));
      const after = readSurfaces(read(objects.map((other) => (other === object ? copy : other))), before.roots);
      const verdictBefore = readVerdict(before, object);
      expect(verdictBefore).not.toBe("healthy");
      expect([verdictBefore, "degraded", "unknown"]).toContain(readVerdict(after, object));
      const improvements = listImprovements(before, after);
      expect(["", "the verdict is degraded, it was unavailable"]).toContain(improvements.join());
    });
  });

  test("HyperConvergeds and components are among these objects", () => {
    expect(rows.filter(({ kind }) => kind === "HyperConverged").length).toBeGreaterThan(20);
    expect(rows.filter(({ object }) => isComponent(object)).length).toBeGreaterThan(20);
  });
});

/** The verdict of the root or component of this kind and name. @throws where no root has it */
function readVerdict({ roots }: SurfaceAnswers, { kind, metadata }: Raw): Verdict {
  const nodes = roots.flatMap((root) => [root, ...root.children]);
  const node = nodes.find(({ ref }) => ref.kind === kind && ref.name === metadata.name);
  if (node === undefined) throw new Error(`no ${kind} ${metadata.name}`);
  return node.verdict;
}

test("each of at least fifty worsenings changes an object of some case", () => {
  const objectsOfAllCases = sentences.flatMap((sentence) => readCaseAsCluster(sentence));
  const withoutEffect = worsenings.filter(({ fits, edit }) => {
    const object = objectsOfAllCases.find(fits);
    if (object === undefined) return true;
    const copy = structuredClone(object);
    edit(copy);
    return JSON.stringify(copy) === JSON.stringify(object);
  });
  expect(withoutEffect.map(({ sentence }) => sentence)).toEqual([]);
  expect(new Set(worsenings.map(({ sentence }) => sentence)).size).toBeGreaterThanOrEqual(50);
});
