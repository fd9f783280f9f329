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
import type { ChangedCondition, RecentChange, RecentChanges } from "../model/recent-change.ts";
import type { Cause, Related, Report, ReportNode, RootNode } from "../model/report.ts";
import { isSerious } from "../model/verdict.ts";
import { alertRows } from "../tables/alerts.ts";
import { type AgeClock, durationPhrase, momentPhrase, withDuration } from "./ages.ts";
import { noReason } from "./cause.ts";
import { isSilentCause } from "./cause-clauses.ts";
import { causeSections } from "./cause-entries.ts";
import { partLabel } from "./component-rows.ts";
import { conditionEntry } from "./condition-entry.ts";
import { type ConditionRow, conditionRows } from "./condition-rows.ts";
import { findingEntries, findingId } from "./finding-entries.ts";
import { type GateLine, upgradeGate } from "./gate-words.ts";
import { rootFindings } from "./group-findings.ts";
import { conditionsNotes } from "./labels.ts";
import { verdictMark } from "./marks.ts";
import { upgradeCommands } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { partSection } from "./part-entries.ts";
import { formatDeletionWaits, outdatedMeaning, rootFacts } from "./place.ts";
import { rootState, stateSpans, upgradeText } from "./root-state.ts";
import { expectedConditionsText, healthyText, othersHealthyText } from "./tail.ts";
import { aside, entry, joined, name, phrase, quote, word, words } from "./text.ts";
import { explainUnhealthy } from "./words/component.ts";
import { impactClauses } from "./words/impact.ts";
import { countText } from "./words/names.ts";
import { generationPair, heldDriftText } from "./words/read-outcomes.ts";
import { listNotAsRecorded, relatedName, relatedState, summarizeRelated } from "./words/related.ts";

