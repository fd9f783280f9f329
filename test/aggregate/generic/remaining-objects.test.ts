import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { rootState } from "../../../shared/outline/root-state.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { builtInKind, customResourceDefinitions, persistentVolumeClaims } from "../../../shared/profiles/core-kinds.ts";
import { aggregateAndPrint, type PrintedReport } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { condition, type Manifest, object, takenAt, webhookConfiguration } from "../installation.ts";

// What the deletion of a CustomResourceDefinition, a Namespace or a PersistentVolumeClaim waits for.

const anHourAgo = "2026-11-21T11:00:00Z";
const twoMinutesAgo = "2026-11-21T11:58:00Z";

function buildDefinition(deletionTimestamp?: string): Manifest {
  const names = { kind: "KubeVirt", plural: "kubevirts" };
  const spec = { group: "kubevirt.io", names, scope: "Namespaced", versions: [{ name: "v1", served: true }] };
  const message = "CustomResource deletion is in progress";
  const conditions =
    deletionTimestamp === undefined
      ? [condition("Established", "True")]
      : [condition("Established", "True"), condition("Terminating", "True", "InstanceDeletionInProgress", message)];
  const metadata = { namespace: undefined, deletionTimestamp };
  const body = { spec, status: { conditions } };
  return object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "kubevirts.kubevirt.io", body, metadata);
}

const buildKubeVirt = (metadata: Manifest): Manifest => object("kubevirt.io/v1", "KubeVirt", "kubevirt", {}, metadata);

const contentRemaining = condition(
  "NamespaceContentRemaining",
  "True",
  "SomeResourcesRemain",
  "Some resources are remaining: kubevirts.kubevirt.io has 1 resource instances, pods. has 2 resource instances",
);
const finalizersRemaining = condition(
  "NamespaceFinalizersRemaining",
  "True",
  "SomeFinalizersRemain",
  "Some content in the namespace has finalizers remaining: foregroundDeleteKubeVirt in 1 resource instances",
);
const discoveryFailed = condition(
  "NamespaceDeletionDiscoveryFailure",
  "True",
  "DiscoveryFailed",
  "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: subresources.kubevirt.io/v1: stale GroupVersion discovery: subresources.kubevirt.io/v1",
);

function buildNamespace(conditions: readonly Manifest[], deletionTimestamp: string = anHourAgo): Manifest {
  const body = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating", conditions } };
  return object("v1", "Namespace", "kubevirt", body, { namespace: undefined, deletionTimestamp });
}

function buildApiService(group: string, status: string): Manifest {
  const available = condition("Available", status, "FailedDiscoveryCheck", "failing or missing response");
  const body = { spec: { group, version: "v1" }, status: { conditions: [available] } };
  return object("apiregistration.k8s.io/v1", "APIService", `v1.${group}`, body, { namespace: undefined });
}

const kinds = {
  CustomResourceDefinition: customResourceDefinitions,
  Namespace: builtInKind("", "Namespace"),
  PersistentVolumeClaim: persistentVolumeClaims,
};

/** The condition that the controller writes where it could not delete the objects of a Namespace. */
function buildContentFailure(error: string): Manifest {
  const message = `Failed to delete all resource types, 1 remaining: ${error}`;
  return condition("NamespaceDeletionContentFailure", "True", "ContentDeletionFailed", message);
}

const denial =
  'admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there are still 3 VMs present';
const noResponse =
  'Internal error occurred: failed calling webhook "cdi-validate.cdi.kubevirt.io": failed to call webhook: Post "https://cdi-api.cdi.svc:443/cdi-validate?timeout=10s": no endpoints available for service "cdi-api"';

function buildConfiguration(name: string, webhook: string): Manifest {
  return webhookConfiguration(name, [{ name: "another.shop.io" }, { name: webhook }]);
}

