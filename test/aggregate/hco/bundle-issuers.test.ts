import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { kubectlCommand } from "../../../shared/model/kubectl-command.ts";
import { virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import {
  component,
  condition,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  webhookConfiguration,
} from "../installation.ts";

// The commands for a caBundle at fault that cert-manager or OLM fills: they show what issues its certificate.

/** Valid for 48 hours from 2026-11-27T08:00:00Z. */
const certificate = readFileSync(join(import.meta.dirname, "../../parse/certificates/elliptic-curve.pem"), "utf8");
const valid = "2026-11-27T20:00:00Z";
const expired = "2026-11-30T00:00:00Z";

const x509 =
  'Internal error occurred: failed calling webhook "validator.kubevirt.io": failed to call webhook: Post ' +
  `"https://virt-api.${namespace}.svc:443/validate": tls: failed to verify certificate: x509: certificate signed by unknown authority`;

function validating(metadata: Manifest): Manifest {
  const caBundle = Buffer.from(certificate).toString("base64");
  const clientConfig = { caBundle, service: { name: "virt-api", namespace } };
  const rules = [{ apiGroups: ["kubevirt.io"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["*"] }];
  const webhooks = [{ name: "validator.kubevirt.io", failurePolicy: "Fail", clientConfig, rules }];
  return webhookConfiguration("virt-api-validator", webhooks, metadata);
}

const machine = object("kubevirt.io/v1", "VirtualMachine", "web", {
  spec: { runStrategy: "Always", template: {} },
  status: {
    printableStatus: "Stopped",
    conditions: [{ ...condition("Failure", "True", "FailedCreate"), message: x509 }],
  },
});

function listCommands(
  objects: readonly Manifest[],
  takenAt: string,
  wanted?: readonly { kind: typeof virtualMachines }[],
) {
  const snapshot = snapshotOf(objects, { takenAt, source: "x" });
  const report = aggregate(snapshot, wanted === undefined ? {} : { wanted });
  const finding = report.findings.find(({ code }) => bundleCodes.has(code));
  return finding?.next.map(({ words }) => kubectlCommand(words)) ?? [];
}

const bundleCodes: ReadonlySet<string> = new Set(["ca-bundle-invalid", "certificate-refused"]);

const bundleCommand =
  "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io virt-api-validator -o yaml";
const olmLabels = { "olm.owner": "kubevirt-hyperconverged-operator.v1.20.0", "olm.owner.namespace": "cnv" };

const issuers: readonly (readonly [what: string, metadata: Manifest, commands: readonly string[]])[] = [
  [
    "the Certificate of cert-manager",
    { annotations: { "cert-manager.io/inject-ca-from": "shop/serving" } },
    ["kubectl describe certificate.cert-manager.io serving -n shop", bundleCommand],
  ],
  [
    "the Certificates beside a Secret, which itself is never shown",
    { annotations: { "cert-manager.io/inject-ca-from-secret": "shop/serving-tls" } },
    ["kubectl get certificates.cert-manager.io -n shop", bundleCommand],
  ],
  [
    "the ClusterServiceVersion for which OLM made the certificate",
    { labels: { ...olmLabels, "olm.owner.kind": "ClusterServiceVersion" } },
    [
      "kubectl describe clusterserviceversion.operators.coreos.com kubevirt-hyperconverged-operator.v1.20.0 -n cnv",
      bundleCommand,
    ],
  ],
  [
    "only the bundle, where another kind of OLM owns it",
    { labels: { ...olmLabels, "olm.owner.kind": "x" } },
    [bundleCommand],
  ],
  ["only the bundle, where the product issues it", {}, [bundleCommand]],
  [
    "only the bundle, where the annotation names no object",
    { annotations: { "cert-manager.io/inject-ca-from": "--kubeconfig=x/y z" } },
    [bundleCommand],
  ],
];

describe("a bundle that expired first shows", () => {
  test.for(issuers)("%s", ([, metadata, commands]) => {
    const objects = [hyperConverged(), component("KubeVirt", goodConditions()), validating(metadata)];
    expect(listCommands(objects, expired).slice(0, commands.length)).toEqual(commands);
    expect(listCommands(objects, valid)).toEqual([]);
  });
});

describe("a certificate that is refused first shows", () => {
  const wanted = [{ kind: virtualMachines }];
  test.for(issuers)("%s", ([, metadata, commands]) => {
    const objects = [machine, validating(metadata)];
    expect(listCommands(objects, valid, wanted).slice(0, commands.length)).toEqual(commands);
    const { status: _status, ...running } = machine;
    expect(listCommands([running, validating(metadata)], valid, wanted)).toEqual([]);
  });
});
