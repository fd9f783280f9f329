import type { KubeObject } from "../../../model/object.ts";
import type { Query, Reading } from "../../../model/snapshot.ts";
import { textAt } from "../../../parse/json-value.ts";
import { apiServices } from "../../../profiles/core-kinds.ts";
import { deploymentKind, eventKind } from "../../../profiles/hco/profile.ts";
import {
  endpointSlices,
  installPlans,
  subscriptions,
  webhookConfigurations,
} from "../../../profiles/hco/surroundings.ts";
import { webhookDeployments } from "../../../tables/operator.ts";
import { readRefusedCertificate } from "../../root-cause/refused-certificates.ts";
import { readEventMessages } from "../../root-cause/warning-events.ts";
import { isListLost, isListRequested } from "../../snapshot/list-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery, queryDefinition } from "../../snapshot/queries.ts";
import type { HcoComponent } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listServiceVersions } from "../operator/service-version.ts";
import { isDeploymentComplete } from "../workloads/workload-nodes.ts";
import { planKeepingReads } from "./refused-deletions.ts";
import { readLifecycle } from "./upgrade-lifecycle.ts";
import { endpointsSelector, listSelectableNames, serviceQueries, webhookServices } from "./webhook-services.ts";

/**
 * The queries that are of use only where something hints at a fault: at OLM, or at a webhook that does not answer.
 */
export function hintedQueries(
  state: HyperConvergedState,
  index: ObjectIndex,
  readings: readonly Reading[],
): readonly Query[] {
  const home = state.namespace;
  return [
    ...(hintsAtOlm(state, index) ? queriesOfOlm(index, home) : []),
    ...endpointsQueries(state, index, home),
    ...serviceQueries(index, [home]),
    ...planKeepingReads(state, index),
    ...readings.flatMap(definitionQueries),
  ];
}

/** The CustomResourceDefinition with the bundle by which the API server did not accept a conversion webhook. */
function definitionQueries(reading: Reading): readonly Query[] {
  const error = ("warning" in reading && reading.warning) || ("cause" in reading && reading.cause) || undefined;
  if (error === undefined || readRefusedCertificate(error) === undefined) return [];
  const definition = queryDefinition(reading.query);
  if (definition === undefined) return [];
  const { metadataOnly: _metadataOnly, ...query } = definition;
  return [query];
}

/**
 * Whether OLM has an unsettled version of the operator, or a version and no Deployment of it. A version that has succeeded
 * shows that OLM has done its part in an upgrade, and is not why an existing Deployment is down: OLM would call it failed
 * (operator-lifecycle-manager, pkg/controller/operators/olm/operator.go, ComponentUnhealthy).
 */
function hintsAtOlm(state: HyperConvergedState, index: ObjectIndex): boolean {
  const isUnsettled = (readLifecycle(state, index)?.unsettled ?? []).length > 0;
  const { running, lookup } = state.operator;
  const isMissing = running === false && lookup.outcome !== "found";
  return isUnsettled || (isMissing && listServiceVersions(index, state.namespace).length > 0);
}

/** The InstallPlans follow the Subscriptions, unless these show that every plan has been carried out. */
function queriesOfOlm(index: ObjectIndex, home: string): readonly Query[] {
  const { group, kind } = subscriptions;
  const listing = index.list({ group, kind, namespace: home });
  const isOver =
    listing.outcome === "found" && listing.objects.length > 0 && index.all(subscriptions, home).every(isAtLatest);
  return [
    listQuery(subscriptions, home),
    ...(isListRequested(listing) && !isOver ? [listQuery(installPlans, home)] : []),
  ];
}

/** Whether OLM follows a Subscription without anything left to do (operator-framework/api, subscription_types.go). */
function isAtLatest({ status }: KubeObject): boolean {
  return textAt(status, "state") === "AtLatestKnown";
}

/**
 * The list of EndpointSlices that shows whether webhooks answer. At home it is asked for only where a Deployment lacks pods,
 * the operator's webhook was not found, an error speaks of a webhook, or the events that might speak of one cannot be read.
 * Webhooks that call into other namespaces, such as one that was left behind, need one list for all of them, by the names
 * of their Services.
 */
function endpointsQueries(state: HyperConvergedState, index: ObjectIndex, home: string): readonly Query[] {
  const services = webhookServices(index, [home]);
  const isElsewhere = services.some(({ ref }) => ref.namespace !== home);
  const isHinted =
    !areDeploymentsWhole(index, home) || index.lacksWarnings(home) || mentionsWebhook(state, index, home);
  const isHome = isHinted && services.some(({ ref }) => ref.namespace === home);
  const atHome = isHome ? [listQuery(endpointSlices, home)] : [];
  if (!isElsewhere || listSelectableNames(services).length === 0) return atHome;
  const everywhere = { ...listQuery(endpointSlices), labelSelector: endpointsSelector(services) };
  // A user of one namespace may not list the slices of all, and a server may fail to.
  return isListLost(index.list(everywhere)) ? [everywhere, ...atHome] : [everywhere];
}

/**
 * Whether an error speaks of a webhook, and what shows whether that webhook can be called was requested and not read. It is
 * then not known whether the API server refuses writes.
 */
export function hasUnreadWebhooks(state: HyperConvergedState, index: ObjectIndex): boolean {
  const home = state.namespace;
  if (!mentionsWebhook(state, index, home)) return false;
  const { group, kind } = endpointSlices;
  const listings = [
    ...webhookConfigurations.map((each) => index.list(each)),
    index.list({ group, kind, namespace: home }),
  ];
  return listings.some(isListLost);
}

function areDeploymentsWhole(index: ObjectIndex, home: string): boolean {
  const { group, kind } = deploymentKind;
  if (index.list({ group, kind, namespace: home }).outcome !== "found") return true;
  const all = index.all(deploymentKind, home);
  return all.every(isDeploymentComplete) && all.some(({ ref }) => webhookDeployments.includes(ref.name));
}

/**
 * The queries for the webhooks and APIs of a standalone component. What names their bundles is always read: a bundle
 * without a valid certificate stands in no condition. Whether anything responds behind the Services, which lie in the
 * namespaces of its workloads, is of use only where a message of it or an event speaks of a webhook.
 */
export function planWebhookReads(
  component: HcoComponent,
  homes: readonly string[],
  index: ObjectIndex,
): readonly Query[] {
  const lists = [apiServices, ...webhookConfigurations].map((kind) => listQuery(kind));
  if (!homes.some((home) => mentionsWebhook(component, index, home))) return lists;
  const services = webhookServices(index, homes);
  const places = homes.filter((home) => services.some(({ ref }) => ref.namespace === home));
  return [...lists, ...places.map((home) => listQuery(endpointSlices, home)), ...serviceQueries(index, homes)];
}

function mentionsWebhook(
  { conditions }: Pick<HyperConvergedState, "conditions">,
  index: ObjectIndex,
  home: string,
): boolean {
  const messages = [
    ...conditions.map(({ message }) => message),
    ...readEventMessages(index.all(eventKind, home)).map(({ message }) => message),
  ];
  return messages.some((message) => /failed calling webhook|no endpoints available for service/.test(message));
}