/** The sentences and first commands of the findings about a deletion, of one root among these objects. */
function describeDeletion(kind: keyof typeof kinds, objects: readonly Manifest[]): readonly string[] {
  const snapshot = snapshotOf(objects, { takenAt, source: "x" });
  const report = aggregateAndPrint(snapshot, { wanted: [{ kind: kinds[kind] }] });
  return report.findings
    .filter(({ code }) => /^(deletion|namespace-content)-/.test(code))
    .flatMap((finding) => [describeFinding(finding), finding.next[0]?.command ?? ""]);
}

describe("the deletion of a CustomResourceDefinition waits for objects with a finalizer", () => {
  test("the deletion of a CustomResourceDefinition names the objects whose finalizers it waits for", () => {
    const held = buildKubeVirt({ finalizers: ["foregroundDeleteKubeVirt"], deletionTimestamp: anHourAgo });
    const free = object("kubevirt.io/v1", "KubeVirt", "other");
    expect(describeDeletion("CustomResourceDefinition", [buildDefinition(anHourAgo), held, free])).toEqual([
      "the deletion of CustomResourceDefinition kubevirts.kubevirt.io waits for 1 object: KubeVirt kubevirt-hyperconverged/kubevirt; finalizer foregroundDeleteKubeVirt must be removed by its operator",
      "kubectl get kubevirts.kubevirt.io -A",
    ]);
  });

  test("the deletion of a CustomResourceDefinition names at most five of a thousand objects", () => {
    const many = Array.from({ length: 1000 }, (_, place) =>
      object("kubevirt.io/v1", "KubeVirt", `k${place}`, {}, { finalizers: [`f${place % 9}`] }),
    );
    const [sentence = ""] = describeDeletion("CustomResourceDefinition", [buildDefinition(anHourAgo), ...many]);
    expect(sentence).toContain("waits for 1000 objects: ");
    expect(sentence.length).toBeLessThan(500);
  });

  test('a CustomResourceDefinition whose deletion waits is "deletion stuck"', () => {
    const held = buildKubeVirt({ finalizers: ["foregroundDeleteKubeVirt"], deletionTimestamp: anHourAgo });
    const wanted = [{ kind: kinds.CustomResourceDefinition }];
    const report = aggregateAndPrint(snapshotOf([buildDefinition(anHourAgo), held], { takenAt, source: "x" }), {
      wanted,
    });
    expect(report.roots.map((root) => rootState(root, report.findings).label)).toEqual(["deletion stuck"]);
  });

  test("the first command of the cause lists the objects of a CustomResourceDefinition in deletion", () => {
    const held = buildKubeVirt({ finalizers: ["foregroundDeleteKubeVirt"], deletionTimestamp: anHourAgo });
    const snapshot = snapshotOf([buildDefinition(anHourAgo), held], { takenAt, source: "x" });
    const report = aggregateAndPrint(snapshot, { wanted: [{ kind: kinds.CustomResourceDefinition }] });
    const [cause] = report.roots.flatMap(({ causes }) => causes);
    expect(cause?.next[0]?.command).toBe("kubectl get kubevirts.kubevirt.io -A");
  });

  test.for([
    {
      rule: "a CustomResourceDefinition that is not deleted has no finding",
      objects: [buildDefinition(), buildKubeVirt({ finalizers: ["x"] })],
    },
    {
      rule: "a CustomResourceDefinition whose deletion began two minutes ago has no finding",
      objects: [buildDefinition(twoMinutesAgo), buildKubeVirt({ finalizers: ["x"] })],
    },
    {
      rule: "a CustomResourceDefinition whose objects have no finalizer has no finding",
      objects: [buildDefinition(anHourAgo), buildKubeVirt({})],
    },
  ])("$rule", ({ objects }) => {
    expect(describeDeletion("CustomResourceDefinition", objects)).toEqual([]);
  });
});