/** What the outline around a root names already. */
interface RootSetting {
  /** It is the only root of the outline. */
  readonly isOnly: boolean;
  /** Its name beside other roots, with the namespace where they are in several. */
  readonly owner?: string;
  /** Where the Report was read; undefined where another entry says it. */
  readonly source: OutlineEntry | undefined;
  /** The causes of the other roots. */
  readonly otherCauses?: readonly Cause[];
  /** The findings that are printed below it; absent: all of them. Another root prints those that it shares with it. */
  readonly printedFindings?: readonly Finding[];
  /** Whether it may be upgraded; undefined where no upgrade applies, or where another entry says it. */
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
  const gate = setting.isOnly ? upgradeGate(root, report.findings, options.clock, printedObjects(root)) : undefined;
  const head = rootHead(root, findings, options, { ...setting, gate });
  return {
    ...head,
    entries: [...head.entries, ...partSection(root, findings, options), ...furtherSections(root, options.clock)],
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
  {
    isOnly,
    owner = `${root.ref.kind} ${root.ref.name}`,
    source,
    otherCauses = [],
    printedFindings = findings,
    gate,
  }: RootSetting,
): OutlineEntry {
  const causes = causeSections(root, options, isOnly ? undefined : owner);
  const namespace = isOnly ? root.ref.namespace : undefined;
  const findingRows = findingEntries(root, printedFindings, { ...options, namespace, otherCauses });
  return entry("root", `root ${keyOf(root.ref)}`, {
    mark: verdictMark(root.verdict),
    weight: "always",
    subject: [name(owner)],
    text: stateSpans(rootState(root, findings), options.clock),
    about: root.ref,
    entries: [
      ...fields(root, findings, options, source),
      ...causes,
      ...(causes.length === 0 ? evidenceWithoutCause(root, findings) : []),
      ...conditionSections(root, options),
      ...findingRows,
      ...healthySummary(root, options.clock),
      ...(gate === undefined ? [] : [gateEntry(root, withBriefBelow(gate, root, findingRows, findings), options)]),
    ],
  });
}

/** The labelled lines below the headline. */
function fields(
  root: RootNode,
  findings: readonly Finding[],
  { clock }: OutlineOptions,
  source: OutlineEntry | undefined,
): readonly OutlineEntry[] {
  const isUpgrading = root.gates.upgrade.running === true;
  const named = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  // On the first screen the causes say more than the general meaning of the conditions.
  const meaning = isMeaningShown(root) ? (root.meaning ?? "") : "";
  const field = (id: string, label: string, text: Text, weight: Weight = "usual"): OutlineEntry[] =>
    text.length === 0 ? [] : [entry("field", id, { weight, subject: words(label), text })];
  return [
    ...(source === undefined ? [] : impactField([root])),
    ...field("upgrade", "Upgrade", isUpgrading ? upgradeText(root, named, clock) : []),
    ...(source === undefined ? [] : [withRootFacts(source, root, findings)]),
    ...field("waiting", "Waiting", words(formatDeletionWaits(findings))),
    ...field("outdated", "Meaning", words(outdatedMeaning(root, findings)), "detail"),
    ...field("meaning", "Meaning", words(meaning), "full"),
    ...field("generations", "Status", words(statusGenerations(root, findings)), "full"),
    ...field("rules", "Rules", words(`profile ${root.profile}, rule set ${root.ruleSet}`), "full"),
  ];
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
  const { mark, detail } = rootState(root, findings);
  // A finding below says that no condition of its kind reports its health.
  const isNotEvaluated = findings.some(({ code, about }) => code === "not-evaluated" && isSameObject(about, root.ref));
  const text = detail ?? (isNotEvaluated || root.conditions.length === 0 ? "" : explainUnhealthy(root, findings, true));
  if (text === "" || text === noReason) return [];
  const shown = root.verdict === "progressing" ? mark : verdictMark(root.verdict);
  return [entry("evidence", "why", { mark: shown, weight: "always", text: [quote(text)] })];
}

/**
 * The conditions of a root. Those that are not as expected come first, without their messages on the first screen, and
 * none there where the causes have all of their reasons.
 */
function conditionSections(root: RootNode, { clock }: OutlineOptions): readonly OutlineEntry[] {
  const { abnormal, good, unevaluated } = conditionRows(root.conditions, clock, true);
  if (abnormal.length + good.length + unevaluated.length === 0) return [];
  const own = root.causes.filter(({ path }) => path.length === 1);
  const clauses = own.flatMap(({ evidence }) => evidence);
  const areCauses =
    own.length > 0 &&
    own.length === root.causes.length &&
    abnormal.every((row) => clauses.some((clause) => isCondition(clause, row)));
  const moments = new Set(abnormal.map(({ at }) => at));
  const [moment] = moments;
  const shared = moments.size === 1 && abnormal.length > 1 ? durationPhrase(moment, clock) : "";
  const outdated = outdatedBy(root);
  const notes = conditionsNotes({
    kind: root.ref.kind,
    since: shared,
    ...definedFields({ outdated }),
  });
  const isShown = abnormal.length > 0 && !areCauses && root.verdict !== "healthy";
  return [
    entry("section", "conditions", {
      weight: isShown ? "usual" : "full",
      subject: words("CONDITIONS"),
      text: words(`(${notes})`),
      entries: [
        ...groupUnknown(abnormal).map((row) => conditionEntry(row, shared === "", "usual")),
        ...good.map((row) => conditionEntry(row, true, "full")),
        ...unevaluated.map((row) => conditionEntry(row, true, "full")),
      ],
    }),
  ];
}

/** Why the conditions of a root may be out of date: no operator updates them. */
function outdatedBy({ deleting, driftHeld, profile }: RootNode): "deleting" | "operator-down" | undefined {
  if (deleting && families[profile].isFrozenInDeletion) return "deleting";
  return driftHeld === "operator-down" ? "operator-down" : undefined;
}

/** Whether a clause has the reason of a condition, or names it where it has none. */
function isCondition(clause: CauseClause, { reason, type, status }: ConditionRow): boolean {
  if (reason === "") return clause.is === "condition" && clause.type === type && clause.status === status;
  return "reason" in clause && clause.reason === reason;
}

/** The rows, with those that are Unknown for the same reason in one, where the first of them stands. */
function groupUnknown(rows: readonly ConditionRow[]): readonly ConditionRow[] {
  const likeness = ({ type, status, reason, at, mark }: ConditionRow): string =>
    JSON.stringify(status === "Unknown" ? [reason, at, mark] : [type]);
  return Array.from(Map.groupBy(rows, likeness).values(), ([first, ...others]) => ({
    ...(first as ConditionRow),
    type: [first, ...others].map((row) => row?.type).join(", "),
  }));
}

/** What only the full outline has: a difference that is no fault yet, alerts that may fire, recorded objects. */
function furtherSections(root: RootNode, clock: AgeClock): readonly OutlineEntry[] {
  const types = root.drift.map(({ type }) => type).join(", ");
  const held = root.driftHeld === null || types === "" ? "" : heldDriftText(types, root.driftHeld);
  const summary = (id: string, text: string): readonly OutlineEntry[] =>
    text === "" ? [] : [entry("summary", id, { weight: "full", text: words(text) })];
  return [
    ...recentChangesSection(root.recentChanges, clock),
    ...summary("drift", held === "" ? "" : `Not reported as a difference: ${held}`),
    ...summary("alerts", root.alerts.length === 0 ? "" : `Alerts that fire if this lasts: ${alertsText(root.alerts)}`),
    ...relatedSection(root.related),
  ];
}

/** The objects that the root records, those that are not as recorded one by one. */
function relatedSection(related: readonly Related[]): readonly OutlineEntry[] {
  if (related.length === 0) return [];
  return [
    entry("section", "related", {
      weight: "full",
      subject: words("RELATED OBJECTS"),
      text: [aside(`(${summarizeRelated(related)})`)],
      entries: listNotAsRecorded(related).map((each) =>
        entry("node", `related ${keyOf(each.ref)}`, {
          mark: each.state === "gone" || each.state === "replaced" ? "remark" : "unknown",
          weight: "full",
          subject: [name(relatedName(each))],
          text: relatedState(each, true),
          about: each.ref,
        }),
      ),
    }),
  ];
}

/** One line about what is healthy: parts, else what the CR reports of itself. Empty where nothing is. */
function healthySummary(root: RootNode, clock: AgeClock): readonly OutlineEntry[] {
  const parts = root.children.filter(({ role, required }) => required && role !== "workload" && role !== "related");
  const counted = parts.length > 0 ? parts : root.children.filter(({ required }) => required);
  if (counted.some(isHealthy)) return healthyParts(root, counted);
  const { good, abnormal } = conditionRows(root.conditions, clock, false);
  if (good.length === 0 || abnormal.length > 0) return [];
  if (counted.length > 0) return unverifiedReport(root, good, clock);
  // Beside an unhealthy verdict, good conditions would contradict it.
  if (root.verdict !== "healthy") return [];
  return [healthyLine(root, words(expectedConditionsText(good.length)))];
}

/** The healthy parts by name. A part that a cause is about is not among them, whatever it reports of itself. */
function healthyParts(root: RootNode, counted: readonly ReportNode[]): readonly OutlineEntry[] {
  const healthy = counted.filter(isHealthy);
  const others = healthy.filter((part) => !isCauseOf(root, part));
  if (others.length === 0) return [];
  const counts = {
    healthy: others.length,
    all: counted.length,
    unknown: counted.filter((part) => part.verdict === "unknown" && !isCauseOf(root, part)).length,
    noun: families[root.profile].parts === "components" ? "component" : "part",
  };
  const text = others.length === healthy.length ? healthyText(counts) : othersHealthyText(counts);
  return [healthyLine(root, [word(`${text}: `), { is: "list", names: others.map(partLabel) }])];
}

/** `the CR itself reports healthy for 5m; whether its components are healthy is not known`, where none was read. */
function unverifiedReport(root: RootNode, good: readonly ConditionRow[], clock: AgeClock): readonly OutlineEntry[] {
  if (root.verdict !== "unknown" || root.stale) return [];
  const changes = good.flatMap(({ at }) => at ?? []);
  const newest = changes.toSorted().at(-1);
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
  const first = findingRows.find(({ level, weight }) => level !== "info" && weight !== "full");
  const above = findings.find((finding) => findingId(finding) === first?.id);
  return blockingNames(gates.upgradeable).length === 1 && above?.effects.upgrade === "blocks"
    ? { ...line, brief: line.briefBelow }
    : line;
}

/**
 * Whether an upgrade, or the next one, may begin. That a healthy component was read without its HyperConverged is no news
 * where the user asks for it alone.
 */
function gateEntry(
  root: RootNode,
  { mark, subject, text, brief, steps }: GateLine,
  { reach }: OutlineOptions,
): OutlineEntry {
  const isAlone = root.gates.upgradeable.because.includes("NoHyperConverged");
  const isOpen = mark === "good" || (root.verdict === "healthy" && isAlone);
  return entry("summary", "gate", {
    mark,
    weight: isOpen ? "full" : "usual",
    subject,
    text,
    brief,
    commands: isOpen ? [] : upgradeCommands(root, steps, reach),
  });
}

/** Whether only the conditions of a root say what is wrong with it. */
export function isUnexplained({ causes, verdict }: RootNode): boolean {
  return verdict !== "healthy" && causes.every(isSilentCause);
}

/** Alerts by name, and how long its state must last before each fires: `CDINotReady (after 5m), SSPDown (after 5m)`. */
function alertsText(alerts: readonly AlertName[]): string {
  return alerts
    .map((alert) => {
      const after = alertRows.find((row) => row.alert === alert)?.after;
      return after === undefined ? alert : `${alert} (after ${after})`;
    })
    .join(", ");
}

/** What the state of the roots means for virtual machines, worst first; nothing where nothing is affected or known. */
export function impactField(roots: readonly Pick<RootNode, "impact">[]): readonly OutlineEntry[] {
  const clauses = impactClauses(roots);
  if (clauses.length === 0) return [];
  const text = { is: "list" as const, names: clauses, separator: "; " };
  return [entry("field", "impact", { weight: "always", subject: words("Impact"), text: [text] })];
}

/**
 * Whether the matrix's sentence about the CR's conditions is shown. It is not where the CR is wrong, out of date or
 * reports no abnormal condition.
 */
function isMeaningShown(root: RootNode): boolean {
  const isWorse =
    root.verdict === "progressing" && lastConditionOfType(root.conditions, "Available")?.status === "False";
  if (root.verdict === "healthy" || isWorse || outdatedBy(root) !== undefined) return false;
  return hasOwnMatrix(root) && root.conditions.some(({ abnormal }) => abnormal);
}

/** Whether the matrix was written for the kind: for HyperConverged, its components and Applications. */
function hasOwnMatrix({ profile, ref }: Pick<RootNode, "profile" | "ref">): boolean {
  return profile !== fallbackProfile || /(^|\.)kubevirt\.io$/.test(ref.group);
}

/** What changed during the last hour, newest first. Empty where nothing did. */
function recentChangesSection(changes: RecentChanges | undefined, clock: AgeClock): readonly OutlineEntry[] {
  if (changes === undefined) return [];
  const { count, newest } = changes;
  const omitted = count - newest.length;
  const rows = newest.map((change, index) =>
    entry("node", `change ${index}`, {
      weight: "full",
      subject: [name(`${change.about.kind} ${change.about.name}`)],
      text: [...changeText(change), aside(` ${momentPhrase(change.at, clock)}`)],
      about: change.about,
    }),
  );
  const rest =
    omitted > 0
      ? [entry("summary", "change more", { weight: "full", text: words(`and ${countText(omitted, "older change")}`) })]
      : [];
  return [
    entry("section", "changes", {
      weight: "full",
      subject: words("CHANGED IN THE LAST HOUR"),
      text: [aside("(newest first)")],
      entries: [...rows, ...rest],
    }),
  ];
}

function changeText(change: RecentChange): Text {
  switch (change.is) {
    case "deletion-requested":
      return words("deletion was requested");
    case "created":
      return words("was created");
    case "recreated":
      return words("was deleted and created again");
    case "rollout":
      return phrase`rolls out ReplicaSet ${change.replicaSet}`;
    case "new-pods":
      return phrase`created ${countText(change.count, "pod")}`;
    case "restart":
      return phrase`container ${change.container} restarted${exitText(change)}`;
    case "spec-written":
      return phrase`spec was written by ${change.client}`;
    case "transition":
      return joined(", ", change.conditions.map(conditionText));
  }
}

/** ` (Error, exit 1)`. */
function exitText({ reason, exitCode }: { readonly reason: string; readonly exitCode: string }): string {
  const parts = [reason, exitCode === "" ? "" : `exit ${exitCode}`].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** `Available=False (ComponentNotReady)`. */
function conditionText({ type, status, reason }: ChangedCondition): Text {
  return phrase`${type}=${status}${reason === "" ? "" : ` (${reason})`}`;
}
