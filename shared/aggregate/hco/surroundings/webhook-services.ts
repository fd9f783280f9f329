import { definedFields } from "../../../model/defined-fields.ts";
import { combineEffects, type Effect } from "../../../model/finding/effect.ts";
import { keepFirstOfEachKey } from "../../../model/items-by-key.ts";
import { type KubeObject, keyOf, namespacedName, type Ref } from "../../../model/object.ts";
import { foundObject, type Query } from "../../../model/snapshot.ts";
import { normalizeUtc } from "../../../model/time.ts";
import { listAt, recordAt, textAt, toList, toText, valueAt } from "../../../parse/json-value.ts";
import { serviceKind } from "../../../profiles/core-kinds.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import { endpointSlices, isProductGroup, ownerOfService } from "../../../profiles/hco/surroundings.ts";
import { type AdmissionWebhook, findAdmissionWebhook, listAdmissionWebhooks } from "../../core/admission-webhooks.ts";
import { memoizeByIndex } from "../../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery } from "../../snapshot/queries.ts";

/** The label of an EndpointSlice with the name of its Service. */
const serviceLabel = "kubernetes.io/service-name";

/** The most names that fit into the address of a request. */
const maxSelectableServices = 50;

/** The most Services that are read, each by a request. */
const maxServiceReads = 3;

/** A Service that admission webhooks of the product call, and the configurations that name it. */
export interface WebhookService {
  readonly ref: Ref;
  readonly configurations: readonly Ref[];
  /** The component whose webhooks these are, or `HyperConverged`. Undefined for webhooks of another product. */
  readonly owner?: string;
  /** A write that it should check fails without it (failurePolicy Fail, which is the default). */
  readonly refusesWrites: boolean;
  /** What that does to an upgrade: `unknown` where only selectors or conditions say which objects the webhook checks. */
  readonly upgradeEffect?: Effect;
}

/**
 * The Services of the webhooks in the namespaces of the product's workloads, and of those that check the product's own
 * kinds. The latter may be left over from a product that was removed, and then block every write.
 */
export function listWebhookServices(index: ObjectIndex, homes: readonly string[]): readonly WebhookService[] {
  return listServicesOnce(index, homes.join(" "));
}

/** `joinedHomes`: the namespaces as one text, by which the plan and the evaluation share the result. */
const listServicesOnce = memoizeByIndex((index: ObjectIndex, joinedHomes: string): readonly WebhookService[] => {
  const allCalls = listWebhookCalls(index, joinedHomes.split(" "));
  const callsByService = Map.groupBy(allCalls, ({ service }) => service && namespacedName(service));
  return [...callsByService.values()].flatMap((calls) => {
    const ref = calls[0]?.service;
    if (ref === undefined) return [];
    const configurations = calls.map(({ configuration }) => configuration);
    const upgradeEffect = combineEffects(calls.map((call) => call.upgradeEffect));
    const owner = calls.find((call) => call.owner !== undefined)?.owner;
    return [
      {
        ref,
        configurations: keepFirstOfEachKey(configurations, keyOf),
        refusesWrites: calls.some(({ isStrict }) => isStrict),
        ...definedFields({ owner, upgradeEffect }),
      },
    ];
  });
});

/** The calls of the webhooks whose Services lie in `homes`, and of those that check the product's own kinds. */
export function listWebhookCalls(index: ObjectIndex, homes: readonly string[]): readonly WebhookCall[] {
  return listAdmissionWebhooks(index).flatMap((webhook) => readWebhookCall(webhook, homes) ?? []);
}

/** The Service that the webhook of this name calls. Undefined where its configuration was not read, or has an address. */
export function findServiceOfWebhook(name: string, index: ObjectIndex): Ref | undefined {
  return readCalledService(findAdmissionWebhook(name, index)?.webhook);
}

/** The Service that a webhook calls. Undefined where it has the address of a server instead (`clientConfig.url`). */
function readCalledService(webhook: unknown): Ref | undefined {
  const service = valueAt(webhook, "clientConfig", "service");
  const name = textAt(service, "name");
  return name === "" ? undefined : { group: "", kind: "Service", namespace: textAt(service, "namespace"), name };
}

/** The call of one admission webhook. */
interface WebhookCall {
  /** The Service that it calls; absent where it has the address of a server instead (`clientConfig.url`). */
  readonly service?: Ref;
  /** The configuration that has the webhook. */
  readonly configuration: Ref;
  readonly owner: string | undefined;
  /** PEM in base64. Empty where the API server's own authorities count. */
  readonly caBundle: string;
  /** Whether a write fails if the webhook cannot be called. */
  readonly isStrict: boolean;
  readonly upgradeEffect: Effect | undefined;
}