describe("the deletion of a Namespace waits for objects, webhooks and APIs", () => {
  test("the deletion of a Namespace names the objects and the finalizers that remain", () => {
    expect(describeDeletion("Namespace", [buildNamespace([contentRemaining, finalizersRemaining])])).toEqual([
      "the deletion of Namespace kubevirt waits for 3 objects: kubevirts.kubevirt.io (1) and pods (2); finalizer foregroundDeleteKubeVirt must be removed by their operator",
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
    ]);
  });

  test("the deletion of a Namespace names the objects that remain without finalizers", () => {
    expect(describeDeletion("Namespace", [buildNamespace([contentRemaining])])).toEqual([
      "the deletion of Namespace kubevirt waits for 3 objects without finalizers: kubevirts.kubevirt.io (1) and pods (2)",
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
    ]);
  });

  test("the deletion of a Namespace names the webhook that refuses it, and the configuration of the webhook", () => {
    const configurations = [
      buildConfiguration("other", "b.shop.io"),
      buildConfiguration("virt-operator", "kubevirt-validator.kubevirt.io"),
    ];
    expect(describeDeletion("Namespace", [buildNamespace([buildContentFailure(denial)]), ...configurations])).toEqual([
      "Namespace kubevirt is not deleted while webhook kubevirt-validator.kubevirt.io of ValidatingWebhookConfiguration virt-operator refuses it: Rejecting the uninstall request, since there are still 3 VMs present",
      "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io virt-operator -o yaml",
    ]);
  });

  test("the deletion of a Namespace names each webhook that refuses it where no configuration was read", () => {
    const [first, firstCommand, second = "", secondCommand] = describeDeletion("Namespace", [
      buildNamespace([buildContentFailure(`${denial}, ${noResponse}`)]),
    ]);
    expect(first).toBe(
      "Namespace kubevirt is not deleted while webhook kubevirt-validator.kubevirt.io refuses it: Rejecting the uninstall request, since there are still 3 VMs present",
    );
    expect(second).toContain(
      "while webhook cdi-validate.cdi.kubevirt.io does not respond at Service cdi-api.cdi: failed to call webhook: Post",
    );
    const command = "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations";
    expect([firstCommand, secondCommand]).toEqual([command, command]);
  });

  test("the deletion of a Namespace says that the Service of a webhook is deleted with it", () => {
    const error =
      'Internal error occurred: failed calling webhook "kubevirt-validator.kubevirt.io": failed to call webhook: Post "https://kubevirt-operator-webhook.kubevirt.svc:443/kubevirt-validate-delete?timeout=10s": service "kubevirt-operator-webhook" not found';
    const configuration = buildConfiguration("virt-operator-validator", "kubevirt-validator.kubevirt.io");
    const objects = [buildNamespace([buildContentFailure(error)]), configuration];
    expect(describeDeletion("Namespace", objects)).toEqual([
      "Namespace kubevirt is not deleted while webhook kubevirt-validator.kubevirt.io of ValidatingWebhookConfiguration virt-operator-validator does not respond: its Service kubevirt-operator-webhook.kubevirt is in the Namespace, in which no pod can start again",
      "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io virt-operator-validator -o yaml",
    ]);
  });

  test("the deletion of a Namespace names the webhook that answers with an error", () => {
    const error =
      'Internal error occurred: failed calling webhook "guard.example.org": failed to call webhook: an error on the server ("boom") has prevented the request from succeeding';
    const [sentence] = describeDeletion("Namespace", [buildNamespace([buildContentFailure(error)])]);
    expect(sentence).toBe(
      'Namespace kubevirt is not deleted while webhook guard.example.org fails: failed to call webhook: an error on the server ("boom") has prevented the request from succeeding',
    );
  });

  function reportNamespace(...objects: readonly Manifest[]): PrintedReport {
    const snapshot = snapshotOf(objects, { takenAt, source: "x" });
    return aggregateAndPrint(snapshot, { wanted: [{ kind: kinds.Namespace }] });
  }

  test("the first command of a deletion lists the objects that remain", () => {
    const report = reportNamespace(buildNamespace([contentRemaining]));
    const [cause] = report.roots.flatMap(({ causes }) => causes);
    expect(cause?.next.map(({ command }) => command)).toEqual([
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
      "kubectl describe namespace kubevirt",
    ]);
    expect(report.next[0]).toEqual(cause?.next[0]);
  });

  test("the first command of the cause shows the API that does not respond, then the objects with finalizers", () => {
    const namespace = buildNamespace([contentRemaining, finalizersRemaining, discoveryFailed]);
    const report = reportNamespace(namespace, buildApiService("subresources.kubevirt.io", "False"));
    const [cause] = report.roots.flatMap(({ causes }) => causes);
    expect(cause?.next.map(({ command }) => command)).toEqual([
      "kubectl describe apiservice.apiregistration.k8s.io v1.subresources.kubevirt.io",
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
      "kubectl describe namespace kubevirt",
    ]);
  });

  test("the first commands of a deletion show a webhook that does not respond, and its endpoints and Pods", () => {
    const namespace = buildNamespace([buildContentFailure(noResponse), contentRemaining]);
    const report = reportNamespace(namespace, buildConfiguration("cdi-api", "cdi-validate.cdi.kubevirt.io"));
    const [cause] = report.roots.flatMap(({ causes }) => causes);
    expect(cause?.next.map(({ command }) => command)).toEqual([
      "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io cdi-api -o yaml",
      "kubectl get endpointslices -n cdi -l kubernetes.io/service-name=cdi-api",
      "kubectl get pods -n cdi -l cdi.kubevirt.io=cdi-apiserver",
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
      "kubectl describe namespace kubevirt",
    ]);
    expect(report.next[0]).toEqual(cause?.next[0]);
  });

  test.for([
    { rule: "for an hour blocks the deletion", deletedAt: anHourAgo, effect: "blocks" },
    { rule: "for two minutes is named and does not block the deletion", deletedAt: twoMinutesAgo, effect: undefined },
  ])("a webhook that has refused $rule", ({ deletedAt, effect }) => {
    const report = reportNamespace(buildNamespace([buildContentFailure(denial)], deletedAt));
    const refusals = report.findings.filter(({ code }) => code === "namespace-content-refused");
    expect(refusals.map(({ effects }) => effects.deletion)).toEqual([effect]);
  });

  test("the deletion of a Namespace names the API that does not respond", () => {
    const apis = [buildApiService("subresources.kubevirt.io", "False"), buildApiService("metrics.k8s.io", "False")];
    expect(describeDeletion("Namespace", [buildNamespace([discoveryFailed]), ...apis])).toEqual([
      "Namespace kubevirt is not deleted while APIService v1.subresources.kubevirt.io does not respond: FailedDiscoveryCheck: failing or missing response",
      "kubectl describe apiservice.apiregistration.k8s.io v1.subresources.kubevirt.io",
    ]);
  });

  const contentDeleted = { ...contentRemaining, status: "False" };
  const failureResolved = { ...buildContentFailure(denial), status: "False" };
  test.for([
    {
      rule: "a Namespace whose deletion began two minutes ago has no finding",
      objects: [buildNamespace([contentRemaining, finalizersRemaining], twoMinutesAgo)],
    },
    {
      rule: "a Namespace whose objects are still being deleted has no finding",
      objects: [buildNamespace([contentRemaining], twoMinutesAgo)],
    },
    {
      rule: "a Namespace whose objects were deleted has no finding",
      objects: [buildNamespace([contentDeleted, failureResolved])],
    },
    {
      rule: "a Namespace whose controller fails without a webhook has no finding",
      objects: [buildNamespace([buildContentFailure("unexpected items still remain in namespace")])],
    },
    {
      rule: "a Namespace whose API responds again has no finding",
      objects: [buildNamespace([discoveryFailed]), buildApiService("subresources.kubevirt.io", "True")],
    },
  ])("$rule", ({ objects }) => {
    expect(describeDeletion("Namespace", objects)).toEqual([]);
  });
});

