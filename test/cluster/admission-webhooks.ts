/** Admission webhooks of our own, which the real API server calls. */
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import { listen } from "../io/listen.ts";
import { apply, applyOne, erase } from "./apply.ts";
import { servedName } from "./hyperconverged.ts";
import type { Manifest, Stored } from "./manifest.ts";
import type { Cluster } from "./server.ts";
import { createCertificate } from "./validity.ts";

/** What a webhook answers to a review with this uid. */
export type WebhookAnswer = (response: ServerResponse, uid: string) => void;

/** How a webhook is configured, and what its server does. */
export interface WebhookSetup {
  readonly kind: "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration";
  /** The name of the configuration, and that of the webhook in it. */
  readonly configuration: string;
  readonly webhook: string;
  /** The name of its Service, in the namespace of HyperConverged. */
  readonly service: string;
  /** The resources that it is called for: their group and their name. */
  readonly rule: readonly [group: string, resource: string];
  /** Absent: `UPDATE`. */
  readonly operation?: "UPDATE" | "DELETE";
  /** PEM: what the server shows. */
  readonly certificate: string;
  readonly key: string;
  /** By what the API server verifies it: PEM in base64. */
  readonly caBundle: string;
  readonly answer?: WebhookAnswer;
  /** The control plane makes no EndpointSlice for a Service that is a name of another host. */
  readonly hasNoSlice?: true;
  /** Nothing listens behind the Service, and its EndpointSlice has no endpoint. */
  readonly isDown?: true;
  readonly timeoutSeconds?: number;
}

/** The name by which the API server calls a Service, which its certificate must have. */
export function hostOf(service: string): string {
  return `${service}.${servedName.namespace}.svc`;
}

/** A certificate and key of a webhook's server, valid from and to so many hours from now. */
export function createWebhookCertificate(from: number, to: number, hosts: readonly string[]): Promise<KeyPair> {
  const hoursFromNow = (hours: number): string =>
    new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, "");
  return createCertificate({ from: hoursFromNow(from), to: hoursFromNow(to), hosts, subject: "/CN=webhook" });
}

/** PEM: a certificate and its private key. */
type KeyPair = Pick<WebhookSetup, "certificate" | "key">;

/** A webhook that the API server calls. */
export interface StartedWebhook {
  /** Its configuration, and the Service and EndpointSlice that lead to it. */
  readonly objects: readonly Stored[];
  /** Deletes the objects and ends the server. */
  readonly end: () => Promise<void>;
}

/**
 * Starts the server of a webhook and configures the API server to call it. The Service is an alias of this machine,
 * because cluster addresses lead nowhere here (kube-aggregator pkg/apiserver/resolvers.go, ResolveCluster: a Service of
 * type ExternalName).
 */
export async function startWebhook(cluster: Cluster, setup: WebhookSetup): Promise<StartedWebhook> {
  const { kind, certificate: cert, key, answer = allow, hasNoSlice, isDown } = setup;
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const review = JSON.parse(Buffer.concat(chunks).toString()) as { request: { uid: string } };
    answer(response, review.request.uid);
  });
  server.on("tlsClientError", () => {});
  const port = await listen(server);
  const slices = hasNoSlice ? [] : [sliceOf(setup.service, port, isDown ? [] : readyEndpoints)];
  const stored = await apply(cluster, [serviceAt(setup.service, port), ...slices]);
  const configured = await applyOne(cluster, configuration(kind, port, setup));
  const objects = [configured, ...stored];
  const endServer = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  if (isDown) await endServer();
  return {
    objects,
    async end() {
      for (const object of objects) await erase(cluster, object);
      await endServer();
    },
  };
}

/** Answers with a review, or with what is no review. */
export function reviewed(response: object): WebhookAnswer {
  return (reply, uid) => {
    const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, ...response } };
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(review));
  };
}

const allow = reviewed({ allowed: true });

function serviceAt(name: string, port: number): Manifest {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: servedName.namespace, labels: { app: servedName.name } },
    spec: { type: "ExternalName", externalName: "localhost", ports: [{ port, targetPort: port }] },
  };
}

const readyEndpoints = [{ addresses: ["10.1.0.9"], conditions: { ready: true } }];

/** What the controller of endpoints writes for a Service. */
function sliceOf(service: string, port: number, endpoints: readonly object[]): Manifest {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: `${service}-x`,
      namespace: servedName.namespace,
      labels: { "kubernetes.io/service-name": service },
    },
    addressType: "IPv4",
    endpoints,
    ports: [{ port }],
  };
}

function configuration(kind: string, port: number, setup: WebhookSetup): Manifest {
  const { webhook, service: name, caBundle, rule, operation = "UPDATE", timeoutSeconds = 10 } = setup;
  const service = { name, namespace: servedName.namespace, path: "/validate", port };
  const [group, resource] = rule;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name: setup.configuration, labels: { app: servedName.name } },
    webhooks: [
      {
        name: webhook,
        failurePolicy: "Fail",
        sideEffects: "None",
        timeoutSeconds,
        admissionReviewVersions: ["v1"],
        clientConfig: { caBundle, service },
        rules: [{ apiGroups: [group], apiVersions: ["*"], operations: [operation], resources: [resource] }],
      },
    ],
  };
}
