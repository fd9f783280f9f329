import { expect, test } from "vitest";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Manifest, readManifests } from "../generic/objects.ts";
import { readAsCluster } from "../generic/read-as-cluster.ts";

const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "shop" }] };
const missing = "a-csi-driver-that-is-not-registered-on-its-node-explains-a-virtual-machine";
const crashing = "a-csi-pod-that-crashes-on-its-node-explains-a-virtual-machine";

/** The manifests of a case with a text of their JSON replaced. @throws where the text is not there */
function replaceIn(title: string, text: string, replacement: string): readonly Manifest[] {
  const json = JSON.stringify(readManifests(title, "named-causes"));
  if (!json.includes(text)) throw new Error(`${title} lacks ${text}`);
  return JSON.parse(json.replaceAll(text, replacement));
}

function dropKind(title: string, kind: string): readonly Manifest[] {
  return readManifests(title, "named-causes").filter((manifest) => manifest["kind"] !== kind);
}

/** The verdict of the virtual machine, and the last object on the way to its first cause. */
function explain(manifests: readonly Manifest[]): string {
  const [root] = aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope).roots;
  return `${root?.verdict}: ${root?.causes[0]?.path.at(-1)}`;
}

const situations: readonly (readonly [situation: string, manifests: readonly Manifest[], explained: string])[] = [
  ["no pod of it is on the node", readManifests(missing, "named-causes"), "degraded: worker-2"],
  ["its pod crashes on the node", readManifests(crashing, "named-causes"), "degraded: csi-rbdplugin"],
  ["its pod crashes and is still registered", replaceIn(crashing, "cephfs.csi", "rbd.csi"), "degraded: csi-rbdplugin"],
  [
    "a pod that only provisions its volumes crashes on the node",
    replaceIn(crashing, "plugins_registry", "csi-provisioner"),
    "degraded: worker-2",
  ],
];

test.for(situations)("a CSI driver explains why a pod is not created: %s", ([, manifests, explained]) => {
  expect(explain(manifests)).toBe(explained);
});

const unreadyPod = '"status":"False","reason":"ContainersNotReady","message"';
const silentSituations: typeof situations = [
  ["it is registered", replaceIn(missing, "cephfs.csi", "rbd.csi"), "degraded: compute"],
  ["its pod is ready", replaceIn(crashing, unreadyPod, '"status":"True","message"'), "degraded: compute"],
  ["the volume is none of CSI", replaceIn(missing, '"csi":', '"nfs":'), "degraded: compute"],
  ["the CSINode was not read", dropKind(missing, "CSINode"), "degraded: compute"],
  ["the volume was not read", dropKind(missing, "PersistentVolume"), "degraded: compute"],
  [
    "the pod began two minutes ago",
    replaceIn(missing, "2026-11-21T11:20:0", "2026-11-21T11:58:0"),
    "progressing: compute",
  ],
];

test.for(silentSituations)("a CSI driver explains nothing: %s", ([, manifests, explained]) => {
  expect(explain(manifests)).toBe(explained);
});

test("the pods of the node are requested once a driver is known, and nothing of a machine that starts in time", () => {
  const requested = (manifests: readonly Manifest[]): readonly string[] =>
    readAsCluster(manifests, scope)
      .waves.flat()
      .filter((query) => /PersistentVolume |CSINode|list Pod$/.test(query));
  expect(requested(readManifests(missing, "named-causes"))).toEqual([
    "get PersistentVolume pvc-7",
    "get CSINode worker-2",
    "list Pod",
  ]);
  expect(requested(silentSituations[5]?.[1] ?? [])).toEqual([]);
});
