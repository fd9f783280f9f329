import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import { keyOf, type Ref } from "../../../model/object.ts";
import type { OutlineCommand } from "../../../model/outline.ts";
import type { Cause, ReadGap, Report, ReportNode, RootNode } from "../../../model/report.ts";
import type { GateAnswer, GateReport } from "../../../model/upgrade-gate.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { fullCauseText } from "../../../outline/cause-line.ts";
import { partLabel, partRows } from "../../../outline/component-rows.ts";
import { describeFinding, textInLine } from "../../../outline/findings/describe.ts";
import { gateLine, gateReasonText } from "../../../outline/gate-reasons.ts";
import { rootFindings } from "../../../outline/group-findings.ts";
import { printSteps } from "../../../outline/next-command.ts";
import { entryLine, plainText } from "../../../outline/text.ts";
import { countText, namesWithSharing, qualifiedName, shortenNames } from "../../../outline/words/names.ts";
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

const results: Readonly<Record<Verdict, CheckResult>> = {
  unavailable: "failed",
  degraded: "failed",
  unknown: "error",
  progressing: "skipped",
  healthy: "passed",
};

/**
 * The checks of a Report, so that one fault is one failure. Each cause is a check, which names all components that share
 * it, and so is each component without a cause. The upgrade is a check only where `gate` has its result. A root, or the
 * Report as a whole, has a check of its own where no other explains its verdict.
 */
export function groupChecks(report: Report, gate?: GateReport): readonly CheckGroup[] {
  const counted = new Map<string, CountedCause>();
  const groups = report.roots.map((root) => rootGroup(root, report, counted, gate));
  const input = inputChecks(report);
  const explained = [...input, ...groups.flatMap(({ checks }) => checks)];
  const isExplained = explained.some(({ result }) => result === results[report.verdict]);
  const whole: PipelineCheck = {
    name: wholeCheck,
    title: annotationTitles.whole,
    result: results[report.verdict],
    state: report.verdict,
    text: wholeText(report),
    next: printSteps(report.next),
  };
  const own = isExplained ? input : [whole, ...input];
  return own.length === 0 ? groups : [{ name: report.source.name, checks: own }, ...groups];
}

/** A cause that is a check of one root already. */
interface CountedCause {
  /** The root. */
  readonly group: string;
  readonly result: CheckResult;
}

/** The checks of one root. `counted` has the causes of earlier roots, by the object that they are about. */
function rootGroup(
  root: RootNode,
  report: Report,
  counted: Map<string, CountedCause>,
  gate: GateReport | undefined,
): CheckGroup {
  const name = qualifiedName(root.ref);
  const causes = root.verdict === "healthy" ? [] : root.causes;
  const earlierCauses = new Map(counted);
  const clock = { now: report.takenAt, format: "age", isNewest: report.source.takenFrom === "newest" } as const;
  const causeChecks = causes.map((cause) => {
    const key = keyOf(cause.about);
    const earlier = earlierCauses.get(key);
    const result = results[cause.verdict];
    const isCounted = earlier?.result === result || earlier?.result === "failed";
    if (!isCounted) counted.set(key, { group: name, result });
    return causeCheck(cause, root, textInLine(fullCauseText(root, cause, clock)), isCounted ? earlier : undefined);
  });
  const parts = partChecks(root, report);
  const isExplained =
    causes.some(({ verdict }) => results[verdict] === results[root.verdict]) ||
    parts.some(({ result, state }) => result === results[root.verdict] && state === root.verdict);
  const isWhole = root.verdict === "healthy" || !isExplained;
  const checks = [
    ...(isWhole ? [stateCheck(root.ref.kind, root.verdict, root.verdict, [])] : []),
    ...causeChecks,
    ...parts,
    ...upgradeChecks(root, gate),
  ];
  return { name, root, checks: withUniqueNames(checks) };
}

/** The check of a cause. A cause about an object that an earlier root has as its cause is that root's failure. */
function causeCheck(cause: Cause, root: RootNode, text: string, earlier: CountedCause | undefined): PipelineCheck {
  const { verdict, next } = cause;
  const name = causeName(cause, root);
  const check = stateCheck(name, verdict, text, printSteps(next));
  if (earlier === undefined) return check;
  return { ...check, result: "skipped", text: `${verdict}: the cause is that of ${earlier.group}` };
}

/** `CDI, SSP`: the components that have the cause. Of a cause of the root itself, the kind. */
function causeName(cause: Cause, root: RootNode): string {
  if (cause.path.length === 1) return root.ref.kind;
  const [part] = nodesOnPath(root, { path: cause.path.slice(0, 2) });
  return namesWithSharing(part === undefined ? cause.component : partLabel(part), cause.sharedBy);
}

/** The parts that no cause names: healthy, in progress, not read, or unhealthy because of what a cause names. */
function partChecks(root: RootNode, report: Report): readonly PipelineCheck[] {
  // By look-ups, since a root may have thousands of parts and causes.
  const required = new Set(root.children.filter((child) => child.required).map((child) => child.ref));
  const causes = root.verdict === "healthy" ? [] : root.causes;
  const named = new Set(
    causes.flatMap(({ component, sharedBy = [], path }) => [component, ...sharedBy, ...path.slice(1, 2)]),
  );
  const hasCause = new Set(root.children.filter(({ label }) => named.has(label)).map(({ ref }) => ref));
  const clock = { now: report.takenAt, format: "age" } as const;
  return partRows(root, rootFindings(report, root), clock, true)
    .filter(({ ref }) => !hasCause.has(ref))
    .map(({ label, ref, verdict, why }) => {
      const check = stateCheck(label, verdict, checkText(verdict, why), []);
      if (verdict === "healthy" || (verdict === "unknown" && required.has(ref))) return check;
      return { ...check, result: "skipped" };
    });
}

