import { rootFindings } from "../../../model/finding/root-findings.ts";
import { kindKey } from "../../../model/kind.ts";
import { isSameObject, keyOf, type Ref } from "../../../model/object.ts";
import type { OutlineCommand } from "../../../model/outline.ts";
import type { Cause, ReadGap, Report, ReportNode, RootNode } from "../../../model/report.ts";
import type { GateAnswer, GateReport } from "../../../model/upgrade-gate.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { fullCauseText } from "../../../outline/cause-line.ts";
import { causeName, partLabel, partRows } from "../../../outline/component-rows.ts";
import { describeFinding, textInLine } from "../../../outline/findings/describe.ts";
import { gateLine } from "../../../outline/gate-headline.ts";
import { gateReasonText } from "../../../outline/gate-reasons.ts";
import { printSteps } from "../../../outline/next-command.ts";
import { entryLine, plainText } from "../../../outline/text.ts";
import { countText, qualifiedName, shortenNames } from "../../../outline/words/names.ts";
import { summarizeGap } from "../../../outline/words/nothing-found.ts";

/**
 * The result of a check, as JUnit counts: `failed` what is unavailable or degraded, `error` what is unknown, `skipped`
 * what is in progress or has its cause in another check.
 */
export type CheckResult = "passed" | "failed" | "error" | "skipped";

/** One thing that a pipeline counts. Texts are the cluster's own, not escaped. */
export interface PipelineCheck {
  readonly name: string;
  /** What it says in a few words, for the title of an annotation. */
  readonly title: string;
  readonly result: CheckResult;
  readonly state: Verdict | GateAnswer;
  readonly text: string;
  /** Further texts, a line each. */
  readonly details?: readonly string[];
  readonly next: readonly OutlineCommand[];
}

/** The checks of one root, or of what was read as a whole. */
export interface CheckGroup {
  readonly name: string;
  /** The root that they are about. */
  readonly root?: RootNode;
  readonly checks: readonly PipelineCheck[];
}

/** The name of the check of a whole report that no object explains. */
export const wholeCheck = "status";

/** The name of the check of an upgrade, as the command `gate upgrade` calls it. */
export const upgradeCheck = "gate upgrade";

/** The titles of annotations that name no object. */
export const annotationTitles = {
  whole: "The status is unknown",
  damaged: "The input is damaged",
  unread: "Required objects were not read",
  healthy: "Everything is healthy",
} as const;

/** The results of checks by verdict. */
const resultsOfVerdicts: Readonly<Record<Verdict, CheckResult>> = {
  unavailable: "failed",
  degraded: "failed",
  unknown: "error",
  progressing: "skipped",
  healthy: "passed",
};

/** The results of checks of an upgrade. */
const resultsOfAnswers: Readonly<Record<GateAnswer, CheckResult>> = {
  BLOCK: "failed",
  UNKNOWN: "error",
  ALLOW: "passed",
};

/** The title of an annotation about the upgrade. */
const upgradeTitles: Readonly<Record<GateAnswer, string>> = {
  BLOCK: "The upgrade is blocked",
  UNKNOWN: "It is unknown whether an upgrade is safe",
  ALLOW: "The upgrade is allowed",
};

/** The name of the check of required objects that were not read, by the outcome. */
const unreadChecks = { forbidden: "permissions", unread: "reading" } as const;

/** The most requests without a result that a check names. */
const maxUnreadRequests = 10;

/**
 * The checks of a Report, so that one fault is one failure. Each cause is a check, which names all components that share
 * it, and so is each component without a cause. The upgrade is a check only where `gate` has its result. A root, or the
 * Report as a whole, has a check of its own where no other explains its verdict.
 */
export function groupChecks(report: Report, gate?: GateReport): readonly CheckGroup[] {
  const countedCauses = new Map<string, CountedCause>();
  const groups = report.roots.map((root) => rootGroup(root, report, countedCauses, gate));
  const input = inputChecks(report);
  const otherChecks = [...input, ...groups.flatMap(({ checks }) => checks)];
  const isExplained = otherChecks.some(({ result }) => result === resultsOfVerdicts[report.verdict]);
  const checks = isExplained ? input : [reportCheck(report), ...input];
  return checks.length === 0 ? groups : [{ name: report.source.name, checks }, ...groups];
}

