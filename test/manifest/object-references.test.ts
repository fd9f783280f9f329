import { describe, expect, test } from "vitest";
import { findReference } from "../../shared/manifest/object-references.ts";

const object = {
  kind: "VirtualMachine",
  metadata: {
    name: "web",
    namespace: "shop",
    ownerReferences: [{ apiVersion: "kubevirt.io/v1", kind: "VirtualMachinePool", name: "pool", uid: "1" }],
  },
  spec: {
    nodeName: "node01",
    serviceName: "front",
    storageClassName: "fast",
    empty: { claimName: "" },
    volumes: [
      { name: "a", persistentVolumeClaim: { claimName: "disk" } },
      { name: "b", dataVolume: { name: "image" } },
      { name: "c", secret: { secretName: "keys" } },
      { name: "d", configMap: { name: "settings" } },
    ],
    imagePullSecrets: [{ name: "pull" }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "admin" },
    sourceRef: { kind: "DataSource", group: "x", name: "fedora", namespace: "os-images" },
  },
  status: { relatedObjects: [{ apiVersion: "v1", kind: "Node", name: "node02" }] },
};

describe("a field names an object", () => {
  test.for<[rule: string, path: readonly (string | number)[], ref: object | undefined]>([
    [
      "claimName",
      ["spec", "volumes", 0, "persistentVolumeClaim", "claimName"],
      refInShop("PersistentVolumeClaim", "disk"),
    ],
    ["dataVolume", ["spec", "volumes", 1, "dataVolume", "name"], refInShop("DataVolume", "image", "cdi.kubevirt.io")],
    ["secretName", ["spec", "volumes", 2, "secret", "secretName"], refInShop("Secret", "keys")],
    ["configMap", ["spec", "volumes", 3, "configMap", "name"], refInShop("ConfigMap", "settings")],
    ["a list of secrets", ["spec", "imagePullSecrets", 0, "name"], refInShop("Secret", "pull")],
    ["serviceName", ["spec", "serviceName"], refInShop("Service", "front")],
    ["nodeName, which has no namespace", ["spec", "nodeName"], { group: "", kind: "Node", name: "node01" }],
    ["storageClassName", ["spec", "storageClassName"], { group: "storage.k8s.io", kind: "StorageClass", name: "fast" }],
    ["the namespace itself", ["metadata", "namespace"], { group: "", kind: "Namespace", name: "shop" }],
    ["an owner", ["metadata", "ownerReferences", 0, "name"], refInShop("VirtualMachinePool", "pool", "kubevirt.io")],
    [
      "a reference by apiGroup to a cluster-scoped kind",
      ["spec", "roleRef", "name"],
      { group: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "admin" },
    ],
    [
      "a reference with a namespace of its own",
      ["spec", "sourceRef", "name"],
      { group: "", kind: "DataSource", name: "fedora", namespace: "os-images" },
    ],
    ["a recorded object", ["status", "relatedObjects", 0, "name"], { group: "", kind: "Node", name: "node02" }],
    ["the object's own name names no other object", ["metadata", "name"], undefined],
    ["the name of a volume names no object", ["spec", "volumes", 0, "name"], undefined],
    ["an empty name names no object", ["spec", "empty", "claimName"], undefined],
    ["an absent field names no object", ["spec", "nothing", 7, "claimName"], undefined],
    ["a key of the prototype names no object", ["spec", "constructor", "name"], undefined],
  ])("%s", ([, path, ref]) => {
    expect(findReference(object, path, "shop")).toEqual(ref);
  });
});

function refInShop(kind: string, name: string, group = ""): object {
  return { group, kind, name, namespace: "shop" };
}
