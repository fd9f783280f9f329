import { describe, expect, test } from "vitest";
import { ListWeight } from "../../../../shared/io/watch/reflector/list-weight.ts";
import type { KubeObject } from "../../../../shared/model/object.ts";
import type { Query } from "../../../../shared/model/snapshot.ts";
import {
  createInputBudget,
  createInputShare,
  type InputBudget,
  serverLimits,
} from "../../../../shared/parse/input-budget.ts";
import { toObject } from "../../../../shared/parse/kube-object.ts";
import { randomIntegersFrom } from "../../../random.ts";

const pods: Query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const kinds = Object.keys(serverLimits) as (keyof typeof serverLimits)[];

function buildPod(name: string, filler = ""): { readonly object: KubeObject; readonly line: string } {
  const raw = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: { nodeName: "n", hostname: filler, priority: 1 },
  };
  return { object: toObject(raw), line: JSON.stringify({ type: "ADDED", object: raw }) };
}

function listUsed(budget: InputBudget): readonly number[] {
  return kinds.map((kind) => serverLimits[kind].max - budget.remaining(kind));
}

test.for(Array.from({ length: 10 }, (_, seed) => ({ seed })))(
  "a list counts each object once while objects come and go, and none after its release (seed $seed)",
  ({ seed }) => {
    const randomBelow = randomIntegersFrom(seed);
    const budget = createInputBudget("servers");
    const weight = new ListWeight(pods, "https://x", budget);
    let held = new Map<string, KubeObject>();
    for (let step = 0; step < 200; step += 1) {
      const { object, line } = buildPod(`p${randomBelow(20)}`, "x".repeat(randomBelow(5_000)));
      const before = held.get(object.key);
      const action = randomBelow(20);
      if (action < 12) {
        held.set(object.key, weight.put(object, before, line, held.size));
      } else if (action < 19) {
        if (before !== undefined) weight.remove(before);
        held.delete(object.key);
      } else {
        const share = createInputShare(budget);
        share.take("objects", "x", 2);
        share.take("bytes", "x", 401);
        const relisted = [buildPod("p1").object, buildPod("p2").object];
        held = new Map(relisted.map((listed) => [listed.key, listed]));
        weight.replace(share, 2);
      }
      expect(serverLimits.objects.max - budget.remaining("objects")).toBe(held.size);
      expect(budget.remaining("bytes")).toBeLessThanOrEqual(serverLimits.bytes.max);
    }
    weight.release();
    expect(listUsed(budget)).toEqual([0, 0, 0, 0]);
  },
);

describe("an object beyond the limit is not counted", () => {
  const rows: readonly {
    readonly rule: string;
    readonly kind: keyof typeof serverLimits;
    readonly left: number;
    readonly sentence: string;
  }[] = [
    {
      rule: "one object beyond the limit of objects is refused",
      kind: "objects",
      left: 0,
      sentence: "more than 100000 objects in all lists together",
    },
    {
      rule: "an object beyond the limit of bytes in large objects is refused",
      kind: "excess",
      left: 1_000,
      sentence: "more than 40000000 bytes in large objects of all lists together",
    },
  ];
  test.for(rows)("$rule", ({ kind, left, sentence }) => {
    const budget = createInputBudget("servers");
    const weight = new ListWeight({ ...pods, namespace: "n" }, "https://x", budget);
    budget.take(kind, "others", serverLimits[kind].max - left);
    const before = listUsed(budget);
    const { object, line } = buildPod("p", "x".repeat(10_000));
    expect(() => weight.put(object, undefined, line, 0)).toThrow(
      `cannot use pods in namespace "n" of https://x: ${sentence}`,
    );
    expect(listUsed(budget)).toEqual(before);
  });
});

describe("an object that a watch changes is kept as its list is", () => {
  const allFields = { nodeName: "n", hostname: "", priority: 1 };
  const rows: readonly {
    readonly rule: string;
    readonly query: Query;
    readonly count: number;
    readonly spec: object;
  }[] = [
    { rule: "an object of a list of 500 is kept whole", query: pods, count: 500, spec: allFields },
    {
      rule: "an object of a list of more than 500 is kept without the fields that no rule reads",
      query: pods,
      count: 501,
      spec: { nodeName: "n", hostname: "" },
    },
    {
      rule: "an object that is followed by its name is kept whole",
      query: { ...pods, fieldSelector: "metadata.name=p" },
      count: 501,
      spec: allFields,
    },
  ];
  test.for(rows)("$rule", ({ query, count, spec }) => {
    const { object, line } = buildPod("p");
    const weight = new ListWeight(query, "https://x", createInputBudget("servers"));
    expect(weight.put(object, undefined, line, count).spec).toEqual(spec);
  });
});
