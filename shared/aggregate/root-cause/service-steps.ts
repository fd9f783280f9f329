import { definedFields } from "../../model/defined-fields.ts";
import {
  describeObject,
  listEndpointSlices,
  listPods,
  type NextStep,
  showBundle,
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
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** The commands that show why a Service does not respond: its endpoints, and the Pods that it should select. */
export function stepsOfService(service: Pick<Ref, "namespace" | "name">, index: ObjectIndex): readonly NextStep[] {
  return [...listEndpointSlices(service, service.name), ...stepsOfPodsBehind(service, index)];
}

/**
 * The commands that show why the webhook behind a Service responds with an error, or too late: the log of the Deployment
 * behind it and its Pods, or the Service itself, which names them.
 */
export function stepsOfResponse(service: Ref, index: ObjectIndex): readonly NextStep[] {
  const { group, kind } = deploymentKind;
  const { namespace } = service;
  const deployment = { group, kind, name: workloadOfService(service.name), ...definedFields({ namespace }) };
  const isFound = index.find(deployment).outcome === "found";
  const log = isFound ? showDeploymentLog(service, deployment.name, "refusing") : [];
  const pods = stepsOfPodsBehind(service, index);
  return [...log, ...(pods.length > 0 ? pods : describeObject(service))];
}

/**
 * The commands for an APIService that is not available. Its description only repeats the known message, so the commands
 * are about its Service. The reason ServiceNotFound comes from
 * https://github.com/kubernetes/kube-aggregator/blob/master/pkg/controllers/status/remote/remote_available_controller.go.
 */
export function stepsOfApi({ ref, trouble }: ReportNode, index: ObjectIndex): readonly NextStep[] {
  const reference = valueAt(foundObject(index.find(ref))?.spec, "service");
  const service = { namespace: textAt(reference, "namespace"), name: textAt(reference, "name") };
  if (service.namespace === "" || service.name === "") return describeObject(ref);
  // The server responds, with a certificate that the API server does not accept by this bundle.
  if (trouble?.message.includes("x509: ") === true) return [...showBundle(ref), ...stepsOfPodsBehind(service, index)];
  if (trouble?.reason === "ServiceNotFound") return [...showService(service), ...stepsOfPodsBehind(service, index)];
  return stepsOfService(service, index);
}

/**
 * The Pods that a Service selects, or should select where it was not read. None for one that was not read and whose workload
 * is not known.
 */
export function stepsOfPodsBehind(
  { namespace, name }: Pick<Ref, "namespace" | "name">,
  index: ObjectIndex,
): readonly NextStep[] {
  const { group, kind } = serviceKind;
  const service = foundObject(index.find({ group, kind, name, ...definedFields({ namespace }) }));
  const labels = Object.entries(recordAt(service?.spec, "selector") ?? {});
  const pairs = labels.map(([key, value]) => `${key}=${toText(value)}`);
  const selector = pairs.length > 0 ? pairs.join() : podSelectorOfService(name);
  return selector === undefined || namespace === undefined ? [] : listPods({ namespace }, selector);
}
