import { describe, expect, test } from "vitest";
import { planChildrenReads } from "../../../shared/aggregate/core/children-queries.ts";
import { makeCoreObjectNode } from "../../../shared/aggregate/core/workload-tree.ts";
import type { ReportNode } from "../../../shared/model/report.ts";
import {
  condition,
  deployment,
  type Fields,
  indexFound,
  manifest,
  object,
  pod,
  rolloutDone,
  rolloutRunning,
  runningState,
  secondsAgo,
  takenAt,
  terminatedState,
  waitingContainer,
} from "./manifests.ts";

const selector = { matchLabels: { app: "web" } };
const labels = { app: "web" };

function ownedObject(
  fields: Fields,
  name: string,
  owner?: readonly [kind: string, name: string, uid?: string],
  metadata: Fields = {},
): Fields {
  const references =
    owner === undefined
      ? {}
      : {
          ownerReferences: [
            {
              apiVersion: "apps/v1",
              kind: owner[0],
              name: owner[1],
              uid: owner[2] ?? `uid-${owner[1]}`,
              controller: true,
            },
          ],
        };
  return {
    ...fields,
    metadata: { ...(fields["metadata"] as Fields), name, uid: `uid-${name}`, ...references, ...metadata },
  };
}

function replicaSet(name: string, revision: number, replicas: number, ready = replicas): Fields {
  const status = { replicas, readyReplicas: ready, availableReplicas: ready };
  const fields = manifest("apps/v1", "ReplicaSet", name, { spec: { replicas, selector }, status });
  return ownedObject(fields, name, ["Deployment", "web"], {
    annotations: { "deployment.kubernetes.io/revision": `${revision}` },
  });
}

