import { type Family, families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { plainText } from "./text.ts";
import { applicationComponentsText } from "./words/application.ts";
import { asOfWords, sourceName, sourceNameAlone, withoutFolders } from "./words/completeness.ts";
import { versionText } from "./words/component.ts";
import { joinNames } from "./words/names.ts";

/** The source of a live Report as a line of its own has it: `admin@prod, server https://…, as bob`. */
export function clusterSourceText(
  { name, server = "" }: Source,
  flags: { readonly server?: string; readonly as?: string },
): string {
  const pieces = [name];
  if (flags.server) pieces.push(`server ${server}`);
  if (flags.as) pieces.push(`as ${flags.as}`);
  return pieces.join(", ");
}

/** Where and when a Report was read, in one short line. The label beside it says whether it is a cluster. */
export function shortSourceAndTime({ source, takenAt }: Pick<Report, "source" | "takenAt">): string {
  if (source.kind === "cluster") return `${sourceNameAlone(source)}, ${asOfWords(source, takenAt)}`;
  return `${sourceName(withoutFolders(source))}, ${takenAt}`;
}

/** What stands behind the place of a root. */
interface RootFacts {
  /** `namespace x`; none of a cluster-scoped root. */
  readonly namespace: readonly string[];
  /** `operator 1.20.0`, the counts of its parts. */
  readonly others: readonly string[];
}

/** Where a root lies and what runs it. */
export function rootFacts(root: RootNode, findings: readonly Finding[]): RootFacts {
  const namespace = root.ref.namespace === undefined ? [] : [`namespace ${root.ref.namespace}`];
  const isByOperator = families[root.profile].version === "operator";
  const others = isByOperator ? operatorWords(root, findings) : identityWords(root);
  return { namespace, others };
}

/** The version that runs, and the CR's own where it is another one and no upgrade line has it. */
function operatorWords({ operator, facts, gates }: RootNode, findings: readonly Finding[]): readonly string[] {
  const own = facts["observedVersion"] ?? "";
  const version = operator?.version ?? "";
  const rollout = rolloutWords[operator?.rollout?.state ?? "complete"];
  const words: string[] = [];
  if (operator?.running === "no") words.push(`operator ${downWord(findings)}${rollout}`);
  else if (version !== "") words.push(`operator ${version}${rollout}`);
  const isKnown = own === "" || own === version || gates.upgrade.running === true;
  return isKnown ? words : [...words, `CR version ${own}`];
}

/** How the rollout of the operator is, behind its version. */
const rolloutWords: Readonly<Record<NonNullable<NonNullable<RootNode["operator"]>["rollout"]>["state"], string>> = {
  complete: "",
  underway: " (rolling out)",
  paused: " (rollout paused)",
  stuck: " (rollout stuck)",
  unknown: " (rollout unknown)",
};

/** What it means for the CR that its operator is down; else empty. */
export function outdatedMeaning({ operator }: RootNode, findings: readonly Finding[]): string {
  if (operator?.running !== "no") return "";
  const down = `The operator is ${downWord(findings)}, so`;
  const isNew = findings.some(({ code }) => code === "not-yet-seen");
  return isNew ? `${down} nothing has evaluated the CR yet` : `${down} the status of the CR is out of date`;
}

/** Whether an operator without a ready Pod is being restarted, by the finding about it. */
function downWord(findings: readonly Finding[]): string {
  return findings.some((finding) => finding.code === "operator-down" && finding.restarting === true)
    ? "restarting"
    : "down";
}

/** The identity of the object, piece by piece: version, counts. */
function identityWords(root: RootNode): readonly string[] {
  const family = families[root.profile];
  const version = family.version === "deployment" ? plainText(versionText(root.facts)) : rootVersion(root);
  // Of an operator that was not read only the CR names a version.
  const isOfOperator = (root.facts["expectedVersion"] ?? "") !== "";
  const operatorNoun = isOfOperator ? "operator" : "CR version";
  const noun = family.version === "operator" ? operatorNoun : "version";
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
  const reported = root.facts["observedVersion"] ?? "";
  const own = root.facts["expectedVersion"] ?? "";
  if (own === "" || own === reported) return reported;
  return reported === "" || root.gates.upgrade.running === true ? own : `${own} (the CR reports ${reported})`;
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
