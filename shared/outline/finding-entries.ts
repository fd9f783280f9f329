import { type CauseClause, reportedWordsIn } from "../model/cause/cause-evidence.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import type { ReportedWords } from "../model/cause/trouble.ts";
import type { Finding, FindingOf } from "../model/finding/finding.ts";
import { keyOfFinding } from "../model/finding/goal.ts";
import { severities } from "../model/finding/severity.ts";
import { isSameObject, keyOf, type Ref } from "../model/object.ts";
import type { Mark, OutlineEntry, Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import { messageText } from "./cause.ts";
import { isFromReasons, namingType } from "./cause-entries.ts";
import { readyDisagrees } from "./findings/application.ts";
import { findingText } from "./findings/describe.ts";
import { nodeGaps } from "./findings/generic.ts";
import { isSilence, silentLines } from "./findings/silent-components.ts";
import { isInLead } from "./leading-line.ts";
import { typedSteps } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { entry, name, phrase } from "./text.ts";
import { nameIn, qualifiedName } from "./words/names.ts";

/** What the entries of findings depend on. */
interface FindingSetting extends Pick<OutlineOptions, "clock" | "reach"> {
  /** The namespace of the only root, which stands above. */
  readonly namespace: string | undefined;
  /** The causes of other roots that stand in the same outline. */
  readonly otherCauses?: readonly Cause[];
}

/**
 * The findings about a root that nothing else in its outline says, worst first. What is only information stands in the
 * full outline, but for what should run and does not. Equal warnings about several objects are one entry.
 */
export function findingEntries(
  root: RootNode,
  findings: readonly Finding[],
  setting: FindingSetting,
): readonly OutlineEntry[] {
  const byCauses = shownByCauses(root, setting.otherCauses ?? []);
  const shown = findings
    .flatMap((finding) => withoutNotedCauses(finding, root))
    .filter(
      (finding) =>
        !isShownElsewhere(finding, root, byCauses) &&
        !isWorkloadOfAnother(finding, findings) &&
        !isConsequence(finding, findings),
    );
  const isBare = root.verdict !== "healthy" && root.causes.length === 0;
  const hasWarning = shown.some(({ severity }) => severity !== "info");
  const ordered = shown.toSorted((a, b) => rankOf(a) - rankOf(b));
  const explained = ordered.find((finding) => finding.code === "ready-disagrees" && finding.status !== "True");
  const groups = [
    ...Map.groupBy(ordered, (finding) => groupOf(explains(finding, explained) ? explained : finding)).values(),
  ];
  return groups.map(([finding, ...alike]) => {
    if (finding === undefined) throw new Error("a group has at least one finding");
    if (alike.length > 0) return groupEntry([finding, ...alike], setting);
    const isUsual = finding.severity !== "info" || usualInformation.has(finding.code) || (isBare && !hasWarning);
    return findingEntry(finding, setting, isUsual);
  });
}

/** A finding without the components of which their causes say that only the CR's reasons name them. */
function withoutNotedCauses(finding: Finding, root: RootNode): readonly Finding[] {
  if (finding.code !== "blame-from-reasons") return [finding];
  const noted = new Set(root.causes.filter((cause) => isFromReasons(root, cause)).map(({ component }) => component));
  const components = finding.components.filter((component) => !noted.has(component));
  return components.length === 0 ? [] : [{ ...finding, components }];
}

/** Whether the sentence of another finding names the workload of this one. */
function isWorkloadOfAnother({ code, about }: Finding, findings: readonly Finding[]): boolean {
  if (code !== "uncounted-workload") return false;
  return findings.some((finding) => "workload" in finding && finding.workload?.name === about.name);
}

/**
 * Whether the sentence of another finding says what follows from this one, or from which it follows: conditions differ from
 * the components where the whole status is out of date, and an Application that selects itself stays not ready.
 */
function isConsequence({ code, about }: Finding, findings: readonly Finding[]): boolean {
  if (code === "drift") return findings.some(isOutdatedStatus);
  return (
    code === "selects-itself" &&
    findings.some(
      (finding) => finding.code === "ready-disagrees" && finding.selectsItself && isSameObject(finding.about, about),
    )
  );
}

/** Whether a finding says since when the controller has not updated the status of a root. */
function isOutdatedStatus(finding: Finding): boolean {
  if (finding.code === "health-disagrees") return finding.why === "not-updated";
  return finding.code === "component-differs" && finding.since !== undefined;
}

/**
 * Whether a finding says why another one holds, an Application that reports Ready=False. They are one entry, with the
 * command of the one that explains.
 */
function explains({ code }: Finding, explained: Finding | undefined): explained is Finding {
  return code === "hostname-only" && explained !== undefined;
}

/** Errors first. Of equal severity first what bears on an upgrade, then what disagrees, then all others. */
function rankOf({ severity, rows, code }: Finding): number {
  const explainsOthers = code === "hostname-only";
  const bearsOnUpgrade = rows.length > 0 || explainsOthers;
  const rankInSeverity = disagreements.has(code) ? 1 : 2;
  return severities.indexOf(severity) * 3 + (bearsOnUpgrade ? 0 : rankInSeverity);
}

/** Two writers change the same object, or an object reports otherwise than what it consists of. */
const disagreements: ReadonlySet<Finding["code"]> = new Set(["overwritten", "ready-disagrees"]);

/**
 * Equal for findings that are one entry together: operators that are down, workloads that nothing reports, Applications
 * that disagree with their components, nodes of which none takes virtual machines for one reason.
 */
function groupOf(finding: Finding): string {
  if (finding.code === "ready-disagrees") return `${finding.code} ${finding.status}`;
  if (finding.code === "node-not-for-machines" && finding.severity !== "info") return `${finding.code} ${finding.why}`;
  return isSilence(finding) ? finding.code : keyOfFinding(finding);
}

/** `virt-operator and cdi-operator are not running: the status of KubeVirt and CDI is out of date`. */
function groupText(findings: readonly Finding[], { clock, namespace }: FindingSetting): Text {
  const [gap, ...further] = findings.filter((finding) => finding.code === "node-not-for-machines");
  if (gap !== undefined) return nodeGaps([gap, ...further]);
  const [disagreeing, ...others] = findings.filter((finding) => finding.code === "ready-disagrees");
  if (disagreeing === undefined) return silentLines(findings).flat();
  const all = [disagreeing, ...others] as const;
  const unready = findings.filter((finding) => finding.code === "hostname-only");
  return readyDisagrees(all, (ref) => nameIn(namespace, ref), clock, unready);
}

/** Several findings in one sentence. */
function groupEntry(findings: readonly [Finding, ...(readonly Finding[])], setting: FindingSetting): OutlineEntry {
  const [first] = findings;
  return entry("finding", `findings ${findings.map(keyOfFinding).join(" ")}`, {
    mark: markOfFinding(first),
    level: first.severity,
    weight: first.severity === "error" ? "always" : "usual",
    subject: [name(first.code)],
    text: groupText(findings, setting),
    about: first.about,
    commands: typedSteps(
      findings.flatMap(({ next }) => next.slice(0, 1)),
      setting.reach,
    ),
  });
}

/** The id of the entry of a finding that stands alone. */
export function findingId(finding: Finding): string {
  return `finding ${keyOfFinding(finding)}`;
}

/** One finding in a sentence. `isUsual`: it stands on the first screen too. */
export function findingEntry(
  finding: Finding,
  { clock, namespace, reach }: FindingSetting,
  isUsual: boolean = finding.severity !== "info",
): OutlineEntry {
  // Beside other roots, a sentence that only says "the CR" begins with its name.
  const isOfOne = namespace === undefined && codesWithUnnamedCr.has(finding.code);
  const owner = isOfOne ? phrase`${qualifiedName(finding.root ?? finding.about)}: ` : [];
  const weightBeyond = isUsual ? "usual" : "full";
  return entry("finding", findingId(finding), {
    mark: markOfFinding(finding),
    level: finding.severity,
    weight: isAlwaysNamed(finding) ? "always" : weightBeyond,
    subject: [name(finding.code)],
    text: [...owner, ...findingText(finding, clock, namespace)],
    about: finding.about,
    commands: typedSteps(finding.next, reach),
  });
}

/**
 * Whether a finding is named on every screen, also where its root is healthy and another one comes first: an error, and
 * what a person has to end, because no status shows it.
 */
function isAlwaysNamed(finding: Finding): boolean {
  if (finding.code === "uncounted-workload") return finding.ready === 0;
  return finding.severity === "error" || finding.code === "overwritten" || finding.code === "boot-image";
}

/** Findings whose sentences say "the CR" and do not name it. */
const codesWithUnnamedCr: ReadonlySet<Finding["code"]> = new Set([
  "drift",
  "installing",
  "operator-down",
  "upgrade-stuck",
  "health-disagrees",
  "conditions-disagree",
  "component-new",
  "hidden-offender",
  "blame-from-reasons",
  "components-ready-differs",
  "component-gone",
  "component-unlisted",
  "component-differs",
]);

/**
 * Findings for information that stand on the first screen: something that should run does not, or why the conditions there
 * differ from the verdict.
 */
const usualInformation: ReadonlySet<Finding["code"]> = new Set([
  "uncounted-workload",
  "injector-not-ready",
  "not-counted",
  "component-new",
  "conditions-disagree",
]);

function markOfFinding(finding: Finding): Mark {
  if (finding.code === "operator-unknown") return "unknown";
  if (finding.code === "operator-rollout" && finding.state === "unknown") return "unknown";
  if ("transient" in finding && finding.transient) return "busy";
  return finding.severity === "error" ? "bad" : "remark";
}

/** What the causes of an outline show, for all of its findings. */
interface ShownByCauses {
  /** The components that causes are about, or that share one. */
  readonly names: ReadonlySet<string>;
  /** The keys of the objects on the way to a cause. */
  readonly objects: ReadonlySet<string>;
  /** What causes quote, of other roots too. */
  readonly messages: readonly string[];
}

function shownByCauses(root: RootNode, otherCauses: readonly Cause[]): ShownByCauses {
  const { causes } = root;
  const clauses = [...causes, ...otherCauses].flatMap(({ evidence }) => evidence);
  return {
    names: new Set(causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy])),
    objects: new Set(causes.flatMap((cause) => nodesOnPath(root, cause)).map(({ ref }) => keyOf(ref))),
    messages: clauses
      .map(reportedWordsIn)
      .map((reported) => messageText({ ...reported, message: reported.message ?? "" }))
      .filter((words) => words.trim() !== ""),
  };
}

