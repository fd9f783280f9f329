import { describe, expect, test } from "vitest";
import { evaluateByProposal, readExtendedStatus } from "../../../shared/aggregate/application/readiness-by-proposal.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import {
  buildApplication,
  condition,
  configMap,
  evaluate,
  expectedConditions,
  type Json,
  partObject,
  readyStatus,
  widget,
} from "./objects.ts";

// kubernetes-sigs/application#79, "Aggregating status".

const countedStatus = (status: string) => ({ status, counted: true });
const left = { status: "Unknown", counted: false };
const numbers = (replicas: unknown, ready: number, current: number) => ({
  spec: { replicas },
  status: { readyReplicas: ready, currentReplicas: current },
});

describe("a component in the proposal", () => {
  const rows: [rule: string, apiVersion: string, kind: string, body: Json, judged: unknown][] = [
    ["StatefulSet with all ready and current", "apps/v1", "StatefulSet", numbers(3, 3, 3), countedStatus("Ready")],
    [
      "StatefulSet that was not observed",
      "apps/v1",
      "StatefulSet",
      { ...numbers(3, 3, 3), metadata: { name: "x", generation: 9 } },
      countedStatus("Ready"),
    ],
    ["StatefulSet short of one", "apps/v1", "StatefulSet", numbers(3, 2, 3), countedStatus("InProgress")],
    ["StatefulSet with an old one", "apps/v1", "StatefulSet", numbers(3, 3, 2), countedStatus("InProgress")],
    [
      "StatefulSet that wants the usual one",
      "apps/v1",
      "StatefulSet",
      numbers(undefined, 1, 1),
      countedStatus("Ready"),
    ],
    ["StatefulSet that wants what is no number", "apps/v1", "StatefulSet", numbers("3", 3, 3), left],
    ["Service, always", "v1", "Service", { spec: { type: "LoadBalancer" } }, countedStatus("Ready")],
    [
      "PodDisruptionBudget with enough",
      "policy/v1",
      "PodDisruptionBudget",
      { status: { currentHealthy: 2, desiredHealthy: 2 } },
      countedStatus("Ready"),
    ],
    [
      "PodDisruptionBudget without",
      "policy/v1",
      "PodDisruptionBudget",
      { status: { currentHealthy: 1, desiredHealthy: 2 } },
      countedStatus("InProgress"),
    ],
    ["Deployment: todo", "apps/v1", "Deployment", {}, null],
    ["ConfigMap: todo", "v1", "ConfigMap", {}, null],
    ["Job: todo", "batch/v1", "Job", {}, null],
    ["Ingress: todo", "networking.k8s.io/v1", "Ingress", {}, null],
    [
      "custom resource that is ready",
      "example.com/v1",
      "Widget",
      { status: { conditions: [condition("Ready", "True")] } },
      countedStatus("Ready"),
    ],
    [
      "custom resource that is not",
      "example.com/v1",
      "Widget",
      { status: { conditions: [condition("Ready", "False")] } },
      countedStatus("InProgress"),
    ],
    [
      "custom resource that cannot say",
      "example.com/v1",
      "Widget",
      { status: { conditions: [condition("Ready", "Unknown")] } },
      countedStatus("InProgress"),
    ],
    [
      "custom resource without Ready",
      "example.com/v1",
      "Widget",
      { status: { conditions: [condition("Available", "True")] } },
      left,
    ],
    ["custom resource without a status", "example.com/v1", "Widget", {}, left],
    ["custom resource whose conditions are no list", "example.com/v1", "Widget", { status: { conditions: "x" } }, left],
    [
      "custom resource that says it elsewhere",
      "greenhouse.sap/v1alpha1",
      "Plugin",
      { status: { statusConditions: { conditions: [condition("Ready", "True")] } } },
      left,
    ],
    [
      "nested Application",
      "app.k8s.io/v1beta1",
      "Application",
      { status: { conditions: [condition("Ready", "True")] } },
      countedStatus("Ready"),
    ],
    ["custom resource of a group that ends like Kubernetes' own", "gateway.networking.k8s.io/v1", "Gateway", {}, left],
  ];
  test.for(rows)("%s", ([, apiVersion, kind, body, judged]) => {
    expect(evaluateByProposal(toObject({ apiVersion, kind, metadata: { name: "x" }, ...body }))).toEqual(judged);
  });
});

