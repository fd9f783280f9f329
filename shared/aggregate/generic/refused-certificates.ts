import type { RefusedCertificate as RefusedObservation } from "../../model/cause/observation.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { isSerious } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { ownerOfService, webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { makeTrouble } from "../core/object-health.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { listKeysOfTree } from "../evaluation/node-tree.ts";
import { makePlainNode } from "../evaluation/plain-node.ts";
import { evaluateBundle, hasValidCertificate } from "../root-cause/certificate-bundles.ts";
import {
  findDefinition,
  findWebhookConfiguration,
  isRecentEvent,
  type RefusedCertificate,
  readRefusedCertificate,
  readServiceOfHost,
} from "../root-cause/refused-certificates.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryDefinition } from "../snapshot/queries.ts";
import { listEventsAbout } from "../snapshot/warning-events.ts";

// An object may wait for a write that the API server refuses, because the server does not accept the certificate of a webhook.
// The controller copies the error into a condition or an event of that object: of the Deployment, if its Pod cannot be created
// (kubernetes/apiserver, pkg/admission/plugin/webhook/errors/statuserror.go).

type Time = Pick<EvaluationContext, "takenAt" | "source">;

/**
 * The requests for the objects whose CA bundles the refusals about an object blame. Empty if no message about the object
 * reports such a refusal.
 */
export function planCertificateReads(object: KubeObject, index: ObjectIndex): readonly Query[] {
  const reports = [...conditionsAt(object).conditions, ...listEventsAbout([object.ref], index)];
  const refusals = listRefusals(reports.map(({ message }) => message));
  const isWebhookCalled = refusals.some(({ webhook }) => webhook !== "");
  const configurationQueries = isWebhookCalled ? webhookConfigurations.map((kind) => listQuery(kind)) : [];
  return [...configurationQueries, ...refusals.flatMap(planDefinitionRead)];
}

/** The request for the CustomResourceDefinition with the bundle of a conversion webhook. Empty for another webhook. */
function planDefinitionRead({ converted }: RefusedCertificate): readonly Query[] {
  const kind = converted && findKnownKind(converted);
  const metadataQuery = kind && queryDefinition(kind);
  if (metadataQuery === undefined) return [];
  const { metadataOnly: _metadataOnly, ...query } = metadataQuery;
  return [query];
}

/**
 * Adds to each unhealthy node of a tree the objects whose CA bundles its messages blame, as children that explain the node. A
 * node repeats the messages of the nodes below it, so each object is added only below the deepest node that blames it.
 *
 * @param laterChildren nodes that are added below this one later
 */
export function addRefusedCertificates(
  node: ReportNode,
  index: ObjectIndex,
  time: Time,
  laterChildren: readonly ReportNode[] = [],
): ReportNode {
  if (node.verdict === "healthy" || node.role === "container") return node;
  const children = node.children.map((child) => addRefusedCertificates(child, index, time));
  const refusals = listRefusals(listMessages(node, index, time.takenAt));
  if (refusals.length === 0) return { ...node, children };
  const keysBelow = new Set([...children, ...laterChildren].flatMap(listKeysOfTree));
  const verdict = isSerious(node.verdict) ? node.verdict : "degraded";
  const addedChildren = refusals
    .map((refusal) => makeBundleNode(refusal, index, time, verdict))
    .filter((child) => child !== undefined)
    .filter(({ ref }) => !keysBelow.has(keyOf(ref)));
  return { ...node, children: [...children, ...addedChildren] };
}

/** The findings about the nodes of a tree that `addRefusedCertificates` added, each object once. */
export function listRefusedFindings(nodes: readonly ReportNode[]): readonly Finding[] {
  const findings = nodes.flatMap(listFindingsBelow);
  return [...new Map(findings.map((finding) => [keyOf(finding.about), finding])).values()];
}

function listFindingsBelow({ ref, trouble, children }: ReportNode): readonly Finding[] {
  const observed = trouble?.observed;
  if (observed?.code !== "certificate-refused") return children.flatMap(listFindingsBelow);
  const { code, webhook, host, error, isBundleValid } = observed;
  return [makeFinding(ref, { code, webhook, host, error, ...definedFields({ isBundleValid }) })];
}

/** The messages about a node that hold now: of its rule, of its abnormal conditions, and of recent events about it. */
function listMessages(node: ReportNode, index: ObjectIndex, takenAt: string): readonly string[] {
  const abnormalConditions = node.conditions.filter(({ abnormal }) => abnormal);
  const recentEvents = listEventsAbout([node.ref], index).filter((event) => isRecentEvent(event, takenAt));
  const messages = [...abnormalConditions, ...recentEvents].map(({ message }) => message);
  return [node.trouble?.message ?? "", ...messages];
}

/**
 * The refusals by the API server that messages report, the first of each host. Refusals by other clients name no webhook and
 * no conversion, and do not count.
 */
function listRefusals(messages: readonly string[]): readonly RefusedCertificate[] {
  const refusals = messages
    .map(readRefusedCertificate)
    .filter((refusal) => refusal !== undefined)
    .filter(({ webhook, converted }) => webhook !== "" || converted !== undefined);
  return keepFirstOfEachKey(refusals, ({ host }) => host);
}

/**
 * The node of the object with the CA bundle. If that was not read, the node of the Service of the webhook. Undefined if the
 * webhook has another address.
 */
function makeBundleNode(
  refusal: RefusedCertificate,
  index: ObjectIndex,
  time: Time,
  verdict: ReportNode["verdict"],
): ReportNode | undefined {
  const isConversion = refusal.converted !== undefined;
  const holder = isConversion ? findDefinition(refusal, index) : findWebhookConfiguration(refusal, index);
  const ref = holder?.ref ?? readServiceOfHost(refusal.host);
  if (ref === undefined) return undefined;
  const trouble = makeTrouble("CertificateRefused", makeObservation(refusal, holder?.caBundle ?? "", time));
  return makePlainNode({ role: "related", label: ref.name, ref, outcome: "found", verdict, trouble });
}

function makeObservation(
  { webhook, host, error }: RefusedCertificate,
  caBundle: string,
  time: Time,
): RefusedObservation {
  const service = readServiceOfHost(host);
  const component = service && ownerOfService(service.name);
  const isBundleValid = hasValidCertificate(caBundle, time);
  const bundle = evaluateBundle(caBundle, { ...time, rotations: [] });
  const { certificates, state } = bundle?.is === "invalid" ? bundle : {};
  return {
    code: "certificate-refused",
    webhook,
    host,
    error,
    ...definedFields({ component, isBundleValid, certificates, state }),
  };
}
