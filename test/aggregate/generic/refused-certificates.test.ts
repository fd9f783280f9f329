import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../../shared/model/kind.ts";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { condition, type Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

// An object whose controller reports that the API server did not accept the certificate of a webhook.

const deployments = builtInKind("apps", "Deployment");
const claims = builtInKind("", "PersistentVolumeClaim");

/** It begins after the objects below were read. */
const laterBundle = Buffer.from(
  readFileSync(join(import.meta.dirname, "../../parse/certificates/elliptic-curve.pem")),
).toString("base64");

const x509 = "x509: certificate signed by unknown authority";
const virtApi = "https://virt-api.kubevirt.svc:443/mutate?timeout=10s";
const refusalOf = (webhook: string, url: string): string =>
  `Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: Post "${url}": tls: failed to verify certificate: ${x509}`;

function machine(message: string, status: Manifest = {}): Manifest {
  const conditions = [
    condition("Ready", "False", "VMINotExists"),
    { ...condition("Failure", "True", "FailedCreate"), message },
  ];
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name: "web", namespace: "shop", uid: "vm-1" },
    spec: { runStrategy: "Always", template: {} },
    status: { printableStatus: "Stopped", conditions, ...status },
  };
}

function deployment(message: string): Manifest {
  const conditions = [
    condition("Available", "False", "MinimumReplicasUnavailable"),
    { ...condition("ReplicaFailure", "True", "FailedCreate"), message },
  ];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", uid: "d-1" },
    spec: { replicas: 2, selector: { matchLabels: { app: "web" } } },
    status: { replicas: 0, conditions },
  };
}

function configuration(name: string, clientConfig: Manifest, webhook = "mutate.kubevirt.io"): Manifest {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name, uid: name },
    webhooks: [{ name: webhook, clientConfig }],
  };
}

const ofVirtApi = configuration("virt-api-mutator", {
  caBundle: laterBundle,
  service: { name: "virt-api", namespace: "kubevirt" },
});

function read(objects: readonly Manifest[], kind: Kind) {
  const scope = { namespace: "shop", wanted: [{ kind, name: "web" }] };
  const { snapshot, waves } = readAsCluster(objects, scope);
  return { report: aggregateAndPrint(snapshot, scope), requests: waves.flat() };
}