/** Whether the headline, a cause, the line about the upgrade or about what was not read has what a finding says. */
function isShownElsewhere(finding: Finding, root: RootNode, { names, objects, messages }: ShownByCauses): boolean {
  if (isInLead(finding) || shownByHeadline.has(finding.code)) return true;
  // Its sentence says why the controller counts more components as ready than are healthy.
  if (finding.code === "failed-job-ready") return false;
  if ("message" in finding && isQuoted(finding, messages)) return true;
  const isNamed = "component" in finding && finding.component !== undefined && names.has(finding.component);
  if (shownWithComponent.has(finding.code)) return isNamed;
  const isOnTheWay = objects.has(keyOf(finding.about));
  if (shownWithWorkload.has(finding.code)) return isOnTheWay || names.has(finding.about.name);
  const hasEvidence = (isMeant: (clause: CauseClause) => boolean): boolean =>
    root.causes.some(({ evidence }) => evidence.some(isMeant));
  switch (finding.code) {
    case "not-read":
      return finding.component === undefined || isNamed;
    case "another-of-kind":
      return isNamed && hasEvidence(({ is }) => is === "others");
    case "unknown-condition":
      return isNamed && root.causes.some((cause) => isQuotedReason(finding, cause));
    case "hidden-offender":
      return isNamed && isHiddenShown(finding, root);
    case "missing-condition":
    case "upgrade-stall":
      return isNamed || root.gates.upgrade.waitingFor.includes(finding.component);
    case "component-new":
      return isNamed && hasEvidence(({ is }) => is === "recreated");
    // An object that exists for seconds is no fault of the operator.
    case "health-disagrees":
      return finding.why === "not-updated" && hasEvidence(({ is }) => is === "recreated");
    // The cause quotes the condition that says the same.
    case "namespace-content-remains":
    case "namespace-content-refused":
      return root.causes.some(({ about }) => isSameObject(about, root.ref));
    case "deletion-abandoned":
      return hasEvidence((clause) => clause.is === "abandoned" && clause.operator === finding.operator);
    case "conversion-webhook":
    case "conversion-failed":
      return hasEvidence((clause) => clause.is === "quote" && clause.reason === "ConversionFailed");
    case "nothing-selected":
      return hasEvidence(({ is }) => is === "nothing-selected");
    case "no-clusters":
      return hasEvidence((clause) => clause.is === "condition" && clause.reason === "EmptyClusterList");
    case "stale":
      return hasEvidence((clause) => clause.is === "state" && clause.state === "outdated");
    case "status-unknown":
      return root.causes.some(({ path }) => path.length === 1);
    case "operator-down":
      return names.has(finding.deployment);
    // The line about the upgrade says what OLM does.
    case "operator-condition":
      return finding.status === "True" && finding.override === undefined && root.gates.upgradeable.answer === "no";
    case "workload-absent":
    case "related-object":
    case "webhook-without-endpoints":
    case "ca-bundle-invalid":
    case "certificate-refused":
      return isOnTheWay;
    // Its caBundle, or the Service that does not respond, is a cause, which names what else fails with it.
    case "api-not-available":
      return listApiNodes(root, finding.about).some((api) => api.children.some(({ ref }) => objects.has(keyOf(ref))));
    case "cluster-not-ready":
      return root.causes.some(({ path }) => path.includes(finding.cluster));
    default:
      return false;
  }
}

