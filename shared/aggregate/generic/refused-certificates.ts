import type { RefusedCertificate as RefusedObservation } from "../../model/cause/observation.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { isSerious } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { ownerOfService, webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { hasLasted, makeTrouble } from "../core/object-health.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { makePlainNode } from "../evaluation/plain-node.ts";
import { evaluateBundle, hasValidCertificate } from "../root-cause/certificate-bundles.ts";
import {
  type BundleHolder,
  findDefinition,
  findWebhookConfiguration,
  type RefusedCertificate,
  readRefusedCertificate,
  readServiceOfHost,
} from "../root-cause/refused-certificates.ts";
import { listEventsAbout } from "../root-cause/warning-events.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryDefinition } from "../snapshot/queries.ts";

// An object may wait for a write that the API server refuses, because it does not accept the certificate of a webhook. The
// controller copies the error into a condition or an event of that object: the VirtualMachine of an instance that cannot be
// created, the Deployment of a Pod that cannot (kubernetes/apiserver,
// pkg/admission/plugin/webhook/errors/statuserror.go).

/** The requests for the objects whose bundles the messages about an object speak of; none for other messages. */
export function certificateQueries(object: KubeObject, index: ObjectIndex): readonly Query[] {
  const messages = [
    ...conditionsAt(object).conditions.map(({ message }) => message),
    ...listEventsAbout([object.ref], index).map(({ message }) => message),
  ];
  const refused = listRefused(messages);
  const isOfWebhook = refused.some(({ webhook }) => webhook !== "");
  return [
    ...(isOfWebhook ? webhookConfigurations.map((kind) => listQuery(kind)) : []),
    ...refused.flatMap(definitionQueries),
  ];
}

/** The request for the CustomResourceDefinition with the bundle of a conversion webhook. */
function definitionQueries({ converted }: RefusedCertificate): readonly Query[] {
  const kind = converted && findKnownKind(converted);
  const definition = kind && queryDefinition(kind);
  if (definition === undefined) return [];
  const { metadataOnly: _metadataOnly, ...query } = definition;
  return [query];
}

/**
 * Adds to each unhealthy node of a tree the objects whose bundles its messages speak of, as children that explain it. A
 * node above repeats what one below it reports, so each object stands only below the deepest one.
 * @param shown nodes that are added below this one later.
 */
export function addRefusedCertificates(
  node: ReportNode,
  index: ObjectIndex,
  time: Pick<EvaluationContext, "takenAt" | "source">,
  shown: readonly ReportNode[] = [],
): ReportNode {
  if (node.verdict === "healthy" || node.role === "container") return node;
  const children = node.children.map((child) => addRefusedCertificates(child, index, time));
  const refused = listRefused(listMessages(node, index, time.takenAt));
  if (refused.length === 0) return { ...node, children };
  const keysBelow = new Set([...children, ...shown].flatMap(listKeys));
  const verdict = isSerious(node.verdict) ? node.verdict : "degraded";
  const added = refused
    .flatMap((one) => makeNode(one, index, time, verdict) ?? [])
    .filter(({ ref }) => !keysBelow.has(keyOf(ref)));
  return { ...node, children: [...children, ...added] };
}

/** The findings about the nodes of a tree that {@link addRefusedCertificates} added, each object once. */
export function listRefusedFindings(nodes: readonly ReportNode[]): readonly Finding[] {
  const findings = nodes.flatMap(listFindingsBelow);
  return [...new Map(findings.map((finding) => [keyOf(finding.about), finding])).values()];
}

function listFindingsBelow({ ref, trouble, children }: ReportNode): readonly Finding[] {
  const { observed } = trouble ?? {};
  if (observed?.code !== "certificate-refused") return children.flatMap(listFindingsBelow);
  const { code, webhook, host, error, isBundleValid } = observed;
  return [makeFinding(ref, { code, webhook, host, error, ...definedFields({ isBundleValid }) })];
}

/** The messages about a node that hold now: of its rule, of its abnormal conditions, and of recent events about it. */
function listMessages(node: ReportNode, index: ObjectIndex, takenAt: string): readonly string[] {
  const events = listEventsAbout([node.ref], index).filter(
    ({ last }) => last !== undefined && !hasLasted(last, takenAt, recentSeconds),
  );
  const abnormal = node.conditions.filter((condition) => condition.abnormal);
  return [node.trouble?.message ?? "", ...[...abnormal, ...events].map(({ message }) => message)];
}

/** An event lasts an hour. A certificate that was accepted meanwhile is no fault. */
const recentSeconds = 900;

/** The refusals by the API server of which messages speak, the first of each host. Other clients also verify certificates. */
function listRefused(messages: readonly string[]): readonly RefusedCertificate[] {
  const refused = messages
    .flatMap((message) => readRefusedCertificate(message) ?? [])
    .filter(({ webhook, converted }) => webhook !== "" || converted !== undefined);
  return [...new Map(refused.toReversed().map((one) => [one.host, one])).values()].toReversed();
}

function listKeys({ ref, children }: ReportNode): readonly string[] {
  return [keyOf(ref), ...children.flatMap(listKeys)];
}

/** The object with the bundle, or the Service of the webhook where no such object was read. */
function makeNode(
  refused: RefusedCertificate,
  index: ObjectIndex,
  time: Pick<EvaluationContext, "takenAt" | "source">,
  verdict: ReportNode["verdict"],
): ReportNode | undefined {
  const holder = (refused.converted === undefined ? findWebhookConfiguration : findDefinition)(refused, index);
  const ref = holder?.ref ?? readServiceOfHost(refused.host);
  if (ref === undefined) return undefined;
  const trouble = makeTrouble("CertificateRefused", observe(refused, holder, time));
  return makePlainNode({ role: "related", label: ref.name, ref, outcome: "found", verdict, trouble });
}

function observe(
  { webhook, host, error }: RefusedCertificate,
  holder: BundleHolder | undefined,
  time: Pick<EvaluationContext, "takenAt" | "source">,
): RefusedObservation {
  const service = readServiceOfHost(host);
  const component = service && ownerOfService(service.name);
  const caBundle = holder?.caBundle ?? "";
  const isBundleValid = hasValidCertificate(caBundle, time);
  const standing = evaluateBundle(caBundle, { ...time, rotations: [] });
  const { certificates, state } = standing?.is === "invalid" ? standing : {};
  return {
    code: "certificate-refused",
    webhook,
    host,
    error,
    ...definedFields({ component, isBundleValid, certificates, state }),
  };
}