describe("the first cause is what the webhook is verified by", () => {
  const rows: readonly (readonly [
    what: string,
    objects: readonly Manifest[],
    kind: Kind,
    about: string,
    text: RegExp,
    first: string,
  ])[] = [
    [
      "the bundle of a configuration, which is not valid yet",
      [machine(refusalOf("mutate.kubevirt.io", virtApi)), ofVirtApi],
      virtualMachines,
      "MutatingWebhookConfiguration virt-api-mutator",
      /no certificate in its caBundle is valid \(1 not yet valid\)/,
      "kubectl get mutatingwebhookconfiguration.admissionregistration.k8s.io virt-api-mutator -o yaml",
    ],
    [
      "the bundle of a configuration, which holds no certificate",
      [
        machine(refusalOf("mutate.kubevirt.io", virtApi)),
        configuration("virt-api-mutator", {
          caBundle: Buffer.from("this is no certificate at all, only text").toString("base64"),
          service: { name: "virt-api", namespace: "kubevirt" },
        }),
      ],
      virtualMachines,
      "MutatingWebhookConfiguration virt-api-mutator",
      /no certificate in its caBundle can be read, so the API server does not accept that of webhook mutate/,
      "kubectl get mutatingwebhookconfiguration.admissionregistration.k8s.io virt-api-mutator -o yaml",
    ],
    [
      "the Service, where no configuration was read",
      [machine(refusalOf("mutate.kubevirt.io", virtApi))],
      virtualMachines,
      "Service virt-api",
      /webhook mutate\.kubevirt\.io of KubeVirt serves a certificate that the API server does not accept \(x509: certificate signed by unknown authority\)/,
      "kubectl get pods -n kubevirt -l kubevirt.io=virt-api",
    ],
    [
      "the configuration of a webhook outside of the cluster",
      [
        machine(refusalOf("policy.example", "https://hooks.example.com/vms?timeout=10s")),
        configuration("policies", { caBundle: "", url: "https://hooks.example.com/vms" }, "policy.example"),
      ],
      virtualMachines,
      "MutatingWebhookConfiguration policies",
      /webhook policy\.example serves a certificate that the API server does not accept/,
      "kubectl get mutatingwebhookconfiguration.admissionregistration.k8s.io policies -o yaml",
    ],
    [
      "of the pods of a Deployment",
      [deployment(`pods "web-1" is forbidden: ${refusalOf("mutate.kubevirt.io", virtApi)}`), ofVirtApi],
      deployments,
      "MutatingWebhookConfiguration virt-api-mutator",
      /no certificate in its caBundle is valid/,
      "kubectl get mutatingwebhookconfiguration.admissionregistration.k8s.io virt-api-mutator -o yaml",
    ],
    [
      "the definition of a kind that is converted",
      [
        machine(`conversion webhook for cdi.kubevirt.io/v1beta1, Kind=CDI failed: Post "${virtApi}": ${x509}`),
        {
          apiVersion: "apiextensions.k8s.io/v1",
          kind: "CustomResourceDefinition",
          metadata: { name: "cdis.cdi.kubevirt.io" },
          spec: {
            group: "cdi.kubevirt.io",
            names: { kind: "CDI", plural: "cdis" },
            conversion: { webhook: { clientConfig: { caBundle: laterBundle } } },
          },
        },
      ],
      virtualMachines,
      "CustomResourceDefinition cdis.cdi.kubevirt.io",
      /so the API server does not accept that of the conversion webhook virt-api\.kubevirt\.svc of KubeVirt/,
      "kubectl get customresourcedefinition.apiextensions.k8s.io cdis.cdi.kubevirt.io -o yaml",
    ],
  ];
  test.for(rows)("%s", ([, objects, kind, about, text, first]) => {
    const { report } = read(objects, kind);
    const [cause] = report.roots[0]?.causes ?? [];
    expect(`${cause?.about.kind} ${cause?.about.name}`).toBe(about);
    expect(cause?.text).toMatch(text);
    expect(cause?.next[0]?.command).toBe(first);
    expect(report.findings.filter(({ code }) => code === "certificate-refused")).toMatchObject([
      { severity: "error", verdict: report.roots[0]?.verdict, path: cause?.path },
    ]);
  });
});

describe("nothing is read of webhooks, and none is a cause", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], kind: Kind])[] = [
    ["a registry with another authority", [machine(`Get "https://registry.example/v2/": ${x509}`)], virtualMachines],
    ["a driver that calls a service of its own", [machine(`Post "${virtApi}": ${x509}`)], virtualMachines],
    ["a webhook that refused the write", [machine('admission webhook "x" denied the request: x509')], virtualMachines],
    [
      "a webhook that does not respond",
      [machine(refusalOf("mutate.kubevirt.io", virtApi).replace(/tls: .*/, "connect: connection refused"))],
      virtualMachines,
    ],
    ["a claim that is bound", [{ ...boundClaim(), status: { phase: "Bound" } }], claims],
  ];
  test.for(rows)("%s", ([, objects, kind]) => {
    const { report, requests } = read([...objects, ofVirtApi], kind);
    expect(requests.filter((request) => request.includes("WebhookConfiguration"))).toEqual([]);
    expect(report.findings.filter(({ code }) => code === "certificate-refused")).toEqual([]);
  });
});

function boundClaim(): Manifest {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "web", namespace: "shop", uid: "c-1" } };
}

describe("an event counts while it is recent", () => {
  const event = (lastTimestamp: string): Manifest => ({
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "web.1", namespace: "shop", uid: "e-1" },
    type: "Warning",
    reason: "ProvisioningFailed",
    message: `failed to save the volume: ${refusalOf("mutate.kubevirt.io", virtApi)}`,
    involvedObject: { kind: "PersistentVolumeClaim", namespace: "shop", name: "web", uid: "c-1", apiVersion: "v1" },
    lastTimestamp,
  });
  const claim = { ...boundClaim(), spec: { storageClassName: "fast" }, status: { phase: "Pending" } };
  const storageClass = { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata: { name: "fast" } };
  test.for([
    ["2026-11-21T11:50:00Z", ["certificate-refused"]],
    ["2026-11-21T11:30:00Z", []],
  ] as const)("at %s", ([at, codes]) => {
    const { report } = read([claim, storageClass, event(at), ofVirtApi], claims);
    expect(report.findings.map(({ code }) => code).filter((code) => code === "certificate-refused")).toEqual(codes);
  });
});