/** The check of a Report whose verdict no other check explains. */
function reportCheck(report: Report): PipelineCheck {
  return {
    name: wholeCheck,
    title: annotationTitles.whole,
    result: resultsOfVerdicts[report.verdict],
    state: report.verdict,
    text: wholeText(report),
    next: printSteps(report.next),
  };
}

/** A cause that is a check of one root already. */
interface CountedCause {
  /** The name of the root's group. */
  readonly group: string;
  readonly result: CheckResult;
}

/**
 * The checks of one root. `countedCauses` has the causes of earlier roots, by the object that they are about, and gets those
 * of this root.
 */
function rootGroup(
  root: RootNode,
  report: Report,
  countedCauses: Map<string, CountedCause>,
  gate: GateReport | undefined,
): CheckGroup {
  const name = qualifiedName(root.ref);
  const causes = root.verdict === "healthy" ? [] : root.causes;
  const causesOfEarlierRoots = new Map(countedCauses);
  const clock = { now: report.takenAt, format: "age", isNewest: report.source.takenFrom === "newest" } as const;
  const causeChecks = causes.map((cause) => {
    const key = keyOf(cause.about);
    const earlier = causesOfEarlierRoots.get(key);
    const result = resultsOfVerdicts[cause.verdict];
    const isCounted = earlier?.result === result || earlier?.result === "failed";
    if (!isCounted) countedCauses.set(key, { group: name, result });
    const text = textInLine(fullCauseText(root, cause, clock));
    return causeCheck(cause, root, text, isCounted ? earlier : undefined);
  });
  const parts = partChecks(root, report);
  const checks = [...causeChecks, ...parts, ...upgradeChecks(root, gate)];
  if (!isExplainedBy(causes, parts, root)) checks.unshift(stateCheck(root.ref.kind, root.verdict, root.verdict, []));
  return { name, root, checks: withUniqueNames(checks) };
}

/** Whether the verdict of an unhealthy root is that of one of its causes or parts. */
function isExplainedBy(causes: readonly Cause[], parts: readonly PipelineCheck[], { verdict }: RootNode): boolean {
  if (verdict === "healthy") return false;
  const result = resultsOfVerdicts[verdict];
  const hasCause = causes.some((cause) => resultsOfVerdicts[cause.verdict] === result);
  return hasCause || parts.some((part) => part.result === result && part.state === verdict);
}

/** The check of a cause. A cause about an object that an earlier root has as its cause is that root's failure. */
function causeCheck(cause: Cause, root: RootNode, text: string, earlier: CountedCause | undefined): PipelineCheck {
  const { verdict, next } = cause;
  const name = causeName(cause, root, partLabel);
  const check = stateCheck(name, verdict, text, printSteps(next));
  if (earlier === undefined) return check;
  return { ...check, result: "skipped", text: `${verdict}: the cause is that of ${earlier.group}` };
}

/** The parts that no cause names: healthy, in progress, not read, or unhealthy because of what a cause names. */
function partChecks(root: RootNode, report: Report): readonly PipelineCheck[] {
  // By look-ups, since a root may have thousands of parts and causes.
  const requiredRefs = new Set(root.children.filter((child) => child.required).map((child) => child.ref));
  const causes = root.verdict === "healthy" ? [] : root.causes;
  const namesInCauses = new Set(
    causes.flatMap(({ component, sharedBy = [], path }) => [component, ...sharedBy, ...path.slice(1, 2)]),
  );
  const refsWithCause = new Set(root.children.filter(({ label }) => namesInCauses.has(label)).map(({ ref }) => ref));
  const clock = { now: report.takenAt, format: "age" } as const;
  const rows = partRows(root, rootFindings(report, root), clock, true).filter(({ ref }) => !refsWithCause.has(ref));
  return rows.map(({ label, ref, verdict, why }) => {
    const check = stateCheck(label, verdict, checkText(verdict, why), []);
    const isCounted = verdict === "healthy" || (verdict === "unknown" && requiredRefs.has(ref));
    return isCounted ? check : { ...check, result: "skipped" };
  });
}

function stateCheck(name: string, verdict: Verdict, text: string, next: readonly OutlineCommand[]): PipelineCheck {
  return { name, title: stateTitle(name, verdict), result: resultsOfVerdicts[verdict], state: verdict, text, next };
}

/** `CDI is unavailable`, `The status of CDI is unknown`. */
function stateTitle(name: string, verdict: Verdict): string {
  return verdict === "unknown" ? `The status of ${name} is unknown` : `${name} is ${verdict}`;
}

