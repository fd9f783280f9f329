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
import { isListLost, isListRequested } from "../../snapshot/list-index.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery, queryDefinition } from "../../snapshot/queries.ts";
import { readEventMessages } from "../../snapshot/warning-events.ts";
import type { HcoComponent } from "../components.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listServiceVersions } from "../operator/service-version.ts";
import { isDeploymentComplete } from "../workloads/workload-nodes.ts";
import { planKeepingReads } from "./refused-deletions.ts";
import { readLifecycle } from "./upgrade-lifecycle.ts";
import {
  listSelectableNames,
  listWebhookServices,
  makeEndpointsSelector,
  planServiceReads,
} from "./webhook-services.ts";

/** The queries that are of use only where something hints at a fault of OLM, of webhooks or of a deletion. */
export function planHintedReads(
  state: HyperConvergedState,
  index: ObjectIndex,
  readings: readonly Reading[],
): readonly Query[] {
  const home = state.namespace;
  return [
    ...planOlmReads(state, index),
    ...planEndpointsReads(state, index, home),
    ...planServiceReads(index, [home]),
    ...planKeepingReads(state, index),
    ...readings.flatMap(planDefinitionReads),
  ];
}

/**
 * The queries for OLM's objects, where something hints at OLM. The InstallPlans follow the Subscriptions, unless these show
 * that every plan has been carried out.
 */
function planOlmReads(state: HyperConvergedState, index: ObjectIndex): readonly Query[] {
  if (!hintsAtOlm(state, index)) return [];
  const home = state.namespace;
  const { group, kind } = subscriptions;
  const listing = index.list({ group, kind, namespace: home });
  // OLM follows a Subscription in this state without anything left to do (operator-framework/api, subscription_types.go).
  const areAllAtLatest = index
    .all(subscriptions, home)
    .every(({ status }) => textAt(status, "state") === "AtLatestKnown");
  const isEveryPlanDone = listing.outcome === "found" && listing.objects.length > 0 && areAllAtLatest;
  const queries = [listQuery(subscriptions, home)];
  if (isListRequested(listing) && !isEveryPlanDone) queries.push(listQuery(installPlans, home));
  return queries;
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

/**
 * The lists of EndpointSlices that show whether webhooks can respond:
 * - in the namespace `home`, where a Deployment lacks pods, the operator's webhook was not found, an error mentions a webhook,
 *   or the events that might mention one cannot be read,
 * - by the names of their Services, where webhooks call into other namespaces, as one that was left behind does.
 */
function planEndpointsReads(state: HyperConvergedState, index: ObjectIndex, home: string): readonly Query[] {
  const services = listWebhookServices(index, [home]);
  const hasServiceAtHome = services.some(({ ref }) => ref.namespace === home);
  const hasServiceElsewhere = services.some(({ ref }) => ref.namespace !== home);
  const isHinted =
    !areDeploymentsWhole(index, home) || index.lacksWarnings(home) || mentionsWebhook(state, index, home);
  const listsAtHome = isHinted && hasServiceAtHome ? [listQuery(endpointSlices, home)] : [];
  if (!hasServiceElsewhere || listSelectableNames(services).length === 0) return listsAtHome;
  const listEverywhere = { ...listQuery(endpointSlices), labelSelector: makeEndpointsSelector(services) };
  // A user of one namespace may not list the slices of all, and a server may fail to.
  return isListLost(index.list(listEverywhere)) ? [listEverywhere, ...listsAtHome] : [listEverywhere];
}

/** Whether all Deployments have their pods, the operator's webhook included. True where they were not listed. */
function areDeploymentsWhole(index: ObjectIndex, home: string): boolean {
  const { group, kind } = deploymentKind;
  if (index.list({ group, kind, namespace: home }).outcome !== "found") return true;
  const deployments = index.all(deploymentKind, home);
  const hasWebhook = deployments.some(({ ref }) => webhookDeployments.includes(ref.name));
  return hasWebhook && deployments.every(isDeploymentComplete);
}

/** The query for the CustomResourceDefinition with the bundle by which the API server did not accept a conversion webhook. */
function planDefinitionReads(reading: Reading): readonly Query[] {
  const error = readError(reading);
  const definition = queryDefinition(reading.query);
  if (error === undefined || readRefusedCertificate(error) === undefined || definition === undefined) return [];
  const { metadataOnly: _metadataOnly, ...query } = definition;
  return [query];
}

function readError(reading: Reading): string | undefined {
  if ("warning" in reading) return reading.warning;
  return "cause" in reading ? reading.cause : undefined;
}

/**
 * The queries for the webhooks and APIs of a standalone component:
 * - always what names their bundles, because no condition reports a bundle without a valid certificate,
 * - what shows whether anything responds behind their Services, where one of its messages or an event mentions a webhook.
 */
export function planWebhookReads(
  component: HcoComponent,
  homes: readonly string[],
  index: ObjectIndex,
): readonly Query[] {
  const lists = [apiServices, ...webhookConfigurations].map((kind) => listQuery(kind));
  if (!homes.some((home) => mentionsWebhook(component, index, home))) return lists;
  const services = listWebhookServices(index, homes);
  const homesWithService = homes.filter((home) => services.some(({ ref }) => ref.namespace === home));
  const endpointLists = homesWithService.map((home) => listQuery(endpointSlices, home));
  return [...lists, ...endpointLists, ...planServiceReads(index, homes)];
}

/**
 * Whether an error mentions a webhook, and what shows whether that webhook can be called was requested and not read. It is
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

/** Whether a condition, or an event in the namespace `home`, reports a webhook that could not be called. */
function mentionsWebhook(
  { conditions }: Pick<HyperConvergedState, "conditions">,
  index: ObjectIndex,
  home: string,
): boolean {
  const messages = [...conditions, ...readEventMessages(index.all(eventKind, home))].map(({ message }) => message);
  return messages.some((message) => /failed calling webhook|no endpoints available for service/.test(message));
}
