import type { Query } from "../../../model/snapshot.ts";
import { deploymentKind, eventKind, webhookDeployments } from "../../../profiles/hco/profile.ts";
import {
  apiServices,
  endpointSlices,
  installPlans,
  subscriptions,
  webhookConfigurations,
} from "../../../profiles/hco/surroundings.ts";
import { readEventMessages } from "../../root-cause/warning-events.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { listQuery } from "../../snapshot/queries.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { isWholeDeployment } from "../is-everything-healthy.ts";
import { serviceVersions } from "../operator/service-version.ts";
import { readLifecycle } from "./upgrade-lifecycle.ts";
import { webhookServices } from "./webhook-services.ts";

/** The queries for what the cluster has of the product outside of any namespace. */
export const clusterWide: readonly Query[] = [apiServices, ...webhookConfigurations].map((kind) => listQuery(kind));

/**
 * The queries that are of use only where something hints at a fault: at OLM, or at a webhook that does not answer.
 */
export function hintedQueries(state: HyperConvergedState, index: ObjectIndex): readonly Query[] {
  const home = state.object.ref.namespace ?? "";
  return [
    ...(hintsAtOlm(state, index) ? [listQuery(subscriptions, home), listQuery(installPlans, home)] : []),
    ...placesOfEndpoints(state, index, home).map((namespace) => listQuery(endpointSlices, namespace)),
  ];
}

/** Whether OLM has an unsettled version of the operator, or installed it and it is being upgraded or down. */
function hintsAtOlm(state: HyperConvergedState, index: ObjectIndex): boolean {
  const isMoving = state.upgradeMode === true || state.operator.running === false;
  const isUnsettled = (readLifecycle(state, index)?.unsettled ?? []).length > 0;
  return isUnsettled || (isMoving && serviceVersions(index, state.object.ref.namespace ?? "").length > 0);
}

/** The most other namespaces: a webhook that was left behind has one. */
const mostElsewhere = 2;

/**
 * The namespaces whose EndpointSlices show whether a webhook answers. At home only where a Deployment lacks pods, the
 * operator's webhook was not found, or an error speaks of a webhook.
 */
function placesOfEndpoints(state: HyperConvergedState, index: ObjectIndex, home: string): readonly string[] {
  const places = new Set(webhookServices(index, home).map(({ ref }) => ref.namespace ?? ""));
  const elsewhere = [...places].filter((place) => place !== home).slice(0, mostElsewhere);
  const isHinted = !areDeploymentsWhole(index, home) || mentionsWebhook(state, index, home);
  return [...(places.has(home) && isHinted ? [home] : []), ...elsewhere];
}

function areDeploymentsWhole(index: ObjectIndex, home: string): boolean {
  const { group, kind } = deploymentKind;
  if (index.list({ group, kind, namespace: home }).outcome !== "found") return true;
  const all = index.all(deploymentKind, home);
  return all.every(isWholeDeployment) && all.some(({ ref }) => webhookDeployments.includes(ref.name));
}

function mentionsWebhook({ conditions }: HyperConvergedState, index: ObjectIndex, home: string): boolean {
  const messages = [
    ...conditions.map(({ message }) => message),
    ...readEventMessages(index.all(eventKind, home)).map(({ message }) => message),
  ];
  return messages.some((message) => /failed calling webhook|no endpoints available for service/.test(message));
}