/** The call of a webhook in one of the namespaces, or that checks the product's own kinds. Undefined for any other. */
function readWebhookCall(
  { configuration, webhook }: AdmissionWebhook,
  homes: readonly string[],
): WebhookCall | undefined {
  const service = readCalledService(webhook);
  const isAtHome = service !== undefined && homes.includes(service.namespace ?? "");
  if (!isAtHome && !checksOwnKinds(webhook)) return undefined;
  const isStrict = textAt(webhook, "failurePolicy") !== "Ignore";
  const upgradeEffect = isStrict ? evaluateUpgradeEffect(webhook) : undefined;
  const caBundle = textAt(webhook, "clientConfig", "caBundle");
  const owner = ownerOfService(service?.name ?? "") ?? findOwnerOfGroups(listCheckedGroups(webhook));
  return { configuration, owner, caBundle, isStrict, upgradeEffect, ...definedFields({ service }) };
}

/**
 * What it does to an upgrade that a webhook refuses the writes which it checks. The operator updates HyperConverged, and
 * creates and updates the custom resources of its components
 * (https://github.com/kubevirt/hyperconverged-cluster-operator, controllers/hyperconverged/hyperconverged_controller.go,
 * updateHyperConverged; controllers/operands/generic_operand.go, Ensure). It writes their status by a subresource, which
 * is another resource for a rule
 * (https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules).
 */
function evaluateUpgradeEffect(webhook: unknown): Effect | undefined {
  if (!listAt(webhook, "rules").some(matchesUpgrade)) return undefined;
  return isLimited(webhook) ? "unknown" : "blocks";
}

/** The kinds of which an upgrade writes objects. */
const writtenKinds = [hcoProfile.root, ...hcoProfile.components];

/** Whether a rule matches a write of an upgrade: `{operations: [UPDATE], apiGroups: [kubevirt.io], resources: [kubevirts]}`. */
function matchesUpgrade(rule: unknown): boolean {
  const isWrite = includesAny(valueAt(rule, "operations"), ["*", "CREATE", "UPDATE"]);
  const isOfWrittenKind = writtenKinds.some(({ group, plural }) => {
    const hasGroup = includesAny(valueAt(rule, "apiGroups"), ["*", group]);
    return hasGroup && includesAny(valueAt(rule, "resources"), ["*", "*/*", plural]);
  });
  return isWrite && isOfWrittenKind;
}

function includesAny(list: unknown, values: readonly string[]): boolean {
  return toList(list).some((each) => values.includes(toText(each)));
}

/** Whether labels, or expressions about the request, decide which of the matching objects a webhook checks. */
function isLimited(webhook: unknown): boolean {
  const isSelective = (selector: unknown): boolean =>
    Object.keys(recordAt(selector, "matchLabels") ?? {}).length > 0 || listAt(selector, "matchExpressions").length > 0;
  const selectors = ["namespaceSelector", "objectSelector"].map((field) => valueAt(webhook, field));
  return selectors.some(isSelective) || listAt(webhook, "matchConditions").length > 0;
}

/** Whether a webhook only checks kinds of KubeVirt's groups. */
function checksOwnKinds(webhook: unknown): boolean {
  const groups = listCheckedGroups(webhook);
  return groups.length > 0 && groups.every(isProductGroup);
}

function listCheckedGroups(webhook: unknown): readonly string[] {
  return listAt(webhook, "rules").flatMap((rule) => listAt(rule, "apiGroups").map(toText));
}

/**
 * The component whose own group is the only one of `groups`, or `HyperConverged`. A group that only ends with that of a
 * component is another's: `hco.kubevirt.io` is not KubeVirt's, whose group is `kubevirt.io`.
 */
export function findOwnerOfGroups(groups: readonly string[]): string | undefined {
  const [group, ...others] = [...new Set(groups)];
  if (group === undefined || others.length > 0) return undefined;
  if (group === hcoProfile.root.group) return hcoProfile.root.kind;
  return hcoProfile.components.find((row) => row.group === group)?.component;
}

/** The labels of the EndpointSlices of these Services, wherever they lie (discovery/v1, LabelServiceName). */
export function makeEndpointsSelector(services: readonly WebhookService[]): string {
  return `${serviceLabel} in (${listSelectableNames(services).join(",")})`;
}

