import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { refusedIn } from "../../../shared/aggregate/root-cause/refused-certificates.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Query, Snapshot, Source } from "../../../shared/model/snapshot.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import { component, condition, hyperConverged, type Manifest, namespace, object } from "../installation.ts";

// Webhooks whose certificate the API server does not accept, as messages and events report it.

/** Valid for 48 hours, from 2026-11-27T08:00:00Z. */
const bundle = Buffer.from(
  readFileSync(join(import.meta.dirname, "../../parse/certificates/elliptic-curve.pem")),
).toString("base64");
const [valid, expired] = ["2026-11-28T09:00:00Z", "2026-11-29T09:00:00Z"] as const;

const unknownAuthority = "x509: certificate signed by unknown authority";
const ended =
  "x509: certificate has expired or is not yet valid: current time 2026-11-28T09:00:00Z is after 2026-11-28T08:00:00Z";

function errorOf(
  x509: string,
  { webhook = "virtualmachine-validator.kubevirt.io", service = "virt-api" } = {},
): string {
  return `Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: Post "https://${service}.${namespace}.svc:443/validate?timeout=10s": tls: failed to verify certificate: ${x509}`;
}

function configuration(name: string, service: string, group: string, caBundle: string): Manifest {
  const rules = [{ apiGroups: [group], apiVersions: ["*"], operations: ["*"], resources: ["*"] }];
  const webhooks = [{ name: `${name}.io`, clientConfig: { caBundle, service: { name: service, namespace } }, rules }];
  const metadata = { namespace: undefined };
  return object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", name, { webhooks }, metadata);
}

function event(message: string, lastTimestamp: string): Manifest {
  const involvedObject = { kind: "HyperConverged", name: namespace, namespace, apiVersion: "hco.kubevirt.io/v1" };
  return object("v1", "Event", "e", {
    type: "Warning",
    reason: "ReconcileError",
    message,
    involvedObject,
    lastTimestamp,
  });
}

const virtApi = configuration("virt-api-validator", "virt-api", "kubevirt.io", bundle);
const degradedKubeVirt = (message: string): Manifest =>
  component("KubeVirt", [condition("Degraded", "True", "Failed", message)]);

function listCertificateFindings(
  objects: readonly Manifest[],
  takenAt: string,
  from: Partial<Source> = {},
): readonly unknown[] {
  const source: Source = { kind: "files", name: "x", ...from };
  const snapshot = snapshotOf([hyperConverged(), ...objects], { takenAt, source });
  return aggregateAndPrint(snapshot).findings.flatMap((one) =>
    one.code === "certificate-refused" || one.code === "ca-bundle-invalid"
      ? [[one.code, `${one.about.kind} ${one.about.name}`, "isBundleValid" in one ? one.isBundleValid : undefined]]
      : [],
  );
}

const mismatch = [["certificate-refused", "ValidatingWebhookConfiguration virt-api-validator", true]];

describe("the finding names the object with the bundle", () => {
  const rows: readonly {
    readonly rule: string;
    readonly objects: readonly Manifest[];
    readonly at: string;
    readonly expected: readonly unknown[];
  }[] = [
    {
      rule: "a component reports it",
      objects: [virtApi, degradedKubeVirt(errorOf(unknownAuthority))],
      at: valid,
      expected: mismatch,
    },
    {
      rule: "the served certificate has expired",
      objects: [virtApi, degradedKubeVirt(errorOf(ended))],
      at: valid,
      expected: mismatch,
    },
    {
      rule: "an event of now reports it",
      objects: [virtApi, event(errorOf(unknownAuthority), valid)],
      at: valid,
      expected: mismatch,
    },
    {
      rule: "two messages are one finding",
      objects: [virtApi, degradedKubeVirt(errorOf(unknownAuthority)), event(errorOf(unknownAuthority), valid)],
      at: valid,
      expected: mismatch,
    },
    {
      rule: "the bundle has expired too: one finding, about the bundle",
      objects: [virtApi, degradedKubeVirt(errorOf(unknownAuthority))],
      at: expired,
      expected: [["ca-bundle-invalid", "ValidatingWebhookConfiguration virt-api-validator", undefined]],
    },
    {
      rule: "another product's webhook with an expired bundle",
      objects: [
        configuration("policy", "policy-webhook", "*", bundle),
        degradedKubeVirt(errorOf(unknownAuthority, { webhook: "policy.io", service: "policy-webhook" })),
      ],
      at: valid,
      expected: [["certificate-refused", "ValidatingWebhookConfiguration policy", true]],
    },
    {
      rule: "nothing has the bundle",
      objects: [degradedKubeVirt(errorOf(unknownAuthority))],
      at: valid,
      expected: [["certificate-refused", "Service virt-api", undefined]],
    },
  ];
  test.for(rows)("$rule", ({ objects, at, expected }) => {
    expect(listCertificateFindings(objects, at)).toEqual(expected);
  });
});

