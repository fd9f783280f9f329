import type { Finding } from "../model/finding/finding.ts";
import { keyOfFinding } from "../model/finding/goal.ts";
import { severities } from "../model/finding/severity.ts";
import { isSameObject } from "../model/object.ts";
import type { Mark, OutlineEntry, Text } from "../model/outline.ts";
import type { Cause, RootNode } from "../model/report.ts";
import { isFromReasons } from "./cr-naming.ts";
import { readyDisagrees } from "./findings/application.ts";
import { findingText } from "./findings/describe.ts";
import { nodeGaps } from "./findings/generic.ts";
import { isSilence, silentLines } from "./findings/silent-components.ts";
import { collectShown, isShownElsewhere } from "./findings-shown-elsewhere.ts";
import { typedSteps } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { entry, name, phrase } from "./text.ts";
import { nameIn, qualifiedName } from "./words/names.ts";

/** Findings that two writers change the same object, or that the status of an object differs from that of its parts. */
const codesOfDisagreement: ReadonlySet<Finding["code"]> = new Set(["overwritten", "ready-disagrees"]);

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
 * Findings of severity info that stand on the first screen: something that should run does not, or why the conditions there
 * differ from the verdict.
 */
const infoCodesOnFirstScreen: ReadonlySet<Finding["code"]> = new Set([
  "uncounted-workload",
  "injector-not-ready",
  "not-counted",
  "component-new",
  "conditions-disagree",
]);

/** What the entries of findings depend on. */
interface FindingSetting extends Pick<OutlineOptions, "clock" | "reach"> {
  /** The namespace of the only root, which stands above. */
  readonly namespace: string | undefined;
  /** The causes of other roots that stand in the same outline. */
  readonly otherCauses?: readonly Cause[];
}

/**
 * The findings about a root that nothing else in its outline says, worst first. Findings of severity info stand in the full
 * outline only, except {@link infoCodesOnFirstScreen}, and all of them where nothing else says why the root is not healthy.
 * Equal warnings about several objects are one entry.
 */
