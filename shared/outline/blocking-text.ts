import { sanitizeLine } from "../characters/sanitize.ts";
import { type CauseClause, reportedWordsIn } from "../model/cause/cause-evidence.ts";
import type { FindingOf } from "../model/finding/finding.ts";
import { type BlockingFinding, keyOfFinding } from "../model/finding/goal.ts";
import type { FindingRow } from "../model/finding/row.ts";
import { isSameObject, type Ref } from "../model/object.ts";
import type { AgeClock } from "./ages.ts";
import { describeBlockingFinding } from "./findings/wait.ts";
import { gateReasonText } from "./gate-reasons.ts";
import { joinNames, shortenNames } from "./words/names.ts";

/** The most findings in one line of a log. */
const maxFindings = 8;

/** The most kinds in one sentence. */
const maxKinds = 4;

/**
 * The findings that block a goal in one line: `CDI reports Available=False (CDIDegraded); the status is out of date`. Several
 * forbidden reads are one sentence.
 * @param roots the roots of the Report. Beside others, a finding about a part names its root.
 * @param clock without it, the texts have no ages
 */
export function blockingText(blocking: readonly BlockingFinding[], roots: readonly Ref[], clock?: AgeClock): string {
  const forbidden = blocking.filter(isForbidden);
  const texts = blocking.flatMap((finding) => {
    const owner = ownerText(finding, roots);
    const reported = finding.code === "state" || finding.code === "not-read" ? reportedTexts(finding) : [];
    const ownedTexts = reported.map((text) => `${owner}${text}`);
    if (finding.code === "state") return ownedTexts;
    const isFolded = forbidden.length > 1 && isForbidden(finding);
    const sentence = isFolded ? forbiddenText(forbidden) : `${owner}${describeBlockingFinding(finding, clock)}`;
    return [...ownedTexts, sentence];
  });
  const differentTexts = [...new Set(texts)].map(sanitizeLine);
  const shown = differentTexts.slice(0, maxFindings);
  const hiddenCount = differentTexts.length - shown.length;
  return hiddenCount > 0 ? `${shown.join("; ")}; and ${hiddenCount} more` : shown.join("; ");
}

function isForbidden(finding: BlockingFinding): boolean {
  return finding.code === "not-read" && finding.outcome === "forbidden";
}

/** What the user may not read, in one sentence: `cannot read HyperConverged, KubeVirt and 7 more: forbidden`. */
function forbiddenText(forbidden: readonly BlockingFinding[]): string {
  const names = [...new Set(forbidden.map(({ component, about }) => component ?? about.kind))];
  return `cannot read ${joinNames(shortenNames(names, maxKinds))}: forbidden`;
}

/** `kubevirt-hyperconverged: ` before a finding about a part, where there are several roots. */
function ownerText({ root, about }: BlockingFinding, roots: readonly Ref[]): string {
  if (root === undefined || roots.length < 2 || isSameObject(root, about)) return "";
  const namespaces = new Set(roots.map(({ namespace }) => namespace));
  const hasSeveralNamespaces = namespaces.size > 1 && root.namespace !== undefined;
  return hasSeveralNamespaces ? `${root.namespace}/${root.name}: ` : `${root.name}: `;
}

/** What an object reports against an upgrade: `CDI reports Upgradeable=False and Available=False (CDIDegraded)`. */
function reportedTexts({ code, about, component, rows }: FindingOf<"state" | "not-read">): readonly string[] {
  const reportedRows = rows.filter(isReported);
  const conditions = reportedRows.map((row) => `${row.code}=${row.status}`);
  const reasons = [...new Set(reportedRows.map(({ reason }) => reason).filter((reason) => reason !== ""))];
  const reasonsAside = reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
  const texts: string[] = [];
  if (conditions.length > 0) texts.push(`${component ?? about.kind} reports ${joinNames(conditions)}${reasonsAside}`);
  // The sentence of the finding itself says that it was not read.
  if (code === "not-read") return texts;
  const header = component === undefined ? { about } : { about, component };
  for (const row of rows) {
    if (isReported(row)) continue;
    const { effect, ...evidence } = row;
    const text = gateReasonText({ state: effect, ...header, ...evidence });
    // The gate says `degraded` below the name of the object.
    const needsKind = isEvaluated(row) && component === undefined;
    texts.push(needsKind ? `${about.kind}: ${text}` : text);
  }
  return texts;
}

/** Whether the object reports the row in a condition of its own. */
function isReported(row: FindingRow): row is Extract<FindingRow, { readonly judged?: true }> {
  return isCondition(row) && !(row.missing || row.absent || row.judged);
}

/** Whether the row is computed from everything that was read, and no condition reports it. */
function isEvaluated(row: FindingRow): boolean {
  return isCondition(row) && row.judged === true;
}

function isCondition(row: FindingRow): row is Extract<FindingRow, { readonly judged?: true }> {
  return "status" in row && row.code !== "OperatorCondition";
}

/**
 * Two keys of what blocks a goal, by which a watch sees a change. `thing` changes if another thing blocks, `why` also if the
 * same thing blocks for another reason. Neither has an age, or a number that counts on.
 */
export function blockingKeys(blocking: readonly BlockingFinding[]): { readonly thing: string; readonly why: string } {
  const things = blocking.map((finding) => {
    const { root, verdict, rows } = finding;
    const state = "status" in finding ? finding.status : "";
    const version = finding.code === "not-upgraded" ? `${finding.observedVersion} ${finding.waitingFor.join(",")}` : "";
    const remaining = finding.code === "deleting" ? finding.remaining.join(",") : "";
    const types = rows.map((row) => ("status" in row ? `${row.code}=${row.status}` : row.code));
    return [root?.name, keyOfFinding(finding), verdict, state, version, remaining, ...types].join(" ");
  });
  const reasons = blocking.map((finding) => {
    const reason = "reason" in finding ? finding.reason : "";
    const ready = "ready" in finding ? finding.ready : "";
    const clauses = finding.code === "unhealthy" ? (finding.cause?.evidence ?? []) : [];
    const rowReasons = finding.rows.map((row) => ("reason" in row ? row.reason : ""));
    return [reason, ready, ...clauses.map(clauseKey), ...rowReasons].join(" ");
  });
  const thing = things.join();
  return { thing, why: `${thing} ${reasons.join()}` };
}

function clauseKey(clause: CauseClause): string {
  const subject = "name" in clause ? clause.name : "";
  return [clause.is, subject, reportedWordsIn(clause).reason ?? ""].join(" ");
}
