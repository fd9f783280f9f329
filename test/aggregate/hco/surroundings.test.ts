import { describe, expect, test } from "vitest";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import type { PrintedReport } from "../../printed.ts";
import {
  component,
  condition,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  relatedObjectEntries,
  reportOf,
  webhookConfiguration,
} from "../installation.ts";

const parts = [component("KubeVirt"), component("CDI")];

function reportWith(objects: readonly Manifest[]): PrintedReport {
  return reportOf([hyperConverged({ relatedObjects: relatedObjectEntries(parts) }), ...parts, ...objects]);
}

const findByCode = ({ findings }: PrintedReport, code: RegExp): readonly Finding[] =>
  findings.filter((one) => code.test(one.code));

describe("an API that a component serves", () => {
  const api = (
    group: string,
    status: string,
    since: string,
    service: Manifest | null = { name: "s", namespace },
  ): Manifest =>
    object(
      ...(["apiregistration.k8s.io/v1", "APIService", `v1.${group}`] as const),
      {
        spec: { group, version: "v1", service },
        status: { conditions: [condition("Available", status, "MissingEndpoints", "m", since)] },
      },
      { namespace: undefined },
    );
  const long = "2026-11-21T11:00:00Z";
  const lately = "2026-11-21T11:59:30Z";
  const rows: [
    sentence: string,
    objects: readonly Manifest[],
    codes: readonly string[],
    verdicts: readonly string[],
  ][] = [
    ["is no matter while it is available", [api("subresources.kubevirt.io", "True", long)], [], ["healthy", "healthy"]],
    ["is CDI's by its group", [api("upload.cdi.kubevirt.io", "False", long)], ["error"], ["healthy", "degraded"]],
    [
      "is KubeVirt's by its group",
      [api("subresources.kubevirt.io", "False", long)],
      ["error"],
      ["degraded", "healthy"],
    ],
    [
      "is named while it is away since lately",
      [api("subresources.kubevirt.io", "False", lately)],
      ["warning"],
      ["healthy", "healthy"],
    ],
    [
      "counts where it is unknown",
      [api("subresources.kubevirt.io", "Unknown", long)],
      ["error"],
      ["degraded", "healthy"],
    ],
    ["is no matter where it is another product's", [api("metrics.k8s.io", "False", long)], [], ["healthy", "healthy"]],
    [
      "is no matter where the group only ends alike",
      [api("notkubevirt.io", "False", long)],
      [],
      ["healthy", "healthy"],
    ],
    [
      "is no matter where the API server itself serves it",
      [api("kubevirt.io", "False", long, null)],
      [],
      ["healthy", "healthy"],
    ],
  ];
  test.for(rows)("%s", ([, objects, severities, verdicts]) => {
    const report = reportWith(objects);
    expect(findByCode(report, /^api-not/).map(({ severity }) => severity)).toEqual(severities);
    expect(report.roots[0]?.children.slice(0, 2).map(({ verdict }) => verdict)).toEqual(verdicts);
  });
  test("is the cause, with the API server's words", () => {
    expect(reportWith([api("upload.cdi.kubevirt.io", "False", long)]).roots[0]?.rootCause).toMatchObject({
      path: [namespace, "CDI", "v1.upload.cdi.kubevirt.io"],
      text: expect.stringContaining("MissingEndpoints"),
      since: long,
    });
  });
});

