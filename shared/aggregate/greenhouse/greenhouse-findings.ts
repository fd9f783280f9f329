import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../model/finding/make-finding.ts";
import type { EvaluatedCondition, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { suspendAnnotation } from "../../profiles/greenhouse/profile.ts";
import { legacyTypes, statelessKinds } from "../../tables/greenhouse-kinds.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import { makeDriftFinding } from "../evaluation/shared-findings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { pluginShares } from "./aggregated-parts.ts";
import { type GreenhouseSubject, missingEntries } from "./subject.ts";

/** Findings about one root besides its verdict, its parts and its gates. */
export function greenhouseFindings(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
  return [
    ...frozen(subject, root),
    ...unseen(subject),
    ...drifted(subject, root),
    ...notGating(subject, root),
    ...ofBefore(subject),
    ...absent(root),
    ...kindFindings(subject, root, index),
  ];
}

/**
 * Findings about deletion and suspension. `remaining` names what is deleted with the root: the Plugins of a
 * PluginPreset, the release of a Plugin.
 */
function frozen({ object, isSuspended, isDeleting }: GreenhouseSubject, { children }: RootNode): readonly Finding[] {
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

function unseen({ object, conditions, oddities }: GreenhouseSubject): readonly Finding[] {
  const isSilent = conditions.length === 0 && oddities.length === 0 && !statelessKinds.has(object.ref.kind);
  return isSilent ? [makeFinding(object.ref, { code: "not-yet-seen" })] : [];
}

/** Findings about drift. An object that was never reconciled lacks everything, which another finding reports. */
function drifted(
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
function notGating({ object, rule }: GreenhouseSubject, { conditions }: RootNode): readonly Finding[] {
  const gating = new Set(["Ready", ...(rule?.gates ?? []).flatMap(({ types }) => types)]);
  // These have findings of their own.
  const covered = new Set(["PluginSkipped", "RBACReady"]);
  return conditions
    .filter((condition) => isBad(condition) && !gating.has(condition.type) && !covered.has(condition.type))
    .map(({ type, status, reason, message }) => {
      return makeFinding(object.ref, { code: "not-gating", type, status, reason, message });
    });
}

function isBad({ abnormal, polarity, status }: EvaluatedCondition): boolean {
  return abnormal && polarity !== "busy" && status !== "Unknown";
}

function ofBefore({ object, conditions, isLegacy, leftovers }: GreenhouseSubject): readonly Finding[] {
  const about = object.ref;
  const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
  return [
    ...(isLegacy ? [makeFinding(about, { code: "legacy-conditions", types })] : []),
    ...(leftovers.length > 0 ? [makeFinding(about, { code: "leftover-conditions", types: leftovers })] : []),
  ];
}

/** Findings about parts that the spec names and that do not exist. */
function absent({ children }: RootNode): readonly Finding[] {
  return children
    .filter((part) => part.required && part.outcome === "absent")
    .map(({ ref, label }) => {
      return makeGradedFinding("error", ref, { code: "component-absent", component: label, outcome: "absent" });
    });
}

/** Findings that only one kind of root has. */
function kindFindings(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
  const { kind } = root.ref;
  return [
    ...(kind === "Plugin" ? [...clusters(root), ...release(root)] : []),
    ...(kind === "PluginPreset" ? preset(subject, index) : []),
    ...(kind === "TeamRoleBinding" ? binding(subject) : []),
    ...(kind === "ClusterKubeconfig" ? kubeconfig(subject) : []),
    ...(kind === "Organization" ? members(root) : []),
  ];
}

/** Findings about the Cluster below a Plugin: without its Ready the Plugin cannot be ready. */
function clusters(plugin: RootNode): readonly Finding[] {
  return plugin.children
    .filter(({ ref, outcome }) => ref.kind === "Cluster" && outcome === "found")
    .flatMap(({ label, conditions }): readonly Finding[] => {
      const ready = firstConditionOfType(conditions, "Ready");
      if (ready?.status === "True") return [];
      const message = ready?.message ?? "";
      return [makeFinding(plugin.ref, { code: "cluster-not-ready", cluster: label, message })];
    });
}

function release({ ref, children, conditions }: RootNode): readonly Finding[] {
  const isMade = firstConditionOfType(conditions, "HelmReleaseCreated")?.status === "True";
  return children
    .filter((part) => part.ref.kind === "HelmRelease" && part.outcome === "absent" && isMade)
    .map(({ label }) => makeFinding(ref, { code: "release-missing", release: label }));
}

function preset({ object, conditions }: GreenhouseSubject, index: ObjectIndex): readonly Finding[] {
  const about = object.ref;
  const skipped = firstConditionOfType(conditions, "PluginSkipped");
  const plugins = pluginShares(object, index)
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
function binding({ object, conditions, ready }: GreenhouseSubject): readonly Finding[] {
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

function kubeconfig({ object }: GreenhouseSubject): readonly Finding[] {
  const missing = missingEntries(object);
  return missing.length === 0 ? [] : [makeFinding(object.ref, { code: "kubeconfig-incomplete", missing })];
}

function members({ ref, children }: RootNode): readonly Finding[] {
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
