import { describeObject, listEndpointSlices, listPods, type NextStep, showService } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { podSelectorOfService } from "../../profiles/hco/surroundings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** What shows why nothing answers for a Service: its endpoints, and the Pods that should be behind it. */
export function stepsOfService(service: Pick<Ref, "namespace" | "name">): readonly NextStep[] {
  return [...listEndpointSlices(service, service.name), ...podsBehind(service)];
}

/** The commands for an API that is not available: its own object only repeats the message that is known. */
export function stepsOfApi({ ref: api, trouble }: ReportNode, index: ObjectIndex): readonly NextStep[] {
  const lookup = index.find(api);
  const service = lookup.outcome === "found" ? valueAt(lookup.object.spec, "service") : undefined;
  const namespace = textAt(service, "namespace");
  const name = textAt(service, "name");
  if (namespace === "" || name === "") return describeObject(api);
  const ref = { namespace, name };
  // kube-aggregator, pkg/controllers/status/remote/remote_available_controller.go
  return trouble?.reason === "ServiceNotFound" ? [...showService(ref), ...podsBehind(ref)] : stepsOfService(ref);
}

/** The Pods behind a Service of the product. None where its workload is not known. */
function podsBehind({ namespace, name }: Pick<Ref, "namespace" | "name">): readonly NextStep[] {
  const selector = podSelectorOfService(name);
  return selector === undefined || namespace === undefined ? [] : listPods({ namespace }, selector);
}