describe("a Service that webhooks call", () => {
  const webhook = (service: string, place: string, failurePolicy?: string, groups = ["kubevirt.io"]): Manifest =>
    webhookConfiguration(`check-${service}`, [
      {
        name: "x.kubevirt.io",
        clientConfig: { service: { name: service, namespace: place } },
        rules: [{ apiGroups: groups }],
        ...definedFields({ failurePolicy }),
      },
    ]);
  const slice = (
    service: string,
    place: string,
    ready: boolean | undefined,
    { addresses = ["10.0.0.1"], ...conditions }: Manifest = {},
  ): Manifest =>
    object(
      "discovery.k8s.io/v1",
      "EndpointSlice",
      `${service}-1`,
      { endpoints: [{ addresses, conditions: { ready, ...conditions } }] },
      { namespace: place, labels: { "kubernetes.io/service-name": service } },
    );
  const service = (name: string, spec: Manifest): Manifest => object("v1", "Service", name, { spec }, { namespace });
  const rows: [sentence: string, objects: readonly Manifest[], severities: readonly string[]][] = [
    ["answers where an endpoint is ready", [webhook("a", namespace), slice("a", namespace, true)], []],
    ["answers where the readiness is unknown", [webhook("a", namespace), slice("a", namespace, undefined)], []],
    ["is an error without a ready endpoint", [webhook("a", namespace), slice("a", namespace, false)], ["error"]],
    [
      "is an error without an address",
      [webhook("a", namespace), slice("a", namespace, true, { addresses: [] })],
      ["error"],
    ],
    [
      "answers while its last endpoints end and still serve",
      [webhook("a", namespace), slice("a", namespace, false, { terminating: true, serving: true })],
      [],
    ],
    [
      "is an error where its last endpoints end and no longer serve",
      [webhook("a", namespace), slice("a", namespace, false, { terminating: true, serving: false })],
      ["error"],
    ],
    [
      "is a warning where its failure is ignored",
      [webhook("a", namespace, "Ignore"), slice("a", namespace, false)],
      ["warning"],
    ],
    [
      "counts elsewhere where it checks the product's kinds",
      [webhook("a", "cdi"), slice("a", "cdi", false)],
      ["error"],
    ],
    ["is another's elsewhere", [webhook("a", "mesh", "Fail", ["kubevirt.io", "apps"]), slice("a", "mesh", false)], []],
    [
      "is an error without a ready endpoint, where the Service selects Pods",
      [webhook("a", namespace), slice("a", namespace, false), service("a", { selector: { name: "a" } })],
      ["error"],
    ],
    [
      "is unknown where the Service is a name of another host",
      [webhook("a", namespace), slice("a", namespace, false), service("a", { type: "ExternalName" })],
      [],
    ],
    ["is unknown where no slice was read", [webhook("a", namespace)], []],
    ["is unknown where only slices of another were read", [webhook("a", namespace), slice("b", namespace, false)], []],
  ];
  test.for(rows)("%s", ([, objects, severities]) => {
    expect(findByCode(reportWith(objects), /^webhook-/).map(({ severity }) => severity)).toEqual(severities);
  });
});

describe("a webhook that nothing answers is in the way of an upgrade", () => {
  const rule = (group: string, resource: string, ...operations: readonly string[]): Manifest => ({
    apiGroups: [group],
    resources: [resource],
    operations,
  });
  const rows: [sentence: string, webhook: Manifest, effect: string | undefined][] = [
    [
      "where it checks updates of HyperConverged",
      { rules: [rule("hco.kubevirt.io", "hyperconvergeds", "UPDATE")] },
      "blocks",
    ],
    ["where it checks that a component is created", { rules: [rule("cdi.kubevirt.io", "cdis", "CREATE")] }, "blocks"],
    ["where it checks everything", { rules: [rule("*", "*/*", "*")] }, "blocks"],
    [
      "perhaps where labels decide what it checks",
      { rules: [rule("kubevirt.io", "kubevirts", "UPDATE")], objectSelector: { matchLabels: { a: "b" } } },
      "unknown",
    ],
    [
      "without labels in its selectors as without selectors",
      { rules: [rule("kubevirt.io", "kubevirts", "UPDATE")], objectSelector: {}, namespaceSelector: {} },
      "blocks",
    ],
    [
      "a webhook that checks deletions only is not in the way",
      { rules: [rule("hco.kubevirt.io", "hyperconvergeds", "DELETE")] },
      undefined,
    ],
    [
      "a webhook that checks the status only is not in the way",
      { rules: [rule("hco.kubevirt.io", "hyperconvergeds/status", "*")] },
      undefined,
    ],
    [
      "a webhook that checks virtual machines is not in the way",
      { rules: [rule("kubevirt.io", "virtualmachines", "*")] },
      undefined,
    ],
    [
      "a webhook whose failure is ignored is not in the way",
      { rules: [rule("hco.kubevirt.io", "hyperconvergeds", "UPDATE")], failurePolicy: "Ignore" },
      undefined,
    ],
  ];
  test.for(rows)("%s", ([, webhook, effect]) => {
    const report = reportWith([
      webhookConfiguration("check", [
        { name: "x.kubevirt.io", clientConfig: { service: { name: "a", namespace } }, ...webhook },
      ]),
      object(
        "discovery.k8s.io/v1",
        "EndpointSlice",
        "a-1",
        { endpoints: [] },
        { labels: { "kubernetes.io/service-name": "a" } },
      ),
    ]);
    const [finding] = findByCode(report, /^webhook-without-endpoints$/);
    // A component whose webhook does not respond is degraded, which is another row.
    expect(finding?.rows.find(({ code }) => code === "WorkloadDown")?.effect).toBe(effect);
    const own = upgradeGate(report).reasons.find(
      ({ code, about }) => code === "WorkloadDown" && about.kind === "Service",
    );
    expect(own?.state).toBe(effect);
  });
});