/** Whether the root may be upgraded; none where the gate was not requested. */
function upgradeChecks({ ref }: RootNode, gate: GateReport | undefined): readonly PipelineCheck[] {
  const checked = gate?.roots.find((root) => isSameObject(root.ref, ref));
  if (gate === undefined || checked === undefined) return [];
  const reasons = gate.reasons.filter(
    (reason) => reason.state !== "accepted" && (reason.root === undefined || isSameObject(reason.root, ref)),
  );
  const reasonTexts = new Set(reasons.map((reason) => gateReasonText(reason)));
  const { answer } = checked;
  return [
    {
      name: upgradeCheck,
      title: upgradeTitles[answer],
      result: resultsOfAnswers[answer],
      state: answer,
      text: upgradeCheckText(answer, plainText(entryLine(gateLine(gate, checked)))),
      details: [...reasonTexts],
      next: [],
    },
  ];
}

/** What the check of an upgrade says, with the line of the report: `ALLOW`, `BLOCK: Upgrade blocked by CDI`. */
function upgradeCheckText(answer: GateAnswer, line: string): string {
  return answer === "ALLOW" ? answer : `${answer}: ${line}`;
}

/** An error for each damaged piece of the input, and one for all required objects that a cluster refused to show. */
function inputChecks(report: Report): readonly PipelineCheck[] {
  const damage = report.findings.filter(({ about }) => isInput(about));
  const checks = damage.map((finding): PipelineCheck => {
    const check = unreadCheck(`input ${finding.about.name}`, describeFinding(finding));
    return { ...check, title: annotationTitles.damaged };
  });
  const shownKinds = collectUnreadKinds(report.roots);
  const unread = report.completeness.gaps.filter(
    (gap) => gap.required && !shownKinds.has(kindKey(gap)) && !damage.some((finding) => hasSameCause(finding, gap)),
  );
  for (const outcome of ["forbidden", "unread"] as const) {
    const gaps = unread.filter((gap) => gap.outcome === outcome);
    if (gaps.length > 0) checks.push(unreadCheck(unreadChecks[outcome], unreadText(gaps)));
  }
  return withUniqueNames(checks);
}

/** The required objects that were not read: `no permission to list cdis.cdi.kubevirt.io; …`. */
function unreadText(gaps: readonly ReadGap[]): string {
  const texts = gaps.map((gap) => summarizeGap([gap]));
  return shortenNames(texts, maxUnreadRequests).join("; ");
}

function unreadCheck(name: string, text: string): PipelineCheck {
  return { name, title: annotationTitles.unread, result: "error", state: "unknown", text, next: [] };
}

/** Whether a finding is about the input: such an object has no group, and the kind `File`. */
export function isInput({ group, kind }: Ref): boolean {
  return group === "" && kind === "File";
}

/** Whether a finding about the input has the cause of a request without a result. */
function hasSameCause(finding: object, { cause }: ReadGap): boolean {
  return cause !== undefined && "cause" in finding && finding.cause === cause;
}

/** The kinds of objects below the roots that were not read, which have checks of their own. */
function collectUnreadKinds(roots: readonly RootNode[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const add = ({ outcome, ref, children }: ReportNode): void => {
    if (outcome !== "found") keys.add(kindKey(ref));
    for (const child of children) add(child);
  };
  for (const root of roots) add(root);
  return keys;
}

/** The checks with a number behind each name that stood before: `CDI`, `CDI (2)`. JUnit takes equal names for one. */
function withUniqueNames(checks: readonly PipelineCheck[]): readonly PipelineCheck[] {
  const counts = new Map<string, number>();
  return checks.map((check) => {
    const count = (counts.get(check.name) ?? 0) + 1;
    counts.set(check.name, count);
    return count === 1 ? check : { ...check, name: `${check.name} (${count})` };
  });
}

/** What a check of a report as a whole says: the number of objects, or why there is none. */
export function wholeText({ roots, verdict, completeness }: Report): string {
  const objects = roots.length === 0 ? summarizeGap(completeness.gaps) : countText(roots.length, "object");
  return `${verdict}: ${objects}`;
}

/** What a check says: its verdict once, and why. */
export function checkText(verdict: string, why: string): string {
  return why === "" || why === verdict ? verdict : `${verdict}: ${why}`;
}
