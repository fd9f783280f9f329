import { definedFields } from "../../model/defined-fields.ts";
import type { FindingCode } from "../../model/finding/evidence.ts";
import type { Finding, FindingOf } from "../../model/finding/finding.ts";
import {
  describeObject,
  listAllOfKind,
  listDeployments,
  listEndpointSlices,
  listEvents,
  listInstancesOn,
  listLeftBehind,
  listOutdatedInstances,
  listPods,
  listRemaining,
  type NextStep,
  resumeRollout,
  scaleUp,
  showBundle,
  showPodLog,
  showStored,
} from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Cause, ReportNode, RootNode } from "../../model/report.ts";
import { deploymentKind, hcoProfile, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { workloadOfService } from "../../profiles/hco/surroundings.ts";
import { webhookDeployments } from "../../tables/operator.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { longestTrail } from "./cause-trails.ts";
import { permissionsOf } from "./component-steps.ts";
import { stepsOfTrail } from "./next-steps.ts";
import { stepsOfService } from "./service-steps.ts";

/**
 * The findings with the commands that show what each is about. What is only information has none, except what should
 * run and does not.
 */
export function withFindingSteps(
  findings: readonly Finding[],
  roots: readonly RootNode[],
  index: ObjectIndex,
): readonly Finding[] {
  const rootByKey = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const nodesByRoot = new Map<RootNode, ReadonlyMap<string, ReportNode>>();
  // By one look-up a finding, since a root may have thousands of parts and of findings.
  const nodeOf = (root: RootNode, about: Ref): ReportNode | undefined => {
    const known = nodesByRoot.get(root) ?? nodesBelow(root);
    nodesByRoot.set(root, known);
    return known.get(keyOf(about));
  };
  return findings.map((finding) => {
    // A cause that is a finding has the commands of the cause.
    if (finding.next.length > 0) return finding;
    if (finding.severity === "info" && !idle.has(finding.code)) return finding;
    // What the snapshot shows has no root of its own: it is about the root itself, or about the only one.
    const root = rootByKey.get(keyOf(finding.root ?? finding.about)) ?? (roots.length === 1 ? roots[0] : undefined);
    const next =
      root === undefined ? stepsWithoutRoot(finding) : stepsOf(finding, root, index, nodeOf(root, finding.about));
    return next.length === 0 ? finding : { ...finding, next };
  });
}

/** Information about what should run and does not, or waits for a person. */
const idle: ReadonlySet<FindingCode> = new Set(["uncounted-workload", "not-counted", "outdated-workloads"]);

/** The parts of a root and what stands directly below them, by their keys. The first of equal ones counts. */
function nodesBelow(root: RootNode): ReadonlyMap<string, ReportNode> {
  return new Map(
    partsAndBelow(root)
      .toReversed()
      .map((node) => [keyOf(node.ref), node]),
  );
}

function partsAndBelow({ children }: RootNode): readonly ReportNode[] {
  return [...children, ...children.flatMap((part) => part.children)];
}

function stepsWithoutRoot(finding: Finding): readonly NextStep[] {
  if (finding.code === "several-roots") return listAllOfKind(finding.about);
  return withoutObject.has(finding.code) ? [] : describeObject(finding.about);
}

/** Findings about the input and about the reader itself: no command about an object shows them. */
const withoutObject: ReadonlySet<FindingCode> = new Set(["reader-clock", "damaged-input", "other-objects"]);

/** The commands for a finding about a root. `node`: the object that it is about, where it stands in the root's tree. */
function stepsOf(
  finding: Finding,
  root: RootNode,
  index: ObjectIndex,
  node: ReportNode | undefined,
): readonly NextStep[] {
  const { about, code, component } = finding;
  switch (code) {
    case "operator-rollout":
      return stepsOfRollout(finding, root, index, node);
    case "operator-down":
      return stepsOfOperatorDown(finding, root);
    case "operator-unknown":
    case "not-read":
      return finding.outcome === "forbidden" ? permissionsOf(root.ref) : [];
    case "conversion-webhook":
      return stepsOfConversion(finding, root, index);
    case "conversion-failed":
      return stepsOfConversionError(finding, root);
    case "ca-bundle-invalid":
    case "ca-bundle-not-rotated":
      return showBundle(about);
    case "certificate-refused":
      return about.kind === "Service" ? stepsOfService(about) : showBundle(about);
    case "deletion-abandoned":
      return stepsOfAbandoned(finding);
    case "deletion-waits-for":
      return listRemaining(finding.resources, about.kind === "Namespace" ? { namespace: about.name } : {});
    // A description of what does not exist fails.
    case "component-operator-absent":
      return listDeployments(about);
    case "webhook-without-endpoints":
      return stepsOfWebhook(about, root, index);
    case "orphan":
      return listLeftBehind([hcoProfile.root, ...hcoProfile.components.filter((row) => index.all(row).length > 0)]);
    case "several-roots":
    case "another-of-kind":
      return listAllOfKind(about);
    case "deletion-blocked":
      return root.causes.find((cause) => cause.component === component)?.next ?? describeObject(about);
    case "outdated-workloads":
      return listOutdatedInstances();
    case "drain-held":
      return listInstancesOn(about);
    case "related-object":
      return finding.state === "gone" ? listEvents(root.ref) : describeObject(about);
    default:
      if (withoutObject.has(code)) return [];
      return node === undefined || node.verdict === "healthy"
        ? describeObject(about)
        : stepsOfTrail(longestTrail(node), root.ref, index);
  }
}

/** The commands that show why nothing ends a deletion; of an operator that is scaled to zero also the one that starts it. */
export function stepsOfAbandoned({
  about,
  operator: name,
  operatorNamespace: namespace,
  isScaledToZero,
}: FindingOf<"deletion-abandoned">): readonly NextStep[] {
  if (isScaledToZero !== true) return [...describeObject(about), ...listDeployments({ namespace })];
  return [...describeObject({ ...deploymentKind, namespace, name }), ...scaleUp({ namespace }, name)];
}

/** The commands of the cause that an operator which does not run is. */
export function stepsOfOperatorDown(
  { about, deployment }: FindingOf<"operator-down">,
  { causes }: RootNode,
): readonly NextStep[] {
  return causes.find(({ component }) => component === deployment)?.next ?? podsOf(operatorPodLabel.value, about);
}

/** A paused roll-out is resumed; another one shows at its newest Pods what it waits for, or at the Pod that does not end. */
function stepsOfRollout(
  { state, about, deployment, unreadPods, leadingPod, leadingPodNode }: FindingOf<"operator-rollout">,
  root: RootNode,
  index: ObjectIndex,
  node: ReportNode | undefined,
): readonly NextStep[] {
  if (state === "paused") return [...describeObject(about), ...resumeRollout(about, deployment)];
  if (unreadPods?.outcome === "forbidden") return permissionsOf(root.ref);
  if (leadingPod !== undefined) {
    const { namespace } = about;
    const pod = { group: "", kind: "Pod", name: leadingPod, ...definedFields({ namespace }) };
    const host = leadingPodNode === undefined ? [] : describeObject({ group: "", kind: "Node", name: leadingPodNode });
    return [...describeObject(pod), ...host];
  }
  const below = node === undefined ? [] : stepsBelow(node, root, index);
  return below.length > 0 ? below : podsOf(operatorPodLabel.value, about);
}

/**
 * The steps for a webhook's Service without endpoints: those of what fails behind it, else its Pods and endpoints. Where
 * its Pods are ready, the Service does not select them, or its endpoints are not up to date.
 */
function stepsOfWebhook(service: Ref, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const workload = workloadOfService(service.name);
  const below = stepsBelowWorkloads([workload], root, index);
  if (below.length > 0) return below;
  const isReady = partsAndBelow(root).some(({ ref, verdict }) => ref.name === workload && verdict === "healthy");
  if (isReady) return [...describeObject(service), ...listEndpointSlices(service, service.name)];
  return stepsOfService(service).toReversed();
}

/** The steps for what fails below the workload that has one of the names. */
function stepsBelowWorkloads(names: readonly string[], root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const node = partsAndBelow(root).find(({ ref, verdict }) => names.includes(ref.name) && verdict !== "healthy");
  return node === undefined ? [] : stepsBelow(node, root, index);
}

/** The steps for what was found below a node to fail. Empty where nothing was. */
function stepsBelow(node: ReportNode, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const trail = longestTrail(node);
  return trail.length > 1 ? stepsOfTrail(trail, root.ref, index) : [];
}

/** The steps for a conversion webhook that does not respond: those of its container or Pod, where one is known to fail. */
export function stepsOfConversion(finding: Finding, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const cause = root.causes.find(({ component }) => webhookDeployments.includes(component));
  const below = stepsBelowWorkloads(webhookDeployments, root, index);
  const place = finding.about.namespace === undefined ? root.ref : finding.about;
  return deep(cause)?.next ?? (below.length > 0 ? below : podsOf("hyperconverged-cluster-webhook", place));
}

/** The stored object that the conversion webhook cannot convert, and the webhook's log. */
export function stepsOfConversionError(
  { about, readable }: FindingOf<"conversion-failed">,
  root: RootNode,
): readonly NextStep[] {
  const place = about.namespace === undefined ? root.ref : about;
  const isOwn = about.group === hcoProfile.root.group;
  const log = isOwn ? showPodLog(place, `${operatorPodLabel.name}=hyperconverged-cluster-webhook`, "converting") : [];
  return [...showStored(about, readable), ...log];
}

/** The Pods of a Deployment of HyperConverged's own. */
export function podsOf(name: string, place: Pick<Ref, "namespace">): readonly NextStep[] {
  return listPods(place, `${operatorPodLabel.name}=${name}`);
}

/** The cause, if it is an object below its component. */
function deep(cause: Cause | undefined): Cause | undefined {
  return cause !== undefined && cause.path.length > 2 ? cause : undefined;
}