describe("what OLM has not done", () => {
  const name = "kubevirt-hyperconverged-operator.v1.20.0";
  const olm = (kind: string, own: string, rest: Manifest): Manifest =>
    object("operators.coreos.com/v1alpha1", kind, own, rest);
  const version = (phase: string, status: Manifest = {}): Manifest =>
    olm("ClusterServiceVersion", name, { status: { phase, reason: "R", message: "m", ...status } });
  const lacking = {
    requirementStatus: [
      { kind: "CustomResourceDefinition", name: "x.example", status: "NotPresent" },
      { kind: "CustomResourceDefinition", name: "y.example", status: "Present" },
    ],
  };
  const rows: [sentence: string, objects: readonly Manifest[], reported: readonly string[]][] = [
    ["is nothing where it succeeded", [version("Succeeded")], []],
    ["is a version that failed", [version("Failed")], ["warning csv-failed"]],
    ["is a version that lacks a requirement", [version("Pending", lacking)], ["warning csv-unsettled"]],
    [
      "is nothing where a version is under way",
      [version("Installing", { lastTransitionTime: "2026-11-21T11:59:00Z" })],
      [],
    ],
    [
      "is a version that is stuck",
      [version("Replacing", { lastTransitionTime: "2026-11-21T11:00:00Z" })],
      ["warning csv-unsettled"],
    ],
    [
      "is a Subscription that cannot be resolved",
      [
        olm("Subscription", "hco", {
          spec: { startingCSV: name },
          status: {
            conditions: [condition("ResolutionFailed", "True", "ConstraintsNotSatisfiable", "no")],
          },
        }),
      ],
      ["warning subscription-failed"],
    ],
    [
      "is no Subscription of another operator",
      [olm("Subscription", "x", { spec: { startingCSV: "other.v1" }, status: { state: "UpgradeFailed" } })],
      [],
    ],
    [
      "is a plan that waits for approval",
      [
        olm("InstallPlan", "i", {
          spec: { clusterServiceVersionNames: [name] },
          status: { phase: "RequiresApproval" },
        }),
      ],
      ["info install-plan-unsettled"],
    ],
    [
      "is a plan that failed",
      [olm("InstallPlan", "i", { spec: { clusterServiceVersionNames: [name] }, status: { phase: "Failed" } })],
      ["warning install-plan-unsettled"],
    ],
  ];
  test.for(rows)("%s", ([, objects, reported]) => {
    const findings = findByCode(reportWith(objects), /^(csv|subscription|install)-/);
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(reported);
  });
  test("names the requirement that is missing, in the report and in the gate", () => {
    const report = reportWith([version("Pending", lacking)]);
    const [finding] = findByCode(report, /^csv/);
    expect(finding && describeFinding(finding)).toContain("CustomResourceDefinition x.example (NotPresent)");
    expect(upgradeGate(report).reasons.find(({ code }) => code === "ClusterServiceVersion")).toMatchObject({
      state: "blocks",
      unmet: ["CustomResourceDefinition x.example (NotPresent)"],
    });
  });
});
