import type { Trouble } from "../../../model/cause/trouble.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { isSerious, worstVerdict } from "../../../model/verdict.ts";
import { deploymentKind, hcoProfile } from "../../../profiles/hco/profile.ts";
import { gracePeriodSeconds, hasLasted, makeTrouble } from "../../core/object-health.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import { makePlainNode } from "../../evaluation/plain-node.ts";
import { standingOf } from "../../root-cause/certificate-bundles.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { shortWorkloadBehind } from "../surroundings/behind-service.ts";
import { certificateRotations, trustedBundles } from "../surroundings/ca-bundles.ts";
import { endpointsChangedAt, lacksEndpoints, webhookServices } from "../surroundings/webhook-services.ts";
import { makeWorkloadNode } from "../workloads/workload-nodes.ts";

/** A finding about webhooks or conversions, and whose they are. */
export interface WebhookFinding {
  readonly finding: Finding;
  /** A component, or `HyperConverged`. Undefined where they are another's, or where no write fails. */
  readonly owner?: string;
  /** RFC 3339 UTC: since when they cannot be called, where that is known. */
  readonly since?: string;
}

/**
 * The findings about the product's webhooks that the API server cannot call: nothing responds behind their Services, or no
 * certificate of their bundles is valid. No condition reports either.
 * @param homes the namespaces of the product's workloads.
 */
export function listWebhookFindings(
  root: KubeObject,
  index: ObjectIndex,
  homes: readonly string[],
  time: Pick<EvaluationContext, "takenAt" | "source">,
): readonly WebhookFinding[] {
  return [...reportUnansweredServices(index, homes, time.takenAt), ...reportInvalidBundles(root, index, homes, time)];
}

/** The findings about Services without ready endpoints. One that may only be replacing its Pods is a warning. */
function reportUnansweredServices(
  index: ObjectIndex,
  homes: readonly string[],
  takenAt: string,
): readonly WebhookFinding[] {
  const services = webhookServices(index, homes);
  return services
    .filter(({ ref }) => lacksEndpoints(ref, services, index, homes) === true)
    .map(({ ref, configurations, owner, refusesWrites, upgradeEffect }) => {
      const workload = shortWorkloadBehind(ref, index);
      const since = workload?.since ?? endpointsChangedAt(ref, services, index, homes);
      const isLasting = hasLasted(since, takenAt, gracePeriodSeconds.apiService);
      const finding = makeGradedFinding(refusesWrites && isLasting ? "error" : "warning", ref, {
        code: "webhook-without-endpoints",
        configurations: configurations.map(({ kind, name }) => `${kind} ${name}`),
        refusesWrites,
        ...definedFields({ upgradeEffect, workload }),
      });
      return { finding, ...definedFields({ owner, since }) };
    });
}

/** The findings about bundles by which the API server verifies the product's webhooks and APIs, one for each bundle. */
function reportInvalidBundles(
  root: KubeObject,
  index: ObjectIndex,
  homes: readonly string[],
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): readonly WebhookFinding[] {
  const bundles = trustedBundles(index, homes);
  if (bundles.length === 0) return [];
  const rotations = certificateRotations(root, index);
  return bundles.flatMap(({ text, users, owner, refusesWrites, isOfApi, upgradeEffect }): readonly WebhookFinding[] => {
    const standing = standingOf(text, { takenAt, source, rotations });
    const [first, ...rest] = users;
    if (standing === undefined || first === undefined) return [];
    const others = rest.map(({ kind, name }) => `${kind} ${name}`);
    if (standing.is === "not-rotated") {
      const { due, expires } = standing;
      return [{ finding: makeFinding(first, { code: "ca-bundle-not-rotated", others, due, expires }) }];
    }
    const { is: _, ...state } = standing;
    const evidence = { others, ...state, refusesWrites, ...definedFields({ upgradeEffect }) };
    const severity = refusesWrites || isOfApi ? "error" : "warning";
    const finding = makeGradedFinding(severity, first, { code: "ca-bundle-invalid", ...evidence });
    const since = state.state === "expired" ? state.at : undefined;
    return [{ finding, ...definedFields({ owner, since }) }];
  });
}

/** The component, with its webhooks that the API server cannot call below it: they make it at least degraded. */
export function addWebhooks(
  component: ReportNode,
  findings: readonly WebhookFinding[],
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  // A component that is being deleted loses its webhooks.
  if (component.outcome !== "found" || component.deleting) return component;
  const nodes = listWebhookNodes(component.label, findings, index, takenAt);
  if (nodes.length === 0) return component;
  const verdict = worstVerdict([component.verdict, "degraded"]);
  return { ...component, verdict, children: [...component.children, ...nodes] };
}

/** The webhooks of HyperConverged itself that the API server cannot call, as parts of it. */
export function listOwnWebhooks(
  findings: readonly WebhookFinding[],
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return listWebhookNodes(hcoProfile.root.kind, findings, index, takenAt).map((node) => ({ ...node, required: true }));
}

/** The nodes of what the errors about the webhooks of a component, or of `HyperConverged`, are about. */
function listWebhookNodes(
  owner: string,
  findings: readonly WebhookFinding[],
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return findings
    .filter((each) => each.owner === owner && each.finding.severity === "error")
    .flatMap(({ finding, since }): readonly ReportNode[] => {
      const { about: ref } = finding;
      const trouble = makeWebhookTrouble(finding, since);
      const children = listWorkloadBehind(finding, index, takenAt);
      const node = { role: "related", label: ref.name, ref, outcome: "found", verdict: "degraded" } as const;
      return [makePlainNode({ ...node, trouble, children })];
    });
}

function makeWebhookTrouble(finding: Finding, since: string | undefined): Trouble | undefined {
  if (finding.code === "webhook-without-endpoints") {
    const { configurations } = finding;
    return makeTrouble("MissingEndpoints", { code: "no-endpoints", configurations }, since);
  }
  if (finding.code !== "ca-bundle-invalid") return undefined;
  const { state, certificates, others } = finding;
  return makeTrouble("InvalidCertificate", { code: "no-valid-certificate", state, certificates, others }, since);
}

/** The workload behind a Service that lacks replicas, which explains why nothing responds. */
function listWorkloadBehind(finding: Finding, index: ObjectIndex, takenAt: string): readonly ReportNode[] {
  if (finding.code !== "webhook-without-endpoints" || finding.workload === undefined) return [];
  const { group, kind } = deploymentKind;
  const { namespace } = finding.about;
  const object = foundObject(index.find({ group, kind, name: finding.workload.name, ...definedFields({ namespace }) }));
  const node = object && makeWorkloadNode(object, index, takenAt);
  return node !== undefined && isSerious(node.verdict) ? [node] : [];
}
