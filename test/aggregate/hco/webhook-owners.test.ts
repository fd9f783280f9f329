import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { aggregateAndPrint, type PrintedReport } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import {
  component,
  deployment,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  relatedObjectEntries,
  webhookConfiguration,
} from "../installation.ts";

// Whose webhooks the API server cannot call: the component, or HyperConverged, is at least degraded.

const parts = [component("KubeVirt"), component("CDI")];
/** Valid for 48 hours from 2026-11-27T08:00:00Z. */
const certificate = readFileSync(join(import.meta.dirname, "../../parse/certificates/elliptic-curve.pem"));
const expired = certificate.toString("base64");
const takenAt = "2026-11-29T12:00:00Z";

function reportOf(objects: readonly Manifest[]): PrintedReport {
  return aggregateAndPrint(snapshotOf(objects, { takenAt, source: "x" }));
}

function webhook(
  service: string,
  groups: readonly string[],
  { place = namespace, policy = "Fail", caBundle = "" } = {},
): Manifest {
  const rules = [{ apiGroups: groups, apiVersions: ["*"], operations: ["*"], resources: ["*"] }];
  const clientConfig = { caBundle, service: { name: service, namespace: place } };
  const webhooks = [{ name: "x.example.com", failurePolicy: policy, clientConfig, rules }];
  return webhookConfiguration("checks", webhooks);
}

function conversion(group: string, service: string): Manifest {
  const clientConfig = { caBundle: expired, service: { name: service, namespace } };
  const spec = { group, names: { plural: "things" }, conversion: { strategy: "Webhook", webhook: { clientConfig } } };
  const nowhere = { namespace: undefined };
  return object("apiextensions.k8s.io/v1", "CustomResourceDefinition", `things.${group}`, { spec }, nowhere);
}

/** The slice of a Service without endpoints; `changedAt`: since when. */
function emptySlice(service: string, changedAt?: string): Manifest {
  const annotations = definedFields({ "endpoints.kubernetes.io/last-change-trigger-time": changedAt });
  const labels = { "kubernetes.io/service-name": service };
  return object("discovery.k8s.io/v1", "EndpointSlice", `${service}-1`, { endpoints: [] }, { labels, annotations });
}

type Verdicts = readonly [root: string, kubeVirt: string, cdi: string];

function verdictsOf(objects: readonly Manifest[]): Verdicts {
  const [root] = reportOf([
    hyperConverged({ relatedObjects: relatedObjectEntries(parts) }),
    ...parts,
    ...objects,
  ]).roots;
  const [kubeVirt, cdi] = ["KubeVirt", "CDI"].map((label) => root?.children.find((part) => part.label === label));
  return [root?.verdict ?? "", kubeVirt?.verdict ?? "", cdi?.verdict ?? ""];
}

/** The verdicts of the same HyperConverged without webhooks. */
const before = verdictsOf([]);

describe("a webhook that cannot be called makes its owner degraded", () => {
  const ofKubeVirt: Verdicts = ["degraded", "degraded", "healthy"];
  const ofCdi: Verdicts = ["degraded", "healthy", "degraded"];
  const ofHyperConverged: Verdicts = ["degraded", "healthy", "healthy"];
  const withEmptySlice = (...webhooks: readonly Manifest[]): readonly Manifest[] => [...webhooks, emptySlice("x")];
  test.for<[rule: string, objects: readonly Manifest[], verdicts: Verdicts]>([
    [
      "by the name of its Service, whatever it checks",
      [webhook("virt-api", ["apps"]), emptySlice("virt-api")],
      ofKubeVirt,
    ],
    [
      "by a Service with another name than its Deployment",
      [webhook("cdi-api", ["apps"]), emptySlice("cdi-api")],
      ofCdi,
    ],
    ["by the only group that it checks", withEmptySlice(webhook("x", ["kubevirt.io"])), ofKubeVirt],
    ["by a group that ends with that of another component", withEmptySlice(webhook("x", ["cdi.kubevirt.io"])), ofCdi],
    [
      "by the group of HyperConverged, whose name ends as KubeVirt's",
      withEmptySlice(webhook("x", ["hco.kubevirt.io"])),
      ofHyperConverged,
    ],
    [
      "by the Service of HyperConverged's webhook",
      [webhook("hco-webhook-service", ["kubevirt.io"]), emptySlice("hco-webhook-service")],
      ofHyperConverged,
    ],
    ["by an expired CA bundle", [webhook("virt-api", ["kubevirt.io"], { caBundle: expired })], ofKubeVirt],
    ["by the CA bundle of a conversion webhook", [conversion("cdi.kubevirt.io", "x")], ofCdi],
    ["by the CA bundle of HyperConverged's conversion webhook", [conversion("hco.kubevirt.io", "x")], ofHyperConverged],
  ])("%s", ([, objects, verdicts]) => {
    expect(verdictsOf(objects)).toEqual(verdicts);
  });
});

describe("a webhook leaves every verdict as it is", () => {
  test.for<[rule: string, objects: readonly Manifest[]]>([
    ["of a group of KubeVirt that no component has", [webhook("x", ["snapshot.kubevirt.io"]), emptySlice("x")]],
    ["of another product in the namespace", [webhook("x", ["apps"]), emptySlice("x")]],
    ["whose failure is ignored", [webhook("virt-api", ["kubevirt.io"], { policy: "Ignore", caBundle: expired })]],
    [
      "whose endpoints changed a minute ago",
      [webhook("virt-api", ["kubevirt.io"]), emptySlice("virt-api", "2026-11-29T11:59:00.123456789Z")],
    ],
    ["in the namespace of another product", [webhook("virt-api", ["apps"], { place: "mesh" }), emptySlice("virt-api")]],
    ["with a conversion of another product", [conversion("example.com", "x")]],
  ])("%s", ([, objects]) => {
    expect(verdictsOf(objects)).toEqual(before);
  });
});