/** The names of Services that a selector may have. With any other name an API server refuses the whole list. */
export function listSelectableNames(services: readonly WebhookService[]): readonly string[] {
  const names = services
    .map(({ ref }) => ref.name)
    .filter((name) => /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(name));
  return [...new Set(names)].toSorted().slice(0, maxSelectableServices);
}

/**
 * Whether no Pod stands behind a Service of webhooks: none of its EndpointSlices has a ready address. Undefined
 * - where its slices are not known,
 * - for a Service that is the name of another host. It has no Pods, and the API server calls that host (kube-aggregator,
 *   pkg/apiserver/resolvers.go, ResolveCluster).
 */
export function lacksEndpoints(service: Ref, index: ObjectIndex, homes: readonly string[]): boolean | undefined {
  const endpoints = listEndpoints(service, index, homes);
  if (endpoints === undefined || isExternalName(service, index)) return undefined;
  return !endpoints.some(isEndpointServing);
}

function isExternalName(service: Ref, index: ObjectIndex): boolean {
  return textAt(foundObject(index.find(service))?.spec, "type") === "ExternalName";
}

/**
 * The requests for Services of webhooks without an EndpointSlice, which may be names of other hosts. A Service with a slice
 * has Pods, or had some.
 */
export function planServiceReads(index: ObjectIndex, homes: readonly string[]): readonly Query[] {
  return listWebhookServices(index, homes)
    .filter(({ ref }) => listSlices(ref, index, homes)?.length === 0)
    .slice(0, maxServiceReads)
    .map(({ ref: { namespace = "", name } }) => ({ ...listQuery(serviceKind, namespace), verb: "get", name }));
}

/** The endpoints in all EndpointSlices of a Service, ready or not. Undefined where these are not known. */
export function listEndpoints(
  service: Ref,
  index: ObjectIndex,
  homes: readonly string[],
): readonly unknown[] | undefined {
  return listSlices(service, index, homes)?.flatMap(({ raw }) => listAt(raw, "endpoints"));
}

/**
 * When the endpoints of a Service last changed, RFC 3339 UTC (kubernetes/kubernetes
 * staging/src/k8s.io/api/core/v1/annotation_key_constants.go, EndpointsLastChangeTriggerTime). Undefined where no slice has it.
 */
export function readEndpointsChangeTime(
  service: Ref,
  index: ObjectIndex,
  homes: readonly string[],
): string | undefined {
  const slices = listSlices(service, index, homes) ?? [];
  const times = slices.flatMap(
    ({ annotations }) => normalizeUtc(annotations.get("endpoints.kubernetes.io/last-change-trigger-time")) ?? [],
  );
  return times.toSorted().at(-1);
}

/**
 * The EndpointSlices of a Service. Undefined where these are not known: they were not read, or a file holds none of them,
 * which it may lack.
 */
function listSlices(
  { namespace = "", name }: Ref,
  index: ObjectIndex,
  homes: readonly string[],
): readonly KubeObject[] | undefined {
  const { group, kind } = endpointSlices;
  const services = listWebhookServices(index, homes);
  const everywhere = index.list({ group, kind, labelSelector: makeEndpointsSelector(services) });
  const isElsewhere = !homes.includes(namespace) && everywhere.outcome !== "found";
  if (isElsewhere || !listSelectableNames(services).includes(name)) return undefined;
  const listing = everywhere.outcome === "found" ? everywhere : index.list({ group, kind, namespace });
  if (listing.outcome !== "found") return undefined;
  const slices = listing.objects.filter(
    ({ ref, labels }) => ref.namespace === namespace && labels.get(serviceLabel) === name,
  );
  return slices.length === 0 && listing.isGiven === true ? undefined : slices;
}

/**
 * Whether an endpoint takes requests. An unknown readiness counts as ready (discovery/v1, EndpointConditions). Where no
 * endpoint is ready, those that still serve while they end are called (kubernetes/kubernetes pkg/proxy/topology.go,
 * CategorizeEndpoints).
 */
function isEndpointServing(endpoint: unknown): boolean {
  const conditions = valueAt(endpoint, "conditions");
  const isEnding = valueAt(conditions, "terminating") === true && valueAt(conditions, "serving") === true;
  return listAt(endpoint, "addresses").length > 0 && (valueAt(conditions, "ready") !== false || isEnding);
}
