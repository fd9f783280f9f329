import type { Finding, FindingOf } from "../model/finding/finding.ts";
import type { Mark } from "../model/outline.ts";
import type { Report } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { joinClauses } from "./end-marks.ts";
import { rootState, stateSentence } from "./root-state.ts";
import { leftBehindText, truncatedInputText, unreadKindsText } from "./words/completeness.ts";
import { sourceInSentence } from "./words/nothing-found.ts";

/**
 * The line above all roots: that the input is incomplete, and what the roots are where there is no HyperConverged, or
 * why the whole is worse than they.
 */
export function leadingLine(report: Report): HeadlineLead | undefined {
  const { findings } = report;
  const truncated = findings.flatMap((finding) =>
    finding.code === "damaged-input" && finding.truncated ? [finding] : [],
  );
  const text = findings.some((finding) => finding.code === "orphan")
    ? leftBehindText(sourceInSentence(report.source))
    : unreadRootsText(report);
  const texts = [
    ...(truncated.length === 0 ? [] : [truncatedInputText(truncated)]),
    ...findings.flatMap((finding) => (finding.code === "several-roots" ? inUseText(finding, report) : [])),
    ...(text === undefined ? [] : [text]),
  ];
  return texts.length === 0 ? undefined : { mark: "remark", text: joinClauses(texts) };
}

/** Whether the line above all roots says what the finding says. */
export function isInLead(finding: Finding): boolean {
  if (finding.code === "several-roots") return rootInUse(finding) !== undefined;
  return finding.code === "orphan" || (finding.code === "damaged-input" && finding.truncated === true);
}

/** The only one of several roots that its operator does not reject; undefined where there is none, or more than one. */
function rootInUse({ names, rejected }: FindingOf<"several-roots">): string | undefined {
  const [inUse, ...others] = names.filter((each) => !rejected.includes(each));
  return others.length > 0 ? undefined : inUse;
}

/**
 * `HyperConverged kubevirt-hyperconverged is healthy; kubevirt-hyperconverged-test has the wrong name and is ignored`: the
 * root that counts, before a headline that counts all of them.
 */
function inUseText(finding: FindingOf<"several-roots">, { roots }: Report): readonly string[] {
  const inUse = rootInUse(finding);
  const root = roots.find(({ ref }) => `${ref.namespace ?? ""}/${ref.name}` === inUse);
  if (inUse === undefined || root === undefined) return [];
  const [namespace, name] = inUse.split("/");
  const isOneNamespace = new Set(roots.flatMap(({ ref }) => ref.namespace ?? [])).size === 1;
  const nameOf = (placed: string): string => (isOneNamespace ? (placed.split("/")[1] ?? placed) : placed);
  const faults = finding.rejected.map((each) => {
    const isNamed = each.endsWith(`/${name}`);
    const isPlaced = each.startsWith(`${namespace}/`);
    if (isNamed) return `${nameOf(each)} is in the wrong namespace and is ignored`;
    return `${nameOf(each)} has the wrong name${isPlaced ? "" : " and namespace"} and is ignored`;
  });
  const kept = stateSentence(`${finding.about.kind} ${nameOf(inUse)}`, rootState(root, []), { now: "", format: "age" });
  return [[kept, ...faults].join("; ")];
}

/**
 * Why the whole is worse than any of its roots: roots of other kinds could not be read. Undefined where it is not
 * worse.
 */
function unreadRootsText({ roots, verdict, completeness }: Report): string | undefined {
  if (roots.length === 0 || roots.some((root) => compareVerdicts(root.verdict, verdict) <= 0)) return undefined;
  const parts = roots.flatMap((root) => [root, ...root.children]).map(({ ref }) => `${ref.group}/${ref.kind}`);
  const unseen = completeness.gaps.filter(
    (gap) => gap.required && isUnread(gap) && !parts.includes(`${gap.group}/${gap.kind}`),
  );
  const kinds = [...new Set(unseen.map(({ kind }) => kind))];
  return kinds.length === 0 ? undefined : unreadKindsText(kinds, verdict);
}

/** One line of the headline. */
interface HeadlineLead {
  readonly mark: Mark;
  readonly text: string;
}