describe("a KubeVirt that is a root itself", () => {
  const kubeVirt = component("KubeVirt");
  const objects = [kubeVirt, deployment("virt-operator", 1), deployment("virt-api", 1)];

  test("is degraded by its webhook, which is the cause", () => {
    const { roots, findings } = reportOf([...objects, webhook("virt-api", ["kubevirt.io"]), emptySlice("virt-api")]);
    expect(roots.map(({ verdict, causes }) => [verdict, causes.map(({ about }) => about.name)])).toEqual([
      ["degraded", ["virt-api"]],
    ]);
    expect(findings.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual([
      "webhook-without-endpoints",
    ]);
  });

  test("is degraded by a bundle that expired, though its conditions are good", () => {
    const { roots } = reportOf([...objects, webhook("virt-api", ["kubevirt.io"], { caBundle: expired })]);
    expect(roots.map(({ verdict, causes }) => [verdict, causes.map(({ about }) => about.name)])).toEqual([
      ["degraded", ["checks"]],
    ]);
  });

  test("has a warning about a bundle that expired where the failure of the webhook is ignored, and no other's", () => {
    const describeWarnings = (policy: string, group: string, service: string): readonly unknown[] => {
      const { verdict, findings } = reportOf([...objects, webhook(service, [group], { policy, caBundle: expired })]);
      const ofBundles = findings.filter(({ code }) => code === "ca-bundle-invalid");
      return [verdict, ofBundles.map(({ severity }) => severity)];
    };
    const { verdict } = reportOf(objects);
    expect(describeWarnings("Ignore", "kubevirt.io", "virt-api")).toEqual([verdict, ["warning"]]);
    expect(describeWarnings("Fail", "kubevirt.io", "virt-api")).toEqual(["degraded", ["error"]]);
    expect(describeWarnings("Ignore", "cdi.kubevirt.io", "cdi-api")).toEqual([verdict, []]);
  });

  test("has its webhooks and APIs read while nothing hints at them", () => {
    const kind = hcoProfile.components.find((row) => row.kind === "KubeVirt");
    if (kind === undefined) throw new Error("no KubeVirt");
    const found = readObjects(kubeVirt, "x").objects;
    const snapshot = clusterSnapshot([{ query: listQuery(kind), outcome: "found", objects: found }], takenAt);
    const kinds = planReads(snapshot, { wanted: [{ kind }] }).map((query) => query.kind);
    const read = ["APIService", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];
    expect(kinds.filter((each) => read.includes(each))).toEqual(read);
    expect(kinds).not.toContain("EndpointSlice");
  });

  test("is as healthy as it was with a webhook of CDI", () => {
    const { roots } = reportOf([...objects, webhook("cdi-api", ["cdi.kubevirt.io"]), emptySlice("cdi-api")]);
    expect(roots.map(({ verdict }) => verdict)).toEqual(["healthy"]);
  });
});

describe("an API that is not available for the reason of a webhook is one cause with it", () => {
  const api = (caBundle: string, reason: string, message: string): Manifest => {
    const service = { name: "virt-api", namespace };
    const conditions = [
      { type: "Available", status: "False", reason, message, lastTransitionTime: "2026-11-29T09:00:00Z" },
    ];
    const body = {
      spec: { group: "subresources.kubevirt.io", version: "v1", service, caBundle },
      status: { conditions },
    };
    const nowhere = { namespace: undefined };
    return object("apiregistration.k8s.io/v1", "APIService", "v1.subresources.kubevirt.io", body, nowhere);
  };
  const x509 = 'Get "https://10.96.3.4:443/apis": tls: failed to verify certificate: x509: certificate has expired';
  const causesOf = (objects: readonly Manifest[]) => {
    const root = reportOf([hyperConverged({ relatedObjects: relatedObjectEntries(parts) }), ...parts, ...objects])
      .roots[0];
    return (root?.causes ?? [])
      .filter(({ component: of }) => of === "KubeVirt")
      .map(({ path, next }) => [path.slice(1), next[0]?.command]);
  };
  const showBundle = (resource: string) => `kubectl get ${resource} -o yaml`;
  const ofWebhook = showBundle("validatingwebhookconfiguration.admissionregistration.k8s.io checks");

  test("where both have the bundle that expired", () => {
    const objects = [
      webhook("virt-api", ["kubevirt.io"], { caBundle: expired }),
      api(expired, "FailedDiscoveryCheck", x509),
    ];
    expect(causesOf(objects)).toEqual([[["KubeVirt", "checks"], ofWebhook]]);
  });

  test("where the Service of both has no endpoint", () => {
    const objects = [
      webhook("virt-api", ["kubevirt.io"]),
      emptySlice("virt-api"),
      api("", "MissingEndpoints", 'endpoints for service/virt-api have no addresses with port name "https"'),
    ];
    expect(causesOf(objects).map(([path]) => path)).toEqual([["KubeVirt", "virt-api"]]);
  });

  test("and a cause of its own where only its certificate is not accepted", () => {
    const objects = [webhook("virt-api", ["kubevirt.io"]), api(expired, "FailedDiscoveryCheck", x509)];
    expect(causesOf(objects)).toEqual([
      [
        ["KubeVirt", "v1.subresources.kubevirt.io"],
        showBundle("apiservice.apiregistration.k8s.io v1.subresources.kubevirt.io"),
      ],
    ]);
  });
});
