import { type Family, families } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { RootNode } from "../../model/report.ts";
import { applicationComponentsText } from "./application.ts";
import { versionWords } from "./component.ts";
import { joinNames } from "./names.ts";

/** The identity of the object, piece by piece: version, counts. */
export function identityWords(root: RootNode): readonly string[] {
  const family = families[root.profile];
  const version = family.version === "deployment" ? versionWords(root.facts) : rootVersion(root);
  // Of an operator that was not read only the CR names a version.
  const isOfOperator = (root.facts["expectedVersion"] ?? "") !== "";
  const noun = family.version !== "operator" ? "version" : isOfOperator ? "operator" : "CR version";
  const componentsReady = root.facts["componentsReady"];
  return [
    ...(version === "" ? [] : [`${noun} ${version}${rolloutWord(root)}`]),
    ...(componentsReady === undefined
      ? []
      : [
          family.hasReadyCount
            ? applicationComponentsText(root)
            : `${componentsReady} components ready${unknownWords(root)}`,
        ]),
    ...stateWords(root, family),
  ];
}

/** The components that nothing tells about: `, 1 unknown`. They are not "not ready". */
function unknownWords({ children }: RootNode): string {
  const unknown = children.filter(({ role, required, verdict }) => {
    return role === "component" && required && verdict === "unknown";
  });
  return unknown.length === 0 ? "" : `, ${unknown.length} unknown`;
}

/** That a new version of the operator is on its way. One that is paused or stuck has a line of its own. */
function rolloutWord({ operator }: RootNode): string {
  return operator?.rollout?.state === "underway" ? " (rolling out)" : "";
}

/** The operator's own version where it is known. The CR's stands beside it where they differ without an upgrade. */
function rootVersion(root: RootNode): string {
  const said = root.facts["observedVersion"] ?? "";
  const own = root.facts["expectedVersion"] ?? "";
  if (own === "" || own === said) return said;
  return said === "" || root.gates.upgrade.running === true ? own : `${own} (the CR reports ${said})`;
}

/** What still exists or holds a finalizer while a root is being deleted; empty otherwise. */
export function waitsWords(findings: readonly Finding[]): string {
  for (const finding of findings) {
    if (finding.code !== "deleting") continue;
    return [
      ...(finding.remaining.length === 0 ? [] : [`for ${joinNames(finding.remaining)} to be deleted`]),
      ...(finding.finalizers.length === 0 ? [] : [`finalizers ${finding.finalizers.join(", ")}`]),
    ].join("; ");
  }
  return "";
}

/** The deployed state of a root and its counts: `release deployed`, `2/3 plugins ready`, `5/5 nodes ready`. */
function stateWords({ ref, facts }: RootNode, { version, readyNouns }: Family): readonly string[] {
  const { cluster, state } = version === "deployment" ? facts : {};
  const what = Object.hasOwn(readyNouns, ref.kind) ? readyNouns[ref.kind] : undefined;
  return [
    ...(cluster === undefined ? [] : [`on ${cluster}`]),
    ...(state === undefined ? [] : [`release ${state}`]),
    ...(what === undefined || facts["ready"] === undefined ? [] : [`${facts["ready"]} ${what} ready`]),
  ];
}
