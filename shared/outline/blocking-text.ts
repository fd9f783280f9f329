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

/** The findings that block a goal in one line, with their roots where there are several. `clock`: for ages. */
export function blockingText(blocking: readonly BlockingFinding[], roots: readonly Ref[], clock?: AgeClock): string {
  const forbidden = blocking.filter(isForbidden);
  const texts = blocking.flatMap((finding) => {
    const owner = ownerText(finding, roots);
    const reported = finding.code === "state" || finding.code === "not-read" ? reportedTexts(finding) : [];
    if (finding.code === "state") return reported.map((text) => `${owner}${text}`);
    const isFolded = forbidden.length > 1 && isForbidden(finding);
    const text = isFolded ? forbiddenText(forbidden) : `${owner}${describeBlockingFinding(finding, clock)}`;
    return [...reported.map((each) => `${owner}${each}`), text];
  });
  const distinct = [...new Set(texts)].map(sanitizeLine);
  const more = distinct.length - maxFindings;
  return more > 0 ? `${distinct.slice(0, maxFindings).join("; ")}; and ${more} more` : distinct.join("; ");
}

function isForbidden(finding: BlockingFinding): boolean {
  return finding.code === "not-read" && finding.outcome === "forbidden";
}

/** What the user may not read, in one sentence: `cannot read HyperConverged, KubeVirt and 7 more: forbidden`. */
function forbiddenText(all: readonly BlockingFinding[]): string {
  const names = [...new Set(all.map(({ component, about }) => component ?? about.kind))];
  return `cannot read ${joinNames(shortenNames(names, maxKinds))}: forbidden`;
}

/** The most kinds in one sentence. */
const maxKinds = 4;

/** The most findings in one line of a log. */
const maxFindings = 8;

/** `kubevirt-hyperconverged: ` before a finding about a part, where there are several roots. */
function ownerText({ root, about }: BlockingFinding, roots: readonly Ref[]): string {
  if (root === undefined || roots.length < 2 || isSameObject(root, about)) return "";
  const isPlaced = new Set(roots.map(({ namespace }) => namespace)).size > 1 && root.namespace !== undefined;
  return `${isPlaced ? `${root.namespace}/` : ""}${root.name}: `;
}

/** What an object reports against an upgrade: `CDI reports Upgradeable=False and Available=False (CDIDegraded)`. */
function reportedTexts({ code, about, component, rows }: FindingOf<"state" | "not-read">): readonly string[] {
  const reported = rows.flatMap((row) => (isReported(row) ? [row] : []));
  const types = reported.map(({ code: type, status }) => `${type}=${status}`);
  const reasons = [...new Set(reported.map(({ reason }) => reason).filter((reason) => reason !== ""))];
  const why = reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
  const own = types.length === 0 ? [] : [`${component ?? about.kind} reports ${joinNames(types)}${why}`];
  // The sentence of the finding itself says that it was not read.
  if (code === "not-read") return own;
  const header = component === undefined ? { about } : { about, component };
  const others = rows
    .filter((row) => !isReported(row))
    .map((row) => {
      const { effect, ...evidence } = row;
      const text = gateReasonText({ state: effect, ...header, ...evidence });
      // The gate says `degraded` below the name of the object.
      return isEvaluated(row) && component === undefined ? `${about.kind}: ${text}` : text;
    });
  return [...own, ...others];
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
 * What changes only where another thing blocks a goal, and what changes also where the same thing does so for another
 * reason. Neither has an age, or a number that counts on.
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
    const ofCause = finding.code === "unhealthy" ? (finding.cause?.evidence ?? []).map(clauseKey) : [];
    const ofRows = finding.rows.map((row) => ("reason" in row ? row.reason : ""));
    return [reason, ready, ...ofCause, ...ofRows].join(" ");
  });
  const thing = things.join();
  return { thing, why: `${thing} ${reasons.join()}` };
}

function clauseKey(clause: CauseClause): string {
  const subject = "name" in clause ? clause.name : "";
  return [clause.is, subject, reportedWordsIn(clause).reason ?? ""].join(" ");
}
