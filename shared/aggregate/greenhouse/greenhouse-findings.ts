import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../model/finding/make-finding.ts";
import type { EvaluatedCondition, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { suspendAnnotation } from "../../profiles/greenhouse/profile.ts";
import { legacyTypes, statelessKinds } from "../../tables/greenhouse-kinds.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import { makeDriftFinding } from "../evaluation/shared-findings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { readPluginShares } from "./aggregated-parts.ts";
import { type GreenhouseSubject, listMissingEntries } from "./subject.ts";

/** The findings about one root besides its verdict, its parts and its gates. */
export function listGreenhouseFindings(
  subject: GreenhouseSubject,
  root: RootNode,
  index: ObjectIndex,
): readonly Finding[] {
  return [
    ...reportFrozen(subject, root),
    ...reportUnseen(subject),
    ...reportDrift(subject, root),
    ...reportConditionsOutsideGates(subject, root),
    ...reportOldConditions(subject),
    ...reportAbsentParts(root),
    ...reportKind(subject, root, index),
  ];
}

/** Kinds of parts that are deleted with the root: the Plugins of a PluginPreset, the release of a Plugin. */
const ownedKinds: ReadonlySet<string> = new Set(["Plugin", "HelmRelease"]);

/** The findings about deletion and suspension. `remaining` names the parts that are deleted with the root. */
function reportFrozen(
  { object, isSuspended, isDeleting }: GreenhouseSubject,
  { children }: RootNode,
): readonly Finding[] {
  const { ref: about, deletedAt = "", finalizers } = object;
  const findings: Finding[] = [];
  if (isDeleting) {
    const owned = children.filter((part) => part.outcome === "found" && ownedKinds.has(part.ref.kind));
    const deletion = { since: deletedAt, finalizers, remaining: owned.map(({ label }) => label) };
    findings.push(makeGradedFinding("warning", about, { code: "deleting", ...deletion }));
  }
  if (isSuspended) findings.push(makeFinding(about, { code: "suspended", annotation: suspendAnnotation }));
  return findings;
}

/** The finding that no controller has reported anything about the object. */
function reportUnseen({ object, conditions, malformed }: GreenhouseSubject): readonly Finding[] {
  const isSilent = conditions.length === 0 && malformed.length === 0 && !statelessKinds.has(object.ref.kind);
  return isSilent ? [makeFinding(object.ref, { code: "not-yet-seen" })] : [];
}

/** The findings about drift. None for an object that was never reconciled, which has a finding of its own. */
function reportDrift(
  { conditions, isSuspended }: GreenhouseSubject,
  { ref, drift, driftHeld }: RootNode,
): readonly Finding[] {
  if (driftHeld !== null || conditions.length === 0) return [];
  return drift.map((each) => {
    // Another release writes other reasons and messages, which is no fault. A suspended controller writes nothing.
    const isFault = !isSuspended && (each.what === "status" || each.what === "missing");
    return makeDriftFinding(isFault ? "warning" : "info", ref, each);
  });
}

/** Types of conditions that have findings of their own. */
const reportedTypes: ReadonlySet<string> = new Set(["PluginSkipped", "RBACReady"]);

/** The findings about bad conditions on which Ready does not depend. */
function reportConditionsOutsideGates(
  { object, rule }: GreenhouseSubject,
  { conditions }: RootNode,
): readonly Finding[] {
  const gateTypes = new Set(["Ready", ...(rule?.gates ?? []).flatMap(({ types }) => types)]);
  return conditions
    .filter(
      (condition) => isKnownFault(condition) && !gateTypes.has(condition.type) && !reportedTypes.has(condition.type),
    )
    .map(({ type, status, reason, message }) => {
      return makeFinding(object.ref, { code: "not-gating", type, status, reason, message });
    });
}

function isKnownFault({ abnormal, polarity, status }: EvaluatedCondition): boolean {
  return abnormal && polarity !== "busy" && status !== "Unknown";
}

/** The findings about conditions that an older release wrote, or that remain from one. */
function reportOldConditions({ object, conditions, isLegacy, leftovers }: GreenhouseSubject): readonly Finding[] {
  const about = object.ref;
  const findings: Finding[] = [];
  if (isLegacy) {
    const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
    findings.push(makeFinding(about, { code: "legacy-conditions", types }));
  }
  if (leftovers.length > 0) findings.push(makeFinding(about, { code: "leftover-conditions", types: leftovers }));
  return findings;
}

/** The findings about parts that the spec names and that do not exist. */
function reportAbsentParts({ children }: RootNode): readonly Finding[] {
  return children
    .filter((part) => part.required && part.outcome === "absent")
    .map(({ ref, label }) => {
      return makeGradedFinding("error", ref, { code: "component-absent", component: label, outcome: "absent" });
    });
}

/** The findings that only one kind of root has. */
function reportKind(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
  switch (root.ref.kind) {
    case "Plugin":
      return [...reportUnreadyClusters(root), ...reportMissingRelease(root)];
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
function reportUnreadyClusters(plugin: RootNode): readonly Finding[] {
  return plugin.children
    .filter(({ ref, outcome }) => ref.kind === "Cluster" && outcome === "found")
    .flatMap(({ label, conditions }): readonly Finding[] => {
      const ready = firstConditionOfType(conditions, "Ready");
      if (ready?.status === "True") return [];
      const message = ready?.message ?? "";
      return [makeFinding(plugin.ref, { code: "cluster-not-ready", cluster: label, message })];
    });
}

/** The finding about a HelmRelease that does not exist, although its Plugin reports that it was created. */
function reportMissingRelease({ ref, children, conditions }: RootNode): readonly Finding[] {
  const isCreated = firstConditionOfType(conditions, "HelmReleaseCreated")?.status === "True";
  return children
    .filter((part) => part.ref.kind === "HelmRelease" && part.outcome === "absent" && isCreated)
    .map(({ label }) => makeFinding(ref, { code: "release-missing", release: label }));
}

/** The findings about a PluginPreset: Plugins that it skips, no cluster, and Plugins that its Ready does not count. */
function reportPreset({ object, conditions }: GreenhouseSubject, index: ObjectIndex): readonly Finding[] {
  const about = object.ref;
  const findings: Finding[] = [];
  const skipped = firstConditionOfType(conditions, "PluginSkipped");
  if (skipped?.status === "True") {
    findings.push(makeFinding(about, { code: "plugins-skipped", message: skipped.message }));
  }
  if (firstConditionOfType(conditions, "ClusterListEmpty")?.status === "True") {
    findings.push(makeFinding(about, { code: "no-clusters" }));
  }
  const uncounted = readPluginShares(object, index).filter(({ condition }) => condition === undefined);
  const plugins = uncounted.map(({ component }) => component);
  if (plugins.length > 0) findings.push(makeFinding(about, { code: "uncounted-plugins", plugins }));
  return findings;
}

/**
 * The findings about a TeamRoleBinding: its RBACReady contradicts its Ready, or it selects no cluster. The two conditions
 * have different sources. Ready is True without any cluster, where RBACReady is False with EmptyClusterList
 * (cloudoperators/greenhouse internal/controller/teamrbac/teamrolebinding_controller.go).
 */
function reportBinding({ object, conditions, ready }: GreenhouseSubject): readonly Finding[] {
  const about = object.ref;
  const rbac = firstConditionOfType(conditions, "RBACReady");
  if (rbac === undefined) return [];
  const { status: rbacReady, reason } = rbac;
  const findings: Finding[] = [];
  const areBothKnown = ready !== undefined && ready.status !== "Unknown" && rbacReady !== "Unknown";
  if (areBothKnown && ready.status !== rbacReady) {
    findings.push(makeFinding(about, { code: "binding-contradicts", ready: ready.status, rbacReady, reason }));
  }
  if (rbacReady === "False" && reason === "EmptyClusterList") {
    findings.push(makeFinding(about, { code: "no-clusters" }));
  }
  return findings;
}

function reportKubeconfig({ object }: GreenhouseSubject): readonly Finding[] {
  const missing = listMissingEntries(object);
  return missing.length === 0 ? [] : [makeFinding(object.ref, { code: "kubeconfig-incomplete", missing })];
}

/** The finding that counts the unhealthy objects of an Organization by kind. */
function reportUnhealthyMembers({ ref, children }: RootNode): readonly Finding[] {
  const childrenByKind = Map.groupBy(children, (child) => child.ref.kind);
  const members = [...childrenByKind].map(([kind, nodes]) => {
    const unhealthy = nodes.filter(({ verdict }) => isSerious(verdict)).length;
    return { kind, unhealthy, all: nodes.length };
  });
  const unhealthyMembers = members.filter(({ unhealthy }) => unhealthy > 0);
  if (unhealthyMembers.length === 0) return [];
  return [makeFinding(ref, { code: "unhealthy-members", members: unhealthyMembers })];
}
