import type { KubeObject, Ref } from "../../../model/object.ts";
import { toList, toText, valueAt } from "../../../parse/json-value.ts";
import { endpointSlices, webhookConfigurations } from "../../../profiles/hco/surroundings.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";

/** A Service that admission webhooks of the product call, and the configurations that name it. */
export interface WebhookService {
  readonly ref: Ref;
  readonly configurations: readonly Ref[];
  /** A write that it should check fails without it (failurePolicy Fail, which is the default). */
  readonly refusesWrites: boolean;
}

/**
 * The Services of the webhooks in the operator's namespace, and of those that check the product's own kinds. The latter
 * may be left over from a product that was removed, and then block every write.
 */
export function webhookServices(index: ObjectIndex, home: string): readonly WebhookService[] {
  const calls = webhookConfigurations.flatMap((kind) => index.all(kind)).flatMap((object) => callsOf(object, home));
  return [...Map.groupBy(calls, ({ key }) => key).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const configurations = [...new Map(same.map(({ by }) => [`${by.kind}/${by.name}`, by])).values()];
    return [{ ref: first.ref, configurations, refusesWrites: same.some(({ isStrict }) => isStrict) }];
  });
}

function callsOf(
  { ref: by, raw }: KubeObject,
  home: string,
): readonly { readonly key: string; readonly ref: Ref; readonly by: Ref; readonly isStrict: boolean }[] {
  return toList(valueAt(raw, ["webhooks"])).flatMap((webhook) => {
    const service = valueAt(webhook, ["clientConfig", "service"]);
    const [name, namespace] = [toText(valueAt(service, ["name"])), toText(valueAt(service, ["namespace"]))];
    if (name === "" || (namespace !== home && !checksOwnKinds(webhook))) return [];
    const isStrict = toText(valueAt(webhook, ["failurePolicy"])) !== "Ignore";
    return [{ key: `${namespace}/${name}`, ref: { group: "", kind: "Service", namespace, name }, by, isStrict }];
  });
}

/** Whether a webhook only checks kinds of KubeVirt's groups. */
function checksOwnKinds(webhook: unknown): boolean {
  const groups = toList(valueAt(webhook, ["rules"])).flatMap((rule) => toList(valueAt(rule, ["apiGroups"])));
  return groups.length > 0 && groups.every((group) => /(^|\.)kubevirt\.io$/.test(toText(group)));
}

/**
 * Whether no Pod stands behind a Service: none of its EndpointSlices has a ready address. Undefined where the slices of
 * its namespace were not read. A file may lack them, so only a slice in it is evidence.
 */
export function lacksEndpoints(service: Ref, index: ObjectIndex): boolean | undefined {
  const endpoints = endpointsOf(service, index);
  return endpoints === undefined ? undefined : !endpoints.some(isReady);
}

/** The endpoints in all EndpointSlices of a Service, ready or not. Undefined where these are not known. */
export function endpointsOf({ namespace = "", name }: Ref, index: ObjectIndex): readonly unknown[] | undefined {
  const { group, kind } = endpointSlices;
  const listing = index.list({ group, kind, namespace });
  if (listing.outcome !== "found") return undefined;
  const own = listing.objects.filter(
    ({ ref, labels }) => ref.namespace === namespace && labels.get("kubernetes.io/service-name") === name,
  );
  if (own.length === 0 && listing.isGiven === true) return undefined;
  return own.flatMap(({ raw }) => toList(valueAt(raw, ["endpoints"])));
}

/** Whether an endpoint takes requests. An unknown readiness counts as ready (discovery/v1, EndpointConditions). */
function isReady(endpoint: unknown): boolean {
  return toList(valueAt(endpoint, ["addresses"])).length > 0 && valueAt(endpoint, ["conditions", "ready"]) !== false;
}