describe("a deletion costs requests only for what its conditions name", () => {
  test.for<{ rule: string; kind: keyof typeof kinds; manifest: Manifest; requestedKinds: string[] }>([
    {
      rule: "nothing is requested for a CustomResourceDefinition that is not deleted",
      kind: "CustomResourceDefinition",
      manifest: buildDefinition(),
      requestedKinds: [],
    },
    {
      rule: "the objects of a CustomResourceDefinition that is deleted are requested",
      kind: "CustomResourceDefinition",
      manifest: buildDefinition(anHourAgo),
      requestedKinds: ["KubeVirt"],
    },
    {
      rule: "nothing is requested for a Namespace whose conditions name what remains",
      kind: "Namespace",
      manifest: buildNamespace([contentRemaining, finalizersRemaining]),
      requestedKinds: [],
    },
    {
      rule: "the APIServices are requested for a Namespace whose discovery fails",
      kind: "Namespace",
      manifest: buildNamespace([discoveryFailed]),
      requestedKinds: ["APIService"],
    },
    {
      rule: "the configurations of webhooks are requested for a Namespace that a webhook keeps",
      kind: "Namespace",
      manifest: buildNamespace([buildContentFailure(denial)]),
      requestedKinds: ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"],
    },
  ])("$rule", ({ kind, manifest, requestedKinds }) => {
    const { name } = manifest["metadata"] as { name: string };
    const query = { ...kinds[kind], verb: "get" as const, name };
    const reading = { query, outcome: "found", objects: readObjects(manifest, "x").objects } as const;
    const queries = planReads(clusterSnapshot([reading], takenAt), { wanted: [{ kind: kinds[kind], name }] });
    expect(queries.map((planned) => planned.kind).filter((planned) => planned !== kind)).toEqual(requestedKinds);
  });
});

