import { expect, test } from "vitest";
import { KeptList } from "../../../../shared/io/watch/reflector/kept-list.ts";
import type { KubeObject } from "../../../../shared/model/object.ts";
import { toObject } from "../../../../shared/parse/kube-object.ts";
import { pick, randomIntegersFrom } from "../../../random.ts";

const places = ["a", "a-b", "a.b", "a0", "ab", "b", ""];

function objectOf(namespace: string, name: string, version: number, uid = "u"): KubeObject {
  const place = namespace === "" ? {} : { namespace };
  return toObject({ apiVersion: "v1", kind: "X", metadata: { name, uid, resourceVersion: String(version), ...place } });
}

/** As etcd holds it: by its path, byte for byte. */
const keyOf = ({ ref }: KubeObject): string =>
  ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;

test.for(Array.from({ length: 20 }, (_, seed) => ({ seed })))(
  "puts, removes and replaces leave what a plain table holds, in etcd's order (seed $seed)",
  ({ seed }) => {
    const below = randomIntegersFrom(seed);
    const randomObject = (): KubeObject => {
      const choose = <T>(all: readonly T[]): T => pick(() => below(1000) / 1000, all);
      return objectOf(choose(places), choose(["x", "x-1", "x.1", "y", "z"]), below(4), choose(["u", "v"]));
    };
    const kept = new KeptList();
    let model = new Map<string, KubeObject>();
    for (let step = 0; step < 300; step += 1) {
      const object = randomObject();
      const before = kept.objects();
      const known = model.get(keyOf(object));
      const isSame = known?.uid === object.uid && known.resourceVersion === object.resourceVersion;
      const act = below(10);
      if (act < 6) {
        expect(kept.put(object)).toBe(!isSame);
        if (!isSame) model.set(keyOf(object), object);
      } else if (act < 9) {
        expect(kept.remove(object)).toBe(known !== undefined);
        model.delete(keyOf(object));
      } else {
        const all = Array.from({ length: below(12) }, randomObject);
        const next = new Map(all.map((each) => [keyOf(each), each]));
        kept.replace(all);
        model = new Map(
          [...next].map(([key, each]) => {
            const old = model.get(key);
            const isOld = old?.uid === each.uid && old.resourceVersion === each.resourceVersion;
            return [key, isOld ? old : each] as const;
          }),
        );
      }
      const wanted = [...model].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
      const is = kept.objects();
      expect(is.length).toBe(wanted.length);
      // The very same objects; and the very same list where nothing changed.
      expect(is.every((each, at) => each === wanted[at])).toBe(true);
      const isUnchanged = before.length === is.length && before.every((each, at) => each === is[at]);
      expect(before === is).toBe(isUnchanged);
    }
  },
);

test("an object that does not say its version is never taken for the same", () => {
  const kept = new KeptList();
  const object = toObject({ kind: "X", metadata: { name: "a", uid: "u" } });
  expect([kept.put(object), kept.put({ ...object })]).toEqual([true, true]);
});

test("what was handed over does not change any more", () => {
  const kept = new KeptList();
  kept.put(objectOf("a", "x", 1));
  const before = kept.objects();
  kept.put(objectOf("a", "y", 1));
  expect(before.length).toBe(1);
});
