import { describe, expect, test } from "vitest";
import { randomFrom } from "../../random.ts";
import {
  buildApplication,
  condition,
  configMap,
  evaluate,
  type Json,
  partObject,
  readyStatus,
  widget,
} from "./objects.ts";

// Where the proposal (kubernetes-sigs/application#79) and the code differ, and that they differ nowhere else.

const three = { spec: { replicas: 3 } };
const full = { replicas: 3, readyReplicas: 3, currentReplicas: 3 };

describe("proposal and code part over", () => {
  const rows: readonly {
    readonly rule: string;
    readonly object: Json;
    readonly code: string;
    readonly proposal: unknown;
  }[] = [
    {
      rule: "1: a custom resource that says nothing",
      object: widget("x", []),
      code: "Ready",
      proposal: { status: "Unknown", counted: false },
    },
    {
      rule: "2: Ready Unknown",
      object: widget("x", [condition("Ready", "Unknown")]),
      code: "Ready",
      proposal: { status: "InProgress", counted: true },
    },
    {
      rule: "3: a LoadBalancer that waits",
      object: partObject("v1", "Service", "x", { spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" } }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "4: a StatefulSet that was not observed",
      object: partObject("apps/v1", "StatefulSet", "x", { metadata: { generation: 2 }, ...three, status: full }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "4: a StatefulSet with one too many",
      object: partObject("apps/v1", "StatefulSet", "x", { ...three, status: { ...full, replicas: 4 } }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "5: a budget that was not observed",
      object: partObject("policy/v1", "PodDisruptionBudget", "x", {
        metadata: { generation: 2 },
        status: { currentHealthy: 1 },
      }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    { rule: "6: core kinds without a rule", object: configMap("x"), code: "Ready", proposal: null },
    {
      rule: "12: InProgress True",
      object: widget("x", [condition("Ready", "True"), condition("InProgress", "True")]),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
  ];
  test.for(rows)("$rule", ({ object, code, proposal }) => {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const group = apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
    const [node] = evaluate([buildApplication([[group, kind]], { status: readyStatus }), object]).children;
    expect(node?.judged).toEqual({ code, proposal });
  });

  test("7, 8: Settled, and whose errors Error holds", () => {
    const nested = widget("x", [condition("Ready", "True"), condition("Error", "True", "ErrorSeen", "boom")]);
    const { code, proposal } = evaluate([
      buildApplication([["example.com", "Widget"]], { status: readyStatus }),
      nested,
    ]).expected;
    expect(code?.conditions.map(({ type, status }) => [type, status])).toEqual([
      ["Ready", "True"],
      ["Error", "False"],
    ]);
    expect(proposal?.conditions.map(({ type, status }) => [type, status])).toEqual([
      ["Ready", "True"],
      ["Error", "True"],
      ["Settled", "True"],
    ]);
  });
});

const kinds: [string, string][] = [
  ["apps", "StatefulSet"],
  ["", "Service"],
  ["policy", "PodDisruptionBudget"],
  ["", "ConfigMap"],
  ["example.com", "Widget"],
];

/** Any component of these kinds; `agreeing`: none of which 1.5 says that the two see it differently. */
function randomPart(random: () => number, name: string, agreeing: boolean): Json {
  const pickOne = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const generation = agreeing ? 1 : pickOne([1, 2]);
  const counted = pickOne([0, 1, 2, 3]);
  const metadata = { generation };
  const status = {
    observedGeneration: 1,
    replicas: agreeing ? 3 : pickOne([2, 3]),
    readyReplicas: counted,
    currentReplicas: pickOne([3, counted]),
  };
  switch (pickOne(agreeing ? ["sts", "svc", "pdb", "cr"] : ["sts", "svc", "pdb", "cr", "cm"])) {
    case "sts":
      return partObject("apps/v1", "StatefulSet", name, { metadata, ...three, status });
    case "svc":
      return partObject("v1", "Service", name, {
        spec: { type: agreeing ? "ClusterIP" : pickOne(["ClusterIP", "LoadBalancer"]), clusterIP: "10.0.0.1" },
      });
    case "pdb":
      return partObject("policy/v1", "PodDisruptionBudget", name, {
        metadata,
        status: { observedGeneration: 1, currentHealthy: counted, desiredHealthy: 2 },
      });
    case "cm":
      return configMap(name);
    default:
      return widget(
        name,
        agreeing
          ? [condition("Ready", pickOne(["True", "False"]))]
          : pickOne<unknown>([[], "x", [condition("Ready", pickOne(["True", "False", "Unknown"]))]]),
      );
  }
}

describe.for(Array.from({ length: 40 }, (_, seed) => [seed] as const))("seed %i", ([seed]) => {
  const random = randomFrom(seed);
  const someParts = (agreeing: boolean): Json[] =>
    Array.from({ length: 1 + Math.floor(random() * 8) }, (_, place) => randomPart(random, `p${place}`, agreeing));

  test("componentsReady counts the parts, each as often as it was selected", () => {
    const { children, expected } = evaluate([
      buildApplication([...kinds, ["v1", "Service"]], { status: readyStatus }),
      ...someParts(false),
    ]);
    const sum = (nodes: typeof children): number => nodes.reduce((total, { times = 1 }) => total + times, 0);
    const ready = children.filter(({ judged }) => judged?.code === "Ready");
    expect(expected.code?.componentsReady).toBe(`${sum(ready)}/${sum(children)}`);
    const counted = children.filter(({ judged }) => judged?.proposal?.counted === true);
    const readyOfThem = counted.filter(({ judged }) => judged?.proposal?.status === "Ready");
    expect(expected.proposal?.componentsReady).toBe(`${sum(readyOfThem)}/${sum(children)}`);
    expect(expected.proposal?.conditions[0]?.status).toBe(counted.length === readyOfThem.length ? "True" : "False");
  });

  test("both agree where 1.5 does not say that they part", () => {
    const { children, expected } = evaluate([buildApplication(kinds, { status: readyStatus }), ...someParts(true)]);
    for (const { judged } of children) expect(judged?.proposal).toEqual({ status: judged?.code, counted: true });
    expect(expected.proposal?.conditions.slice(0, 2)).toEqual(expected.code?.conditions);
    expect(expected.proposal?.componentsReady).toBe(expected.code?.componentsReady);
  });
});