/** The nodes of an APIService below the components of a root. */
function listApiNodes({ children }: RootNode, api: Ref): readonly ReportNode[] {
  return children.flatMap((part) => part.children.filter(({ ref }) => isSameObject(ref, api)));
}

/** Findings that the headline shows, or the summary of the components. */
const shownByHeadline: ReadonlySet<Finding["code"]> = new Set([
  "deleting",
  "installing",
  "not-yet-seen",
  "components-ready-differs",
]);

/** Findings that any cause of their component shows. */
const shownWithComponent: ReadonlySet<Finding["code"]> = new Set([
  "component-absent",
  "no-conditions",
  "empty-message",
  "deletion-blocked",
]);

/** Findings about a workload, which a cause of that workload or on the way through it shows. */
const shownWithWorkload: ReadonlySet<Finding["code"]> = new Set([
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "deadline-exceeded",
  "operator-rollout",
]);

/** Whether a cause has the reason of a condition that its component reports as Unknown. */
function isQuotedReason({ component, reason }: FindingOf<"unknown-condition">, cause: Cause): boolean {
  const isOwn = cause.component === component || cause.sharedBy?.includes(component) === true;
  return isOwn && (reason === "" || cause.evidence.some((clause) => reportedWordsIn(clause).reason === reason));
}

/**
 * Whether a cause says that the CR names another component, or the upgrade's line names this one. What an upgrade waits for
 * is on the line about the upgrade.
 */
function isHiddenShown({ component, types }: FindingOf<"hidden-offender">, root: RootNode): boolean {
  const part = root.children.find(({ label }) => label === component);
  const shown = part === undefined ? undefined : namingType[part.verdict];
  return types.every((type) => type === "Upgradeable") || types.some((type) => type === shown);
}

/** Whether a cause has the message of a finding, or the finding has that of a cause. */
function isQuoted(finding: Partial<ReportedWords>, messages: readonly string[]): boolean {
  const message = messageText({ ...finding, message: finding.message ?? "" });
  if (message.trim() === "") return false;
  return messages.some((words) => words.includes(message) || message.includes(words));
}
