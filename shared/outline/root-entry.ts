import type { AlertName } from "../model/alert-name.ts";
import type { CauseClause } from "../model/cause/cause-evidence.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import { lastConditionOfType } from "../model/condition.ts";
import { definedFields } from "../model/defined-fields.ts";
import { fallbackProfile, families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { blockingNames } from "../model/finding/upgrade-answer.ts";
import { isSameObject, keyOf, type Ref } from "../model/object.ts";
import type { OutlineEntry, Text, Weight } from "../model/outline.ts";
import type { Cause, Related, Report, ReportNode, RootNode } from "../model/report.ts";
import type { Source } from "../model/snapshot.ts";
import { isSerious } from "../model/verdict.ts";
import { alertRows } from "../tables/alerts.ts";
import { type AgeClock, durationPhrase, withDuration } from "./ages.ts";
import { noReason } from "./cause.ts";
import { isSilentCause } from "./cause-clauses.ts";
import { causeSections } from "./cause-entries.ts";
import { partLabel } from "./component-rows.ts";
import { conditionEntry } from "./condition-entry.ts";
import { type ConditionRow, conditionRows } from "./condition-rows.ts";
import { findingEntries, findingId } from "./finding-entries.ts";
import { type GateLine, rootUpgradeLine } from "./gate-words.ts";
import { rootFindings } from "./group-findings.ts";
import { conditionsNotes } from "./labels.ts";
import { verdictMark } from "./marks.ts";
import { upgradeCommands } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { partSection } from "./part-entries.ts";
import { formatDeletionWaits, outdatedMeaning, rootFacts } from "./place.ts";
import { recentChangesSection } from "./recent-changes.ts";
import { rootState, stateSpans } from "./root-state.ts";
import { expectedConditionsText, healthyText, othersHealthyText } from "./tail.ts";
import { aside, entry, name, quote, word, words } from "./text.ts";
import { upgradeProgressText } from "./upgrade-progress.ts";
import { explainUnhealthy } from "./words/component.ts";
import { impactClauses } from "./words/impact.ts";
import { generationPair, heldDriftText } from "./words/read-outcomes.ts";
import { listNotAsRecorded, relatedName, relatedState, summarizeRelated } from "./words/related.ts";

/** What stands around a root in its outline. */
interface RootSetting {
  /** Whether it is the only root of the outline. */
  readonly isOnly: boolean;
  /** Its name beside other roots, with the namespace where they are in several. */
  readonly owner?: string;
  /** Where the Report was read; undefined where another entry says it. */
  readonly source: OutlineEntry | undefined;
  /** The causes of the other roots. */
  readonly otherCauses?: readonly Cause[];
  /** The findings that are printed below it (default all of them). Another root prints those that both share. */
  readonly printedFindings?: readonly Finding[];
  /** The line about its upgrade; undefined where no upgrade applies, or where another entry has it. */
  readonly gate: GateLine | undefined;
}

/** Everything about one root. */
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
  for (const finding of findings) {
    if (finding.code === "stale" && isSameObject(finding.about, ref)) return generationPair(finding);
  }
  return "";
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
  const { mark: markOfState, detail = explainWithoutDetail(root, findings) } = rootState(root, findings);
  if (detail === "" || detail === noReason) return [];
  const mark = root.verdict === "progressing" ? markOfState : verdictMark(root.verdict);
  return [entry("evidence", "why", { mark, weight: "always", text: [quote(detail)] })];
}

/** What the conditions of a root report. Empty where it has none, or where a finding says that none reports its health. */
function explainWithoutDetail(root: RootNode, findings: readonly Finding[]): string {
  const hasFinding = findings.some(({ code, about }) => code === "not-evaluated" && isSameObject(about, root.ref));
  return hasFinding || root.conditions.length === 0 ? "" : explainUnhealthy(root, findings, true);
}

/**
 * The conditions of a root, those that are not as expected first, without their messages on the first screen. The first
 * screen has none of them where the causes have all of their reasons.
 */
