import { describe, expect, test } from "vitest";
import { type Demand, mergeDemands, type PlaceDemand } from "../../../extension/places/demand.ts";
import { type ClusterPlace, type Place, placeKey } from "../../../extension/places/place.ts";
import { randomFrom } from "../../random.ts";

const here: Place = { kind: "cluster", namespaces: [] };
const there: Place = { kind: "cluster", context: "prod", namespaces: ["a", "b"] };
const files: Place = { kind: "files", holds: "must-gather", path: "/gather" };

const kind = { group: "", kind: "ConfigMap", plural: "configmaps", versions: ["v1"], namespaced: true };
const namedObject = (name: string, namespace = "n") => ({ kind, namespace, name });
const ref = (name: string) => ({ group: "", version: "v1", kind: "ConfigMap", namespace: "n", name });
const demandWith = (more: Partial<Demand>): Demand => ({ related: false, named: [], objects: [], ...more });

/** What is wanted of each place, by the place's text. */
function mergeToRecord(...wishes: readonly PlaceDemand[]): Readonly<Record<string, Demand>> {
  return Object.fromEntries([...mergeDemands(wishes)].map(([key, one]) => [key, one.demand]));
}

const rows: readonly { readonly rule: string; readonly wishes: readonly Partial<Demand>[]; readonly is: Demand }[] = [
  { rule: "a place that is looked at is there, with its roots alone", wishes: [{}, {}], is: demandWith({}) },
  {
    rule: "one who wants what they record is enough",
    wishes: [{ related: true }, {}],
    is: demandWith({ related: true }),
  },
  {
    rule: "what several name is asked for once, in the order in which it was named",
    wishes: [{ named: [namedObject("b"), namedObject("a")] }, { named: [namedObject("a"), namedObject("c")] }],
    is: demandWith({ named: [namedObject("b"), namedObject("a"), namedObject("c")] }),
  },
  {
    rule: "the same name elsewhere is another object",
    wishes: [{ named: [namedObject("a")] }, { named: [namedObject("a", "other")] }],
    is: demandWith({ named: [namedObject("a"), namedObject("a", "other")] }),
  },
  {
    rule: "an object that several look at is read once",
    wishes: [{ objects: [ref("a")] }, { objects: [ref("a"), ref("b")] }],
    is: demandWith({ objects: [ref("a"), ref("b")] }),
  },
];
test.for(rows)("$rule", ({ wishes, is }) => {
  expect(mergeToRecord(...wishes.map((each) => ({ place: here, demand: each })))).toEqual({ [placeKey(here)]: is });
});

test("what no surface shows is not in it", () => {
  expect(mergeDemands([]).size).toBe(0);
  expect([...mergeDemands([{ place: here, demand: {} }]).keys()]).toEqual([placeKey(here)]);
});

test("each place has its own", () => {
  const all = mergeToRecord(
    { place: here, demand: {} },
    { place: there, demand: { related: true } },
    { place: files, demand: { objects: [ref("a")] } },
  );
  expect(all).toEqual({
    [placeKey(here)]: demandWith({}),
    [placeKey(there)]: demandWith({ related: true }),
    [placeKey(files)]: demandWith({ objects: [ref("a")] }),
  });
});

test("whatever the order of those who look, and however often each does, the same is wanted", () => {
  const random = randomFrom(7);
  const pick = <T>(all: readonly T[]): readonly T[] => all.filter(() => random() < 0.5);
  const summarizeDemands = (all: Readonly<Record<string, Demand>>): unknown =>
    Object.entries(all)
      .map(([key, one]) => [key, one.related, namesIn(one.named), namesIn(one.objects)])
      .sort();
  for (let repetition = 0; repetition < 200; repetition += 1) {
    const wishes = Array.from({ length: 6 }, (): PlaceDemand => {
      const more = {
        named: pick(["a", "b", "c"]).map((name) => namedObject(name)),
        objects: pick(["a", "b"]).map(ref),
      };
      const [place = here] = pick([here, there, files]);
      return { place, demand: { related: random() < 0.5, ...more } };
    });
    const shuffled = [...wishes, ...pick(wishes)].toSorted(() => random() - 0.5);
    expect(summarizeDemands(mergeToRecord(...shuffled))).toEqual(summarizeDemands(mergeToRecord(...wishes)));
  }
});

function namesIn(all: readonly { readonly name: string }[]): readonly string[] {
  return all.map(({ name }) => name).toSorted();
}

describe("the text of a place", () => {
  const base: ClusterPlace = { kind: "cluster", namespaces: ["a", "b"] };
  const same: readonly [Place, Place][] = [
    [base, { kind: "cluster", namespaces: ["b", "a"] }],
    [files, { ...files }],
  ];
  test.for(same)("is the same for %j and %j", ([one, other]) => {
    expect(placeKey(one)).toBe(placeKey(other));
  });

  test("is another one for every other place", () => {
    const places: readonly Place[] = [
      here,
      base,
      there,
      files,
      { ...base, namespaces: ["a,b"] },
      { ...base, namespaces: ["a"] },
      { ...base, context: "a", namespaces: ["b"] },
      { ...base, kubeconfig: "prod" },
      { ...files, holds: "dump" },
      { ...files, path: "/other" },
    ];
    expect(new Set(places.map(placeKey)).size).toBe(places.length);
  });
});