const crashing: Fields = pod({
  ...waitingContainer("CrashLoopBackOff"),
  restartCount: 4,
  lastState: terminatedState(1),
});
const evicted: Fields = { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." };
const runningPod: Fields = pod(undefined);
const healthy = { replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3, conditions: [rolloutDone] };
const web = (status: Fields): Fields => deployment(status, { selector });

/** `kind/name verdict`, indented by depth. */
function drawTree(node: ReportNode, indent = ""): readonly string[] {
  const kind = node.role === "container" ? "container" : node.ref.kind;
  return [
    `${indent}${kind}/${node.label} ${node.verdict}`,
    ...node.children.flatMap((child) => drawTree(child, `${indent} `)),
  ];
}

function treeOf(root: Fields, others: readonly Fields[]): readonly string[] {
  return drawTree(makeCoreObjectNode(object(root), indexFound([root, ...others]), takenAt));
}

describe("what stands below a workload", () => {
  test.for<readonly [rule: string, root: Fields, others: readonly Fields[], tree: readonly string[]]>([
    [
      "a Deployment down to the container that crashes; old ReplicaSets without replicas are not shown",
      web({ replicas: 1, conditions: [rolloutDone] }),
      [
        replicaSet("web-0", 1, 0),
        replicaSet("web-1", 2, 3, 0),
        ownedObject(crashing, "web-1-a", ["ReplicaSet", "web-1"]),
      ],
      [
        "Deployment/web unavailable",
        " ReplicaSet/web-1 unavailable",
        "  Pod/web-1-a degraded",
        "   container/app degraded",
      ],
    ],
    [
      "during a roll-out the old ReplicaSet's pods are shown, newest first",
      web({ ...healthy, replicas: 4, updatedReplicas: 1, conditions: [rolloutRunning] }),
      [
        replicaSet("web-1", 1, 3),
        replicaSet("web-2", 2, 1, 0),
        ownedObject(runningPod, "web-1-a", ["ReplicaSet", "web-1"]),
        ownedObject(pod({ ready: false, state: runningState(5) }), "web-2-a", ["ReplicaSet", "web-2"]),
      ],
      [
        "Deployment/web progressing",
        " ReplicaSet/web-2 progressing",
        "  Pod/web-2-a progressing",
        "   container/app progressing",
        " ReplicaSet/web-1 healthy",
        "  Pod/web-1-a healthy",
        "   container/app healthy",
      ],
    ],
    [
      "a roll-out whose new pod crashes does not arrive",
      web({ ...healthy, replicas: 4, updatedReplicas: 1, conditions: [rolloutRunning] }),
      [
        replicaSet("web-1", 1, 3),
        replicaSet("web-2", 2, 1, 0),
        ownedObject(crashing, "web-2-a", ["ReplicaSet", "web-2"]),
      ],
      [
        "Deployment/web degraded",
        " ReplicaSet/web-2 unavailable",
        "  Pod/web-2-a degraded",
        "   container/app degraded",
        " ReplicaSet/web-1 healthy",
      ],
    ],
    [
      "a roll-out that heals is not called broken for its old pods",
      web({ ...healthy, replicas: 4, updatedReplicas: 3, conditions: [rolloutRunning] }),
      [
        replicaSet("web-1", 1, 1, 0),
        replicaSet("web-2", 2, 3),
        ownedObject(crashing, "web-1-a", ["ReplicaSet", "web-1"]),
      ],
      [
        "Deployment/web progressing",
        " ReplicaSet/web-2 healthy",
        " ReplicaSet/web-1 unavailable",
        "  Pod/web-1-a degraded",
        "   container/app degraded",
      ],
    ],
    [
      "a workload with enough pods is well, and a sick surplus pod is seen below it",
      web(healthy),
      [replicaSet("web-1", 1, 3), ownedObject(crashing, "web-1-a", ["ReplicaSet", "web-1"])],
      ["Deployment/web healthy", " ReplicaSet/web-1 healthy", "  Pod/web-1-a degraded", "   container/app degraded"],
    ],
    [
      "the owner's uid decides where it is there: a namesake of an earlier life owns nothing",
      web(healthy),
      [ownedObject(replicaSet("web-1", 1, 3), "web-1", ["Deployment", "web", "uid-of-another"])],
      ["Deployment/web healthy"],
    ],
    [
      "an owner says more than a selector",
      manifest("apps/v1", "DaemonSet", "web", {
        spec: { selector },
        status: { desiredNumberScheduled: 0, currentNumberScheduled: 0, numberReady: 0 },
      }),
      [
        ownedObject(runningPod, "web-x", ["ReplicaSet", "web-1"], { labels }),
        ownedObject(runningPod, "web-y", undefined, { labels }),
      ],
      ["DaemonSet/web healthy", " Pod/web-y healthy", "  container/app healthy"],
    ],
    [
      "pods of a ReplicaSet that was not read are found by its name",
      web(healthy),
      [
        ownedObject(runningPod, "web-7d4-a", ["ReplicaSet", "web-7d4"], { labels: { "pod-template-hash": "7d4" } }),
        ownedObject(runningPod, "webber-7d4-a", ["ReplicaSet", "webber-7d4"], {
          labels: { "pod-template-hash": "7d4" },
        }),
      ],
      ["Deployment/web healthy", " Pod/web-7d4-a healthy", "  container/app healthy"],
    ],
    [
      "a StatefulSet that waits for a pod which crashes is degraded",
      manifest("apps/v1", "StatefulSet", "db", {
        spec: { replicas: 3 },
        status: { replicas: 2, readyReplicas: 1, availableReplicas: 1 },
      }),
      [ownedObject(runningPod, "db-0", ["StatefulSet", "db"]), ownedObject(crashing, "db-1", ["StatefulSet", "db"])],
      [
        "StatefulSet/db degraded",
        " Pod/db-0 healthy",
        "  container/app healthy",
        " Pod/db-1 degraded",
        "  container/app degraded",
      ],
    ],
    [
      "a Job's failed pod is history while another one runs",
      manifest("batch/v1", "Job", "once", { spec: {}, status: { startTime: secondsAgo(60), active: 1, failed: 1 } }),
      [
        ownedObject(pod({ ready: false, state: terminatedState(1) }, { phase: "Failed" }), "once-a", ["Job", "once"]),
        ownedObject(runningPod, "once-b", ["Job", "once"]),
      ],
      [
        "Job/once progressing",
        " Pod/once-a degraded",
        "  container/app degraded",
        " Pod/once-b healthy",
        "  container/app healthy",
      ],
    ],
    [
      "a StatefulSet on its way is not called broken for a pod that was evicted, nor for one that goes in time",
      manifest("apps/v1", "StatefulSet", "db", {
        spec: { replicas: 3 },
        status: { replicas: 2, readyReplicas: 1, availableReplicas: 1 },
      }),
      [
        ownedObject(pod({ ready: false, state: terminatedState(137) }, evicted), "db-0", ["StatefulSet", "db"], {
          creationTimestamp: secondsAgo(60),
        }),
        ownedObject(crashing, "db-1", ["StatefulSet", "db"], { deletionTimestamp: secondsAgo(-20) }),
      ],
      [
        "StatefulSet/db progressing",
        " Pod/db-0 degraded",
        "  container/app degraded",
        " Pod/db-1 degraded",
        "  container/app degraded",
      ],
    ],
    [
      "a CronJob shows its newest Job",
      manifest("batch/v1", "CronJob", "nightly", { status: { lastScheduleTime: secondsAgo(600) } }),
      [secondsAgo(90_000), secondsAgo(600)].map((creationTimestamp, place) =>
        ownedObject(
          manifest("batch/v1", "Job", `nightly-${place}`, {
            spec: {},
            status: { failed: 1, conditions: [condition("Failed", "True", "BackoffLimitExceeded")] },
          }),
          `nightly-${place}`,
          ["CronJob", "nightly"],
          { creationTimestamp },
        ),
      ),
      ["CronJob/nightly degraded", " Job/nightly-1 degraded"],
    ],
    [
      "init containers stand before main ones in the order in which they start",
      pod(
        waitingContainer("PodInitializing"),
        {
          phase: "Pending",
          initContainerStatuses: [
            { name: "setup", state: terminatedState(2) },
            { name: "proxy", state: { waiting: { reason: "PodInitializing" } } },
          ],
        },
        { spec: { initContainers: [{ name: "setup" }, { name: "proxy", restartPolicy: "Always" }] } },
      ),
      [],
      [
        "Pod/web-1-abcde degraded",
        " container/setup degraded",
        " container/proxy progressing",
        " container/app progressing",
      ],
    ],
    [
      "a pod that waits for a claim shows it, and a claim in vain is what is wrong",
      pod(
        undefined,
        {
          phase: "Pending",
          containerStatuses: [],
          conditions: [
            condition("PodScheduled", "False", "Unschedulable", "pod has unbound immediate PersistentVolumeClaims"),
          ],
        },
        { spec: { nodeName: "", volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] } },
      ),
      [manifest("v1", "PersistentVolumeClaim", "data", { spec: {}, status: { phase: "Pending" } })],
      ["Pod/web-1-abcde degraded", " PersistentVolumeClaim/data degraded", " container/app progressing"],
    ],
    [
      "an unwell pod shows its node where that is unwell too",
      pod({ ready: true }, { conditions: [condition("Ready", "False", "")] }),
      [
        manifest("v1", "Node", "node-1", {
          metadata: { namespace: "" },
          spec: {},
          status: { conditions: [condition("Ready", "Unknown", "NodeStatusUnknown")] },
        }),
      ],
      ["Pod/web-1-abcde degraded", " Node/node-1 unavailable", " container/app healthy"],
    ],
    [
      "owners in a circle end",
      ownedObject(web(healthy), "web", ["ReplicaSet", "web-1"]),
      [replicaSet("web-1", 1, 3)],
      ["Deployment/web healthy", " ReplicaSet/web-1 healthy"],
    ],
  ])("%s", ([, root, others, tree]) => {
    expect(treeOf(root, others)).toStrictEqual(tree);
  });

  test("its newest pod says whether a StatefulSet still gets on", () => {
    const status = { replicas: 2, readyReplicas: 2, availableReplicas: 2 };
    const root = manifest("apps/v1", "StatefulSet", "db", { spec: { replicas: 3 }, status });
    const verdictWith = (creationTimestamp: string): string => {
      const [one, other] = ["db-0", "db-1"].map((name) =>
        ownedObject(runningPod, name, ["StatefulSet", "db"], name === "db-1" ? { creationTimestamp } : {}),
      );
      return makeCoreObjectNode(object(root), indexFound([root, one ?? {}, other ?? {}]), takenAt).verdict;
    };
    expect(verdictWith(secondsAgo(60))).toBe("progressing");
    expect(verdictWith(secondsAgo(3600))).toBe("degraded");
  });

  test("nothing requires it, and the rule's verdict stays its own", () => {
    const root = web({ ...healthy, replicas: 4, updatedReplicas: 1, conditions: [rolloutRunning] });
    const others = [replicaSet("web-2", 2, 1, 0), ownedObject(crashing, "web-2-a", ["ReplicaSet", "web-2"])];
    const node = makeCoreObjectNode(object(root), indexFound([root, ...others]), takenAt, "component");
    expect(node).toMatchObject({ role: "component", required: false, verdict: "degraded", ownVerdict: "progressing" });
  });
});

