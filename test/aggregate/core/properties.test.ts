import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { planChildrenReads } from "../../../shared/aggregate/core/children-queries.ts";
import { evaluateCoreKind, hasRule } from "../../../shared/aggregate/core/kind-rules.ts";
import { makeCoreObjectNode } from "../../../shared/aggregate/core/workload-tree.ts";
import { compareVerdicts } from "../../../shared/model/verdict.ts";
import { coreKinds } from "../../../shared/tables/core-kinds.ts";
import { randomJson } from "../../parse/random-json.ts";
import { pick, randomFrom } from "../../random.ts";
import { seeds } from "../../size.ts";
import {
  condition,
  deployment,
  type Fields,
  indexFound,
  manifest,
  object,
  pod,
  rolloutDone,
  runningState,
  secondsAgo,
  takenAt,
  terminatedState,
  waitingContainer,
} from "./manifests.ts";

const others = [
  ["operators.coreos.com/v1alpha1", "ClusterServiceVersion"],
  ["operators.coreos.com/v1alpha1", "Subscription"],
  ["operators.coreos.com/v1alpha1", "InstallPlan"],
  ["kubevirt.io/v1", "VirtualMachine"],
  ["kubevirt.io/v1", "VirtualMachineInstance"],
  ["cdi.kubevirt.io/v1beta1", "DataVolume"],
  ["route.openshift.io/v1", "Route"],
  ["nmstate.io/v1", "NodeNetworkConfigurationPolicy"],
  ["nmstate.io/v1beta1", "NodeNetworkConfigurationEnactment"],
  ["snapshot.storage.k8s.io/v1", "VolumeSnapshot"],
  ["cluster.x-k8s.io/v1beta1", "Machine"],
  ["cluster.x-k8s.io/v1beta1", "MachineHealthCheck"],
  ["apiregistration.k8s.io/v1", "APIService"],
  ["apiextensions.k8s.io/v1", "CustomResourceDefinition"],
] as const;
const ruled = coreKinds
  .filter(hasRule)
  .map(({ group, versions, kind }) => [group === "" ? "v1" : `${group}/${versions[0]}`, kind] as const);
const kinds = [...ruled, ...others];

const schema = JSON.parse(readFileSync("shared/model/report.schema.json", "utf8"));
const isNode = new Ajv2020({ strict: false, validateFormats: false }).compile({
  $ref: "#/$defs/node",
  $defs: schema.$defs,
});

/** Random JSON in the places where the rules look. */
function randomObject(random: () => number, apiVersion: string, kind: string): Fields {
  const state = (): unknown =>
    pick(random, [
      randomJson(random),
      { waiting: randomJson(random) },
      { running: randomJson(random) },
      { terminated: { exitCode: randomJson(random) } },
    ]);
  const container = (): unknown =>
    pick(random, [
      randomJson(random),
      { name: "a", ready: randomJson(random), state: state(), lastState: state(), restartCount: randomJson(random) },
    ]);
  const containers = (): unknown => pick(random, [randomJson(random), [container(), container()]]);
  const pickFields = (...names: readonly string[]): Fields =>
    Object.fromEntries(names.filter(() => random() < 0.5).map((name) => [name, randomJson(random)]));
  const metadata = {
    ...pickFields(
      "generation",
      "finalizers",
      "ownerReferences",
      "annotations",
      "labels",
      "creationTimestamp",
      "deletionTimestamp",
    ),
    name: "it",
    namespace: "prod",
  };
  const spec = pick(random, [
    randomJson(random),
    {
      ...pickFields("replicas", "selector", "volumes", "updateStrategy", "paused", "suspend", "type"),
      containers: containers(),
      initContainers: containers(),
    },
  ]);
  const status = pick(random, [
    randomJson(random),
    {
      ...pickFields(
        "replicas",
        "readyReplicas",
        "availableReplicas",
        "updatedReplicas",
        "desiredNumberScheduled",
        "numberReady",
        "active",
        "ingress",
        "loadBalancer",
        "conditions",
        "observedGeneration",
      ),
      phase: pick(random, ["Pending", "Running", "Failed", "Unknown", "Terminating", randomJson(random)]),
      containerStatuses: containers(),
      initContainerStatuses: containers(),
    },
  ]);
  return { apiVersion, kind, metadata, spec, status };
}

