import type { Trouble } from "../../../model/cause/trouble.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { isSameObject, type KubeObject, type Ref } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { isSerious, worstVerdict } from "../../../model/verdict.ts";
import { textAt } from "../../../parse/json-value.ts";
import { apiServices } from "../../../profiles/core-kinds.ts";
import { deploymentKind, hcoProfile } from "../../../profiles/hco/profile.ts";
import { gracePeriodSeconds, hasLasted, makeTrouble } from "../../core/object-health.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import { makePlainNode } from "../../evaluation/plain-node.ts";
import { evaluateBundle } from "../../root-cause/certificate-bundles.ts";
import { findObject, type ObjectIndex } from "../../snapshot/object-index.ts";
import { findShortWorkloadBehind } from "../surroundings/behind-service.ts";
import { listTrustedBundles, readCertificateRotations } from "../surroundings/ca-bundles.ts";
import { lacksEndpoints, listWebhookServices, readEndpointsChangeTime } from "../surroundings/webhook-services.ts";
import { makeWorkloadNode } from "../workloads/workload-nodes.ts";

/** A finding about webhooks or conversions that the API server cannot call. */
export interface WebhookFinding {
  readonly finding: Finding;
  /** The component whose writes fail, or `HyperConverged`. Absent where no write fails, or only writes of another product. */
  readonly owner?: string;
  /** The component whose certificates are verified by the bundle, or `HyperConverged`, even where no write fails. */
  readonly verifiedFor?: string;
  /** Why the owner is degraded. Absent for a bundle that only should have been replaced. */
  readonly trouble?: Trouble;
  /** The APIs that fail for the same reason. */
  readonly apis: readonly Ref[];
  /** The workloads that explain why nothing responds. */
  readonly children: readonly ReportNode[];
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
  return listWebhookServices(index, homes)
    .filter(({ ref }) => lacksEndpoints(ref, index, homes) === true)
    .map(({ ref, configurations, owner, refusesWrites, upgradeEffect }) => {
      const workload = findShortWorkloadBehind(ref, index);
      const since = workload?.since ?? readEndpointsChangeTime(ref, index, homes);
      const isLasting = hasLasted(since, takenAt, gracePeriodSeconds.apiService);
      const names = configurations.map(({ kind, name }) => `${kind} ${name}`);
      return {
        finding: makeGradedFinding(refusesWrites && isLasting ? "error" : "warning", ref, {
          code: "webhook-without-endpoints",
          configurations: names,
          refusesWrites,
          ...definedFields({ upgradeEffect, workload }),
        }),
        trouble: makeTrouble("MissingEndpoints", { code: "no-endpoints", configurations: names }, since),
        apis: listApisOfService(ref, index),
        children: workload === undefined ? [] : listSickWorkloads({ ...ref, name: workload.name }, index, takenAt),
        ...definedFields({ owner }),
      };
    });
}

/** The APIs that a Service serves. */
function listApisOfService({ namespace = "", name }: Ref, index: ObjectIndex): readonly Ref[] {
  return index
    .all(apiServices)
    .filter(
      ({ spec }) => textAt(spec, "service", "name") === name && textAt(spec, "service", "namespace") === namespace,
    )
    .map(({ ref }) => ref);
}

/** The Deployment as a node, where it is unavailable or degraded: it explains why nothing responds. */
function listSickWorkloads(
  deployment: Pick<Ref, "namespace" | "name">,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  const object = findObject(deploymentKind, deployment, index);
  const node = object && makeWorkloadNode(object, index, takenAt);
  return node !== undefined && isSerious(node.verdict) ? [node] : [];
}

/** The findings about bundles by which the API server verifies the product's webhooks and APIs, one for each bundle. */
function reportInvalidBundles(
  root: KubeObject,
  index: ObjectIndex,
  homes: readonly string[],
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): readonly WebhookFinding[] {
  const bundles = listTrustedBundles(index, homes);
  if (bundles.length === 0) return [];
  const rotations = readCertificateRotations(root, index);
  return bundles.flatMap((bundle): readonly WebhookFinding[] => {
    const { text, users, owner, verifiedFor, refusesWrites, isOfApi, upgradeEffect } = bundle;
    const bundleState = evaluateBundle(text, { takenAt, source, rotations });
    const [firstUser, ...otherUsers] = users;
    if (bundleState === undefined || firstUser === undefined) return [];
    const others = otherUsers.map(({ kind, name }) => `${kind} ${name}`);
    if (bundleState.is === "not-rotated") {
      const { due, expires } = bundleState;
      const finding = makeFinding(firstUser, { code: "ca-bundle-not-rotated", others, due, expires });
      return [{ finding, apis: [], children: [], ...definedFields({ verifiedFor }) }];
    }
    const { state, certificates, at } = bundleState;
    const ofBundle = { others, state, certificates, ...definedFields({ at }) };
    const evidence = { ...ofBundle, refusesWrites, ...definedFields({ upgradeEffect }) };
    const severity = refusesWrites || isOfApi ? "error" : "warning";
    const observed = { code: "no-valid-certificate", state, certificates, others, refusesWrites } as const;
    return [
      {
        finding: makeGradedFinding(severity, firstUser, { code: "ca-bundle-invalid", ...evidence }),
        trouble: makeTrouble("InvalidCertificate", observed, state === "expired" ? at : undefined),
        apis: users.filter(({ kind }) => kind === apiServices.kind),
        children: [],
        ...definedFields({ owner, verifiedFor }),
      },
    ];
  });
}

/**
 * The component with those of its webhooks that the API server cannot call. They make the component at least degraded. An API
 * of the component that fails for the same reason gets that reason below it, so that both are one cause.
 */
export function addWebhooks(component: ReportNode, findings: readonly WebhookFinding[]): ReportNode {
  // A component that is being deleted loses its webhooks.
  if (component.outcome !== "found" || component.deleting) return component;
  const nodes = listWebhookNodes(component.label, findings);
  const verdict = nodes.length === 0 ? component.verdict : worstVerdict([component.verdict, "degraded"]);
  const children = component.children.map((child) => explainApi(child, findings));
  return { ...component, verdict, children: [...children, ...nodes] };
}

/** A node below a component. An API that is not available gets the objects below it that keep it from being called. */
function explainApi(node: ReportNode, findings: readonly WebhookFinding[]): ReportNode {
  if (node.ref.kind !== apiServices.kind || node.verdict === "healthy") return node;
  const errors = findings.filter(({ finding }) => finding.severity === "error");
  const explaining = errors.filter(
    ({ finding, apis }) => !isSameObject(finding.about, node.ref) && apis.some((api) => isSameObject(api, node.ref)),
  );
  return { ...node, children: [...node.children, ...explaining.map(makeWebhookNode)] };
}

/** The webhooks of HyperConverged itself that the API server cannot call, as parts of it. */
export function listOwnWebhooks(findings: readonly WebhookFinding[]): readonly ReportNode[] {
  return listWebhookNodes(hcoProfile.root.kind, findings).map((node) => ({ ...node, required: true }));
}

/** The nodes of the objects that the errors about the webhooks of `owner` are about. */
function listWebhookNodes(owner: string, findings: readonly WebhookFinding[]): readonly ReportNode[] {
  const errors = findings.filter(({ finding }) => finding.severity === "error");
  return errors.filter((error) => error.owner === owner).map(makeWebhookNode);
}

function makeWebhookNode({ finding: { about: ref }, trouble, children }: WebhookFinding): ReportNode {
  return makePlainNode({
    role: "related",
    label: ref.name,
    ref,
    outcome: "found",
    verdict: "degraded",
    trouble,
    children,
  });
}
