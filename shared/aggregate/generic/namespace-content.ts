import type { Condition } from "../../model/condition.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { apiServices, builtInKind } from "../../profiles/core-kinds.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { findAdmissionWebhook } from "../core/admission-webhooks.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// What the deletion of a Namespace waits for, by the conditions of its controller (kubernetes/kubernetes,
// pkg/controller/namespace/deletion/status_condition_utils.go).

/** The most objects, resources, finalizers or webhooks that a finding names. */
export const maxNamed = 5;

const namespaceKind = builtInKind("", "Namespace");

export function isNamespace({ ref }: KubeObject): boolean {
  return isSameKind(ref, namespaceKind);
}

/** The requests that show which API does not respond, or which webhook refuses to delete an object of a Namespace. */
export function planNamespaceReads(namespace: KubeObject): readonly Query[] {
  const queries: Query[] = [];
  if (findTrueCondition(namespace, "NamespaceDeletionDiscoveryFailure") !== undefined) {
    queries.push(listQuery(apiServices));
  }
  if (listRefusals(namespace).length > 0) queries.push(...webhookConfigurations.map((kind) => listQuery(kind)));
  return queries;
}

/** The findings about what a deletion of a Namespace waits for that has taken too long. */
export function listNamespaceFindings(namespace: KubeObject, index: ObjectIndex): readonly Finding[] {
  return [...listUnavailableApis(namespace, index), ...reportContent(namespace)];
}

/**
 * The findings about the webhooks that refuse to delete an object of a Namespace, one for each webhook.
 *
 * @param isLate whether the deletion of the Namespace has taken too long
 */
export function listRefusedContent(namespace: KubeObject, index: ObjectIndex, isLate: boolean): readonly Finding[] {
  return listRefusals(namespace).map(({ webhook, service, message, isCallFailed }) => {
    const finding = makeFinding(findAdmissionWebhook(webhook, index)?.configuration ?? namespace.ref, {
      code: "namespace-content-refused",
      namespace: namespace.ref.name,
      webhook,
      message,
      ...definedFields({ service, isCallFailed }),
      ...trueFlags({ isServiceInNamespace: service?.endsWith(`.${namespace.ref.name}`) }),
    });
    // KubeVirt refuses to be deleted only until the virtual machines that are deleted beside it are gone.
    return isLate ? markBlocking(finding) : finding;
  });
}

/** One webhook that refuses, or does not respond to, the deletion of an object. */
interface ContentRefusal {
  readonly webhook: string;
  /** `webhook.shop`: the Service that does not respond. Absent for a webhook that answers, and for one at another address. */
  readonly service?: string;
  /** What the webhook answers, or the error of the call. */
  readonly message: string;
  /** The call failed. Absent: the webhook denies the deletion. */
  readonly isCallFailed?: true;
}

/**
 * A refusal in the words of the API server (kubernetes/apiserver, pkg/admission/plugin/webhook/errors/statuserror.go):
 * `admission webhook "x" denied the request: REASON` or `failed calling webhook "x": failed to call webhook: Post
 * "https://webhook.shop.svc:443/…": ERROR`. It ends where the next one begins, because the controller joins them by ", ".
 */
const refusalPattern =
  /(?<verb>admission|failed calling) webhook "(?<webhook>[^"]+)"(?: denied the request)?: (?<message>[^\n]*?)(?=, (?:admission webhook|Internal error occurred: failed calling webhook) "|$)/g;

/** `https://webhook.shop.svc:443/` -> `webhook.shop` */
const calledService = /https:\/\/([a-z0-9-]+\.[a-z0-9-]+)\.svc[:/]/;

/** The refusals that a condition of a Namespace reports, the first of each webhook. */
function listRefusals(namespace: KubeObject): readonly ContentRefusal[] {
  const failure = findTrueCondition(namespace, "NamespaceDeletionContentFailure")?.message ?? "";
  const refusals = [...failure.matchAll(refusalPattern)].map(({ groups = {} }): ContentRefusal => {
    const { verb, webhook = "", message = "" } = groups;
    if (verb === "admission") return { webhook, message };
    return { webhook, message, isCallFailed: true, ...definedFields({ service: calledService.exec(message)?.[1] }) };
  });
  // A certificate that is not accepted is another finding.
  return keepFirstOfEachKey(refusals, ({ webhook }) => webhook)
    .filter(({ message }) => !message.includes("x509: "))
    .slice(0, maxNamed);
}

/**
 * The finding about the objects that a Namespace still has. With finalizers it blocks the deletion. Objects without
 * finalizers may still be deleted without help, so it does not block then. Empty if no condition reports objects.
 */
function reportContent(namespace: KubeObject): readonly Finding[] {
  const contentMessage = findTrueCondition(namespace, "NamespaceContentRemaining")?.message ?? "";
  const finalizerMessage = findTrueCondition(namespace, "NamespaceFinalizersRemaining")?.message ?? "";
  // `Some resources are remaining: kubevirts.kubevirt.io has 1 resource instances, pods. has 2 resource instances`
  const kinds = [...contentMessage.matchAll(/([a-z0-9][a-z0-9.-]*) has (\d{1,9}) resource instances/g)].map(
    ([, resource = "", count = ""]) => ({ resource: resource.replace(/\.$/, ""), count: Number(count) }),
  );
  // `Some content in the namespace has finalizers remaining: foregroundDeleteKubeVirt in 1 resource instances`
  const finalizers = [...finalizerMessage.matchAll(/([A-Za-z0-9][\w./-]*) in \d+ resource instances/g)].map(
    ([, name = ""]) => name,
  );
  if (kinds.length === 0) return [];
  const firstKinds = kinds.slice(0, maxNamed);
  const content = {
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    objects: firstKinds.map(({ resource, count }) => `${resource} (${count})`),
    resources: firstKinds.map(({ resource }) => resource),
  };
  if (finalizers.length === 0) return [makeFinding(namespace.ref, { code: "namespace-content-remains", ...content })];
  const evidence = { code: "deletion-waits-for", ...content, finalizers: finalizers.slice(0, maxNamed) } as const;
  return [markBlocking(makeFinding(namespace.ref, evidence))];
}

/** The findings about the APIs that do not respond, so that the controller cannot list the objects of a Namespace. */
function listUnavailableApis(namespace: KubeObject, index: ObjectIndex): readonly Finding[] {
  const failure = findTrueCondition(namespace, "NamespaceDeletionDiscoveryFailure");
  if (failure === undefined) return [];
  return index.all(apiServices).flatMap((api): readonly Finding[] => {
    const available = conditionOf(api, "Available");
    // The message names each API as `subresources.kubevirt.io/v1`.
    const name = `${textAt(api.spec, "group")}/${textAt(api.spec, "version")}`;
    if (available === undefined || available.status === "True" || !failure.message.includes(name)) return [];
    const { reason, message } = available;
    const evidence = { namespace: namespace.ref.name, reason, message };
    return [markBlocking(makeFinding(api.ref, { code: "deletion-waits-for-api", ...evidence }))];
  });
}

function findTrueCondition(object: KubeObject, type: string): Condition | undefined {
  return conditionsAt(object).conditions.find((each) => each.type === type && each.status === "True");
}

/** Marks a finding as the reason why a deletion does not complete without help. */
export function markBlocking(finding: Finding): Finding {
  return { ...finding, effects: { deletion: "blocks" } };
}