describe("the deletion of a PersistentVolumeClaim waits for the pods that use it", () => {
  const buildClaim = (deletionTimestamp?: string): Manifest =>
    object(
      "v1",
      "PersistentVolumeClaim",
      "data",
      { spec: {}, status: { phase: "Bound" } },
      { deletionTimestamp, finalizers: ["kubernetes.io/pvc-protection"] },
    );
  const buildPod = (name: string, claimName: string, phase: string, nodeName?: string): Manifest => {
    const volumes = [{ name: "disk", persistentVolumeClaim: { claimName } }];
    return object("v1", "Pod", name, { spec: { containers: [], volumes, nodeName }, status: { phase } });
  };

  test("the deletion of a PersistentVolumeClaim names the pods that use it, ended ones included", () => {
    const pods = [
      buildPod("virt-launcher-db", "data", "Running", "worker-1"),
      buildPod("importer-data", "data", "Succeeded", "worker-2"),
      buildPod("waiting", "data", "Pending"),
      buildPod("other", "logs", "Running", "worker-1"),
    ];
    expect(describeDeletion("PersistentVolumeClaim", [buildClaim(anHourAgo), ...pods])).toEqual([
      "the deletion of PersistentVolumeClaim kubevirt-hyperconverged/data waits for 2 objects that use it: Pod importer-data and Pod virt-launcher-db",
      "kubectl get pods -n kubevirt-hyperconverged",
    ]);
  });

  const podThatUsesData = buildPod("virt-launcher-db", "data", "Running", "worker-1");

  test("a PersistentVolumeClaim that is not deleted has no finding about its pods", () => {
    expect(describeDeletion("PersistentVolumeClaim", [buildClaim(), podThatUsesData])).toEqual([]);
  });

  test("a PersistentVolumeClaim whose deletion began two minutes ago has no finding about its pods", () => {
    expect(describeDeletion("PersistentVolumeClaim", [buildClaim(twoMinutesAgo), podThatUsesData])).toEqual([]);
  });
});
