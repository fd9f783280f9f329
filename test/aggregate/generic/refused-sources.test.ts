import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import { dataVolumes } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { condition, type Manifest, takenAt } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

// A DataVolume whose importer does not accept the certificate of its source.

const kind: Kind = dataVolumes;
const scope = { namespace: "shop", wanted: [{ kind, name: "win" }] };
const x509 = "tls: failed to verify certificate: x509: certificate signed by unknown authority";

function volume(source: Manifest, message: string, phase = "ImportInProgress"): Manifest {
  const running = { ...condition("Running", "False", "Error"), message };
  return {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "DataVolume",
    metadata: { name: "win", namespace: "shop", uid: "dv-1", creationTimestamp: "2026-11-21T11:00:00Z" },
    spec: { source },
    status: { phase, progress: "N/A", conditions: [running] },
  };
}

const configMap: Manifest = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "images-ca", namespace: "shop", uid: "cm-1" },
};

/** The sentence and the first command of the first cause of the DataVolume. */
function describeCause(objects: readonly Manifest[]): readonly (string | undefined)[] {
  const { snapshot } = readAsCluster(objects, scope);
  const [cause] = aggregateAndPrint(snapshot, scope).roots.flatMap(({ causes }) => causes);
  return [cause?.text, cause?.next[0]?.command];
}

const registry = (fields: Manifest): Manifest => ({
  registry: { url: "docker://registry.shop.local:5000/win", ...fields },
});
const http = (fields: Manifest): Manifest => ({ http: { url: "https://u:p4ss@images.local/win.qcow2", ...fields } });
const call = `Get "https://registry.shop.local:5000/v2/": ${x509}`;

describe("an importer that does not know the authority of its source", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], says: RegExp, command: string])[] = [
    [
      "names the host without its user, and the ConfigMap that lacks the authority",
      [volume(http({ certConfigMap: "images-ca" }), x509), configMap],
      /certificate of images\.local .*: ConfigMap images-ca, its certConfigMap, lacks the authority/,
      "kubectl get configmap images-ca -n shop -o yaml",
    ],
    [
      "names a ConfigMap that does not exist, and lists those of the namespace",
      [volume(registry({ certConfigMap: "images-ca" }), call)],
      /certificate of registry\.shop\.local .*: ConfigMap images-ca, its certConfigMap, does not exist/,
      "kubectl get configmaps -n shop",
    ],
    [
      "says that the source names no ConfigMap",
      [volume(registry({}), call)],
      /certificate of registry\.shop\.local .*: the DataVolume names no certConfigMap/,
      "kubectl get configmaps -n shop",
    ],
    [
      "takes the host from the message, where the source has no URL",
      [volume({ registry: { imageStream: "win" } }, call)],
      /certificate of registry\.shop\.local /,
      "kubectl get configmaps -n shop",
    ],
  ];
  test.for(rows)("%s", ([, objects, says, command]) => {
    const [text, first] = describeCause(objects);
    expect(text).toMatch(says);
    expect(text).not.toContain("p4ss");
    expect(first).toBe(command);
  });

  test("does not claim that a ConfigMap is missing that the file does not hold", () => {
    const snapshot = snapshotOf([volume(http({ certConfigMap: "images-ca" }), x509)], { takenAt, source: "x" });
    const [cause] = aggregateAndPrint(snapshot, scope).roots.flatMap(({ causes }) => causes);
    expect(cause?.text).toContain("whether ConfigMap images-ca, its certConfigMap, exists is not known");
    expect(cause?.next[0]?.command).toBe("kubectl get configmap images-ca -n shop -o yaml");
  });
});

describe("no other message is about the source", () => {
  const webhook = `failed calling webhook "pvc-mutate.cdi.kubevirt.io": failed to call webhook: Post "https://cdi-api.cdi.svc:443/mutate": ${x509}`;
  test.for<[what: string, object: Manifest]>([
    ["a webhook whose certificate the API server refuses", volume(http({ certConfigMap: "images-ca" }), webhook)],
    ["a certificate that expired", volume(http({ certConfigMap: "images-ca" }), "x509: certificate has expired")],
    ["an error of the server", volume(http({ certConfigMap: "images-ca" }), "got 403. Status: 403 Forbidden")],
    ["one of a volume that is filled", volume(http({ certConfigMap: "images-ca" }), x509, "Succeeded")],
  ])("%s", ([, object]) => {
    const { snapshot, waves } = readAsCluster([object, configMap], scope);
    expect(waves.flat().filter((request) => request.includes("ConfigMap "))).toEqual([]);
    const texts = aggregateAndPrint(snapshot, scope).roots.flatMap(({ causes }) => causes.map(({ text }) => text));
    expect(texts.filter((text) => text.includes("importer does not accept"))).toEqual([]);
  });
});

test("only the metadata of the ConfigMap is requested, once", () => {
  const { waves } = readAsCluster([volume(http({ certConfigMap: "images-ca" }), x509), configMap], scope);
  expect(waves.flat().filter((request) => request.includes("ConfigMap"))).toEqual([
    "get ConfigMap images-ca in shop, metadata",
  ]);
});
