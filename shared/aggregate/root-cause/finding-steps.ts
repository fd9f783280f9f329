import type { Finding, FindingCode, FindingOf } from "../../model/finding/finding.ts";
import {
  checkAccess,
  describeObject,
  listAllOfKind,
  listEvents,
  listPods,
  type NextStep,
  resumeRollout,
} from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Cause, ReportNode, RootNode } from "../../model/report.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { deploymentKind, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { longestTrail } from "./cause-trails.ts";
import { stepsOfTrail } from "./next-steps.ts";

/**
 * The findings with the commands that show what each is about. What is only information has none, except what should
 * run and does not.
 */
export function withFindingSteps(findings: readonly Finding[], roots: readonly RootNode[]): readonly Finding[] {
  const rootByKey = new Map(roots.map((root) => [keyOf(root.ref), root]));
  const nodesByRoot = new Map<RootNode, ReadonlyMap<string, ReportNode>>();
  // By one look-up a finding, since a root may have thousands of parts and of findings.
  const nodeOf = (root: RootNode, about: Ref): ReportNode | undefined => {
    const known = nodesByRoot.get(root) ?? nodesBelow(root);
    nodesByRoot.set(root, known);
    return known.get(keyOf(about));
  };
  return findings.map((finding) => {
    if (finding.severity === "info" && !idle.has(finding.code)) return finding;
    // What the snapshot shows has no root of its own: it is about the root itself, or about the only one.
    const root = rootByKey.get(keyOf(finding.root ?? finding.about)) ?? (roots.length === 1 ? roots[0] : undefined);
    const next = root === undefined ? stepsWithoutRoot(finding) : stepsOf(finding, root, nodeOf(root, finding.about));
    return next.length === 0 ? finding : { ...finding, next };
  });
}

/** Information about what should run and does not. */
const idle: ReadonlySet<FindingCode> = new Set(["uncounted-workload", "not-counted"]);

/** The parts of a root and what stands directly below them, by their keys. The first of equal ones counts. */
function nodesBelow({ children }: RootNode): ReadonlyMap<string, ReportNode> {
  const all = [...children, ...children.flatMap((part) => part.children)];
  return new Map(all.toReversed().map((node) => [keyOf(node.ref), node]));
}

function stepsWithoutRoot(finding: Finding): readonly NextStep[] {
  if (finding.code === "several-roots") return listAllOfKind(finding.about);
  return withoutObject.has(finding.code) ? [] : describeObject(finding.about);
}

/** Findings about the input and about the reader itself: no command about an object shows them. */
const withoutObject: ReadonlySet<FindingCode> = new Set(["reader-clock", "damaged-input", "other-objects"]);

/** The commands for a finding about a root. `node`: the object that it is about, where it stands in the root's tree. */
function stepsOf(finding: Finding, root: RootNode, node: ReportNode | undefined): readonly NextStep[] {
  const { about, code, component } = finding;
  switch (code) {
    case "operator-rollout":
      return stepsOfRollout(finding, root, node);
    case "operator-down":
      return (
        root.causes.find((cause) => cause.component === finding.deployment)?.next ??
        listPods(about, operatorPodLabel.value)
      );
    case "operator-unknown":
      return finding.outcome === "forbidden" ? checkAccess("list", deploymentKind, about) : [];
    case "not-read":
      return finding.outcome === "forbidden" ? checkAccess(about.name === "" ? "list" : "get", about, about) : [];
    case "conversion-webhook":
      return stepsOfConversion(finding, root);
    case "several-roots":
    case "another-of-kind":
      return listAllOfKind(about);
    case "deletion-blocked":
      return root.causes.find((cause) => cause.component === component)?.next ?? describeObject(about);
    case "related-object":
      return finding.state === "gone" ? listEvents(root.ref) : describeObject(about);
    default:
      if (withoutObject.has(code)) return [];
      return node === undefined || node.verdict === "healthy"
        ? describeObject(about)
        : stepsOfTrail(longestTrail(node), root.ref);
  }
}

/** A paused roll-out is resumed; another one shows at its newest Pods what it waits for. */
function stepsOfRollout(
  { state, about, deployment, unreadPods }: FindingOf<"operator-rollout">,
  root: RootNode,
  node: ReportNode | undefined,
): readonly NextStep[] {
  if (state === "paused") return resumeRollout(about, deployment);
  if (unreadPods?.outcome === "forbidden") return checkAccess("list", podKind, about);
  const trail = node === undefined ? undefined : longestTrail(node);
  const below = trail !== undefined && trail.length > 1 ? stepsOfTrail(trail, root.ref) : [];
  return below.length > 0 ? below : listPods(about, operatorPodLabel.value);
}

/** The steps for a conversion webhook that does not respond: those of its container or Pod, where one is known to fail. */
export function stepsOfConversion(finding: Finding, root: RootNode): readonly NextStep[] {
  const cause = root.causes.find(({ component }) => component.endsWith("-webhook"));
  const failing = root.children.find(({ ref, verdict }) => ref.name.endsWith("-webhook") && verdict !== "healthy");
  const trail = failing && longestTrail(failing);
  const below = trail !== undefined && trail.length > 1 ? stepsOfTrail(trail, root.ref) : undefined;
  return deep(cause)?.next ?? below ?? podsOf("hyperconverged-cluster-webhook", finding, root);
}

/** The Pods with this label, beside the object of a finding or beside the root. */
export function podsOf(name: string, finding: Finding | undefined, root: RootNode): readonly NextStep[] {
  const namespace = finding?.about.namespace ?? root.ref.namespace;
  return listPods(namespace === undefined ? {} : { namespace }, name);
}

/** The cause, if it is an object below its component. */
export function deep(cause: Cause | undefined): Cause | undefined {
  return cause !== undefined && cause.path.length > 2 ? cause : undefined;
}
