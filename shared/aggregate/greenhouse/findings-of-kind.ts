import type { Finding } from "../../model/finding.ts";
import type { RootNode } from "../../model/report.ts";
import type { Index } from "../lookup.ts";
import { conditionOf } from "../verbs.ts";
import { pluginShares } from "./shares.ts";
import { missingEntries, type Subject } from "./subject.ts";

/** What is worth saying of a root of one kind only. */
export function ofKind(subject: Subject, root: RootNode, index: Index): readonly Finding[] {
  const { kind } = root.ref;
  return [
    ...(kind === "Plugin" ? [...clusters(root), ...release(root)] : []),
    ...(kind === "PluginPreset" ? preset(subject, index) : []),
    ...(kind === "TeamRoleBinding" ? binding(subject) : []),
    ...(kind === "ClusterKubeconfig" ? kubeconfig(subject) : []),
    ...(kind === "Organization" ? members(root) : []),
  ];
}

/** The Cluster below a Plugin: its own Ready, which is why the Plugin cannot be. */
function clusters(plugin: RootNode): readonly Finding[] {
  return plugin.children
    .filter(({ ref, outcome }) => ref.kind === "Cluster" && outcome === "found")
    .flatMap(({ label, conditions }): readonly Finding[] => {
      const ready = conditionOf(conditions, "Ready");
      if (ready?.status === "True") return [];
      const message = ready?.message ?? "";
      return [{ code: "cluster-not-ready", severity: "warning", about: plugin.ref, cluster: label, message }];
    });
}

function release({ ref, children, conditions }: RootNode): readonly Finding[] {
  const isMade = conditionOf(conditions, "HelmReleaseCreated")?.status === "True";
  return children
    .filter((part) => part.ref.kind === "HelmRelease" && part.outcome === "absent" && isMade)
    .map(({ label }) => ({ code: "release-missing", severity: "warning", about: ref, release: label }));
}

function preset({ object, conditions }: Subject, index: Index): readonly Finding[] {
  const about = object.ref;
  const skipped = conditionOf(conditions, "PluginSkipped");
  const plugins = pluginShares(object, index)
    .filter(({ condition }) => condition === undefined)
    .map(({ component }) => component);
  return [
    ...(skipped?.status === "True"
      ? [{ code: "plugins-skipped" as const, severity: "warning" as const, about, message: skipped.message }]
      : []),
    ...(conditionOf(conditions, "ClusterListEmpty")?.status === "True"
      ? [{ code: "no-clusters" as const, severity: "warning" as const, about }]
      : []),
    ...(plugins.length > 0
      ? [{ code: "uncounted-plugins" as const, severity: "warning" as const, about, plugins }]
      : []),
  ];
}

/** RBACReady and Ready are made of different things and need not agree (facts seed-systems 2.4, "Contradictions"). */
function binding({ object, conditions, ready }: Subject): readonly Finding[] {
  const about = object.ref;
  const rbac = conditionOf(conditions, "RBACReady");
  const isContradiction =
    rbac !== undefined && ready !== undefined && rbac.status !== "Unknown" && ready.status !== rbac.status;
  return [
    ...(isContradiction && ready.status !== "Unknown"
      ? [
          {
            code: "binding-contradicts" as const,
            severity: "warning" as const,
            about,
            ...{ ready: ready.status, rbacReady: rbac.status, reason: rbac.reason },
          },
        ]
      : []),
    ...(rbac?.status === "False" && rbac.reason === "EmptyClusterList"
      ? [{ code: "no-clusters" as const, severity: "warning" as const, about }]
      : []),
  ];
}

function kubeconfig({ object }: Subject): readonly Finding[] {
  const missing = missingEntries(object);
  return missing.length === 0
    ? []
    : [{ code: "kubeconfig-incomplete", severity: "warning", about: object.ref, missing }];
}

function members({ ref, children }: RootNode): readonly Finding[] {
  const all = Array.from(
    Map.groupBy(children, (child) => child.ref.kind),
    ([kind, those]) => {
      const unwell = those.filter(({ verdict }) => verdict === "unavailable" || verdict === "degraded").length;
      return { kind, unwell, all: those.length };
    },
  );
  const unwell = all.filter((one) => one.unwell > 0);
  return unwell.length === 0 ? [] : [{ code: "unwell-members", severity: "warning", about: ref, members: unwell }];
}
