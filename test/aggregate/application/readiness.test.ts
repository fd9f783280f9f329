import { describe, expect, test } from "vitest";
import { evaluateByCode } from "../../../shared/aggregate/application/readiness-by-controller.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { condition, type Json } from "./objects.ts";

// kubernetes-sigs/application controllers/status.go.

type Row = [rule: string, body: Json, status: "Ready" | "InProgress" | "Unknown"];

function evaluate(apiVersion: string, kind: string, body: Json) {
  const { metadata = {}, ...rest } = body as { metadata?: Json };
  return evaluateByCode(toObject({ apiVersion, kind, metadata: { name: "x", generation: 2, ...metadata }, ...rest }));
}

const seen = { observedGeneration: 2 };
const three = { spec: { replicas: 3 } };
const available = [condition("Available", "True")];

/** A Deployment whose three replicas are available, but for these fields of its status. */
function deployed(status: Json = {}): Json {
  return { ...three, status: { ...seen, replicas: 3, readyReplicas: 3, availableReplicas: 3, ...status } };
}

/** A StatefulSet whose three replicas are current and ready, but for these fields of its status. */
function statefulSetWith(status: Json = {}): Json {
  return { ...three, status: { ...seen, replicas: 3, readyReplicas: 3, currentReplicas: 3, ...status } };
}

/** A DaemonSet that is ready on both nodes, but for these fields of its status. */
function daemonSetWith(status: Json = {}): Json {
  return { status: { ...seen, desiredNumberScheduled: 2, numberAvailable: 2, numberReady: 2, ...status } };
}

