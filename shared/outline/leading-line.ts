import type { Finding, FindingOf } from "../model/finding/finding.ts";
import { kindKey } from "../model/kind.ts";
import { namespacedName } from "../model/object.ts";
import type { Mark } from "../model/outline.ts";
import type { Report } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { joinClauses } from "./end-marks.ts";
import { rootState, stateSentence } from "./root-state.ts";
import { leftBehindText, truncatedInputText, unreadKindsText } from "./words/completeness.ts";
import { sourceInSentence } from "./words/nothing-found.ts";

/** The line above all roots. */
interface HeadlineLead {
  readonly mark: Mark;
  readonly text: string;
}

/**
 * The line above all roots. It says in this order that the input is incomplete, which of several roots counts, and that
 * there is no HyperConverged, or why the whole is worse than its roots. Undefined where nothing of that holds.
 */
export function leadingLine(report: Report): HeadlineLead | undefined {
  const { findings } = report;
  const clauses: string[] = [];
  const damage = findings.filter((finding) => finding.code === "damaged-input").filter(({ truncated }) => truncated);
  if (damage.length > 0) clauses.push(truncatedInputText(damage));
  for (const finding of findings) if (finding.code === "several-roots") clauses.push(...inUseText(finding, report));
  const isLeftBehind = findings.some((finding) => finding.code === "orphan");
  const rootsText = isLeftBehind ? leftBehindText(sourceInSentence(report.source)) : unreadRootsText(report);
  if (rootsText !== undefined) clauses.push(rootsText);
  return clauses.length === 0 ? undefined : { mark: "remark", text: joinClauses(clauses) };
}

/** Whether the line above all roots says what the finding says. */
export function isInLead(finding: Finding): boolean {
  if (finding.code === "several-roots") return rootInUse(finding) !== undefined;
  return finding.code === "orphan" || (finding.code === "damaged-input" && finding.truncated === true);
}

/** The only one of several roots that its operator does not reject; undefined where there is none, or more than one. */
function rootInUse({ names, rejected }: FindingOf<"several-roots">): string | undefined {
  const [inUse, ...others] = names.filter((name) => !rejected.includes(name));
  return others.length > 0 ? undefined : inUse;
}

/**
 * `HyperConverged kubevirt-hyperconverged is healthy; kubevirt-hyperconverged-test has the wrong name and is ignored`: the
 * root that counts, before a headline that counts all of them.
 */
function inUseText(finding: FindingOf<"several-roots">, { roots }: Report): readonly string[] {
  const inUse = rootInUse(finding);
  const root = roots.find(({ ref }) => namespacedName(ref) === inUse);
  if (inUse === undefined || root === undefined) return [];
  const [namespace, name] = inUse.split("/");
  const isOneNamespace = new Set(roots.flatMap(({ ref }) => ref.namespace ?? [])).size === 1;
  const shownName = (qualified: string): string =>
    isOneNamespace ? (qualified.split("/")[1] ?? qualified) : qualified;
  const faults = finding.rejected.map((rejected) => {
    const hasRightName = rejected.endsWith(`/${name}`);
    const hasRightNamespace = rejected.startsWith(`${namespace}/`);
    if (hasRightName) return `${shownName(rejected)} is in the wrong namespace and is ignored`;
    const wrong = hasRightNamespace ? "name" : "name and namespace";
    return `${shownName(rejected)} has the wrong ${wrong} and is ignored`;
  });
  const clock = { now: "", format: "age" } as const;
  const state = stateSentence(`${finding.about.kind} ${shownName(inUse)}`, rootState(root, []), clock);
  return [[state, ...faults].join("; ")];
}

/**
 * Why the whole is worse than any of its roots: roots of other kinds could not be read. Undefined where it is not
 * worse.
 */
function unreadRootsText({ roots, verdict, completeness }: Report): string | undefined {
  if (roots.length === 0 || roots.some((root) => compareVerdicts(root.verdict, verdict) <= 0)) return undefined;
  const nodes = roots.flatMap((root) => [root, ...root.children]);
  const shownKinds = new Set(nodes.map(({ ref }) => kindKey(ref)));
  const unread = completeness.gaps.filter((gap) => gap.required && isUnread(gap));
  const hidden = unread.filter((gap) => !shownKinds.has(kindKey(gap)));
  const kinds = [...new Set(hidden.map(({ kind }) => kind))];
  return kinds.length === 0 ? undefined : unreadKindsText(kinds, verdict);
}
