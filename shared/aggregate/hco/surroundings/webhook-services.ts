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

/** The labels of the EndpointSlices of these Services, wherever they lie (discovery/v1, LabelServiceName). */
export function endpointsSelector(services: readonly WebhookService[]): string {
  return `${serviceLabel} in (${listSelectableNames(services).join(",")})`;
}

/** The names of Services that a selector may have: another one would make an API server refuse the whole list. */
export function listSelectableNames(services: readonly WebhookService[]): readonly string[] {
  const names = services
    .map(({ ref }) => ref.name)
    .filter((name) => /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(name));
  return [...new Set(names)].toSorted().slice(0, mostServices);
}

const serviceLabel = "kubernetes.io/service-name";
/** The most names that fit into the address of a request. */
const mostServices = 50;

/**
 * Whether no Pod stands behind one of these Services: none of its EndpointSlices has a ready address. Undefined where its
 * slices were not read, which may be so outside of `home`. A file may lack them, so only a slice in it is evidence.
 */
export function lacksEndpoints(
  service: Ref,
  services: readonly WebhookService[],
  index: ObjectIndex,
  home: string,
): boolean | undefined {
  const endpoints = listEndpoints(service, services, index, home);
  return endpoints === undefined ? undefined : !endpoints.some(isReady);
}

/** The endpoints in all EndpointSlices of a Service, ready or not. Undefined where these are not known. */
export function listEndpoints(
  { namespace = "", name }: Ref,
  services: readonly WebhookService[],
  index: ObjectIndex,
  home: string,
): readonly unknown[] | undefined {
  const { group, kind } = endpointSlices;
  const everywhere = index.list({ group, kind, labelSelector: endpointsSelector(services) });
  const isElsewhere = namespace !== home && everywhere.outcome !== "found";
  if (isElsewhere || !listSelectableNames(services).includes(name)) return undefined;
  const listing = everywhere.outcome === "found" ? everywhere : index.list({ group, kind, namespace });
  if (listing.outcome !== "found") return undefined;
  const own = listing.objects.filter(
    ({ ref, labels }) => ref.namespace === namespace && labels.get(serviceLabel) === name,
  );
  if (own.length === 0 && listing.isGiven === true) return undefined;
  return own.flatMap(({ raw }) => toList(valueAt(raw, ["endpoints"])));
}

/** Whether an endpoint takes requests. An unknown readiness counts as ready (discovery/v1, EndpointConditions). */
function isReady(endpoint: unknown): boolean {
  return toList(valueAt(endpoint, ["addresses"])).length > 0 && valueAt(endpoint, ["conditions", "ready"]) !== false;
}
