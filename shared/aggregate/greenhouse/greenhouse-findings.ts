import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../model/finding/make-finding.ts";
import type { EvaluatedCondition, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { suspendAnnotation } from "../../profiles/greenhouse/profile.ts";
import { legacyTypes, statelessKinds } from "../../tables/greenhouse-kinds.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import { makeDriftFinding } from "../evaluation/shared-findings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { readPluginReadiness } from "./aggregated-parts.ts";
import { type GreenhouseSubject, listMissingKubeconfigEntries } from "./subject.ts";

/** The findings about one root besides its verdict, its parts and its gates. */
export function listGreenhouseFindings(
  subject: GreenhouseSubject,
  root: RootNode,
  index: ObjectIndex,
): readonly Finding[] {
  return [
    ...reportDeletionAndSuspension(subject, root),
    ...reportEmptyStatus(subject),
    ...reportDrift(subject, root),
    ...reportConditionsOutsideGates(subject, root),
    ...reportLegacyConditions(subject),
    ...reportAbsentParts(root),
    ...listFindingsOfKind(subject, root, index),
  ];
}

/** Kinds of parts that are deleted with the root: the Plugins of a PluginPreset, the release of a Plugin. */
const ownedKinds: ReadonlySet<string> = new Set(["Plugin", "HelmRelease"]);

/** The findings about deletion and suspension. `remaining` names the parts that are deleted with the root. */
function reportDeletionAndSuspension(
  { object, isSuspended, isDeleting }: GreenhouseSubject,
  { children }: RootNode,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (isDeleting) {
    const ownedParts = children.filter((part) => part.outcome === "found" && ownedKinds.has(part.ref.kind));
    const deletion = {
      code: "deleting",
      since: object.deletedAt ?? "",
      finalizers: object.finalizers,
      remaining: ownedParts.map(({ label }) => label),
    } as const;
    findings.push(makeGradedFinding("warning", object.ref, deletion));
  }
  if (isSuspended) findings.push(makeFinding(object.ref, { code: "suspended", annotation: suspendAnnotation }));
  return findings;
}

/** The finding that no controller has reported a condition of the object, of whose kind controllers report conditions. */
function reportEmptyStatus({ object, conditions, malformed }: GreenhouseSubject): readonly Finding[] {
  if (conditions.length > 0 || malformed.length > 0 || statelessKinds.has(object.ref.kind)) return [];
  return [makeFinding(object.ref, { code: "not-yet-seen" })];
}

/** The findings about drift. Empty for an object that was never reconciled, which has a finding of its own. */
function reportDrift(
  { conditions, isSuspended }: GreenhouseSubject,
  { ref, drift, driftHeld }: RootNode,
): readonly Finding[] {
  if (driftHeld !== null || conditions.length === 0) return [];
  return drift.map((difference) => {
    // Another release writes other reasons and messages, which is no fault. A suspended controller writes nothing.
    const isFault = !isSuspended && (difference.what === "status" || difference.what === "missing");
    return makeDriftFinding(isFault ? "warning" : "info", ref, difference);
  });
}

/** Types of conditions that have findings of their own. */
const reportedTypes: ReadonlySet<string> = new Set(["PluginSkipped", "RBACReady"]);

/** The findings about bad conditions on which Ready does not depend and that have no finding of their own. */
function reportConditionsOutsideGates(
  { object, rule }: GreenhouseSubject,
  { conditions }: RootNode,
): readonly Finding[] {
  const gateTypes = new Set(["Ready", ...(rule?.gates ?? []).flatMap(({ types }) => types)]);
  return conditions
    .filter(isKnownFault)
    .filter(({ type }) => !gateTypes.has(type) && !reportedTypes.has(type))
    .map(({ type, status, reason, message }) => {
      return makeFinding(object.ref, { code: "not-gating", type, status, reason, message });
    });
}

/** Whether a condition reports a fault, and not work in progress or a status that the controller does not know. */
function isKnownFault({ abnormal, polarity, status }: EvaluatedCondition): boolean {
  return abnormal && polarity !== "busy" && status !== "Unknown";
}

/** The finding about conditions that an older release wrote, or that remain from one. */
function reportLegacyConditions({ object, conditions, isLegacy, leftovers }: GreenhouseSubject): readonly Finding[] {
  if (isLegacy) {
    const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
    return [makeFinding(object.ref, { code: "legacy-conditions", types })];
  }
  if (leftovers.length === 0) return [];
  return [makeFinding(object.ref, { code: "leftover-conditions", types: leftovers })];
}

/** The findings about parts that must exist, because the spec names them, and that do not exist. */
function reportAbsentParts({ children }: RootNode): readonly Finding[] {
  return children
    .filter((part) => part.required && part.outcome === "absent")
    .map(({ ref, label }) => {
      return makeGradedFinding("error", ref, { code: "component-absent", component: label, outcome: "absent" });
    });
}

/** The findings that only one kind of root has. */
function listFindingsOfKind(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
  switch (root.ref.kind) {
    case "Plugin":
      return [...reportUnreadyCluster(root), ...reportMissingRelease(root)];
    case "PluginPreset":
      return reportPreset(subject, index);
    case "TeamRoleBinding":
      return reportBinding(subject);
    case "ClusterKubeconfig":
      return reportKubeconfig(subject);
    case "Organization":
      return reportUnhealthyMembers(root);
    default:
      return [];
  }
}

/** The finding about the Cluster of a Plugin that is not Ready, without which the Plugin cannot be ready. */
function reportUnreadyCluster(plugin: RootNode): readonly Finding[] {
  const cluster = plugin.children.find(({ ref, outcome }) => ref.kind === "Cluster" && outcome === "found");
  if (cluster === undefined) return [];
  const ready = firstConditionOfType(cluster.conditions, "Ready");
  if (ready?.status === "True") return [];
  const message = ready?.message ?? "";
  return [makeFinding(plugin.ref, { code: "cluster-not-ready", cluster: cluster.label, message })];
}

/** The finding about a HelmRelease that does not exist, although its Plugin reports that it was created. */
function reportMissingRelease({ ref, children, conditions }: RootNode): readonly Finding[] {
  if (firstConditionOfType(conditions, "HelmReleaseCreated")?.status !== "True") return [];
  return children
    .filter((part) => part.ref.kind === "HelmRelease" && part.outcome === "absent")
    .map(({ label }) => makeFinding(ref, { code: "release-missing", release: label }));
}

/** The findings about a PluginPreset: Plugins that it skips, no cluster, and Plugins that its Ready does not count. */
function reportPreset({ object, conditions }: GreenhouseSubject, index: ObjectIndex): readonly Finding[] {
  const { ref } = object;
  const findings: Finding[] = [];
  const skipped = firstConditionOfType(conditions, "PluginSkipped");
  if (skipped?.status === "True") {
    findings.push(makeFinding(ref, { code: "plugins-skipped", message: skipped.message }));
  }
  if (firstConditionOfType(conditions, "ClusterListEmpty")?.status === "True") {
    findings.push(makeFinding(ref, { code: "no-clusters" }));
  }
  const uncounted = readPluginReadiness(object, index).filter(({ condition }) => condition === undefined);
  const plugins = uncounted.map(({ component }) => component);
  if (plugins.length > 0) findings.push(makeFinding(ref, { code: "uncounted-plugins", plugins }));
  return findings;
}

/**
 * The findings about a TeamRoleBinding: its RBACReady contradicts its Ready, or it selects no cluster. The controller
 * computes the two conditions from different fields. Without any cluster Ready is True, and RBACReady is False with the
 * reason EmptyClusterList (cloudoperators/greenhouse internal/controller/teamrbac/teamrolebinding_controller.go).
 */
function reportBinding({ object, conditions, ready }: GreenhouseSubject): readonly Finding[] {
  const rbacReady = firstConditionOfType(conditions, "RBACReady");
  if (rbacReady === undefined) return [];
  const findings: Finding[] = [];
  const areBothKnown = ready !== undefined && ready.status !== "Unknown" && rbacReady.status !== "Unknown";
  if (areBothKnown && ready.status !== rbacReady.status) {
    const contradiction = {
      code: "binding-contradicts",
      ready: ready.status,
      rbacReady: rbacReady.status,
      reason: rbacReady.reason,
    } as const;
    findings.push(makeFinding(object.ref, contradiction));
  }
  if (rbacReady.status === "False" && rbacReady.reason === "EmptyClusterList") {
    findings.push(makeFinding(object.ref, { code: "no-clusters" }));
  }
  return findings;
}

/** The finding about entries that the kubeconfig of a ClusterKubeconfig lacks. */
function reportKubeconfig({ object }: GreenhouseSubject): readonly Finding[] {
  const missing = listMissingKubeconfigEntries(object);
  return missing.length === 0 ? [] : [makeFinding(object.ref, { code: "kubeconfig-incomplete", missing })];
}

/** The finding that counts the unhealthy objects of an Organization by kind. */
function reportUnhealthyMembers({ ref, children }: RootNode): readonly Finding[] {
  const membersByKind = Map.groupBy(children, (child) => child.ref.kind);
  const countsByKind = [...membersByKind].map(([kind, members]) => {
    const unhealthy = members.filter(({ verdict }) => isSerious(verdict)).length;
    return { kind, unhealthy, all: members.length };
  });
  const unhealthyKinds = countsByKind.filter(({ unhealthy }) => unhealthy > 0);
  if (unhealthyKinds.length === 0) return [];
  return [makeFinding(ref, { code: "unhealthy-members", members: unhealthyKinds })];
}
