import { definedFields } from "../../model/defined-fields.ts";
import {
  describeObject,
  listEndpointSlices,
  listPods,
  type NextStep,
  showDeploymentLog,
  showService,
} from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { recordAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import { serviceKind } from "../../profiles/core-kinds.ts";
import { deploymentKind } from "../../profiles/hco/profile.ts";
import { podSelectorOfService, workloadOfService } from "../../profiles/hco/surroundings.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listBundleSteps } from "./bundle-steps.ts";

/** The commands that show why a Service does not respond: its endpoints, and the Pods that it should select. */
export function listServiceSteps(service: Pick<Ref, "namespace" | "name">, index: ObjectIndex): readonly NextStep[] {
  return [...listEndpointSlices(service, service.name), ...listPodsBehindService(service, index)];
}

/**
 * The commands that show why the webhook behind a Service responds with an error, or too late: the log of the Deployment
 * behind it and its Pods, or the Service itself, which names them.
 */
export function listWebhookResponseSteps(service: Ref, index: ObjectIndex): readonly NextStep[] {
  const { group, kind } = deploymentKind;
  const { namespace } = service;
  const deployment = { group, kind, name: workloadOfService(service.name), ...definedFields({ namespace }) };
  const steps: NextStep[] = [];
  if (index.find(deployment).outcome === "found") {
    steps.push(...showDeploymentLog(service, deployment.name, "refusing"));
  }
  const pods = listPodsBehindService(service, index);
  steps.push(...(pods.length > 0 ? pods : describeObject(service)));
  return steps;
}

/**
 * The commands for an APIService that is not available. Its description only repeats the known message, so the commands
 * are about its Service, by the first of these cases:
 * 1. No Service is known: the description of the APIService.
 * 2. The server responds with a certificate that the API server does not accept: the bundle, and the Pods.
 * 3. The Service does not exist: the Service, and the Pods that it should select. The reason ServiceNotFound comes from
 *    https://github.com/kubernetes/kube-aggregator/blob/master/pkg/controllers/status/remote/remote_available_controller.go.
 * 4. Otherwise: the endpoints of the Service, and the Pods.
 */
export function listApiSteps({ ref, trouble }: ReportNode, index: ObjectIndex): readonly NextStep[] {
  const reference = valueAt(foundObject(index.find(ref))?.spec, "service");
  const service = { namespace: textAt(reference, "namespace"), name: textAt(reference, "name") };
  if (service.namespace === "" || service.name === "") return describeObject(ref);
  const isCertificateRefused = trouble?.message.includes("x509: ") === true;
  if (isCertificateRefused) return [...listBundleSteps(ref, index), ...listPodsBehindService(service, index)];
  if (trouble?.reason === "ServiceNotFound") return [...showService(service), ...listPodsBehindService(service, index)];
  return listServiceSteps(service, index);
}

/**
 * The Pods that a Service selects. For a Service that was not read they are the Pods of the workload that its name belongs to.
 * Empty if that workload is not known.
 */
export function listPodsBehindService(
  service: Pick<Ref, "namespace" | "name">,
  index: ObjectIndex,
): readonly NextStep[] {
  const { namespace, name } = service;
  const labels = Object.entries(recordAt(findObject(serviceKind, service, index)?.spec, "selector") ?? {});
  const labelTexts = labels.map(([key, value]) => `${key}=${toText(value)}`);
  const selector = labelTexts.length > 0 ? labelTexts.join() : podSelectorOfService(name);
  return selector === undefined || namespace === undefined ? [] : listPods({ namespace }, selector);
}
