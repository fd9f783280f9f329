/** The webhooks of components, and the certificates by which the API server verifies them: no condition reports either. */
import { apply, applyOne, erase } from "../cluster/apply.ts";
import { kubeVirt, lifecycle } from "../cluster/component-status.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import type { Manifest } from "../cluster/manifest.ts";
import { createBundle } from "../cluster/validity.ts";
import { versions } from "../cluster/versions.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { deployment, failedReconcile } from "./pieces.ts";
import { applySituation, minimalComponent } from "./situation.ts";

const surroundingKinds = [
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
];
const now = versions["1.20.0"];
const hour = 60;

export const webhookCertificates: readonly Case[] = [
  {
    sentence: "all-certificates-of-the-webhooks-of-kubevirt-expired-and-kubevirt-reports-healthy",
    surroundingKinds,
    prepare: async (stage) => {
      await applySituation(stage);
      const bundle = await bundleOf(stage, [100 * hour, 52 * hour], [51 * hour, 3 * hour]);
      await apply(stage.cluster, [validating(bundle), mutatingConfiguration(bundle)]);
    },
  },
  {
    sentence: "all-certificates-expired-that-cert-manager-writes-into-a-webhook-of-kubevirt",
    surroundingKinds,
    prepare: async (stage) => {
      await applySituation(stage);
      const bundle = await bundleOf(stage, [100 * hour, 3 * hour]);
      const injected = { "cert-manager.io/inject-ca-from": `${servedName.namespace}/virt-api-serving` };
      await apply(stage.cluster, [validating(bundle), mutatingConfiguration(bundle)].map((each) => annotate(each, injected)));
    },
  },
  {
    sentence: "all-certificates-of-a-webhook-whose-failure-is-ignored-expired",
    surroundingKinds,
    prepare: async (stage) => {
      await applySituation(stage);
      await applyOne(stage.cluster, ignoreFailure(validating(await bundleOf(stage, [51 * hour, 3 * hour]))));
    },
  },
  {
    sentence: "all-certificates-of-an-ignored-webhook-expired-beside-a-kubevirt-and-a-cdi-without-a-hyperconverged",
    surroundingKinds,
    prepare: async (stage) => {
      const since = minutesAgo(stage, 90);
      const workloads = ["virt-operator", "virt-api", "virt-controller"].map((name) =>
        deployment(name, "compute", { ready: 2, replicas: 2, since }),
      );
      const { hyperConverged } = await applySituation(stage, { operator: "absent", createdComponents: [], workloads });
      await erase(stage.cluster, hyperConverged);
      const ready = minimalComponent("KubeVirt", hyperConverged, kubeVirt.ready(now.KubeVirt, since));
      const metadata = { name: "kubevirt", namespace: servedName.namespace };
      const ignored = ignoreFailure(validating(await bundleOf(stage, [51 * hour, 3 * hour])));
      const cdi = minimalComponent("CDI", hyperConverged, lifecycle.deployed(now.CDI, since));
      await apply(stage.cluster, [{ ...ready, metadata }, { ...cdi, metadata: { name: "cdi" } }, ignored]);
    },
  },
  {
    sentence: "the-service-of-virt-api-has-no-endpoints-and-its-deployment-is-ready",
    surroundingKinds,
    dumpedKinds: ["endpointslices.discovery.k8s.io"],
    prepare: (stage) => prepareWithoutEndpoints(stage, 14),
  },
  {
    sentence: "the-endpoints-of-virt-api-changed-a-minute-ago-and-none-is-ready",
    surroundingKinds,
    dumpedKinds: ["endpointslices.discovery.k8s.io"],
    prepare: (stage) => prepareWithoutEndpoints(stage, 1),
  },
  {
    sentence: "an-expired-certificate-is-beside-a-valid-one-in-the-bundle-of-a-webhook",
    surroundingKinds,
    prepare: async (stage) => {
      await applySituation(stage);
      // A rotation at half of 48 hours, and a certificate of a server, valid for 24 hours.
      const authorities = await bundleOf(stage, [51 * hour, 3 * hour], [20 * hour, -28 * hour]);
      const server = await bundleOf(stage, [11 * hour, -13 * hour]);
      await apply(stage.cluster, [validating(authorities), mutatingConfiguration(server)]);
    },
  },
  {
    sentence: "the-newest-certificate-of-the-webhooks-of-kubevirt-is-past-its-rotation",
    surroundingKinds,
    prepare: async (stage) => {
      await applySituation(stage);
      const bundle = await bundleOf(stage, [62 * hour, 14 * hour], [38 * hour, -10 * hour]);
      await apply(stage.cluster, [validating(bundle), mutatingConfiguration(bundle)]);
    },
  },
  {
    sentence: "a-webhook-of-kubevirt-serves-a-certificate-of-an-unknown-authority",
    surroundingKinds,
    prepare: async (stage) => {
      const error =
        'Internal error occurred: failed calling webhook "kubevirt-update-validator.kubevirt.io": failed to call webhook: ' +
        `Post "https://kubevirt-operator-webhook.${servedName.namespace}.svc:443/kubevirt-validate-update?timeout=10s": ` +
        "tls: failed to verify certificate: x509: certificate signed by unknown authority";
      await applySituation(stage, { writtenOutcome: failedReconcile(error, "error") });
      await apply(stage.cluster, [validatingKubeVirt(await bundleOf(stage, [20 * hour, -28 * hour]))]);
    },
  },
];