describe("the blocks sts and pdb are facts of their parts", () => {
  const rows: [rule: string, apiVersion: string, kind: string, body: Json, facts: Json][] = [
    [
      "numbers and progress",
      "apps/v1",
      "StatefulSet",
      numbers(3, 2, 3),
      { replicas: "3", readycount: "2", currentcount: "3", progress: "66" },
    ],
    [
      "progress of none wanted",
      "apps/v1",
      "StatefulSet",
      numbers(0, 0, 0),
      { replicas: "0", readycount: "0", currentcount: "0", progress: "100" },
    ],
    [
      "progress ends at 100",
      "apps/v1",
      "StatefulSet",
      numbers(2, 3, 3),
      { replicas: "2", readycount: "3", currentcount: "3", progress: "100" },
    ],
    [
      "healthy counts",
      "policy/v1",
      "PodDisruptionBudget",
      { status: { currentHealthy: 1, desiredHealthy: 2 } },
      { currenthealthy: "1", desiredhealthy: "2" },
    ],
    ["nothing of what is no number", "apps/v1", "StatefulSet", numbers("3", 2, 3), {}],
    ["nothing of other kinds", "apps/v1", "Deployment", numbers(3, 2, 3), {}],
  ];
  test.for(rows)("%s", ([, apiVersion, kind, body, facts]) => {
    expect(readExtendedStatus(toObject({ apiVersion, kind, metadata: { name: "x" }, ...body }))).toEqual(facts);
  });

  test("beside what else is known of the part", () => {
    const status = { observedGeneration: 1, replicas: 2, readyReplicas: 2, currentReplicas: 2, updatedReplicas: 2 };
    const set = partObject("apps/v1", "StatefulSet", "db", {
      metadata: { generation: 1 },
      spec: { replicas: 2 },
      status,
    });
    const [db] = evaluate([buildApplication([["apps", "StatefulSet"]], { status: readyStatus }), set]).children;
    expect(db?.facts).toMatchObject({ ready: "2/2", readycount: "2", progress: "100" });
  });
});

describe("the summary in the proposal", () => {
  const kinds: [string, string][] = [
    ["", "ConfigMap"],
    ["example.com", "Widget"],
    ["", "Service"],
  ];
  const settled = "Settled True Settled: Converged to version: 1";
  const noError = "Error False NoError: No error seen";
  const ready = widget("ready", [condition("Ready", "True")]);

  const rows: [rule: string, parts: Json[], ready: string, conditions: string[]][] = [
    [
      "is ready when all that counts is",
      [ready, configMap("a"), widget("silent", [])],
      "1/3",
      ["Ready True ComponentsReady: all components ready", noError, settled],
    ],
    [
      "is not when one that counts is not",
      [ready, widget("b", [condition("Ready", "Unknown")])],
      "1/2",
      ["Ready False ComponentsNotReady: 1 components not ready", noError, settled],
    ],
    [
      "is ready over nothing that counts",
      [configMap("a")],
      "0/1",
      ["Ready True ComponentsReady: all components ready", noError, settled],
    ],
    [
      "gathers the errors of its components",
      [
        widget("b", [condition("Ready", "True"), condition("Error", "True", "Boom", "it went boom")]),
        widget("c", [condition("Ready", "True"), condition("Error", "True", "Bang")]),
      ],
      "2/2",
      [
        "Ready True ComponentsReady: all components ready",
        "Error True ErrorSeen: [Widget b: it went boom, Widget c: Bang]",
        settled,
      ],
    ],
    [
      "uses nothing of what does not count",
      [ready, widget("b", [condition("Error", "True", "Boom")])],
      "1/2",
      ["Ready True ComponentsReady: all components ready", noError, settled],
    ],
  ];
  test.for(rows)("%s", ([, parts, componentsReady, conditions]) => {
    const root = evaluate([buildApplication(kinds, { status: readyStatus }), ...parts]);
    expect([root.expected.proposal?.componentsReady, expectedConditions(root, "proposal")]).toEqual([
      componentsReady,
      conditions,
    ]);
  });

  test("keeps the last error's words on an Error that is False, as its example does", () => {
    const status = {
      observedGeneration: 1,
      conditions: [condition("Error", "False", "ErrorSeen", "the object has been modified")],
    };
    expect(expectedConditions(evaluate([buildApplication(kinds, { status }), ready]), "proposal")[1]).toBe(
      "Error False ErrorSeen: the object has been modified",
    );
  });

  const generations: [rule: string, generation: number | undefined, observed: number | undefined, status: string][] = [
    ["is settled when the spec was observed", 3, 3, "True"],
    ["is not settled when an older one was", 3, 2, "False"],
    ["is not settled when none was", 3, undefined, "False"],
    ["it is Unknown without generations", undefined, undefined, "Unknown"],
  ];
  test.for(generations)("%s", ([, generation, observedGeneration, status]) => {
    const root = evaluate([
      buildApplication(kinds, { metadata: { generation }, status: { observedGeneration } }),
      ready,
    ]);
    expect(root.expected.proposal?.conditions[2]).toMatchObject({ type: "Settled", status });
  });
});
