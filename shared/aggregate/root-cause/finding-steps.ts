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
import { listServiceSteps } from "./service-steps.ts";

/** Information that nevertheless has commands: about what should run and does not, or waits for a person. */
const informationWithSteps: ReadonlySet<FindingCode> = new Set([
  "uncounted-workload",
  "not-counted",
  "outdated-workloads",
]);

/** Findings about the input or the reader, which no command about an object shows. */
const codesWithoutObject: ReadonlySet<FindingCode> = new Set(["reader-clock", "damaged-input", "other-objects"]);

/**
 * Adds to each finding the commands that show what it is about. A finding that is a cause has those of the cause already.
 * Information has none, except `informationWithSteps`. A finding of the snapshot, which names no root, is about a root
 * itself, or about the only root.
 */
export function addFindingSteps(
  findings: readonly Finding[],
  roots: readonly RootNode[],
  index: ObjectIndex,
): readonly Finding[] {
  const rootByKey = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const onlyRoot = roots.length === 1 ? roots[0] : undefined;
  const nodesByRoot = new Map<RootNode, ReadonlyMap<string, ReportNode>>();
  // A root may have thousands of parts and of findings, so its parts are indexed once.
  const findNode = (root: RootNode, ref: Ref): ReportNode | undefined => {
    const nodes = nodesByRoot.get(root) ?? indexPartsAndChildren(root);
    nodesByRoot.set(root, nodes);
    return nodes.get(keyOf(ref));
  };
  return findings.map((finding) => {
    const { about, severity, code } = finding;
    if (finding.next.length > 0 || (severity === "info" && !informationWithSteps.has(code))) return finding;
    const root = rootByKey.get(keyOf(finding.root ?? about)) ?? onlyRoot;
    const next =
      root === undefined
        ? listStepsWithoutRoot(finding)
        : listFindingSteps(finding, root, index, findNode(root, about));
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

/** The commands for a finding about a root. `node`: the object of the finding, if it stands in the root's tree. */
function listFindingSteps(
  finding: Finding,
  root: RootNode,
  index: ObjectIndex,
  node: ReportNode | undefined,
): readonly NextStep[] {
  const { about, code, component } = finding;
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
    case "deletion-waits-for":
      return listRemaining(finding.resources, about.kind === "Namespace" ? { namespace: about.name } : about);
    case "namespace-content-remains":
      return listRemaining(finding.resources, { namespace: about.name });
    case "namespace-content-refused":
      return listRefusedContentSteps(finding, index);
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
      return node === undefined || node.verdict === "healthy"
        ? describeObject(about)
        : listTrailSteps(findBestTrail(node), root.ref, index);
  }
}

/**
 * The commands for a deletion that no operator ends: the object and the Deployments in the operator's namespace. If the
 * operator is scaled to zero, the operator and the command that starts it.
 */
export function listAbandonedDeletionSteps(finding: FindingOf<"deletion-abandoned">): readonly NextStep[] {
  const { about, operator, isScaledToZero } = finding;
  const namespace = finding.operatorNamespace;
  if (isScaledToZero !== true) return [...describeObject(about), ...listDeployments({ namespace })];
  return [...describeObject({ ...deploymentKind, namespace, name: operator }), ...scaleUp({ namespace }, operator)];
}

/** The commands for a Namespace whose content is not deleted: what refuses that, then what is left. */
export function listNamespaceContentSteps(findings: readonly Finding[], index: ObjectIndex): readonly NextStep[] {
  return findings.flatMap((finding) => {
    if (finding.code === "namespace-content-refused") return listRefusedContentSteps(finding, index);
    if (finding.code !== "namespace-content-remains") return [];
    return listRemaining(finding.resources, { namespace: finding.about.name });
  });
}

/** The commands for a webhook that refuses a deletion: its configuration, and where it does not respond its Service. */
function listRefusedContentSteps(
  { about, service }: FindingOf<"namespace-content-refused">,
  index: ObjectIndex,
): readonly NextStep[] {
  const configuration = about.kind === "Namespace" ? listWebhooks() : showWebhook(about);
  const [name, namespace] = service?.split(".") ?? [];
  if (name === undefined || namespace === undefined) return configuration;
  return [...configuration, ...listServiceSteps({ name, namespace }, index)];
}

/** The commands of the cause that is the operator which does not run, else its Pods. */
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
 * The commands for a roll-out of the operator. A paused one can be resumed. Of another one the Pod that delays it shows
 * why, else the object below the Deployment that explains it, else the operator's Pods.
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
  const below = node === undefined ? [] : listStepsBelow(node, root, index);
  return below.length > 0 ? below : listPodsOfDeployment(operatorPodLabel.value, about);
}

/**
 * The commands for a webhook whose Service has no endpoints: those of the object that fails below its workload, else the
 * Pods and endpoints of the Service. Where the workload is healthy, its Pods are ready. Then the Service does not select
 * them, or its endpoints are out of date.
 */
function listWebhookSteps(service: Ref, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const workload = workloadOfService(service.name);
  const below = listStepsBelowWorkloads([workload], root, index);
  if (below.length > 0) return below;
  const isReady = listPartsAndChildren(root).some(({ ref, verdict }) => ref.name === workload && verdict === "healthy");
  if (isReady) return [...describeObject(service), ...listEndpointSlices(service, service.name)];
  return listServiceSteps(service, index).toReversed();
}

/** The commands for the object that fails below the first unhealthy workload with one of the names. */
function listStepsBelowWorkloads(names: readonly string[], root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const node = listPartsAndChildren(root).find(({ ref, verdict }) => names.includes(ref.name) && verdict !== "healthy");
  return node === undefined ? [] : listStepsBelow(node, root, index);
}

/** The commands for the object below a node that explains it. Empty where the node explains itself best. */
function listStepsBelow(node: ReportNode, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const trail = findBestTrail(node);
  return trail.length > 1 ? listTrailSteps(trail, root.ref, index) : [];
}

/**
 * The commands for a conversion webhook that does not respond: those of its container or Pod that is a cause of the root,
 * else those of the object that fails below its workload, else its Pods.
 */
export function listConversionSteps({ about }: Finding, root: RootNode, index: ObjectIndex): readonly NextStep[] {
  const cause = root.causes.find(({ component }) => webhookDeployments.includes(component));
  // A path of three or more labels leads below the component.
  if (cause !== undefined && cause.path.length > 2) return cause.next;
  const below = listStepsBelowWorkloads(webhookDeployments, root, index);
  if (below.length > 0) return below;
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

/** The object, or the root where the object is cluster-scoped: the operator's Pods run in the namespace of the root. */
function chooseNamespacedRef(about: Ref, root: Pick<RootNode, "ref">): Ref {
  return about.namespace === undefined ? root.ref : about;
}

/** The Pods of one of the Deployments of HyperConverged's operator. `home`: an object in their namespace. */
export function listPodsOfDeployment(deployment: string, home: Pick<Ref, "namespace">): readonly NextStep[] {
  return listPods(home, `${operatorPodLabel.name}=${deployment}`);
}