describe("a refused certificate is reported where its bundle has no finding of its own", () => {
  const unclear = [["certificate-refused", "ValidatingWebhookConfiguration virt-api-validator", undefined]];
  const rows: readonly {
    readonly rule: string;
    readonly at: string;
    readonly from: Partial<Source>;
    readonly expected: readonly unknown[];
  }[] = [
    {
      rule: "the time is that of a file, which may have been copied later",
      at: expired,
      from: { takenFrom: "file" },
      expected: unclear,
    },
    {
      rule: "the newest time inside the input is before the bundle",
      at: "2026-11-27T06:00:00Z",
      from: { takenFrom: "newest" },
      expected: unclear,
    },
    {
      rule: "the bundle begins within what clocks may differ",
      at: "2026-11-27T07:30:00Z",
      from: {},
      expected: mismatch,
    },
  ];
  test.for(rows)("$rule", ({ at, from, expected }) => {
    expect(listCertificateFindings([virtApi, degradedKubeVirt(errorOf(unknownAuthority))], at, from)).toEqual(expected);
  });
});

describe("the error of the server is quoted without times, the host that was called, and Go's guesses", () => {
  const host = `virt-api.${namespace}.svc`;
  test.for([
    { error: ended, quoted: "x509: certificate has expired or is not yet valid" },
    {
      error: `x509: certificate is valid for a.svc, b.svc, not ${host}`,
      quoted: "x509: certificate is valid for a.svc, b.svc",
    },
    {
      error: `${unknownAuthority} (possibly because of "x509: invalid signature: parent certificate cannot sign this kind of certificate" while trying to verify candidate authority certificate "webhook")`,
      quoted: unknownAuthority,
    },
  ])("$error", ({ error, quoted }) => {
    expect(refusedIn(errorOf(error))).toEqual({
      webhook: "virtualmachine-validator.kubevirt.io",
      host,
      error: quoted,
    });
  });
});

describe("nothing is wrong with a certificate", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[] }[] = [
    { rule: "nothing reports it", objects: [virtApi] },
    {
      rule: "an event of half an hour ago",
      objects: [virtApi, event(errorOf(unknownAuthority), "2026-11-28T08:30:00Z")],
    },
    {
      rule: "a webhook that refused the write",
      objects: [virtApi, degradedKubeVirt('admission webhook "a.kubevirt.io" denied the request: x509 is a word')],
    },
    {
      rule: "a webhook that does not respond",
      objects: [virtApi, degradedKubeVirt(errorOf("dial tcp: connect: connection refused"))],
    },
    {
      rule: "a registry with an unknown authority",
      objects: [virtApi, degradedKubeVirt(`Get "https://registry.example/v2/": ${unknownAuthority}`)],
    },
  ];
  test.for(rows)("$rule", ({ objects }) => {
    expect(listCertificateFindings(objects, valid)).toEqual([]);
  });
});

describe("a conversion webhook", () => {
  const query: Query = {
    verb: "list",
    group: "hco.kubevirt.io",
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: ["v1", "v1beta1"],
    namespaced: true,
  };
  const warning = `conversion webhook for hco.kubevirt.io/v1beta1, Kind=HyperConverged failed: Post "https://hco-webhook-service.${namespace}.svc:4343/convert?timeout=30s": tls: failed to verify certificate: ${unknownAuthority}`;
  const { objects } = readObjects({ ...hyperConverged(), apiVersion: "hco.kubevirt.io/v1beta1" }, "x");
  const definition: Query = {
    verb: "get",
    group: "apiextensions.k8s.io",
    kind: "CustomResourceDefinition",
    versions: ["v1"],
    plural: "customresourcedefinitions",
    namespaced: false,
    name: "hyperconvergeds.hco.kubevirt.io",
  };
  const start = clusterSnapshot([{ query, outcome: "found", objects, warning }], valid);

  test("its definition, which has the bundle, is read only then", () => {
    const listQueries = (snapshot: Snapshot) => planReads(snapshot, {}).filter(({ kind }) => kind === definition.kind);
    expect(listQueries(start)).toEqual([expect.objectContaining(definition)]);
    expect(listQueries({ ...start, readings: [{ query, outcome: "found", objects }] })).toEqual([]);
  });

  const rows = [
    {
      rule: "with a valid bundle",
      takenAt: valid,
      finding: { code: "certificate-refused", isBundleValid: true },
    },
    {
      rule: "with a bundle that has expired",
      takenAt: expired,
      finding: { code: "ca-bundle-invalid", state: "expired" },
    },
  ];
  test.for(rows)("$rule blocks an upgrade", ({ takenAt, finding }) => {
    const conversion = { webhook: { clientConfig: { caBundle: bundle } } };
    const spec = { group: "hco.kubevirt.io", conversion };
    const metadata = { name: definition.name };
    const crd = { apiVersion: "apiextensions.k8s.io/v1", kind: definition.kind, metadata, spec };
    const reading = { query: definition, outcome: "found", objects: readObjects(crd, "x").objects } as const;
    const report = aggregateAndPrint({ ...start, takenAt, readings: [...start.readings, reading] });
    const codes = ["certificate-refused", "ca-bundle-invalid", "conversion-webhook"];
    const findings = report.findings.filter(({ code }) => codes.includes(code));
    expect(findings).toMatchObject([
      { ...finding, effects: { upgrade: "blocks" }, about: metadata, verdict: "degraded" },
    ]);
    expect(report.roots[0]).toMatchObject({
      verdict: "degraded",
      causes: [{ about: metadata, verdict: "degraded" }, {}, {}, {}],
    });
  });
});
