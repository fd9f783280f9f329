import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { readRefusedCertificate } from "../../../shared/aggregate/root-cause/refused-certificates.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Query, Source } from "../../../shared/model/snapshot.ts";
import { readObjects } from "../../../shared/parse/kube-objects.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";
import {
  component,
  condition,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  webhookConfiguration,
} from "../installation.ts";

// Webhooks whose certificate the API server does not accept, as messages and events report it.

/** Valid for 48 hours, from 2026-11-27T08:00:00Z. */
const bundle = Buffer.from(
  readFileSync(join(import.meta.dirname, "../../parse/certificates/elliptic-curve.pem")),
).toString("base64");
const timeWhenValid = "2026-11-28T09:00:00Z";
const timeWhenExpired = "2026-11-29T09:00:00Z";

const unknownAuthority = "x509: certificate signed by unknown authority";
const expiredCertificate =
  "x509: certificate has expired or is not yet valid: current time 2026-11-28T09:00:00Z is after 2026-11-28T08:00:00Z";

function writeCallError(
  x509: string,
  { webhook = "virtualmachine-validator.kubevirt.io", service = "virt-api" } = {},
): string {
  return `Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: Post "https://${service}.${namespace}.svc:443/validate?timeout=10s": tls: failed to verify certificate: ${x509}`;
}

function buildConfiguration(name: string, service: string, group: string, caBundle: string): Manifest {
  const rules = [{ apiGroups: [group], apiVersions: ["*"], operations: ["*"], resources: ["*"] }];
  const webhooks = [{ name: `${name}.io`, clientConfig: { caBundle, service: { name: service, namespace } }, rules }];
  return webhookConfiguration(name, webhooks);
}

function buildEvent(message: string, lastTimestamp: string): Manifest {
  const involvedObject = { kind: "HyperConverged", name: namespace, namespace, apiVersion: "hco.kubevirt.io/v1" };
  return object("v1", "Event", "e", {
    type: "Warning",
    reason: "ReconcileError",
    message,
    involvedObject,
    lastTimestamp,
  });
}

const virtApi = buildConfiguration("virt-api-validator", "virt-api", "kubevirt.io", bundle);
const buildDegradedKubeVirt = (message: string): Manifest =>
  component("KubeVirt", [condition("Degraded", "True", "Failed", message)]);

/** A VirtualMachine whose instance the API server refuses to create. `status`: of its condition Failure. */
function buildFailedMachine(message: string, { status = "True", runStrategy = "Always" } = {}): Manifest {
  const conditions = [
    condition("Ready", "False", "VMINotExists"),
    condition("Failure", status, "FailedCreate", message),
  ];
  const body = { spec: { runStrategy }, status: { printableStatus: "Starting", conditions } };
  return object("kubevirt.io/v1", "VirtualMachine", "db", body);
}

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

const findingWithValidBundle = [["certificate-refused", "ValidatingWebhookConfiguration virt-api-validator", true]];

describe("the finding about a refused certificate names the object with the CA bundle", () => {
  const rows: readonly {
    readonly rule: string;
    readonly objects: readonly Manifest[];
    readonly at: string;
    readonly expected: readonly unknown[];
  }[] = [
    {
      rule: "a certificate that a component reports as refused is a finding about the configuration",
      objects: [virtApi, buildDegradedKubeVirt(writeCallError(unknownAuthority))],
      at: timeWhenValid,
      expected: findingWithValidBundle,
    },
    {
      rule: "a certificate that has expired is a finding about the configuration",
      objects: [virtApi, buildDegradedKubeVirt(writeCallError(expiredCertificate))],
      at: timeWhenValid,
      expected: findingWithValidBundle,
    },
    {
      rule: "a certificate that a recent event reports as refused is a finding about the configuration",
      objects: [virtApi, buildEvent(writeCallError(unknownAuthority), timeWhenValid)],
      at: timeWhenValid,
      expected: findingWithValidBundle,
    },
    {
      rule: "a certificate that a virtual machine reports as refused is a finding about the configuration",
      objects: [virtApi, buildFailedMachine(writeCallError(unknownAuthority))],
      at: timeWhenValid,
      expected: findingWithValidBundle,
    },
    {
      rule: "a failure of a virtual machine that is over is no finding",
      objects: [virtApi, buildFailedMachine(writeCallError(unknownAuthority), { status: "False" })],
      at: timeWhenValid,
      expected: [],
    },
    {
      rule: "a failure of a virtual machine that is to stay off is no finding",
      objects: [virtApi, buildFailedMachine(writeCallError(unknownAuthority), { runStrategy: "Halted" })],
      at: timeWhenValid,
      expected: [],
    },
    {
      rule: "a message of a DataVolume that has succeeded is no finding",
      objects: [
        virtApi,
        object("cdi.kubevirt.io/v1beta1", "DataVolume", "d", {
          status: {
            phase: "Succeeded",
            conditions: [condition("Running", "False", "Completed", writeCallError(unknownAuthority))],
          },
        }),
      ],
      at: timeWhenValid,
      expected: [],
    },
    {
      rule: "a certificate that a component and an event report as refused is one finding",
      objects: [
        virtApi,
        buildDegradedKubeVirt(writeCallError(unknownAuthority)),
        buildEvent(writeCallError(unknownAuthority), timeWhenValid),
      ],
      at: timeWhenValid,
      expected: findingWithValidBundle,
    },
    {
      rule: "a bundle that has expired is the only finding",
      objects: [virtApi, buildDegradedKubeVirt(writeCallError(unknownAuthority))],
      at: timeWhenExpired,
      expected: [["ca-bundle-invalid", "ValidatingWebhookConfiguration virt-api-validator", undefined]],
    },
    {
      rule: "the certificate of another product's webhook is a finding about its configuration",
      objects: [
        buildConfiguration("policy", "policy-webhook", "*", bundle),
        buildDegradedKubeVirt(writeCallError(unknownAuthority, { webhook: "policy.io", service: "policy-webhook" })),
      ],
      at: timeWhenValid,
      expected: [["certificate-refused", "ValidatingWebhookConfiguration policy", true]],
    },
    {
      rule: "a certificate without a known bundle is a finding about the Service",
      objects: [buildDegradedKubeVirt(writeCallError(unknownAuthority))],
      at: timeWhenValid,
      expected: [["certificate-refused", "Service virt-api", undefined]],
    },
  ];
  test.for(rows)("$rule", ({ objects, at, expected }) => {
    expect(listCertificateFindings(objects, at)).toEqual(expected);
  });
});