/** Each certificate from so many minutes ago to so many minutes ago; negative: in the future. */
async function bundleOf(stage: Stage, ...validities: readonly (readonly [from: number, to: number])[]): Promise<string> {
  return await createBundle(validities.map(([from, to]) => ({ from: minutesAgo(stage, from), to: minutesAgo(stage, to) })));
}

/** virt-api is ready and its webhook is configured, but no endpoint of its Service has been ready for so many minutes. */
async function prepareWithoutEndpoints(stage: Stage, minutes: number): Promise<void> {
  await applySituation(stage, { workloads: [deployment("virt-api", "compute", { ready: 2, replicas: 2, since: minutesAgo(stage, 90) })] });
  await apply(stage.cluster, [validating(""), emptySlice(minutesAgo(stage, minutes))]);
}

/** What the control plane makes of a Service that selects no Pod; `changed`: since when. */
function emptySlice(changed: string): Manifest {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: `${service.name}-4wq8z`,
      namespace: service.namespace,
      labels: { "kubernetes.io/service-name": service.name, "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io" },
      annotations: { "endpoints.kubernetes.io/last-change-trigger-time": changed },
    },
    addressType: "IPv4",
    endpoints: [],
    ports: [],
  };
}

function annotate(configuration: Manifest, annotations: Readonly<Record<string, string>>): Manifest {
  return { ...configuration, metadata: { ...configuration.metadata, annotations } };
}

function ignoreFailure(configuration: Manifest): Manifest {
  const webhooks = configuration["webhooks"] as readonly object[];
  return { ...configuration, webhooks: webhooks.map((webhook) => ({ ...webhook, failurePolicy: "Ignore" })) };
}

const service = { name: "virt-api", namespace: servedName.namespace };

/** As https://github.com/kubevirt/kubevirt, pkg/virt-operator/resource/generate/components/webhooks.go makes them. */
function validating(caBundle: string): Manifest {
  return configuration("ValidatingWebhookConfiguration", "virt-api-validator", "virtualmachine-validator.kubevirt.io", {
    caBundle, service: { ...service, path: "/virtualmachines-validate", port: 443 },
  });
}

function validatingKubeVirt(caBundle: string): Manifest {
  const called = { name: "kubevirt-operator-webhook", namespace: servedName.namespace };
  const clientConfig = { caBundle, service: { ...called, path: "/kubevirt-validate-update", port: 443 } };
  const name = "kubevirt-update-validator.kubevirt.io";
  return configuration("ValidatingWebhookConfiguration", "virt-operator-validator", name, clientConfig, "kubevirts");
}

function mutatingConfiguration(caBundle: string): Manifest {
  return configuration("MutatingWebhookConfiguration", "virt-api-mutator", "virtualmachines-mutator.kubevirt.io", {
    caBundle, service: { ...service, path: "/virtualmachines-mutate", port: 443 },
  });
}

function configuration(kind: string, name: string, webhook: string, clientConfig: object, resource = "virtualmachines"): Manifest {
  const operations = ["CREATE", "UPDATE"];
  const rule = { apiGroups: ["kubevirt.io"], apiVersions: ["v1"], operations, resources: [resource] };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name, labels: { app: servedName.name } },
    webhooks: [
      {
        name: webhook, failurePolicy: "Fail", sideEffects: "None", timeoutSeconds: 10, clientConfig,
        admissionReviewVersions: ["v1"], rules: [rule],
      },
    ],
  };
}
