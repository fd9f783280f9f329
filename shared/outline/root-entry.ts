import { lastConditionOfType } from "../model/condition.ts";
import { fallbackProfile } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { rootFindings } from "../model/finding/root-findings.ts";
import { blockingNames } from "../model/finding/upgrade-answer.ts";
import { isSameObject, keyOf, type Ref } from "../model/object.ts";
import type { OutlineEntry, Text, Weight } from "../model/outline.ts";
import type { Cause, Report, RootNode } from "../model/report.ts";
import { isProductGroup } from "../profiles/hco/surroundings.ts";
import { noReason } from "./cause.ts";
import { isSilentCause } from "./cause-clauses.ts";
import { causeSections } from "./cause-entries.ts";
import { findingEntries, findingId } from "./finding-entries.ts";
import { furtherSections } from "./further-sections.ts";
import { type GateLine, rootUpgradeLine } from "./gate-words.ts";
import { healthySummary } from "./healthy-summary.ts";
import { verdictMark } from "./marks.ts";
import { upgradeCommands } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { partSection } from "./part-entries.ts";
import { formatDeletionWaits, outdatedMeaning, rootFacts } from "./place.ts";
import { conditionSections, outdatedBy } from "./root-conditions.ts";
import { rootState, stateSpans } from "./root-state.ts";
import { entry, name, quote, words } from "./text.ts";
import { upgradeProgressText } from "./upgrade-progress.ts";
import { explainUnhealthy } from "./words/component.ts";
import { impactClauses } from "./words/impact.ts";
import { generationPair } from "./words/read-outcomes.ts";

/** What the outline has beside a root. */
interface RootSetting {
  /** Whether the root is the only one of the outline. */
  readonly isOnly: boolean;
  /** The name of the root beside others, with its namespace if they are in several. Default: its kind and name. */
  readonly owner?: string;
  /** Where the Report was read. Undefined if another entry says it. */
  readonly source: OutlineEntry | undefined;
  /** The causes of the other roots. Default: none. */
  readonly otherCauses?: readonly Cause[];
  /** The findings that are printed below the root. Default: all. Another root prints those that both share. */
  readonly printedFindings?: readonly Finding[];
  /** The line about the upgrade. Undefined if no upgrade applies to the root, or if another entry has the line. */
  readonly gate: GateLine | undefined;
}

/**
 * Everything about one root: its headline, below it why it is not healthy, its findings and its upgrade, then its parts, and
 * what only the full outline has.
 */
export function rootEntry(
  report: Report,
  root: RootNode,
  options: OutlineOptions,
  setting: Omit<RootSetting, "gate">,
): OutlineEntry {
  const findings = rootFindings(report, root);
  const gate = setting.isOnly ? rootUpgradeLine(root, report.findings, options.clock, printedObjects(root)) : undefined;
  const head = rootHead(root, findings, options, { ...setting, gate });
  return {
    ...head,
    entries: [
      ...head.entries,
      ...partSection(root, findings, options),
      ...furtherSections(root, report.source.kind, options.clock),
    ],
  };
}

/** The objects that the file lacks and that the commands of the causes print. */
function printedObjects({ causes }: RootNode): readonly Ref[] {
  return causes.flatMap(({ about, next }) => (next.some(({ shows }) => shows === "missing-objects") ? [about] : []));
}

/** A root without its parts and recorded objects, of which there may be thousands: a tree makes these as they are opened. */
export function rootHead(
  root: RootNode,
  findings: readonly Finding[],
  options: OutlineOptions,
  setting: RootSetting,
): OutlineEntry {
  const { owner = `${root.ref.kind} ${root.ref.name}` } = setting;
  return entry("root", `root ${keyOf(root.ref)}`, {
    mark: verdictMark(root.verdict),
    weight: "always",
    subject: [name(owner)],
    text: stateSpans(rootState(root, findings), options.clock),
    about: root.ref,
    entries: headEntries(root, findings, options, { ...setting, owner }),
  });
}

/** What stands below the headline of a root: fields, causes, conditions, findings, what is healthy, and the upgrade. */
function headEntries(
  root: RootNode,
  findings: readonly Finding[],
  options: OutlineOptions,
  { isOnly, owner, source, otherCauses = [], printedFindings = findings, gate }: RootSetting,
): readonly OutlineEntry[] {
  const causes = causeSections(root, options, isOnly ? undefined : owner);
  const namespace = isOnly ? root.ref.namespace : undefined;
  const findingRows = findingEntries(root, printedFindings, { ...options, namespace, otherCauses });
  const entries = [...fieldEntries(root, findings, options, source), ...causes];
  if (causes.length === 0) entries.push(...evidenceWithoutCause(root, findings));
  entries.push(...conditionSections(root, options), ...findingRows, ...healthySummary(root, options.clock));
  if (gate !== undefined) entries.push(gateEntry(root, withBriefBelow(gate, root, findingRows, findings), options));
  return entries;
}

/**
 * The labelled lines below the headline, without those that have no text. Each is also a row of the editor's tree, unless
 * its weight is `full`. `source`: see {@link RootSetting}.
 */
