import { type Family, families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { plainText } from "./text.ts";
import { applicationComponentsText } from "./words/application.ts";
import { formatAsOf, sourceName, sourceNameAlone, withoutFolders } from "./words/completeness.ts";
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
  if (source.kind === "cluster") return `${sourceNameAlone(source)}, ${formatAsOf(source, takenAt)}`;
  return `${sourceName(withoutFolders(source))}, ${takenAt}`;
}

/** What stands behind the place of a root. */
interface RootFacts {
  /** `namespace x`; empty for a cluster-scoped root. */
  readonly namespace: readonly string[];
  /** `operator 1.20.0`, the counts of its parts. */
  readonly others: readonly string[];
}

/** How far the rollout of the operator is, behind its version. */
const rolloutSuffixes: Readonly<Record<RolloutState, string>> = {
  complete: "",
  underway: " (rolling out)",
  paused: " (rollout paused)",
  stuck: " (rollout stuck)",
  unknown: " (rollout unknown)",
};

type RolloutState = NonNullable<NonNullable<RootNode["operator"]>["rollout"]>["state"];

/** Returns where a root lies and what runs it. */
export function rootFacts(root: RootNode, findings: readonly Finding[]): RootFacts {
  const { namespace } = root.ref;
  const hasOperator = families[root.profile].version === "operator";
  return {
    namespace: namespace === undefined ? [] : [`namespace ${namespace}`],
    others: hasOperator ? listOperatorFacts(root, findings) : listIdentityFacts(root),
  };
}

/** Returns the version that runs, and the CR's own where it is another one and no upgrade line has it. */
function listOperatorFacts({ operator, facts, gates }: RootNode, findings: readonly Finding[]): readonly string[] {
  const crVersion = facts["observedVersion"] ?? "";
  const operatorVersion = operator?.version ?? "";
  const rollout = rolloutSuffixes[operator?.rollout?.state ?? "complete"];
  const texts: string[] = [];
  if (operator?.running === "no") texts.push(`operator ${downWord(findings)}${rollout}`);
  else if (operatorVersion !== "") texts.push(`operator ${operatorVersion}${rollout}`);
  const isUpgrading = gates.upgrade.running === true;
  if (crVersion !== "" && crVersion !== operatorVersion && !isUpgrading) texts.push(`CR version ${crVersion}`);
  return texts;
}

/** Returns what it means for the CR that its operator is down; empty where it runs. */
export function outdatedMeaning({ operator }: RootNode, findings: readonly Finding[]): string {
  if (operator?.running !== "no") return "";
  const down = `The operator is ${downWord(findings)}, so`;
  const isNewCr = findings.some(({ code }) => code === "not-yet-seen");
  return isNewCr ? `${down} nothing has evaluated the CR yet` : `${down} the status of the CR is out of date`;
}

/** Returns whether an operator without a ready Pod is down or being restarted, by the finding about it. */
function downWord(findings: readonly Finding[]): "down" | "restarting" {
  const isRestarting = findings.some((finding) => finding.code === "operator-down" && finding.restarting === true);
  return isRestarting ? "restarting" : "down";
}

/** Returns the identity of the object, piece by piece: version, counts, state. */
function listIdentityFacts(root: RootNode): readonly string[] {
  const family = families[root.profile];
  const texts: string[] = [];
  const version = family.version === "deployment" ? plainText(versionText(root.facts)) : rootVersion(root);
  if (version !== "") texts.push(`version ${version}`);
  if (family.hasReadyCount && root.facts["componentsReady"] !== undefined) texts.push(applicationComponentsText(root));
  texts.push(...listStateFacts(root, family));
  return texts;
}

/** Returns the operator's version where it is known, with the CR's beside it where they differ without an upgrade. */
function rootVersion(root: RootNode): string {
  const crVersion = root.facts["observedVersion"] ?? "";
  const operatorVersion = root.facts["expectedVersion"] ?? "";
  if (operatorVersion === "" || operatorVersion === crVersion) return crVersion;
  const isUpgrading = root.gates.upgrade.running === true;
  return crVersion === "" || isUpgrading ? operatorVersion : `${operatorVersion} (the CR reports ${crVersion})`;
}

/** Returns what still exists or holds a finalizer while a root is being deleted; empty where it is not deleted. */
export function formatDeletionWaits(findings: readonly Finding[]): string {
  const deletion = findings.find((finding) => finding.code === "deleting");
  if (deletion === undefined) return "";
  const { remaining, finalizers } = deletion;
  const waits: string[] = [];
  if (remaining.length > 0) waits.push(`for ${joinNames(remaining)} to be deleted`);
  if (finalizers.length > 0) waits.push(`finalizers ${finalizers.join(", ")}`);
  return waits.join("; ");
}

/** Returns the deployed state of a root and its counts: `release deployed`, `2/3 plugins ready`, `5/5 nodes ready`. */
function listStateFacts({ ref, facts }: RootNode, { version, readyNouns }: Family): readonly string[] {
  const { cluster, state } = version === "deployment" ? facts : {};
  const noun = Object.hasOwn(readyNouns, ref.kind) ? readyNouns[ref.kind] : undefined;
  const ready = facts["ready"];
  const texts: string[] = [];
  if (cluster !== undefined) texts.push(`on ${cluster}`);
  if (state !== undefined) texts.push(`release ${state}`);
  if (noun !== undefined && ready !== undefined) texts.push(`${ready} ${noun} ready`);
  return texts;
}
