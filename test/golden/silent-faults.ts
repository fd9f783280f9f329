/** What no condition of HyperConverged or of a component reports. */
import { apply, applyOne } from "../cluster/apply.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import { clusterServiceVersion, failedServiceVersion, operatorCondition, pendingServiceVersion, subscriptionObjects } from "../cluster/lifecycle-manager.ts";
import type { Manifest } from "../cluster/manifest.ts";
import { loseApi } from "../cluster/served-api.ts";
import { minutesAgo, type Case } from "./case.ts";
import { deployment } from "./pieces.ts";
import { applySituation } from "./situation.ts";

export const silentFaults: readonly Case[] = [
  {
    sentence: "an-api-of-kubevirt-is-unavailable-and-kubevirt-reports-healthy",
    surroundingKinds: ["apiservices.apiregistration.k8s.io"],
    prepare: async (stage) => {
      await applySituation(stage);
      await loseApi(stage.cluster, "subresources.kubevirt.io", "virt-api", minutesAgo(stage, 14), "v1");
    },
  },
  {
    sentence: "the-next-version-of-the-operator-lacks-a-requirement",
    platform: "openshift",
    dumpedKinds: ["subscriptions.operators.coreos.com", "installplans.operators.coreos.com"],
    prepare: async (stage) => {
      await applySituation(stage, { operatorVersion: "1.19.0" });
      const installed = minutesAgo(stage, 90);
const since = minutesAgo(stage, 14);
      await apply(stage.cluster, [
        clusterServiceVersion("1.19.0", installed),
        operatorCondition("1.19.0", installed),
        pendingServiceVersion("1.20.0", "virtualmachineclones.clone.kubevirt.io", since),
        ...subscriptionObjects("1.20.0", "1.19.0", since),
      ]);
    },
  },
  {
    sentence: "olm-cannot-create-the-operators-deployment",
    platform: "openshift",
    dumpedKinds: ["subscriptions.operators.coreos.com"],
    readBy: "admin",
    prepare: async (stage) => {
      await applySituation(stage, { operator: "absent" });
      const error =
        'admission webhook "validate.kyverno.svc-fail" denied the request: resource Deployment/kubevirt-hyperconverged/hco-operator was blocked';
      await apply(stage.cluster, [
        failedServiceVersion("1.20.0", error, minutesAgo(stage, 14)),
        operatorCondition("1.20.0", minutesAgo(stage, 90)),
        // It has installed the newest version of its channel, as far as it knows.
        ...subscriptionObjects("1.20.0", "1.20.0", minutesAgo(stage, 90)).slice(0, 1).map(setAtLatestKnown),
      ]);
    },
  },
  {
    sentence: "the-operators-webhook-is-down-and-the-cr-reports-healthy",
    surroundingKinds: ["validatingwebhookconfigurations.admissionregistration.k8s.io"],
    dumpedKinds: ["endpointslices.discovery.k8s.io"],
    prepare: async (stage) => {
      const since = minutesAgo(stage, 14);
      await applySituation(stage, { workloads: [deployment("hyperconverged-cluster-webhook", "deployment", { ready: 0, since })] });
      // Last, because the server refuses every later write of a HyperConverged.
      await apply(stage.cluster, [withoutEndpoints]);
      await applyOne(stage.cluster, webhook);
    },
  },
  {
    sentence: "the-service-of-the-operators-webhook-has-no-endpoints-and-its-deployment-is-ready",
    surroundingKinds: ["validatingwebhookconfigurations.admissionregistration.k8s.io"],
    dumpedKinds: ["endpointslices.discovery.k8s.io"],
    prepare: async (stage) => {
      const since = minutesAgo(stage, 90);
      const message =
        'Internal error occurred: failed calling webhook "validate-hco.kubevirt.io": failed to call webhook: ' +
        `no endpoints available for service "${service.name}"`;
      await applySituation(stage, {
        workloads: [deployment("hyperconverged-cluster-webhook", "deployment", { ready: 1, since })],
        events: [{ type: "Warning", reason: "ReconcileError", message, at: minutesAgo(stage, 1), count: 3 }],
      });
      await apply(stage.cluster, [{ ...withoutEndpoints, endpoints: [] }]);
      await applyOne(stage.cluster, webhook);
    },
  },
  {
    sentence: "the-service-of-the-operators-webhook-is-a-name-of-another-host",
    surroundingKinds: ["validatingwebhookconfigurations.admissionregistration.k8s.io"],
    dumpedKinds: ["services", "endpointslices.discovery.k8s.io"],
    prepare: async (stage) => {
      await applySituation(stage);
      // The slices of a Service stay when it becomes a name of another host (kubernetes/kubernetes issue 105986).
      await apply(stage.cluster, [{ ...withoutEndpoints, endpoints: [] }]);
      await applyOne(stage.cluster, {
        apiVersion: "v1",
        kind: "Service",
        metadata: { ...service, labels: { app: servedName.name } },
        spec: { type: "ExternalName", externalName: "webhook.example.com" },
      });
      await applyOne(stage.cluster, webhook);
    },
  },
  {
    sentence: "virt-handler-does-not-exist-and-kubevirt-reports-healthy",
    readBy: "admin",
    prepare: (stage) =>
      applySituation(stage, {
        absentWorkloads: ["virt-handler"],
        workloads: [deployment("virt-operator", "compute", { ready: 2, replicas: 2, since: minutesAgo(stage, 90) })],
      }),
  },
  {
    sentence: "the-operators-of-kubevirt-and-cdi-do-not-exist-and-both-report-healthy",
    readBy: "admin",
    prepare: (stage) => applySituation(stage, { absentWorkloads: ["virt-operator", "cdi-operator"] }),
  },
];

function setAtLatestKnown(subscription: Manifest): Manifest {
  return { ...subscription, status: { ...(subscription.status as object), state: "AtLatestKnown", conditions: [] } };
}

const service = { name: "hyperconverged-cluster-webhook-service", namespace: servedName.namespace };

/** As the operator's manifests have it (hyperconverged-cluster-operator, deploy/webhooks.yaml). */
const webhook: Manifest = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "validate-hco.kubevirt.io", labels: { app: servedName.name } },
  webhooks: [
    {
      name: "validate-hco.kubevirt.io", failurePolicy: "Fail", sideEffects: "None", timeoutSeconds: 10,
      admissionReviewVersions: ["v1beta1", "v1"],
      clientConfig: { service: { ...service, path: "/validate-hco-kubevirt-io-v1-hyperconverged", port: 4343 } },
      rules: [
        {
          apiGroups: ["hco.kubevirt.io"], apiVersions: ["v1", "v1beta1"], resources: ["hyperconvergeds"],
          operations: ["CREATE", "UPDATE", "DELETE"], scope: "*",
        },
      ],
    },
  ],
};

/** What the control plane makes of a Service whose only Pod is not ready. */
const withoutEndpoints: Manifest = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: {
    name: `${service.name}-x7k2p`, namespace: service.namespace,
    labels: {
      "kubernetes.io/service-name": service.name,
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
    },
  },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.244.1.17"], conditions: { ready: false, serving: false, terminating: false } }],
  ports: [{ name: "webhook", port: 4343, protocol: "TCP" }],
};
