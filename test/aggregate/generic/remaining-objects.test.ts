import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { rootState } from "../../../shared/outline/root-state.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { builtInKind, customResourceDefinitions, persistentVolumeClaims } from "../../../shared/profiles/core-kinds.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { condition, type Manifest, object, takenAt } from "../installation.ts";

// What the deletion of a CustomResourceDefinition, a Namespace or a PersistentVolumeClaim waits for.

const [early, recent] = ["2026-11-21T11:00:00Z", "2026-11-21T11:58:00Z"] as const;

function definition(deletionTimestamp?: string): Manifest {
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

const kubeVirt = (metadata: Manifest): Manifest => object("kubevirt.io/v1", "KubeVirt", "kubevirt", {}, metadata);

const content = condition(
  "NamespaceContentRemaining",
  "True",
  "SomeResourcesRemain",
  "Some resources are remaining: kubevirts.kubevirt.io has 1 resource instances, pods. has 2 resource instances",
);
const finalizers = condition(
  "NamespaceFinalizersRemaining",
  "True",
  "SomeFinalizersRemain",
  "Some content in the namespace has finalizers remaining: foregroundDeleteKubeVirt in 1 resource instances",
);
const discovery = condition(
  "NamespaceDeletionDiscoveryFailure",
  "True",
  "DiscoveryFailed",
  "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: subresources.kubevirt.io/v1: stale GroupVersion discovery: subresources.kubevirt.io/v1",
);

function space(conditions: readonly Manifest[], deletionTimestamp: string = early): Manifest {
  const body = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating", conditions } };
  return object("v1", "Namespace", "kubevirt", body, { namespace: undefined, deletionTimestamp });
}

function api(group: string, status: string): Manifest {
  const available = condition("Available", status, "FailedDiscoveryCheck", "failing or missing response");
  const body = { spec: { group, version: "v1" }, status: { conditions: [available] } };
  return object("apiregistration.k8s.io/v1", "APIService", `v1.${group}`, body, { namespace: undefined });
}

const kinds = {
  CustomResourceDefinition: customResourceDefinitions,
  Namespace: builtInKind("", "Namespace"),
  PersistentVolumeClaim: persistentVolumeClaims,
};

/** What the controller writes where a webhook answers with a refusal, or does not answer. */
function refused(error: string): Manifest {
  const message = `Failed to delete all resource types, 1 remaining: ${error}`;
  return condition("NamespaceDeletionContentFailure", "True", "ContentDeletionFailed", message);
}

const denial =
  'admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there are still 3 VMs present';
const unanswered =
  'Internal error occurred: failed calling webhook "cdi-validate.cdi.kubevirt.io": failed to call webhook: Post "https://cdi-api.cdi.svc:443/cdi-validate?timeout=10s": no endpoints available for service "cdi-api"';

function validating(name: string, webhook: string): Manifest {
  const body = { webhooks: [{ name: "another.shop.io" }, { name: webhook }] };
  const metadata = { namespace: undefined };
  return object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", name, body, metadata);
}

/** The sentences and first commands of the findings about a deletion, of one root among these objects. */
function describeDeletion(kind: keyof typeof kinds, objects: readonly Manifest[]): readonly string[] {
  const snapshot = snapshotOf(objects, { takenAt, source: "x" });
  const report = aggregateAndPrint(snapshot, { wanted: [{ kind: kinds[kind] }] });
  return report.findings
    .filter(({ code }) => /^(deletion|namespace-content)-/.test(code))
    .flatMap((finding) => [describeFinding(finding), finding.next[0]?.command ?? ""]);
}

describe("a CustomResourceDefinition", () => {
  test("names the objects whose finalizers it waits for, and no others", () => {
    const held = kubeVirt({ finalizers: ["foregroundDeleteKubeVirt"], deletionTimestamp: early });
    const free = object("kubevirt.io/v1", "KubeVirt", "other");
    expect(describeDeletion("CustomResourceDefinition", [definition(early), held, free])).toEqual([
      "the deletion of CustomResourceDefinition kubevirts.kubevirt.io waits for 1 object: KubeVirt kubevirt-hyperconverged/kubevirt; finalizer foregroundDeleteKubeVirt must be removed by its operator",
      "kubectl get kubevirts.kubevirt.io -A",
    ]);
  });

  test("with a thousand of them names five", () => {
    const many = Array.from({ length: 1000 }, (_, place) =>
      object("kubevirt.io/v1", "KubeVirt", `k${place}`, {}, { finalizers: [`f${place % 9}`] }),
    );
    const [sentence = ""] = describeDeletion("CustomResourceDefinition", [definition(early), ...many]);
    expect(sentence).toContain("waits for 1000 objects: ");
    expect(sentence.length).toBeLessThan(500);
  });

  test("whose deletion waits is stuck, not refused", () => {
    const held = kubeVirt({ finalizers: ["foregroundDeleteKubeVirt"], deletionTimestamp: early });
    const wanted = [{ kind: kinds.CustomResourceDefinition }];
    const report = aggregateAndPrint(snapshotOf([definition(early), held], { takenAt, source: "x" }), { wanted });
    expect(report.roots.map((root) => rootState(root, report.findings).label)).toEqual(["deletion stuck"]);
  });

  const silent: readonly (readonly [what: string, objects: readonly Manifest[]])[] = [
    ["that is not being deleted", [definition(), kubeVirt({ finalizers: ["x"] })]],
    ["whose deletion has just begun", [definition(recent), kubeVirt({ finalizers: ["x"] })]],
    ["of which nothing has a finalizer", [definition(early), kubeVirt({})]],
  ];
  test.for(silent)("%s has no finding", ([, objects]) => {
    expect(describeDeletion("CustomResourceDefinition", objects)).toEqual([]);
  });
});

describe("a Namespace", () => {
  test("names what it holds, and the finalizers", () => {
    expect(describeDeletion("Namespace", [space([content, finalizers])])).toEqual([
      "the deletion of Namespace kubevirt waits for 3 objects: kubevirts.kubevirt.io (1) and pods (2); finalizer foregroundDeleteKubeVirt must be removed by their operator",
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
    ]);
  });

  test("names what it holds where nothing has a finalizer", () => {
    expect(describeDeletion("Namespace", [space([content])])).toEqual([
      "the deletion of Namespace kubevirt waits for 3 objects without finalizers: kubevirts.kubevirt.io (1) and pods (2)",
      "kubectl get kubevirts.kubevirt.io,pods -n kubevirt",
    ]);
  });

  test("names the webhook that refuses the deletion of an object, and its configuration", () => {
    const configurations = [
      validating("other", "b.shop.io"),
      validating("virt-operator", "kubevirt-validator.kubevirt.io"),
    ];
    expect(describeDeletion("Namespace", [space([refused(denial)]), ...configurations])).toEqual([
      "Namespace kubevirt is not deleted while webhook kubevirt-validator.kubevirt.io of ValidatingWebhookConfiguration virt-operator refuses it: Rejecting the uninstall request, since there are still 3 VMs present",
      "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io virt-operator -o yaml",
    ]);
  });

  test("names each webhook that refuses it, and lists the configurations where none was read", () => {
    const [first, firstCommand, second = "", secondCommand] = describeDeletion("Namespace", [
      space([refused(`${denial}, ${unanswered}`)]),
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

  test("first shows what it waits for, not its description", () => {
    const listCommands = (conditions: readonly Manifest[]): readonly string[] => {
      const objects = [space(conditions), validating("cdi-api", "cdi-validate.cdi.kubevirt.io")];
      const snapshot = snapshotOf(objects, { takenAt, source: "x" });
      const report = aggregateAndPrint(snapshot, { wanted: [{ kind: kinds.Namespace }] });
      const [cause] = report.roots.flatMap(({ causes }) => causes);
      expect(report.next[0]).toEqual(cause?.next[0]);
      return cause?.next.map(({ command }) => command) ?? [];
    };
    const describeCommand = "kubectl describe namespace kubevirt";
    const listCommand = "kubectl get kubevirts.kubevirt.io,pods -n kubevirt";
    expect(listCommands([content])).toEqual([listCommand, describeCommand]);
    expect(listCommands([refused(unanswered), content])).toEqual([
      "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io cdi-api -o yaml",
      "kubectl get endpointslices -n cdi -l kubernetes.io/service-name=cdi-api",
      "kubectl get pods -n cdi -l cdi.kubevirt.io=cdi-apiserver",
      listCommand,
      describeCommand,
    ]);
  });

  test("a webhook that refuses in the first minutes is named, and does not yet keep it from being deleted", () => {
    const listEffects = (deletedAt: string): readonly unknown[] => {
      const snapshot = snapshotOf([space([refused(denial)], deletedAt)], { takenAt, source: "x" });
      const report = aggregateAndPrint(snapshot, { wanted: [{ kind: kinds.Namespace }] });
      const refusals = report.findings.filter(({ code }) => code === "namespace-content-refused");
      return refusals.map(({ effects }) => effects.deletion);
    };
    expect(listEffects(recent)).toEqual([undefined]);
    expect(listEffects(early)).toEqual(["blocks"]);
  });

  test("names the API that does not respond, and no other", () => {
    const apis = [api("subresources.kubevirt.io", "False"), api("metrics.k8s.io", "False")];
    expect(describeDeletion("Namespace", [space([discovery]), ...apis])).toEqual([
      "Namespace kubevirt is not deleted while APIService v1.subresources.kubevirt.io does not respond: FailedDiscoveryCheck: failing or missing response",
      "kubectl describe apiservice.apiregistration.k8s.io v1.subresources.kubevirt.io",
    ]);
  });

  const silent: readonly (readonly [what: string, objects: readonly Manifest[]])[] = [
    ["whose deletion has just begun", [space([content, finalizers], recent)]],
    ["whose content is still being deleted", [space([content], recent)]],
    [
      "whose content was deleted",
      [
        space([
          { ...content, status: "False" },
          { ...refused(denial), status: "False" },
        ]),
      ],
    ],
    ["whose controller fails without a webhook", [space([refused("unexpected items still remain in namespace")])]],
    ["whose API responds again", [space([discovery]), api("subresources.kubevirt.io", "True")]],
  ];
  test.for(silent)("%s has no finding", ([, objects]) => {
    expect(describeDeletion("Namespace", objects)).toEqual([]);
  });
});

test("only a deletion costs requests, and only of what its conditions name", () => {
  const listPlannedKinds = (kind: keyof typeof kinds, manifest: Manifest): readonly string[] => {
    const query = { ...kinds[kind], verb: "get" as const, name: (manifest["metadata"] as { name: string }).name };
    const reading = { query, outcome: "found", objects: readObjects(manifest, "x").objects } as const;
    const snapshot = clusterSnapshot([reading], takenAt);
    const wanted = [{ kind: kinds[kind], name: query.name }];
    return planReads(snapshot, { wanted })
      .map(({ kind: name }) => name)
      .filter((name) => name !== kind);
  };
  expect(listPlannedKinds("CustomResourceDefinition", definition())).toEqual([]);
  expect(listPlannedKinds("CustomResourceDefinition", definition(early))).toEqual(["KubeVirt"]);
  expect(listPlannedKinds("Namespace", space([content, finalizers]))).toEqual([]);
  expect(listPlannedKinds("Namespace", space([discovery]))).toEqual(["APIService"]);
  expect(listPlannedKinds("Namespace", space([refused(denial)]))).toEqual([
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
  ]);
});

describe("a PersistentVolumeClaim", () => {
  const claim = (deletionTimestamp?: string): Manifest =>
    object(
      "v1",
      "PersistentVolumeClaim",
      "data",
      { spec: {}, status: { phase: "Bound" } },
      { deletionTimestamp, finalizers: ["kubernetes.io/pvc-protection"] },
    );
  const pod = (name: string, claimName: string, phase: string, nodeName?: string): Manifest => {
    const volumes = [{ name: "disk", persistentVolumeClaim: { claimName } }];
    return object("v1", "Pod", name, { spec: { containers: [], volumes, nodeName }, status: { phase } });
  };

  test("names the pods that use it, also where they have ended, and no others", () => {
    const pods = [
      pod("virt-launcher-db", "data", "Running", "worker-1"),
      pod("importer-data", "data", "Succeeded", "worker-2"),
      pod("waiting", "data", "Pending"),
      pod("other", "logs", "Running", "worker-1"),
    ];
    expect(describeDeletion("PersistentVolumeClaim", [claim(early), ...pods])).toEqual([
      "the deletion of PersistentVolumeClaim kubevirt-hyperconverged/data waits for 2 objects that use it: Pod importer-data and Pod virt-launcher-db",
      "kubectl get pods -n kubevirt-hyperconverged",
    ]);
  });

  test("says nothing of its pods while it is not deleted, and at once after that", () => {
    const user = pod("virt-launcher-db", "data", "Running", "worker-1");
    expect(describeDeletion("PersistentVolumeClaim", [claim(), user])).toEqual([]);
    expect(describeDeletion("PersistentVolumeClaim", [claim(recent), user])).toEqual([]);
  });
});