describe("what to read below unhealthy workloads and pods", () => {
  const listQueries = (objects: readonly Fields[], read: readonly Fields[]): readonly string[] =>
    planChildrenReads(objects.map(object), indexFound(read)).map(
      ({ verb, plural, namespace }) => `${verb} ${plural} ${namespace ?? "*"}`,
    );
  const waits = pod(
    undefined,
    { phase: "Pending", containerStatuses: [], conditions: [condition("PodScheduled", "False", "Unschedulable")] },
    { spec: { nodeName: "", volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] } },
  );

  test.for<readonly [rule: string, objects: readonly Fields[], read: readonly Fields[], queries: readonly string[]]>([
    ["nothing below nothing", [], [], []],
    [
      "one list per kind and namespace, pods first",
      [
        web(healthy),
        manifest("apps/v1", "Deployment", "api"),
        manifest("apps/v1", "DaemonSet", "agent", { metadata: { namespace: "kube-system" } }),
      ],
      [],
      ["list pods prod", "list pods kube-system", "list replicasets prod"],
    ],
    ["a CronJob by its Jobs", [manifest("batch/v1", "CronJob", "nightly")], [], ["list pods prod", "list jobs prod"]],
    [
      "claims and nodes once a pod was read that waits for them",
      [web(healthy)],
      [replicaSet("web-1", 1, 3), ownedObject(waits, "web-1-a", ["ReplicaSet", "web-1"])],
      ["list pods prod", "list replicasets prod", "list persistentvolumeclaims prod", "list nodes *"],
    ],
    [
      "nothing more for a pod that crashes",
      [web(healthy)],
      [replicaSet("web-1", 1, 3), ownedObject(crashing, "web-1-a", ["ReplicaSet", "web-1"])],
      ["list pods prod", "list replicasets prod"],
    ],
    [
      "nodes for a pod that does not end",
      [ownedObject(runningPod, "p", undefined, { deletionTimestamp: secondsAgo(900) })],
      [],
      ["list nodes *"],
    ],
    [
      "nothing for the pods of other workloads",
      [web(healthy)],
      [ownedObject(waits, "other-a", ["ReplicaSet", "other-1"])],
      ["list pods prod", "list replicasets prod"],
    ],
  ])("%s", ([, objects, read, queries]) => {
    expect(listQueries(objects, read)).toStrictEqual(queries);
  });
});
