import { expect, test } from "vitest";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Manifest, readManifests } from "../generic/objects.ts";
import { readAsCluster } from "../generic/read-as-cluster.ts";

const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "erp" }] };
const lostNode = readManifests("a-lost-node-explains-its-virtual-machine", "named-causes");

/** The cluster of the lost node with other taints and annotations of the node, and with these objects beside it. */
function changeNode(change: { taints?: readonly string[]; annotations?: Manifest }, ...beside: readonly Manifest[]) {
  const manifests = lostNode.map((manifest): Manifest => {
    if (manifest["kind"] !== "Node") return manifest;
    const { taints = [], annotations = {} } = change;
    const metadata = { ...(manifest["metadata"] as Manifest), annotations };
    return { ...manifest, metadata, spec: { taints: taints.map((key) => ({ key, effect: "NoExecute" })) } };
  });
  return [...manifests, ...beside];
}

function healthCheck(name: string, selector: Manifest, phase = "Enabled"): Manifest {
  return {
    apiVersion: "remediation.medik8s.io/v1alpha1",
    kind: "NodeHealthCheck",
    metadata: { name, uid: name },
    spec: { selector },
    status: { phase },
  };
}

const machineCheck: Manifest = {
  apiVersion: "machine.openshift.io/v1beta1",
  kind: "MachineHealthCheck",
  metadata: { name: "workers", namespace: "openshift-machine-api", uid: "workers" },
  spec: { selector: {} },
};

/** The first cause of the virtual machine in words. */
function explain(manifests: readonly Manifest[]): string {
  const [root] = aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope).roots;
  return root?.causes[0]?.text ?? "";
}

const ofNode = { matchExpressions: [{ key: "node-role.kubernetes.io/control-plane", operator: "DoesNotExist" }] };
const ofOthers = { matchLabels: { "node-role.kubernetes.io/infra": "" } };
const openshiftMachine = { "machine.openshift.io/machine": "openshift-machine-api/worker-1" };
const outOfService = "node.kubernetes.io/out-of-service";

test.for<readonly [situation: string, manifests: readonly Manifest[], text: RegExp]>([
  ["no NodeHealthCheck exists", changeNode({}), /by force; nothing fences the node: no NodeHealthCheck selects it,/],
  ["none selects the node", changeNode({}, healthCheck("infra", ofOthers)), /no NodeHealthCheck selects it,/],
  ["its machine has no check", changeNode({ annotations: openshiftMachine }), /no NodeHealthCheck selects it,/],
  [
    "a check is switched off",
    changeNode({}, healthCheck("all", ofNode, "Disabled")),
    /NodeHealthCheck all is Disabled,/,
  ],
  ["a check is paused", changeNode({}, healthCheck("all", {}, "Paused")), /NodeHealthCheck all is Paused,/],
])("a lost node is not fenced: %s", ([, manifests, text]) => {
  expect(explain(manifests)).toMatch(text);
});

test.for<readonly [situation: string, manifests: readonly Manifest[]]>([
  ["a NodeHealthCheck selects it", changeNode({}, healthCheck("all", ofNode))],
  ["one of two is at work", changeNode({}, healthCheck("a", {}, "Disabled"), healthCheck("b", {}, "Remediating"))],
  ["the selector of a check is invalid", changeNode({}, healthCheck("all", { matchExpressions: [{}] }))],
  ["a check of machines exists", changeNode({ annotations: openshiftMachine }, machineCheck)],
  ["Cluster API manages it", changeNode({ annotations: { "cluster.x-k8s.io/machine": "worker-1" } })],
  ["medik8s remediates it", changeNode({ taints: ["medik8s.io/remediation"] })],
])("a lost node may be fenced: %s", ([, manifests]) => {
  expect(explain(manifests)).toMatch(/do not delete their pods by force, for 179m$/);
});

test("a node that is marked as off no longer runs virtual machines, and no check is requested", () => {
  const manifests = changeNode({ taints: [outOfService] });
  expect(explain(manifests)).toMatch(/marked as off by the taint node\.kubernetes\.io\/out-of-service, so the pods/);
  const { snapshot, waves } = readAsCluster(manifests, scope);
  expect(waves.flat().filter((query) => query.includes("HealthCheck"))).toEqual([]);
  const [clause] = aggregateAndPrint(snapshot, scope).roots[0]?.impact ?? [];
  expect(clause).toMatchObject({ code: "node", nodes: ["worker-1"], areOff: true });
});

test("the checks of machines are requested only for a node that belongs to a machine", () => {
  const requested = (manifests: readonly Manifest[]): readonly string[] =>
    readAsCluster(manifests, scope)
      .waves.flat()
      .filter((query) => query.includes("HealthCheck"));
  expect(requested(changeNode({}))).toEqual(["list NodeHealthCheck"]);
  expect(requested(changeNode({ annotations: openshiftMachine }))).toEqual([
    "list NodeHealthCheck",
    "list MachineHealthCheck",
  ]);
});
