import type { Condition } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { apiServices, builtInKind } from "../../profiles/core-kinds.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { listAdmissionWebhooks } from "../core/admission-webhooks.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
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

/** The requests that show which API does not respond, or which webhook refuses the deletion of what a Namespace holds. */
export function planNamespaceReads(namespace: KubeObject): readonly Query[] {
  const isDiscoveryFailing = findTrueCondition(namespace, "NamespaceDeletionDiscoveryFailure") !== undefined;
  const apis = isDiscoveryFailing ? [listQuery(apiServices)] : [];
  const webhooks = listRefusals(namespace).length > 0 ? webhookConfigurations.map((kind) => listQuery(kind)) : [];
  return [...apis, ...webhooks];
}

/** The findings about what the deletion of a Namespace has waited for, for longer than it takes. */
export function listNamespaceFindings(namespace: KubeObject, index: ObjectIndex): readonly Finding[] {
  return [...listUnavailableApis(namespace, index), ...reportContent(namespace)];
}

/**
 * The findings about the webhooks that refuse the deletion of what a Namespace holds, one for each webhook.
 *
 * @param isLate the deletion has lasted for longer than it takes
 */
export function listRefusedContent(namespace: KubeObject, index: ObjectIndex, isLate: boolean): readonly Finding[] {
  return listRefusals(namespace).map(({ webhook, service, message }) => {
    const finding = makeFinding(findConfiguration(webhook, index) ?? namespace.ref, {
      code: "namespace-content-refused",
      namespace: namespace.ref.name,
      webhook,
      message,
      ...definedFields({ service }),
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
}

/**
 * As the API server words them (kubernetes/apiserver, pkg/admission/plugin/webhook/errors/statuserror.go):
 * `admission webhook "x" denied the request: REASON` and `failed calling webhook "x": failed to call webhook: Post
 * "https://webhook.shop.svc:443/…": ERROR`. The controller joins the errors of all kinds by ", ".
 */
const refusal =
  /(?:admission webhook|failed calling webhook) "(?<webhook>[^"]+)"(?: denied the request)?: (?<message>[^\n]*?)(?=, (?:admission webhook|Internal error occurred: failed calling webhook) "|$)/g;

const calledService = /https:\/\/([a-z0-9-]+\.[a-z0-9-]+)\.svc[:/]/;

/** The refusals of a Namespace's condition, the first of each webhook. A certificate that is refused is another finding. */
function listRefusals(namespace: KubeObject): readonly ContentRefusal[] {
  const failure = findTrueCondition(namespace, "NamespaceDeletionContentFailure")?.message ?? "";
  const refusals = [...failure.matchAll(refusal)].map(({ groups = {} }): ContentRefusal => {
    const { webhook = "", message = "" } = groups;
    const service = calledService.exec(message)?.[1];
    return { webhook, message, ...definedFields({ service }) };
  });
  const isAnotherFinding = ({ message }: ContentRefusal): boolean => message.includes("x509: ");
  return keepFirstOfEachKey(refusals, ({ webhook }) => webhook)
    .filter((one) => !isAnotherFinding(one))
    .slice(0, maxNamed);
}

/** The configuration that has a webhook of this name; undefined where none was read. */
function findConfiguration(name: string, index: ObjectIndex): Ref | undefined {
  return listAdmissionWebhooks(index).find(({ webhook }) => textAt(webhook, "name") === name)?.configuration;
}

/** The finding about what a Namespace still holds: objects that finalizers keep, or objects without any. */
function reportContent(namespace: KubeObject): readonly Finding[] {
  const content = findTrueCondition(namespace, "NamespaceContentRemaining")?.message ?? "";
  const held = findTrueCondition(namespace, "NamespaceFinalizersRemaining")?.message ?? "";
  // `Some resources are remaining: kubevirts.kubevirt.io has 1 resource instances, pods. has 2 resource instances`
  const kinds = [...content.matchAll(/([a-z0-9][a-z0-9.-]*) has (\d{1,9}) resource instances/g)].map(
    ([, resource = "", count = ""]) => ({ resource: resource.replace(/\.$/, ""), count: Number(count) }),
  );
  // `Some content in the namespace has finalizers remaining: foregroundDeleteKubeVirt in 1 resource instances`
  const finalizers = [...held.matchAll(/([A-Za-z0-9][\w./-]*) in \d+ resource instances/g)].map(
    ([, name = ""]) => name,
  );
  if (kinds.length === 0) return [];
  const named = kinds.slice(0, maxNamed);
  const evidence = {
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    objects: named.map(({ resource, count }) => `${resource} (${count})`),
    resources: named.map(({ resource }) => resource),
  };
  // Objects without finalizers may still go by themselves, so this finding does not block.
  if (finalizers.length === 0) return [makeFinding(namespace.ref, { code: "namespace-content-remains", ...evidence })];
  const waiting = { code: "deletion-waits-for", ...evidence, finalizers: finalizers.slice(0, maxNamed) } as const;
  return [markBlocking(makeFinding(namespace.ref, waiting))];
}

/** The findings about the APIs that keep the controller from finding out what a Namespace holds. */
function listUnavailableApis(namespace: KubeObject, index: ObjectIndex): readonly Finding[] {
  const failure = findTrueCondition(namespace, "NamespaceDeletionDiscoveryFailure");
  if (failure === undefined) return [];
  return index.all(apiServices).flatMap((api): readonly Finding[] => {
    const available = conditionsAt(api).conditions.find(({ type }) => type === "Available");
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

/** Marks a finding as what keeps a deletion from completing by itself. */
export function markBlocking(finding: Finding): Finding {
  return { ...finding, effects: { deletion: "blocks" } };
}
