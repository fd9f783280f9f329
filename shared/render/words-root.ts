import type { Finding } from "../model/finding.ts";
import type { ProfileName, RootNode } from "../model/report.ts";
import { componentsWords } from "./words-application.ts";
import { listOf } from "./words-names.ts";
import { versionWords } from "./words-part.ts";

/** All gates open, by what the CR and OLM say; `gate upgrade` asks more. */
export function openWords(profile: ProfileName): string {
  return profile === "hco" ? "ready, upgradeable by its own word" : "ready";
}

/** Which object this is, piece by piece: namespace, version, counts, and where it was read. */
export function identityWords(root: RootNode, wide: boolean, context: string): readonly string[] {
  const version = root.profile === "greenhouse" ? versionWords(root.facts) : rootVersion(root);
  const componentsReady = root.facts["componentsReady"];
  return [
    ...(root.ref.namespace === undefined ? [] : [root.ref.namespace]),
    ...(version === "" ? [] : [`${root.profile === "hco" ? "operator" : "version"} ${version}`]),
    ...(componentsReady === undefined
      ? []
      : [root.profile === "application" ? componentsWords(root) : `${componentsReady} components ready`]),
    ...(root.profile === "greenhouse" ? stateWords(root) : []),
    ...(context === "" ? [] : [context]),
    ...(wide ? [`judged as ${root.profile} by rule set ${root.ruleSet}`] : []),
  ];
}

/** The operator's own version where it is known, and beside it the CR's where they differ and no upgrade explains it. */
function rootVersion(root: RootNode): string {
  const said = root.facts["observedVersion"] ?? "";
  const own = root.facts["expectedVersion"] ?? "";
  if (own === "" || own === said) return said;
  return said === "" || root.gates.upgrade.running === true ? own : `${own} (the CR says ${said})`;
}

/** Who still exists or holds a finalizer while a root is being deleted; empty where it is not. */
export function waitsWords(findings: readonly Finding[]): string {
  for (const finding of findings) {
    if (finding.code !== "deleting") continue;
    return [
      ...(finding.remaining.length === 0 ? [] : [`for ${listOf(finding.remaining)} to go`]),
      ...(finding.finalizers.length === 0 ? [] : [`finalizers ${finding.finalizers.join(", ")}`]),
    ].join("; ");
  }
  return "";
}

/** What a Greenhouse object counts or is: `release deployed`, `2/3 plugins ready`, `5/5 nodes ready`. */
function stateWords({ ref, facts }: RootNode): readonly string[] {
  const what = { Cluster: "nodes", PluginPreset: "plugins", TeamRoleBinding: "clusters", Catalog: "objects" }[ref.kind];
  return [
    ...(facts["cluster"] === undefined ? [] : [`on ${facts["cluster"]}`]),
    ...(facts["state"] === undefined ? [] : [`release ${facts["state"]}`]),
    ...(what === undefined || facts["ready"] === undefined ? [] : [`${facts["ready"]} ${what} ready`]),
  ];
}