describe("whatever an object holds", () => {
  test.for(seeds(6))("a rule gives a node of the schema and never throws (seed %i)", (seed) => {
    const random = randomFrom(seed);
    for (const [apiVersion, kind] of kinds) {
      const fields = randomObject(random, apiVersion, kind);
      const index = indexFound([
        fields,
        randomObject(random, "v1", "Pod"),
        randomObject(random, "apps/v1", "ReplicaSet"),
      ]);
      const node = makeCoreObjectNode(object(fields), index, takenAt);
      expect(isNode(node), `${kind}: ${JSON.stringify(isNode.errors)}`).toBe(true);
      const health = evaluateCoreKind(object(fields), takenAt);
      expect(health, kind).toBeDefined();
      expect(health?.trouble === undefined, kind).toBe(health?.verdict === "healthy");
      expect(planChildrenReads([object(fields)], index).length).toBeLessThanOrEqual(5);
    }
  });

  test.for(kinds)("%s %s without a status is not healthy", ([apiVersion, kind]) => {
    for (const status of [undefined, null, "Running", 3, true, []]) {
      for (const created of [undefined, secondsAgo(1), secondsAgo(86_400)]) {
        const { status: _none, ...rest } = manifest(apiVersion, kind, "it", {
          metadata: { creationTimestamp: created },
          spec: {},
        });
        const fields = status === undefined ? rest : { ...rest, status };
        expect(evaluateCoreKind(object(fields), takenAt)?.verdict).not.toBe("healthy");
      }
    }
  });

  test.for(["replicas", "readyReplicas", "availableReplicas", "updatedReplicas"])(
    "a Deployment whose %s is no count is not healthy",
    (name) => {
      const counts = {
        replicas: 3,
        readyReplicas: 3,
        availableReplicas: 3,
        updatedReplicas: 3,
        conditions: [rolloutDone],
      };
      expect(evaluateCoreKind(object(deployment(counts)), takenAt)?.verdict).toBe("healthy");
      for (const odd of ["3", -3, 3.5, [], {}, true, Number.NaN]) {
        expect(evaluateCoreKind(object(deployment({ ...counts, [name]: odd })), takenAt)?.verdict).not.toBe("healthy");
      }
    },
  );
});

const failing: readonly Fields[] = [
  { name: "bad", ...waitingContainer("CrashLoopBackOff"), lastState: terminatedState(1) },
  { name: "bad", ...waitingContainer("ImagePullBackOff") },
  { name: "bad", ready: false, state: terminatedState(137, "OOMKilled") },
  { name: "bad", ready: false, state: runningState(3600) },
];
const fine: readonly Fields[] = [
  { name: "app", ready: true, started: true, state: runningState(3600) },
  { name: "app", ready: false, state: terminatedState(0, "Completed") },
  { name: "app", ...waitingContainer("ContainerCreating") },
  ...failing.map((each) => ({ ...each, name: "app" })),
];

describe("a container that fails never makes its pod better", () => {
  test.for(seeds(60))("seed %i", (seed) => {
    const random = randomFrom(seed);
    const conditions = [
      ...pick(random, [[], [condition("PodScheduled", "True")], [condition("PodScheduled", "False", "Unschedulable")]]),
      ...pick(random, [[], [condition("Ready", "True")], [condition("Ready", "False", "ContainersNotReady")]]),
    ];
    const phase = pick(random, ["Pending", "Running", "Succeeded", "Failed", "Unknown"]);
    const metadata = {
      creationTimestamp: secondsAgo(pick(random, [5, 600, 86_400])),
      ...pick(random, [{}, { deletionTimestamp: secondsAgo(pick(random, [-10, 600])) }]),
    };
    const spec = {
      restartPolicy: pick(random, ["Always", "Never", "OnFailure"]),
      nodeName: pick(random, ["", "node-1"]),
    };
    const app = pick(random, fine);
    const bad = pick(random, failing);
    const before = pod(
      undefined,
      { phase, conditions, containerStatuses: [app] },
      { metadata, spec: { ...spec, containers: [{ name: "app" }] } },
    );
    const place = pick(random, ["containers", "initContainers"] as const);
    const statuses =
      place === "containers"
        ? { containerStatuses: [app, bad] }
        : { initContainerStatuses: [bad], containerStatuses: [app] };
    const containers = place === "containers" ? [{ name: "app" }, { name: "bad" }] : [{ name: "app" }];
    const after = pod(
      undefined,
      { phase, conditions, ...statuses },
      { metadata, spec: { ...spec, containers, initContainers: place === "containers" ? [] : [{ name: "bad" }] } },
    );
    const [was, is] = [before, after].map((fields) => evaluateCoreKind(object(fields), takenAt)?.verdict ?? "unknown");
    expect(compareVerdicts(is ?? "unknown", was ?? "unknown"), `${was} became ${is}`).toBeLessThanOrEqual(0);
  });
});