function loadBalancer(...ingress: readonly unknown[]): Json {
  return { spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" }, status: { loadBalancer: { ingress } } };
}

function reporting(...conditions: readonly Json[]): Json {
  return { status: { conditions } };
}

const tables: Readonly<Record<string, readonly Row[]>> = {
  "apps/v1 StatefulSet": [
    ["all four numbers agree", statefulSetWith(), "Ready"],
    ["one is not ready", statefulSetWith({ readyReplicas: 2 }), "InProgress"],
    ["one is not current", statefulSetWith({ currentReplicas: 2 }), "InProgress"],
    ["one too many", statefulSetWith({ replicas: 4 }), "InProgress"],
    ["not observed", statefulSetWith({ observedGeneration: 1 }), "InProgress"],
    [
      "missing replicas are 1",
      { spec: {}, status: { ...seen, replicas: 1, readyReplicas: 1, currentReplicas: 1 } },
      "Ready",
    ],
    [
      "null replicas are 1",
      { spec: { replicas: null }, status: { ...seen, replicas: 1, readyReplicas: 1, currentReplicas: 1 } },
      "Ready",
    ],
    ["0 wanted and absent numbers", { spec: { replicas: 0 }, status: seen }, "Ready"],
    ["no status", three, "InProgress"],
    [
      "replicas is a text",
      { spec: { replicas: "3" }, status: { ...seen, replicas: 3, readyReplicas: 3, currentReplicas: 3 } },
      "Unknown",
    ],
    ["replicas is a fraction", { spec: { replicas: 1.5 }, status: seen }, "Unknown"],
    ["status is a text", { ...three, status: "fine" }, "Unknown"],
    [
      "updatedReplicas and deletion do not count",
      {
        metadata: { deletionTimestamp: "2026-11-21T10:00:00Z" },
        ...three,
        status: { ...seen, replicas: 3, readyReplicas: 3, currentReplicas: 3, updatedReplicas: 0 },
      },
      "Ready",
    ],
  ],
  "apps/v1 Deployment": [
    ["available", deployed({ conditions: available }), "Ready"],
    ["rolled out", deployed({ conditions: [condition("Progressing", "True", "NewReplicaSetAvailable")] }), "Ready"],
    [
      "progressing for another reason",
      deployed({ conditions: [condition("Progressing", "True", "ReplicaSetUpdated")] }),
      "InProgress",
    ],
    ["without conditions", deployed(), "InProgress"],
    [
      "with a replica failure",
      deployed({ conditions: [...available, condition("ReplicaFailure", "True")] }),
      "InProgress",
    ],
    ["one is not available", deployed({ availableReplicas: 2, conditions: available }), "InProgress"],
    ["not observed", deployed({ observedGeneration: 1, conditions: available }), "InProgress"],
    [
      "deadline exceeded is no failure",
      deployed({
        readyReplicas: 2,
        availableReplicas: 2,
        conditions: [condition("Progressing", "False", "ProgressDeadlineExceeded")],
      }),
      "InProgress",
    ],
    [
      "missing replicas are 1",
      { status: { ...seen, replicas: 1, readyReplicas: 1, availableReplicas: 1, conditions: available } },
      "Ready",
    ],
    ["conditions are a mapping", deployed({ conditions: {} }), "Unknown"],
  ],
  "apps/v1 ReplicaSet": [
    ["all agree", deployed(), "Ready"],
    ["one is not available", deployed({ availableReplicas: 2 }), "InProgress"],
    ["with a replica failure", deployed({ conditions: [condition("ReplicaFailure", "True")] }), "InProgress"],
    ["not observed", { ...three, status: { replicas: 3, readyReplicas: 3, availableReplicas: 3 } }, "InProgress"],
  ],
  "apps/v1 DaemonSet": [
    ["all agree", daemonSetWith(), "Ready"],
    ["no node wants it", { status: seen }, "Ready"],
    ["one is not available", daemonSetWith({ numberAvailable: 1 }), "InProgress"],
    ["one is not ready", daemonSetWith({ numberReady: 1 }), "InProgress"],
    ["not observed", { status: { desiredNumberScheduled: 2, numberAvailable: 2, numberReady: 2 } }, "InProgress"],
  ],
  "v1 PersistentVolumeClaim": [
    ["bound", { status: { phase: "Bound" } }, "Ready"],
    ["pending", { status: { phase: "Pending" } }, "InProgress"],
    ["lost", { status: { phase: "Lost" } }, "InProgress"],
    ["nothing said", {}, "InProgress"],
  ],
  "v1 Service": [
    ["ClusterIP", { spec: { type: "ClusterIP" } }, "Ready"],
    ["NodePort", { spec: { type: "NodePort" } }, "Ready"],
    ["ExternalName", { spec: { type: "ExternalName" } }, "Ready"],
    ["without a type", { spec: { clusterIP: "10.0.0.1" } }, "InProgress"],
    ["LoadBalancer with an address", loadBalancer({ ip: "192.0.2.1" }), "Ready"],
    ["LoadBalancer with a host name only", loadBalancer({ hostname: "lb.example.com" }), "InProgress"],
    ["LoadBalancer with one of each", loadBalancer({ ip: "192.0.2.1" }, { hostname: "lb.example.com" }), "InProgress"],
    [
      "LoadBalancer that waits",
      { spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" }, status: { loadBalancer: {} } },
      "InProgress",
    ],
    ["LoadBalancer with a blank address", loadBalancer({ ip: " " }), "InProgress"],
    [
      "LoadBalancer without clusterIP",
      { spec: { type: "LoadBalancer" }, status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } },
      "InProgress",
    ],
    ["of two ingresses one is null", loadBalancer(null, { ip: "192.0.2.1" }), "InProgress"],
    [
      "ingress is no list",
      { spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" }, status: { loadBalancer: { ingress: "no" } } },
      "Unknown",
    ],
    ["of an ingress the address is a number", loadBalancer({ ip: 7 }), "Unknown"],
  ],
  "v1 Pod": [
    ["ready", reporting(condition("Ready", "True")), "Ready"],
    ["not ready", reporting(condition("Ready", "False", "ContainersNotReady")), "InProgress"],
    ["completed", reporting(condition("Ready", "False", "PodCompleted")), "Ready"],
    ["its phase does not count", { status: { phase: "Running" } }, "InProgress"],
  ],
  "policy/v1 PodDisruptionBudget": [
    ["healthy enough", { status: { ...seen, currentHealthy: 2, desiredHealthy: 2 } }, "Ready"],
    ["not enough", { status: { ...seen, currentHealthy: 1, desiredHealthy: 2 } }, "InProgress"],
    ["not observed", { status: { currentHealthy: 2, desiredHealthy: 2 } }, "InProgress"],
  ],
  "policy/v1beta1 PodDisruptionBudget": [
    ["healthy enough", { status: { ...seen, currentHealthy: 2, desiredHealthy: 2 } }, "Ready"],
  ],
  "v1 ReplicationController": [
    ["all agree", deployed(), "Ready"],
    ["one is not available", deployed({ availableReplicas: 2 }), "InProgress"],
  ],
  "batch/v1 Job": [
    ["started", { status: { startTime: "2026-11-21T10:00:00Z" } }, "Ready"],
    ["failed", { status: { startTime: "2026-11-21T10:00:00Z", conditions: [condition("Failed", "True")] } }, "Ready"],
    ["not started", { status: {} }, "InProgress"],
    ["started at no time", { status: { startTime: null } }, "InProgress"],
    ["started at what is no time", { status: { startTime: "soon" } }, "Unknown"],
  ],
  "example.com/v1 Widget": [
    ["nothing said", {}, "Ready"],
    ["Ready True", reporting(condition("Ready", "True")), "Ready"],
    ["Ready False", reporting(condition("Ready", "False")), "InProgress"],
    ["Ready Unknown", reporting(condition("Ready", "Unknown")), "Ready"],
    ["InProgress True", reporting(condition("InProgress", "True")), "InProgress"],
    [
      "InProgress True beside Ready True",
      reporting(condition("Ready", "True"), condition("InProgress", "True")),
      "InProgress",
    ],
    ["InProgress False", reporting(condition("InProgress", "False")), "Ready"],
    ["other conditions do not count", reporting(condition("Available", "False"), condition("Error", "True")), "Ready"],
    ["of a type the first counts", reporting(condition("Ready", "False"), condition("Ready", "True")), "InProgress"],
    ["the first, also where it is good", reporting(condition("Ready", "True"), condition("Ready", "False")), "Ready"],
    [
      "entries that are none are passed over",
      {
        status: {
          conditions: [
            null,
            "x",
            3,
            [],
            { status: "False" },
            { type: 1, status: "False" },
            condition("Ready", "False"),
          ],
        },
      },
      "InProgress",
    ],
    ["a condition without status or reason", { status: { conditions: [{ type: "Ready" }] } }, "Ready"],
    ["conditions are a mapping", { status: { conditions: { Ready: "False" } } }, "Unknown"],
    ["conditions are a text", { status: { conditions: "none" } }, "Unknown"],
    ["conditions are null", { status: { conditions: null } }, "Unknown"],
    ["status is a text", { status: "fine" }, "Unknown"],
    ["status is null", { status: null }, "Ready"],
    [
      "conditions elsewhere do not count",
      { status: { statusConditions: { conditions: [condition("Ready", "False")] } } },
      "Ready",
    ],
  ],
  "v1 ConfigMap": [["it is there", { data: {} }, "Ready"]],
  "v1 Secret": [["it is there", {}, "Ready"]],
  "networking.k8s.io/v1 Ingress": [["waiting for an address", { status: { loadBalancer: {} } }, "Ready"]],
  "batch/v1 CronJob": [["it is there", { status: {} }, "Ready"]],
  "extensions/v1beta1 Deployment": [["without a replica", { ...three, status: {} }, "Ready"]],
  "serving.knative.dev/v1 Service": [["by its conditions", reporting(condition("Ready", "False")), "InProgress"]],
  "app.k8s.io/v1beta1 Application": [
    ["nested, with an error", reporting(condition("Ready", "Unknown"), condition("Error", "True")), "Ready"],
    ["nested, not ready", reporting(condition("Ready", "False")), "InProgress"],
  ],
  "hco.kubevirt.io/v1 HyperConverged": [["down", reporting(condition("Available", "False")), "Ready"]],
};

describe.for(Object.entries(tables))("%s for the controller", ([kind, rows]) => {
  const [apiVersion = "", name = ""] = kind.split(" ");
  test.for([...rows])("%s", ([, body, status]) => {
    expect(evaluate(apiVersion, name, body).status).toBe(status);
  });
});

describe("what the controller cannot read becomes an error in Go's words", () => {
  const rows: [kind: string, body: Json, error: string][] = [
    [
      "example.com/v1 Widget",
      { status: { conditions: "x" } },
      ".status.conditions accessor error: x is of the type string, expected []interface{}",
    ],
    [
      "example.com/v1 Widget",
      { status: { conditions: { b: 1, a: true } } },
      ".status.conditions accessor error: map[a:true b:1] is of the type map[string]interface {}, expected []interface{}",
    ],
    [
      "example.com/v1 Widget",
      { status: { conditions: null } },
      ".status.conditions accessor error: <nil> is of the type <nil>, expected []interface{}",
    ],
    [
      "example.com/v1 Widget",
      { status: 1 },
      ".status.conditions accessor error: 1 is of the type int64, expected map[string]interface{}",
    ],
    ["apps/v1 StatefulSet", { spec: { replicas: "3" } }, "unrecognized type: int32"],
    ["apps/v1 StatefulSet", { spec: { replicas: 1.5 } }, "cannot convert float64 to int32"],
    ["apps/v1 Deployment", { status: { conditions: {} } }, "cannot restore slice from map"],
    ["apps/v1 Deployment", { status: [] }, "cannot restore struct from: slice"],
    ["apps/v1 Deployment", { status: { conditions: ["x"] } }, "cannot restore struct from: string"],
    ["v1 PersistentVolumeClaim", { status: { phase: 1 } }, "unrecognized type: string"],
  ];
  test.for(rows)("%s: %j", ([kind, body, error]) => {
    const [apiVersion = "", name = ""] = kind.split(" ");
    expect(evaluate(apiVersion, name, body)).toEqual({ status: "Unknown", error });
  });
});