export function findingEntries(
  root: RootNode,
  findings: readonly Finding[],
  setting: FindingSetting,
): readonly OutlineEntry[] {
  const ordered = listPrinted(root, findings, setting.otherCauses ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
  const isUnexplained = root.verdict !== "healthy" && root.causes.length === 0;
  const hasWarning = ordered.some(({ severity }) => severity !== "info");
  const isInfoUsual = isUnexplained && !hasWarning;
  return groupByEntry(ordered).map(([finding, ...alike]) => {
    if (finding === undefined) throw new Error("a group has at least one finding");
    if (alike.length > 0) return groupEntry([finding, ...alike], setting);
    const isUsual = finding.severity !== "info" || infoCodesOnFirstScreen.has(finding.code) || isInfoUsual;
    return findingEntry(finding, setting, isUsual);
  });
}

/** The findings that neither the rest of the outline nor another finding says. */
function listPrinted(root: RootNode, findings: readonly Finding[], otherCauses: readonly Cause[]): readonly Finding[] {
  const shown = collectShown(root, otherCauses);
  return findings
    .flatMap((finding) => withoutNotedComponents(finding, root))
    .filter(
      (finding) =>
        !isShownElsewhere(finding, shown) &&
        !isWorkloadOfAnother(finding, findings) &&
        !isConsequence(finding, findings),
    );
}

/** The findings in groups, a group for each entry, in the order of the first of each. */
function groupByEntry(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const unreadyApplication = findings.find(
    (finding) => finding.code === "ready-disagrees" && finding.status !== "True",
  );
  // That an Application is selected by its hostname only says why it reports Ready=False.
  const keyOfEntry = (finding: Finding): string =>
    finding.code === "hostname-only" && unreadyApplication !== undefined
      ? groupKey(unreadyApplication)
      : groupKey(finding);
  return [...Map.groupBy(findings, keyOfEntry).values()];
}

/**
 * A finding that only the CR's reasons name components, without those whose causes say so. Nothing where no component is
 * left; any other finding as it is.
 */
function withoutNotedComponents(finding: Finding, root: RootNode): readonly Finding[] {
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
 * Whether the sentence of another finding includes this one:
 * - `drift`, conditions that differ from the components, where the whole status is out of date;
 * - `selects-itself`, an Application that selects itself, where the same Application stays not ready for that.
 */
function isConsequence({ code, about }: Finding, findings: readonly Finding[]): boolean {
  if (code === "drift") return findings.some(isOutdatedStatus);
  if (code !== "selects-itself") return false;
  return findings.some(
    (finding) => finding.code === "ready-disagrees" && finding.selectsItself && isSameObject(finding.about, about),
  );
}

/** Whether a finding says since when the controller has not updated the status of a root. */
function isOutdatedStatus(finding: Finding): boolean {
  if (finding.code === "health-disagrees") return finding.why === "not-updated";
  return finding.code === "component-differs" && finding.since !== undefined;
}

/** The place of a finding: errors first, in equal severity first what bears on an upgrade, then what disagrees. */
function rankOf({ severity, rows, code }: Finding): number {
  const rankOfSeverity = severities.indexOf(severity) * 3;
  const bearsOnUpgrade = rows.length > 0 || code === "hostname-only";
  if (bearsOnUpgrade) return rankOfSeverity;
  return rankOfSeverity + (codesOfDisagreement.has(code) ? 1 : 2);
}

/**
 * Equal for findings that share an entry: operators that are down, workloads that nothing reports, Applications that
 * disagree with their components, nodes of which none takes virtual machines for one reason.
 */
function groupKey(finding: Finding): string {
  if (finding.code === "ready-disagrees") return `${finding.code} ${finding.status}`;
  if (finding.code === "node-not-for-machines" && finding.severity !== "info") return `${finding.code} ${finding.why}`;
  return isSilence(finding) ? finding.code : keyOfFinding(finding);
}

/** `virt-operator and cdi-operator are not running: the status of KubeVirt and CDI is out of date`. */
function groupText(findings: readonly Finding[], { clock, namespace }: FindingSetting): Text {
  const [nodeGap, ...otherGaps] = findings.filter((finding) => finding.code === "node-not-for-machines");
  if (nodeGap !== undefined) return nodeGaps([nodeGap, ...otherGaps]);
  const [disagreeing, ...others] = findings.filter((finding) => finding.code === "ready-disagrees");
  if (disagreeing === undefined) return silentLines(findings).flat();
  const hostnameOnly = findings.filter((finding) => finding.code === "hostname-only");
  return readyDisagrees([disagreeing, ...others], (ref) => nameIn(namespace, ref), clock, hostnameOnly);
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
  const needsOwner = namespace === undefined && codesWithUnnamedCr.has(finding.code);
  const owner = needsOwner ? phrase`${qualifiedName(finding.root ?? finding.about)}: ` : [];
  const weightBySeverity = isUsual ? "usual" : "full";
  return entry("finding", findingId(finding), {
    mark: markOfFinding(finding),
    level: finding.severity,
    weight: isAlwaysNamed(finding) ? "always" : weightBySeverity,
    subject: [name(finding.code)],
    text: [...owner, ...findingText(finding, clock, namespace)],
    about: finding.about,
    commands: typedSteps(finding.next, reach),
  });
}

/**
 * Whether a finding stands on every screen, also where its root is healthy and another one comes first: an error, and what
 * a user has to end, because no status shows it.
 */
function isAlwaysNamed(finding: Finding): boolean {
  if (finding.code === "uncounted-workload") return finding.ready === 0;
  return finding.severity === "error" || finding.code === "overwritten" || finding.code === "boot-image";
}

function markOfFinding(finding: Finding): Mark {
  if (finding.code === "operator-unknown") return "unknown";
  if (finding.code === "operator-rollout" && finding.state === "unknown") return "unknown";
  if ("transient" in finding && finding.transient) return "busy";
  return finding.severity === "error" ? "bad" : "remark";
}
