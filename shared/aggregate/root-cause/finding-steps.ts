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
  listWebhooks,
  type NextStep,
  resumeRollout,
  scaleUp,
  showPodLog,
  showStored,
  showWebhook,
} from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { deploymentKind, hcoProfile, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { workloadOfService } from "../../profiles/hco/surroundings.ts";
import { webhookDeployments } from "../../tables/operator.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listBundleSteps } from "./bundle-steps.ts";
import { findBestTrail } from "./cause-trails.ts";
import { listPermissionSteps } from "./component-steps.ts";
import { listTrailSteps } from "./next-steps.ts";
import { readServiceOfHost } from "./refused-certificates.ts";
import { listServiceSteps } from "./service-steps.ts";

/** Findings that have commands although they are information: about what should run and does not, or waits for a user. */
const informationWithSteps: ReadonlySet<FindingCode> = new Set([
  "uncounted-workload",
  "not-counted",
  "outdated-workloads",
]);

/** Findings about the input or the reader, which no command about an object shows. */
const codesWithoutObject: ReadonlySet<FindingCode> = new Set(["reader-clock", "damaged-input", "other-objects"]);

/**
 * Adds to each finding the commands that show its object. A finding that is a cause has the commands of the cause already.
 * Information has no commands, except `informationWithSteps`. A finding without a root belongs to the root that it is about,
 * otherwise to the only root.
 */
export function addFindingSteps(
  findings: readonly Finding[],
  roots: readonly RootNode[],
  index: ObjectIndex,
): readonly Finding[] {
  const rootsByKey = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const onlyRoot = roots.length === 1 ? roots[0] : undefined;
  const nodesByRoot = new Map<RootNode, ReadonlyMap<string, ReportNode>>();
  // A root may have thousands of parts and of findings, so its parts are indexed once.
  const findNode = (root: RootNode, ref: Ref): ReportNode | undefined => {
    const nodes = nodesByRoot.get(root) ?? indexPartsAndChildren(root);
    nodesByRoot.set(root, nodes);
    return nodes.get(keyOf(ref));
  };
  const listSteps = (finding: Finding): readonly NextStep[] => {
    const root = rootsByKey.get(keyOf(finding.root ?? finding.about)) ?? onlyRoot;
    if (root === undefined) return listStepsWithoutRoot(finding);
    return listFindingSteps(finding, root, index, findNode(root, finding.about));
  };
  return findings.map((finding) => {
    const hasNoSteps = finding.severity === "info" && !informationWithSteps.has(finding.code);
    if (finding.next.length > 0 || hasNoSteps) return finding;
    const next = listSteps(finding);
    return next.length === 0 ? finding : { ...finding, next };
  });
}

/** The parts of a root and their children by key. Of several nodes about one object the first counts. */
function indexPartsAndChildren(root: RootNode): ReadonlyMap<string, ReportNode> {
  const nodes = new Map<string, ReportNode>();
  for (const node of listPartsAndChildren(root)) {
    const key = keyOf(node.ref);
    if (!nodes.has(key)) nodes.set(key, node);
  }
  return nodes;
}

function listPartsAndChildren({ children }: RootNode): readonly ReportNode[] {
  return [...children, ...children.flatMap((part) => part.children)];
}

function listStepsWithoutRoot(finding: Finding): readonly NextStep[] {
  if (finding.code === "several-roots") return listAllOfKind(finding.about);
  return codesWithoutObject.has(finding.code) ? [] : describeObject(finding.about);
}

/**
 * The commands for a finding about a root.
 *
 * @param node the object of the finding, if it is in the root's tree
 */
function listFindingSteps(
  finding: Finding,
  root: RootNode,
  index: ObjectIndex,
  node: ReportNode | undefined,
): readonly NextStep[] {
  const { about, code, component } = finding;
  const stepsOfRemainder = listStepsOfRemainder(finding, index);
  if (stepsOfRemainder !== undefined) return stepsOfRemainder;
  switch (code) {
    case "operator-rollout":
      return listRolloutSteps(finding, root, index, node);
    case "operator-down":
      return listOperatorDownSteps(finding, root);
    case "operator-unknown":
    case "not-read":
      return finding.outcome === "forbidden" ? listPermissionSteps(root.ref) : [];
    case "conversion-webhook":
      return listConversionSteps(finding, root, index);
    case "conversion-failed":
      return listConversionErrorSteps(finding, root);
    case "ca-bundle-invalid":
    case "ca-bundle-not-rotated":
      return listBundleSteps(about, index);
    case "certificate-refused":
      return about.kind === "Service" ? listServiceSteps(about, index) : listBundleSteps(about, index);
    case "deletion-abandoned":
      return listAbandonedDeletionSteps(finding);
    case "component-operator-absent":
      // The Deployment does not exist, so it cannot be described.
      return listDeployments(about);
    case "webhook-without-endpoints":
      return listWebhookSteps(about, root, index);
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
      if (codesWithoutObject.has(code)) return [];
      if (node === undefined || node.verdict === "healthy") return describeObject(about);
      return listTrailSteps(findBestTrail(node), root.ref, index);
  }
}

/**
 * The commands for a deletion that no operator ends: the object and the Deployments in the operator's namespace. If the
 * operator is scaled to zero, the operator and the command that starts it.
 */
export function listAbandonedDeletionSteps(finding: FindingOf<"deletion-abandoned">): readonly NextStep[] {
  const { about, operator, operatorNamespace: namespace, isScaledToZero } = finding;
  if (isScaledToZero !== true) return [...describeObject(about), ...listDeployments({ namespace })];
  return [...describeObject({ ...deploymentKind, namespace, name: operator }), ...scaleUp({ namespace }, operator)];
}

/** The commands for what the deletion of an object waits for, in the order of the findings about that. */
export function listAwaitedSteps(findings: readonly Finding[], index: ObjectIndex): readonly NextStep[] {
  return findings.flatMap((finding) => {
    if (finding.code === "deletion-waits-for-api") return describeObject(finding.about);
    return listStepsOfRemainder(finding, index) ?? [];
  });
}

/** The commands for objects that a deletion waits for. Undefined for a finding about anything else. */
function listStepsOfRemainder(finding: Finding, index: ObjectIndex): readonly NextStep[] | undefined {
  switch (finding.code) {
    case "deletion-waits-for":
    case "namespace-content-remains":
      return listRemainingSteps(finding);
    case "namespace-content-refused":
      return listRefusedContentSteps(finding, index);
    default:
      return undefined;
  }
}

/** The command that lists the objects that a deletion waits for: those in a Namespace, or those beside a claim. */
function listRemainingSteps({
  about,
  resources,
}: FindingOf<"deletion-waits-for"> | FindingOf<"namespace-content-remains">): readonly NextStep[] {
  return listRemaining(resources, about.kind === "Namespace" ? { namespace: about.name } : about);
}

/** The commands for a webhook that refuses a deletion: its configuration, and where it does not respond its Service. */
function listRefusedContentSteps(
  { about, service }: FindingOf<"namespace-content-refused">,
  index: ObjectIndex,
): readonly NextStep[] {
  const configuration = about.kind === "Namespace" ? listWebhooks() : showWebhook(about);
  const calledService = service === undefined ? undefined : readServiceOfHost(`${service}.svc`);
  return calledService === undefined ? configuration : [...configuration, ...listServiceSteps(calledService, index)];
}

/** The commands of the cause that is the operator that does not run, otherwise the list of its Pods. */
export function listOperatorDownSteps(
  { about, deployment }: FindingOf<"operator-down">,
  { causes }: RootNode,
): readonly NextStep[] {
  return (
    causes.find(({ component }) => component === deployment)?.next ??
    listPodsOfDeployment(operatorPodLabel.value, about)
  );
}

/**
 * The commands for a roll-out of the operator, by the first of these cases:
 * 1. It is paused: the Deployment, and the command that resumes it.
 * 2. The Pods are forbidden: the permissions.
 * 3. A Pod delays it: that Pod, and its Node.
 * 4. An object below the Deployment explains it: that object.
 * 5. Otherwise the operator's Pods.
 */
function listRolloutSteps(
  finding: FindingOf<"operator-rollout">,
  root: RootNode,
  index: ObjectIndex,
  node: ReportNode | undefined,
): readonly NextStep[] {
  const { state, about, deployment, unreadPods, leadingPod, leadingPodNode } = finding;
  if (state === "paused") return [...describeObject(about), ...resumeRollout(about, deployment)];
  if (unreadPods?.outcome === "forbidden") return listPermissionSteps(root.ref);
  if (leadingPod !== undefined) {
    const { namespace } = about;
    const pod = describeObject({ group: "", kind: "Pod", name: leadingPod, ...definedFields({ namespace }) });
    if (leadingPodNode === undefined) return pod;
    return [...pod, ...describeObject({ group: "", kind: "Node", name: leadingPodNode })];
  }
  const stepsBelow = node === undefined ? [] : listStepsBelow(node, root, index);
  return stepsBelow.length > 0 ? stepsBelow : listPodsOfDeployment(operatorPodLabel.value, about);
}

/**
 * The commands for a webhook whose Service has no endpoints, by the first of these cases:
 * 1. An object fails below the workload of the Service: that object.
 * 2. The workload is healthy, so its Pods are ready, and the Service does not select them or its endpoints are out of date:
 *    the Service, and its endpoints.
 * 3. Otherwise the Pods of the Service, and its endpoints.
 */
function listWebhookSteps(service: Ref, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const workloadName = workloadOfService(service.name);
  const stepsBelow = listStepsBelowWorkloads([workloadName], root, index);
  if (stepsBelow.length > 0) return stepsBelow;
  const workload = listPartsAndChildren(root).find(
    ({ ref, verdict }) => ref.name === workloadName && verdict === "healthy",
  );
  if (workload !== undefined) return [...describeObject(service), ...listEndpointSlices(service, service.name)];
  return listServiceSteps(service, index).toReversed();
}

/** The commands for the object that fails below the first unhealthy workload with one of the names. */
function listStepsBelowWorkloads(names: readonly string[], root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const node = listPartsAndChildren(root).find(({ ref, verdict }) => names.includes(ref.name) && verdict !== "healthy");
  return node === undefined ? [] : listStepsBelow(node, root, index);
}

/** The commands for the object below a node that explains it. Empty if the node explains itself best. */
function listStepsBelow(node: ReportNode, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const trail = findBestTrail(node);
  return trail.length > 1 ? listTrailSteps(trail, root.ref, index) : [];
}

/**
 * The commands for a conversion webhook that does not respond, by the first of these cases:
 * 1. A cause of the root is below the Deployment of the webhook, such as a container: the commands of that cause.
 * 2. An object fails below the workload of the webhook: that object.
 * 3. Otherwise the Pods of the webhook.
 */
export function listConversionSteps({ about }: Finding, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const cause = root.causes.find(({ component }) => webhookDeployments.includes(component));
  // A path of three or more labels leads below the component.
  if (cause !== undefined && cause.path.length > 2) return cause.next;
  const stepsBelow = listStepsBelowWorkloads(webhookDeployments, root, index);
  if (stepsBelow.length > 0) return stepsBelow;
  return listPodsOfDeployment("hyperconverged-cluster-webhook", chooseNamespacedRef(about, root));
}

/** The commands for a stored object that the conversion webhook cannot convert: the object, and the webhook's log. */
export function listConversionErrorSteps(
  { about, readable }: FindingOf<"conversion-failed">,
  root: Pick<RootNode, "ref">,
): readonly NextStep[] {
  const stored = showStored(about, readable);
  if (about.group !== hcoProfile.root.group) return stored;
  const podSelector = `${operatorPodLabel.name}=hyperconverged-cluster-webhook`;
  return [...stored, ...showPodLog(chooseNamespacedRef(about, root), podSelector, "converting")];
}

/** The object, or the root if the object is cluster-scoped, because the operator's Pods run in the namespace of the root. */
function chooseNamespacedRef(about: Ref, root: Pick<RootNode, "ref">): Ref {
  return about.namespace === undefined ? root.ref : about;
}

/**
 * The command that lists the Pods of one of the Deployments of HyperConverged's operator.
 *
 * @param home an object in their namespace
 */
export function listPodsOfDeployment(deployment: string, home: Pick<Ref, "namespace">): readonly NextStep[] {
  return listPods(home, `${operatorPodLabel.name}=${deployment}`);
}
