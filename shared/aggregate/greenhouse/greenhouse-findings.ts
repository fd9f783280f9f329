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

/** Findings about one root besides its verdict, its parts and its gates. */
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

/**
 * Findings about deletion and suspension. `remaining` names what is deleted with the root: the Plugins of a
 * PluginPreset, the release of a Plugin.
 */
function reportFrozen(
  { object, isSuspended, isDeleting }: GreenhouseSubject,
  { children }: RootNode,
): readonly Finding[] {
  const about = object.ref;
  const made = new Set(["Plugin", "HelmRelease"]);
  const remaining = children
    .filter((part) => part.outcome === "found" && made.has(part.ref.kind))
    .map((part) => part.label);
  const { deletedAt = "", finalizers } = object;
  return [
    ...(isDeleting
      ? [makeGradedFinding("warning", about, { code: "deleting", since: deletedAt, finalizers, remaining })]
      : []),
    ...(isSuspended ? [makeFinding(about, { code: "suspended", annotation: suspendAnnotation })] : []),
  ];
}

function reportUnseen({ object, conditions, malformed }: GreenhouseSubject): readonly Finding[] {
  const isSilent = conditions.length === 0 && malformed.length === 0 && !statelessKinds.has(object.ref.kind);
  return isSilent ? [makeFinding(object.ref, { code: "not-yet-seen" })] : [];
}

/** Findings about drift. An object that was never reconciled lacks everything, which another finding reports. */
function reportDrift(
  { conditions, isSuspended }: GreenhouseSubject,
  { ref, drift, driftHeld }: RootNode,
): readonly Finding[] {
  if (driftHeld !== null || conditions.length === 0) return [];
  return drift.map((each) => {
    // A different reason or message alone points to another release rather than a fault. While suspended, the
    // controller writes none.
    const isFault = !isSuspended && (each.what === "status" || each.what === "missing");
    return makeDriftFinding(isFault ? "warning" : "info", ref, each);
  });
}

/** Bad conditions from which the controller does not compute Ready: each is a warning. */
function reportConditionsOutsideGates(
  { object, rule }: GreenhouseSubject,
  { conditions }: RootNode,
): readonly Finding[] {
  const gating = new Set(["Ready", ...(rule?.gates ?? []).flatMap(({ types }) => types)]);
  // These have findings of their own.
  const covered = new Set(["PluginSkipped", "RBACReady"]);
  return conditions
    .filter((condition) => isKnownFault(condition) && !gating.has(condition.type) && !covered.has(condition.type))
    .map(({ type, status, reason, message }) => {
      return makeFinding(object.ref, { code: "not-gating", type, status, reason, message });
    });
}

function isKnownFault({ abnormal, polarity, status }: EvaluatedCondition): boolean {
  return abnormal && polarity !== "busy" && status !== "Unknown";
}

function reportOldConditions({ object, conditions, isLegacy, leftovers }: GreenhouseSubject): readonly Finding[] {
  const about = object.ref;
  const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
  return [
    ...(isLegacy ? [makeFinding(about, { code: "legacy-conditions", types })] : []),
    ...(leftovers.length > 0 ? [makeFinding(about, { code: "leftover-conditions", types: leftovers })] : []),
  ];
}

/** Findings about parts that the spec names and that do not exist. */
function reportAbsentParts({ children }: RootNode): readonly Finding[] {
  return children
    .filter((part) => part.required && part.outcome === "absent")
    .map(({ ref, label }) => {
      return makeGradedFinding("error", ref, { code: "component-absent", component: label, outcome: "absent" });
    });
}

/** Findings that only one kind of root has. */
function reportKind(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
  const { kind } = root.ref;
  return [
    ...(kind === "Plugin" ? [...reportUnreadyClusters(root), ...reportMissingRelease(root)] : []),
    ...(kind === "PluginPreset" ? reportPreset(subject, index) : []),
    ...(kind === "TeamRoleBinding" ? reportBinding(subject) : []),
    ...(kind === "ClusterKubeconfig" ? reportKubeconfig(subject) : []),
    ...(kind === "Organization" ? reportUnhealthyMembers(root) : []),
  ];
}

/** Findings about the Cluster below a Plugin: without its Ready the Plugin cannot be ready. */
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

function reportMissingRelease({ ref, children, conditions }: RootNode): readonly Finding[] {
  const isMade = firstConditionOfType(conditions, "HelmReleaseCreated")?.status === "True";
  return children
    .filter((part) => part.ref.kind === "HelmRelease" && part.outcome === "absent" && isMade)
    .map(({ label }) => makeFinding(ref, { code: "release-missing", release: label }));
}

function reportPreset({ object, conditions }: GreenhouseSubject, index: ObjectIndex): readonly Finding[] {
  const about = object.ref;
  const skipped = firstConditionOfType(conditions, "PluginSkipped");
  const plugins = readPluginShares(object, index)
    .filter(({ condition }) => condition === undefined)
    .map(({ component }) => component);
  return [
    ...(skipped?.status === "True" ? [makeFinding(about, { code: "plugins-skipped", message: skipped.message })] : []),
    ...(firstConditionOfType(conditions, "ClusterListEmpty")?.status === "True"
      ? [makeFinding(about, { code: "no-clusters" })]
      : []),
    ...(plugins.length > 0 ? [makeFinding(about, { code: "uncounted-plugins", plugins })] : []),
  ];
}

/**
 * Findings of a TeamRoleBinding. RBACReady and Ready have different sources and may disagree: Ready is True without any
 * cluster, where RBACReady is False with EmptyClusterList (cloudoperators/greenhouse
 * internal/controller/teamrbac/teamrolebinding_controller.go).
 */
function reportBinding({ object, conditions, ready }: GreenhouseSubject): readonly Finding[] {
  const about = object.ref;
  const rbac = firstConditionOfType(conditions, "RBACReady");
  const isContradiction =
    rbac !== undefined && ready !== undefined && rbac.status !== "Unknown" && ready.status !== rbac.status;
  return [
    ...(isContradiction && ready.status !== "Unknown"
      ? [
          makeFinding(about, {
            code: "binding-contradicts",
            ready: ready.status,
            rbacReady: rbac.status,
            reason: rbac.reason,
          }),
        ]
      : []),
    ...(rbac?.status === "False" && rbac.reason === "EmptyClusterList"
      ? [makeFinding(about, { code: "no-clusters" })]
      : []),
  ];
}

function reportKubeconfig({ object }: GreenhouseSubject): readonly Finding[] {
  const missing = listMissingEntries(object);
  return missing.length === 0 ? [] : [makeFinding(object.ref, { code: "kubeconfig-incomplete", missing })];
}

function reportUnhealthyMembers({ ref, children }: RootNode): readonly Finding[] {
  const all = Array.from(
    Map.groupBy(children, (child) => child.ref.kind),
    ([kind, those]) => {
      const unhealthy = those.filter(({ verdict }) => isSerious(verdict)).length;
      return { kind, unhealthy, all: those.length };
    },
  );
  const kinds = all.filter(({ unhealthy }) => unhealthy > 0);
  return kinds.length === 0 ? [] : [makeFinding(ref, { code: "unhealthy-members", members: kinds })];
}