function conditionSections(root: RootNode, { clock }: OutlineOptions): readonly OutlineEntry[] {
  const { abnormal, good, unevaluated } = conditionRows(root.conditions, clock, true);
  if (abnormal.length + good.length + unevaluated.length === 0) return [];
  const moments = new Set(abnormal.map(({ at }) => at));
  const [moment] = moments;
  // One age of several conditions stands in the title.
  const sharedAge = moments.size === 1 && abnormal.length > 1 ? durationPhrase(moment, clock) : "";
  const outdated = outdatedBy(root);
  const notes = conditionsNotes({ kind: root.ref.kind, since: sharedAge, ...definedFields({ outdated }) });
  const isOnFirstScreen = abnormal.length > 0 && !areInCauses(root, abnormal) && root.verdict !== "healthy";
  return [
    entry("section", "conditions", {
      weight: isOnFirstScreen ? "usual" : "full",
      subject: words("CONDITIONS"),
      text: words(`(${notes})`),
      entries: [
        ...groupUnknown(abnormal).map((row) => conditionEntry(row, sharedAge === "", "usual")),
        ...good.map((row) => conditionEntry(row, true, "full")),
        ...unevaluated.map((row) => conditionEntry(row, true, "full")),
      ],
    }),
  ];
}

/** Whether all causes of a root are about itself and have the reasons of all these conditions. */
function areInCauses({ causes }: RootNode, rows: readonly ConditionRow[]): boolean {
  const areAboutRoot = causes.length > 0 && causes.every(({ path }) => path.length === 1);
  if (!areAboutRoot) return false;
  const clauses = causes.flatMap(({ evidence }) => evidence);
  return rows.every((row) => clauses.some((clause) => isAboutCondition(clause, row)));
}

/** Why the conditions of a root may be out of date: no operator updates them. */
function outdatedBy({ deleting, driftHeld, profile }: RootNode): "deleting" | "operator-down" | undefined {
  if (deleting && families[profile].isFrozenInDeletion) return "deleting";
  return driftHeld === "operator-down" ? "operator-down" : undefined;
}

/** Whether a clause has the reason of a condition, or names the condition where that has no reason. */
function isAboutCondition(clause: CauseClause, { reason, type, status }: ConditionRow): boolean {
  if (reason === "") return clause.is === "condition" && clause.type === type && clause.status === status;
  return "reason" in clause && clause.reason === reason;
}

/** The rows, with those that are Unknown for the same reason in one row, where the first of them stands. */
function groupUnknown(rows: readonly ConditionRow[]): readonly ConditionRow[] {
  const groupKey = ({ type, status, reason, at, mark }: ConditionRow): string =>
    JSON.stringify(status === "Unknown" ? [reason, at, mark] : [type]);
  return Array.from(Map.groupBy(rows, groupKey).values(), (group) => {
    const [first] = group;
    if (first === undefined) throw new Error("a group has at least one condition");
    return { ...first, type: group.map(({ type }) => type).join(", ") };
  });
}

/** What only the full outline has: a difference that is no fault yet, alerts that may fire, recorded objects. */
function furtherSections(root: RootNode, source: Source["kind"], clock: AgeClock): readonly OutlineEntry[] {
  const entries = [...recentChangesSection(root.recentChanges, clock)];
  const addSummary = (id: string, text: string): void => {
    entries.push(entry("summary", id, { weight: "full", text: words(text) }));
  };
  if (root.driftHeld !== null && root.drift.length > 0) {
    const types = root.drift.map(({ type }) => type).join(", ");
    addSummary("drift", `Not reported as a difference: ${heldDriftText(types, root.driftHeld)}`);
  }
  if (root.alerts.length > 0) addSummary("alerts", `Alerts that fire if this lasts: ${alertsText(root.alerts)}`);
  return [...entries, ...relatedSection(root.related, source)];
}

/** The objects that a root records in its status: their counts, and each one that is not as recorded. */
function relatedSection(related: readonly Related[], source: Source["kind"]): readonly OutlineEntry[] {
  if (related.length === 0) return [];
  return [
    entry("section", "related", {
      weight: "full",
      subject: words("RELATED OBJECTS"),
      text: [aside(`(${summarizeRelated(related, source)})`)],
      entries: listNotAsRecorded(related).map((each) => relatedEntry(each, source)),
    }),
  ];
}

