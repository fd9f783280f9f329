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

const threeReplicas = { spec: { replicas: 3 } };
const allReady = { replicas: 3, readyReplicas: 3, currentReplicas: 3 };

describe("proposal and code evaluate a component differently", () => {
  const rows: readonly {
    readonly rule: string;
    readonly object: Json;
    readonly code: string;
    readonly proposal: unknown;
  }[] = [
    {
      rule: "a custom resource without conditions is Ready for the code and unknown for the proposal (1)",
      object: widget("x", []),
      code: "Ready",
      proposal: { status: "Unknown", counted: false },
    },
    {
      rule: "a custom resource with Ready=Unknown is Ready for the code and in progress for the proposal (2)",
      object: widget("x", [condition("Ready", "Unknown")]),
      code: "Ready",
      proposal: { status: "InProgress", counted: true },
    },
    {
      rule: "a LoadBalancer without an address is in progress for the code and Ready for the proposal (3)",
      object: partObject("v1", "Service", "x", { spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" } }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "a StatefulSet whose spec was not observed is in progress for the code and Ready for the proposal (4)",
      object: partObject("apps/v1", "StatefulSet", "x", {
        metadata: { generation: 2 },
        ...threeReplicas,
        status: allReady,
      }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "a StatefulSet with a replica too many is in progress for the code and Ready for the proposal (4)",
      object: partObject("apps/v1", "StatefulSet", "x", { ...threeReplicas, status: { ...allReady, replicas: 4 } }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "a PodDisruptionBudget whose spec was not observed is in progress for the code and Ready for the proposal (5)",
      object: partObject("policy/v1", "PodDisruptionBudget", "x", {
        metadata: { generation: 2 },
        status: { currentHealthy: 1 },
      }),
      code: "InProgress",
      proposal: { status: "Ready", counted: true },
    },
    {
      rule: "a ConfigMap is Ready for the code and not evaluated by the proposal (6)",
      object: configMap("x"),
      code: "Ready",
      proposal: null,
    },
    {
      rule: "a custom resource with InProgress=True is in progress for the code and Ready for the proposal (12)",
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

  test("only the proposal has Settled, and only its Error has the errors of components (7, 8)", () => {
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
      return partObject("apps/v1", "StatefulSet", name, { metadata, ...threeReplicas, status });
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

describe.for(Array.from({ length: 40 }, (_, seed) => [seed] as const))(
  "random components of seed %i are counted",
  ([seed]) => {
    const random = randomFrom(seed);
    const makeRandomParts = (agreeing: boolean): Json[] =>
      Array.from({ length: 1 + Math.floor(random() * 8) }, (_, place) => randomPart(random, `p${place}`, agreeing));

    test("componentsReady counts each component as often as it was selected", () => {
      const { children, expected } = evaluate([
        buildApplication([...kinds, ["v1", "Service"]], { status: readyStatus }),
        ...makeRandomParts(false),
      ]);
      const sum = (nodes: typeof children): number => nodes.reduce((total, { times = 1 }) => total + times, 0);
      const ready = children.filter(({ judged }) => judged?.code === "Ready");
      expect(expected.code?.componentsReady).toBe(`${sum(ready)}/${sum(children)}`);
      const counted = children.filter(({ judged }) => judged?.proposal?.counted === true);
      const readyOfThem = counted.filter(({ judged }) => judged?.proposal?.status === "Ready");
      expect(expected.proposal?.componentsReady).toBe(`${sum(readyOfThem)}/${sum(children)}`);
      expect(expected.proposal?.conditions[0]?.status).toBe(counted.length === readyOfThem.length ? "True" : "False");
    });

    test("proposal and code agree on components for which issue 79 names no difference", () => {
      const { children, expected } = evaluate([
        buildApplication(kinds, { status: readyStatus }),
        ...makeRandomParts(true),
      ]);
      for (const { judged } of children) expect(judged?.proposal).toEqual({ status: judged?.code, counted: true });
      expect(expected.proposal?.conditions.slice(0, 2)).toEqual(expected.code?.conditions);
      expect(expected.proposal?.componentsReady).toBe(expected.code?.componentsReady);
    });
  },
);
