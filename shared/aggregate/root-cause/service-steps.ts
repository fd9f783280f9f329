import { describeObject, listEndpointSlices, listPods, type NextStep, showService } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { podSelectorOfService } from "../../profiles/hco/surroundings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** The commands that show why a Service does not respond: its endpoints, and the Pods that it should select. */
export function stepsOfService(service: Pick<Ref, "namespace" | "name">): readonly NextStep[] {
  return [...listEndpointSlices(service, service.name), ...stepsOfPodsBehind(service)];
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
  if (trouble?.reason === "ServiceNotFound") return [...showService(service), ...stepsOfPodsBehind(service)];
  return stepsOfService(service);
}

/** The Pods that a Service of HyperConverged should select. None for a Service whose workload is not known. */
function stepsOfPodsBehind({ namespace, name }: Pick<Ref, "namespace" | "name">): readonly NextStep[] {
  const selector = podSelectorOfService(name);
  return selector === undefined || namespace === undefined ? [] : listPods({ namespace }, selector);
}