function stateCheck(name: string, verdict: Verdict, text: string, next: readonly OutlineCommand[]): PipelineCheck {
  return { name, title: stateTitle(name, verdict), result: results[verdict], state: verdict, text, next };
}

/** `CDI is unavailable`, `The status of CDI is unknown`. */
function stateTitle(name: string, verdict: Verdict): string {
  return verdict === "unknown" ? `The status of ${name} is unknown` : `${name} is ${verdict}`;
}

const gateResults: Readonly<Record<GateAnswer, CheckResult>> = { BLOCK: "failed", UNKNOWN: "error", ALLOW: "passed" };

/** Whether the root may be upgraded, where the gate was asked. */
function upgradeChecks({ ref }: RootNode, gate: GateReport | undefined): readonly PipelineCheck[] {
  const checked = gate?.roots.find((root) => keyOf(root.ref) === keyOf(ref));
  if (gate === undefined || checked === undefined) return [];
  const own = gate.reasons.filter(
    (reason) => reason.state !== "accepted" && (reason.root === undefined || keyOf(reason.root) === keyOf(ref)),
  );
  const texts = [...new Set(own.map((reason) => gateReasonText(reason)))];
  const { answer } = checked;
  return [
    {
      name: upgradeCheck,
      title: upgradeTitles[answer],
      result: gateResults[answer],
      state: answer,
      text: upgradeCheckText(answer, plainText(entryLine(gateLine(gate, checked)))),
      details: texts,
      next: [],
    },
  ];
}

/** What the check of an upgrade says, with the line of the report: `ALLOW`, `BLOCK: Upgrade blocked by CDI`. */
function upgradeCheckText(answer: GateAnswer, line: string): string {
  return answer === "ALLOW" ? answer : `${answer}: ${line}`;
}

/** The title of an annotation about the upgrade. */
const upgradeTitles: Readonly<Record<GateAnswer, string>> = {
  BLOCK: "The upgrade is blocked",
  UNKNOWN: "It is unknown whether an upgrade is safe",
  ALLOW: "The upgrade is allowed",
};

/** An error for each damaged piece of the input, and one for all required objects that a cluster refused to show. */
function inputChecks(report: Report): readonly PipelineCheck[] {
  const damaged = report.findings.filter(({ about }) => isInput(about));
  const damage = damaged.map((finding): PipelineCheck => {
    const text = describeFinding(finding);
    return { ...unreadCheck(`input ${finding.about.name}`, text), title: annotationTitles.damaged };
  });
  const shown = shownKinds(report.roots);
  const unread = report.completeness.gaps.filter(
    (gap) => gap.required && !shown.has(kindOfReport(gap)) && !damaged.some((finding) => hasCause(finding, gap)),
  );
  const groups = (["forbidden", "unread"] as const).map((outcome) => unread.filter((gap) => gap.outcome === outcome));
  const reading = groups.flatMap((gaps): readonly PipelineCheck[] => {
    const outcome = gaps[0]?.outcome === "forbidden" ? "forbidden" : "unread";
    return gaps.length === 0 ? [] : [unreadCheck(unreadChecks[outcome], unreadText(gaps))];
  });
  return withUniqueNames([...damage, ...reading]);
}

/** The name of the check of required objects that were not read, by the outcome. */
const unreadChecks = { forbidden: "permissions", unread: "reading" } as const;

/** The required objects that were not read: `no permission to list cdis.cdi.kubevirt.io; …`. */
function unreadText(gaps: readonly ReadGap[]): string {
  return shortenNames(
    gaps.map((gap) => summarizeGap([gap])),
    10,
  ).join("; ");
}

function unreadCheck(name: string, text: string): PipelineCheck {
  return { name, title: annotationTitles.unread, result: "error", state: "unknown", text, next: [] };
}

/** Whether a finding is about the input: such an object has no group, and the kind `File`. */
export function isInput({ group, kind }: Ref): boolean {
  return group === "" && kind === "File";
}

function hasCause(finding: object, { cause }: ReadGap): boolean {
  return cause !== undefined && "cause" in finding && finding.cause === cause;
}

/** The kinds of objects below the roots that were not read. Their own checks say so. */
function shownKinds(roots: readonly RootNode[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const add = ({ outcome, ref, children }: ReportNode): void => {
    if (outcome !== "found") keys.add(kindOfReport(ref));
    for (const child of children) add(child);
  };
  for (const root of roots) add(root);
  return keys;
}

function kindOfReport({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `${kind}.${group}`;
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

/** The name of the check of a whole report that no object explains. */
export const wholeCheck = "status";

/** The name of the check of an upgrade, as the command `gate upgrade` calls it. */
export const upgradeCheck = "gate upgrade";

/** What a check of a report as a whole says: the number of objects, or why there is none. */
export function wholeText({ roots, verdict, completeness }: Report): string {
  const objects = roots.length === 0 ? summarizeGap(completeness.gaps) : countText(roots.length, "object");
  return `${verdict}: ${objects}`;
}

/** What a check says: its verdict once, and why. */
export function checkText(verdict: string, why: string): string {
  return why === "" || why === verdict ? verdict : `${verdict}: ${why}`;
}

/** The titles of annotations that name no object. */
export const annotationTitles = {
  whole: "The status is unknown",
  damaged: "The input is damaged",
  unread: "Required objects were not read",
  healthy: "Everything is healthy",
} as const;
