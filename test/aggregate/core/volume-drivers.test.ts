import { expect, test } from "vitest";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Manifest, readManifests } from "../generic/objects.ts";
import { readAsCluster } from "../generic/read-as-cluster.ts";
import { reportOf } from "../installation.ts";

const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "shop" }] };
const missing = "a-csi-driver-that-is-not-registered-on-its-node-explains-a-virtual-machine";
const crashing = "a-csi-pod-that-crashes-on-its-node-explains-a-virtual-machine";

/** The manifests of a case with a text of their JSON replaced. @throws where the text is not there */
function replaceIn(title: string, text: string, replacement: string): readonly Manifest[] {
  const json = JSON.stringify(readManifests(title, "named-causes"));
  if (!json.includes(text)) throw new Error(`${title} lacks ${text}`);
  return JSON.parse(json.replaceAll(text, replacement));
}

function withoutKinds(manifests: readonly Manifest[], ...kinds: readonly string[]): readonly Manifest[] {
  return manifests.filter(({ kind }) => !kinds.includes(String(kind)));
}

/** The verdict of the virtual machine, and the last object on the way to its first cause. */
function explain(manifests: readonly Manifest[]): string {
  const [root] = aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope).roots;
  return `${root?.verdict}: ${root?.causes[0]?.path.at(-1)}`;
}

const unreadyPod = '"status":"False","reason":"ContainersNotReady","message"';
const startedTwoMinutesAgo = replaceIn(missing, "2026-11-21T11:20:0", "2026-11-21T11:58:0");

test.for([
  {
    rule: "a virtual machine waits for the node where no pod of its CSI driver is on the node",
    manifests: readManifests(missing, "named-causes"),
    explanation: "degraded: worker-2",
  },
  {
    rule: "a virtual machine waits for the CSI driver whose pod crashes on the node",
    manifests: readManifests(crashing, "named-causes"),
    explanation: "degraded: csi-rbdplugin",
  },
  {
    rule: "a virtual machine waits for the CSI driver whose pod crashes and is still registered",
    manifests: replaceIn(crashing, "cephfs.csi", "rbd.csi"),
    explanation: "degraded: csi-rbdplugin",
  },
  {
    rule: "a virtual machine waits for the node where only the provisioner of its CSI driver crashes",
    manifests: replaceIn(crashing, "plugins_registry", "csi-provisioner"),
    explanation: "degraded: worker-2",
  },
  {
    rule: "a CSI driver explains nothing where it is registered on the node",
    manifests: replaceIn(missing, "cephfs.csi", "rbd.csi"),
    explanation: "degraded: compute",
  },
  {
    rule: "a CSI driver explains nothing where its pod is ready",
    manifests: replaceIn(crashing, unreadyPod, '"status":"True","message"'),
    explanation: "degraded: compute",
  },
  {
    rule: "a CSI driver explains nothing where the volume is one of NFS",
    manifests: withoutKinds(replaceIn(missing, '"csi":', '"nfs":'), "Event"),
    explanation: "degraded: compute",
  },
  {
    rule: "a CSI driver explains nothing where the CSINode was not read",
    manifests: withoutKinds(readManifests(missing, "named-causes"), "CSINode"),
    explanation: "degraded: compute",
  },
  {
    rule: "a CSI driver explains nothing where the volume was not read and no event names the driver",
    manifests: withoutKinds(readManifests(missing, "named-causes"), "PersistentVolume", "Event"),
    explanation: "degraded: compute",
  },
  {
    rule: "a CSI driver explains nothing where the pod started two minutes ago",
    manifests: startedTwoMinutesAgo,
    explanation: "progressing: compute",
  },
])("$rule", ({ manifests, explanation }) => {
  expect(explain(manifests)).toBe(explanation);
});

/** The requests for a volume, its CSI driver and the pods of the node. */
function listRequestsForVolume(manifests: readonly Manifest[]): readonly string[] {
  const requests = readAsCluster(manifests, scope).waves.flat();
  return requests.filter((request) => /PersistentVolume |CSINode|list Pod$/.test(request));
}

test("the volume, its CSINode and the pods are requested where a virtual machine waits for its volume", () => {
  expect(listRequestsForVolume(readManifests(missing, "named-causes"))).toEqual([
    "get PersistentVolume pvc-7",
    "get CSINode worker-2",
    "list Pod",
  ]);
});

/** A DaemonSet whose pods register a CSI driver. */
function buildDaemonSet(driver: string): Manifest {
  const directories = ["/var/lib/kubelet/plugins_registry", `/var/lib/kubelet/plugins/${driver}`];
  const volumes = directories.map((path, place) => ({ name: `v${place}`, hostPath: { path } }));
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "plugin", namespace: "storage", uid: driver },
    spec: { template: { spec: { containers: [{ name: "plugin" }], volumes } } },
  };
}

test.for([
  [
    "of that driver is described first",
    "openshift-storage.rbd.csi.ceph.com",
    "kubectl describe daemonset plugin -n storage",
  ],
  ["of another driver is not named", "nfs.csi.k8s.io", "kubectl get pods -A --field-selector spec.nodeName=worker-2"],
] as const)("where an event alone says that a driver is not registered, the DaemonSet %s", ([, driver, command]) => {
  const manifests = [
    ...withoutKinds(readManifests(missing, "named-causes"), "PersistentVolume"),
    buildDaemonSet(driver),
  ];
  const [cause] = reportOf(manifests, scope).roots[0]?.causes ?? [];
  expect(cause?.path.at(-1)).toBe("worker-2");
  expect(cause?.next[0]?.command).toBe(command);
});

test("neither the volume nor the pods are requested where a virtual machine started two minutes ago", () => {
  expect(listRequestsForVolume(startedTwoMinutesAgo)).toEqual([]);
});
