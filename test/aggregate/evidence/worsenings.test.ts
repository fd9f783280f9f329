import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { sentences } from "../../golden/recorded.ts";
import { pick, randomFrom } from "../../random.ts";
import { isLongRun, repetitions } from "../../size.ts";
import { type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import { listImprovements, readSurfaces, type SurfaceAnswers } from "./surfaces.ts";
import { isComponent, isRunning, worsenings } from "./worsenings.ts";

type Read = (objects: readonly Raw[]) => ReturnType<typeof readFromCluster>;

type Shape = readonly [name: string, read: Read];

/** The two shapes of input: a cluster that answers, and files, where what is not there was not read. */
const shapes: readonly [Shape, Shape] = [
  ["live", (objects) => readFromCluster(objects)],
  [
    "from files",
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

describe.for(sentences)("%s", (sentence) => {
  const objects = readCaseAsCluster(sentence);
  const random = randomFrom(sentences.indexOf(sentence));

  test.for(shapes)("nothing gets better by a worsening, %s", ([, read]) => {
    const before: SurfaceAnswers = readSurfaces(read(objects));
    for (let repetition = 0; repetition < tries; repetition++) {
      const { sentence: change } = pick(random, worsenings);
      const worse = worsenCase(objects, change, random);
      if (worse === undefined) continue;
      expect([change, ...listImprovements(before, readSurfaces(read(worse), before.roots))]).toEqual([change]);
    }
  });
});

describe("nothing gets better where a cluster loses a component or a Deployment", () => {
  const cases = sentences.map((sentence) => [sentence, readCaseAsCluster(sentence)] as const);
  const whole = cases.filter(([, objects]) => objects.some(({ kind }) => kind === "HyperConverged"));

  test.for(whole)("%s", ([sentence, objects]) => {
    const before = readSurfaces(readFromCluster(objects));
    const all = objects.filter((object) => isComponent(object) || isRunning(object));
    for (const lost of all.filter((_, place) => isItsTurn(sentence, place))) {
      const rest = objects.filter((object) => object !== lost);
      const who = `${lost["kind"]} ${lost["metadata"].name}`;
      expect([who, ...listImprovements(before, readSurfaces(readFromCluster(rest), before.roots))]).toEqual([who]);
    }
  });
});

describe("nothing gets better where a file lacks a component", () => {
  const cases = sentences.map((sentence) => [sentence, readCaseAsCluster(sentence)] as const);
  const whole = cases.filter(([, objects]) => objects.some(({ kind }) => kind === "HyperConverged"));
  const [, [, read]] = shapes;

  test.for(whole)("%s", ([, objects]) => {
    const before = readSurfaces(read(objects));
    for (const lost of objects.filter(isComponent)) {
      const rest = objects.filter((object) => object !== lost);
      expect([lost["kind"], ...listImprovements(before, readSurfaces(read(rest), before.roots))]).toEqual([
        lost["kind"],
      ]);
    }
  });
});

test("there are fifty kinds of worsening, and each changes an object of some case", () => {
  const all = sentences.flatMap((sentence) => readCaseAsCluster(sentence));
  const idle = worsenings.filter(({ fits, edit }) => {
    const one = all.find(fits);
    if (one === undefined) return true;
    const copy = structuredClone(one);
    edit(copy);
    return JSON.stringify(copy) === JSON.stringify(one);
  });
  expect(idle.map(({ sentence }) => sentence)).toEqual([]);
  expect(new Set(worsenings.map(({ sentence }) => sentence)).size).toBeGreaterThanOrEqual(50);
});