function relatedEntry(related: Related, source: Source["kind"]): OutlineEntry {
  return entry("node", `related ${keyOf(related.ref)}`, {
    mark: related.state === "gone" || related.state === "replaced" ? "remark" : "unknown",
    weight: "full",
    subject: [name(relatedName(related))],
    text: relatedState(related, { hasVersions: true, source }),
    about: related.ref,
  });
}

/**
 * One line about what is healthy. The first that applies:
 * 1. a required part is healthy: the healthy parts;
 * 2. the CR has no good condition, or an abnormal one: nothing;
 * 3. none of its required parts is healthy: what the CR reports of itself;
 * 4. it has no required parts: that its conditions are as expected, if its verdict is healthy. Beside another verdict good
 *    conditions would contradict it.
 */
function healthySummary(root: RootNode, clock: AgeClock): readonly OutlineEntry[] {
  const parts = root.children.filter(({ role, required }) => required && role !== "workload" && role !== "related");
  const counted = parts.length > 0 ? parts : root.children.filter(({ required }) => required);
  if (counted.some(isHealthy)) return healthyParts(root, counted);
  const { good, abnormal } = conditionRows(root.conditions, clock, false);
  if (good.length === 0 || abnormal.length > 0) return [];
  if (counted.length > 0) return unverifiedReport(root, good, clock);
  if (root.verdict !== "healthy") return [];
  return [healthyLine(root, words(expectedConditionsText(good.length)))];
}

/** The healthy parts by name. A part that a cause is about is not among them, whatever it reports of itself. */
function healthyParts(root: RootNode, counted: readonly ReportNode[]): readonly OutlineEntry[] {
  const partsWithoutCause = counted.filter((part) => !isCauseOf(root, part));
  const listed = partsWithoutCause.filter(isHealthy);
  if (listed.length === 0) return [];
  const counts = {
    healthy: listed.length,
    all: counted.length,
    unknown: partsWithoutCause.filter((part) => part.verdict === "unknown").length,
    noun: families[root.profile].parts === "components" ? "component" : "part",
  };
  const isAnyHealthyOmitted = listed.length < counted.filter(isHealthy).length;
  const text = isAnyHealthyOmitted ? othersHealthyText(counts) : healthyText(counts);
  return [healthyLine(root, [word(`${text}: `), { is: "list", names: listed.map(partLabel) }])];
}

/** `the CR itself reports healthy for 5m; whether its components are healthy is not known`, where none was read. */
function unverifiedReport(root: RootNode, good: readonly ConditionRow[], clock: AgeClock): readonly OutlineEntry[] {
  if (root.verdict !== "unknown" || root.stale) return [];
  const changeTimes = good.flatMap(({ at }) => at ?? []);
  const newest = changeTimes.toSorted().at(-1);
  const noun = families[root.profile].parts === "components" ? "components" : "parts";
  const report = withDuration(words("the CR itself reports healthy"), newest, clock);
  const text = [...report, word(`; whether its ${noun} are healthy is not known`)];
  return [entry("summary", "reported", { mark: "unknown", text })];
}

function healthyLine(root: RootNode, text: Text): OutlineEntry {
  const weight = root.verdict === "healthy" ? "detail" : "usual";
  return entry("summary", "healthy", { mark: "good", weight, text });
}

function isHealthy({ verdict }: ReportNode): boolean {
  return verdict === "healthy";
}

/** Whether a fault of the root is about this part, which may report itself healthy all the same. */
function isCauseOf(root: RootNode, part: ReportNode): boolean {
  return root.causes.some(
    (cause) =>
      isSerious(cause.verdict) &&
      (cause.component === part.label || nodesOnPath(root, { path: cause.path.slice(0, 2) }).includes(part)),
  );
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

/** Alerts by name, and how long its state must last before each fires: `CDINotReady (after 5m), SSPDown (after 5m)`. */
function alertsText(alerts: readonly AlertName[]): string {
  return alerts.map(alertText).join(", ");
}

function alertText(alert: AlertName): string {
  const after = alertRows.find((row) => row.alert === alert)?.after;
  return after === undefined ? alert : `${alert} (after ${after})`;
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
  return profile !== fallbackProfile || /(^|\.)kubevirt\.io$/.test(ref.group);
}
