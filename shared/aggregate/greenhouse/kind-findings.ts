import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/severity.ts";
import type { RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { pluginShares } from "./aggregated-parts.ts";
import { type GreenhouseSubject, missingEntries } from "./subject.ts";

/** Findings that only one kind of root has. */
export function kindFindings(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
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