describe("a refused certificate is a finding where its bundle has none", () => {
  const findingWithUnknownBundle = [
    ["certificate-refused", "ValidatingWebhookConfiguration virt-api-validator", undefined],
  ];
  const rows: readonly {
    readonly rule: string;
    readonly at: string;
    readonly from: Partial<Source>;
    readonly expected: readonly unknown[];
  }[] = [
    {
      rule: "a bundle that has expired by the time of a file is not known to be valid",
      at: timeWhenExpired,
      from: { takenFrom: "file" },
      expected: findingWithUnknownBundle,
    },
    {
      rule: "a bundle that is not yet valid by the newest time of a file is not known to be valid",
      at: "2026-11-27T06:00:00Z",
      from: { takenFrom: "newest" },
      expected: findingWithUnknownBundle,
    },
    {
      rule: "a bundle that begins half an hour later is valid, since clocks may differ",
      at: "2026-11-27T07:30:00Z",
      from: {},
      expected: findingWithValidBundle,
    },
  ];
  test.for(rows)("$rule", ({ at, from, expected }) => {
    expect(
      listCertificateFindings([virtApi, buildDegradedKubeVirt(writeCallError(unknownAuthority))], at, from),
    ).toEqual(expected);
  });
});

describe("the error of the server is quoted without times, the requested host, and Go's guesses", () => {
  const host = `virt-api.${namespace}.svc`;
  test.for([
    { error: expiredCertificate, quoted: "x509: certificate has expired or is not yet valid" },
    {
      error: `x509: certificate is valid for a.svc, b.svc, not ${host}`,
      quoted: "x509: certificate is valid for a.svc, b.svc",
    },
    {
      error: `${unknownAuthority} (possibly because of "x509: invalid signature: parent certificate cannot sign this kind of certificate" while trying to verify candidate authority certificate "webhook")`,
      quoted: unknownAuthority,
    },
  ])("the error $error is quoted as $quoted", ({ error, quoted }) => {
    expect(readRefusedCertificate(writeCallError(error))).toEqual({
      webhook: "virtualmachine-validator.kubevirt.io",
      host,
      error: quoted,
    });
  });
});

describe("a message about something else is no finding about a certificate", () => {
  const rows: readonly { readonly rule: string; readonly objects: readonly Manifest[] }[] = [
    { rule: "a valid bundle without a message is no finding", objects: [virtApi] },
    {
      rule: "an event of half an hour ago is no finding",
      objects: [virtApi, buildEvent(writeCallError(unknownAuthority), "2026-11-28T08:30:00Z")],
    },
    {
      rule: "a webhook that denied a request is no finding",
      objects: [virtApi, buildDegradedKubeVirt('admission webhook "a.kubevirt.io" denied the request: x509 is a word')],
    },
    {
      rule: "a webhook that does not respond is no finding",
      objects: [virtApi, buildDegradedKubeVirt(writeCallError("dial tcp: connect: connection refused"))],
    },
    {
      rule: "a registry with an unknown authority is no finding",
      objects: [virtApi, buildDegradedKubeVirt(`Get "https://registry.example/v2/": ${unknownAuthority}`)],
    },
  ];
  test.for(rows)("$rule", ({ objects }) => {
    expect(listCertificateFindings(objects, timeWhenValid)).toEqual([]);
  });
});

describe("a conversion webhook whose certificate is refused blocks an upgrade", () => {
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
  const start = clusterSnapshot([{ query, outcome: "found", objects, warning }], timeWhenValid);

  test("the CustomResourceDefinition, which has the bundle, is requested where the server reports the error", () => {
    const plan = planReads(start, {});
    const definitionQueries = plan.filter(({ kind }) => kind === definition.kind);
    expect(definitionQueries).toEqual([expect.objectContaining(definition)]);
  });

  test("the CustomResourceDefinition is not requested where the server reports no error", () => {
    const plan = planReads({ ...start, readings: [{ query, outcome: "found", objects }] }, {});
    expect(plan.filter(({ kind }) => kind === definition.kind)).toEqual([]);
  });

  const rows = [
    {
      rule: "a conversion webhook with a valid bundle is the finding certificate-refused, which blocks an upgrade",
      takenAt: timeWhenValid,
      finding: { code: "certificate-refused", isBundleValid: true },
    },
    {
      rule: "a conversion webhook with an expired bundle is the finding ca-bundle-invalid, which blocks an upgrade",
      takenAt: timeWhenExpired,
      finding: { code: "ca-bundle-invalid", state: "expired" },
    },
  ];
  test.for(rows)("$rule", ({ takenAt, finding }) => {
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