function fieldEntries(
  root: RootNode,
  findings: readonly Finding[],
  { clock }: OutlineOptions,
  source: OutlineEntry | undefined,
): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const addField = (id: string, label: string, text: Text, weight: Weight = "usual"): void => {
    if (text.length > 0) entries.push(entry("field", id, { weight, subject: words(label), text }));
  };
  if (source !== undefined) entries.push(...impactField([root]));
  if (root.gates.upgrade.running === true) {
    const namedByCauses = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
    addField("upgrade", "Upgrade", upgradeProgressText(root, namedByCauses, clock));
  }
  if (source !== undefined) entries.push(withRootFacts(source, root, findings));
  addField("waiting", "Waiting", words(formatDeletionWaits(findings)));
  addField("outdated", "Meaning", words(outdatedMeaning(root, findings)), "detail");
  // On the first screen the causes say more than the general meaning of the conditions.
  if (isMeaningShown(root)) addField("meaning", "Meaning", words(root.meaning ?? ""), "full");
  addField("generations", "Status", words(statusGenerations(root, findings)), "full");
  addField("rules", "Rules", words(`profile ${root.profile}, rule set ${root.ruleSet}`), "full");
  return entries;
}

/** `generation 2, observed 1` of a root whose status is older than its spec; else empty. */
function statusGenerations({ ref }: RootNode, findings: readonly Finding[]): string {
  const stale = findings.filter((finding) => finding.code === "stale").find(({ about }) => isSameObject(about, ref));
  return stale === undefined ? "" : generationPair(stale);
}

/** Where the Report was read, with the namespace and the operator of its only root as pieces of their own. */
function withRootFacts(source: OutlineEntry, root: RootNode, findings: readonly Finding[]): OutlineEntry {
  const { namespace, others } = rootFacts(root, findings);
  return {
    ...source,
    entries: [
      ...namespace.map((text) => entry("field", "namespace", { weight: "detail", text: [name(text)] })),
      ...others.map((text) => entry("field", "operator", { text: [name(text)] })),
    ],
  };
}

/** Why a root without causes is not healthy, where its headline and its findings do not say it. */
function evidenceWithoutCause(root: RootNode, findings: readonly Finding[]): readonly OutlineEntry[] {
  if (root.verdict === "healthy") return [];
  const state = rootState(root, findings);
  const detail = state.detail ?? explainWithoutDetail(root, findings);
  if (detail === "" || detail === noReason) return [];
  const mark = root.verdict === "progressing" ? state.mark : verdictMark(root.verdict);
  return [entry("evidence", "why", { mark, weight: "always", text: [quote(detail)] })];
}

/** What the conditions of a root report. Empty where it has none, or where a finding says that none reports its health. */
function explainWithoutDetail(root: RootNode, findings: readonly Finding[]): string {
  const hasFinding = findings.some(({ code, about }) => code === "not-evaluated" && isSameObject(about, root.ref));
  return hasFinding || root.conditions.length === 0 ? "" : explainUnhealthy(root, findings, true);
}

/** The line about the upgrade, in brief `for this` where the first warning, directly above it, is all that blocks. */
function withBriefBelow(
  line: GateLine,
  { gates }: RootNode,
  findingRows: readonly OutlineEntry[],
  findings: readonly Finding[],
): GateLine {
  const firstWarning = findingRows.find(({ level, weight }) => level !== "info" && weight !== "full");
  const warning = findings.find((finding) => findingId(finding) === firstWarning?.id);
  const isOnlyBlocker = blockingNames(gates.upgradeable).length === 1 && warning?.effects.upgrade === "blocks";
  return isOnlyBlocker ? { ...line, brief: line.briefBelow } : line;
}

/**
 * The line about the upgrade, with commands where something blocks it. Only the full outline has the line where the upgrade
 * is allowed, and where the root is a healthy component that was read without its HyperConverged.
 */
function gateEntry(
  root: RootNode,
  { mark, subject, text, brief, steps }: GateLine,
  { reach }: OutlineOptions,
): OutlineEntry {
  const isReadAlone = root.gates.upgradeable.because.includes("NoHyperConverged");
  const isNothingToDo = mark === "good" || (root.verdict === "healthy" && isReadAlone);
  return entry("summary", "gate", {
    mark,
    weight: isNothingToDo ? "full" : "usual",
    subject,
    text,
    brief,
    commands: isNothingToDo ? [] : upgradeCommands(root, steps, reach),
  });
}

/** Whether only the conditions of a root say what is wrong with it. */
export function isUnexplained({ causes, verdict }: RootNode): boolean {
  return verdict !== "healthy" && causes.every(isSilentCause);
}

/** What the state of the roots means for virtual machines, worst first; nothing where nothing is affected or known. */
export function impactField(roots: readonly Pick<RootNode, "impact">[]): readonly OutlineEntry[] {
  const clauses = impactClauses(roots);
  if (clauses.length === 0) return [];
  const text = { is: "list" as const, names: clauses, separator: "; " };
  return [entry("field", "impact", { weight: "always", subject: words("Impact"), text: [text] })];
}

/**
 * Whether the matrix's sentence about the CR's conditions is shown: on an unhealthy root of a kind for which the matrix was
 * written, with an abnormal condition. Not where the conditions are out of date, or worse than the verdict.
 */
function isMeaningShown(root: RootNode): boolean {
  if (root.verdict === "healthy" || outdatedBy(root) !== undefined) return false;
  const isUnavailable = lastConditionOfType(root.conditions, "Available")?.status === "False";
  if (root.verdict === "progressing" && isUnavailable) return false;
  return hasOwnMatrix(root) && root.conditions.some(({ abnormal }) => abnormal);
}

/** Whether the matrix was written for the kind: for HyperConverged, its components and Applications. */
function hasOwnMatrix({ profile, ref }: Pick<RootNode, "profile" | "ref">): boolean {
  return profile !== fallbackProfile || isProductGroup(ref.group);
}
