import { conditionOf } from "../../model/condition.ts";
import type { Contribution, ContributionRule, JudgedCondition, Node } from "../../model/report.ts";
import { verdictBySense } from "../sense.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/**
 * Under Ready every part that the controller counts as not ready; it shows nobody's words, only how many. Each condition of
 * its own that counts stands under its own type.
 */
export function offendersOf(name: string, own: readonly JudgedCondition[], parts: readonly Node[]): ByType {
  const rows = parts.filter(({ judged }) => judged?.code === "InProgress");
  const isBad = ({ sense, status }: JudgedCondition): boolean => {
    const verdict = verdictBySense(sense, status);
    return verdict === "unavailable" || verdict === "degraded";
  };
  return byType(ownRows(name, own.filter(isBad), "reported-reason"), contributions(rows, parts, "not-ready"));
}

/** What the controller cannot read, or counts ready although it says Unknown itself, and what has no Ready to be counted by. */
export function uncertainOf(name: string, own: readonly JudgedCondition[], parts: readonly Node[]): ByType {
  const unknown = parts.filter(
    ({ judged, conditions }) =>
      judged?.code === "Unknown" ||
      (judged?.code === "Ready" && conditionOf(conditions, "Ready")?.status === "Unknown"),
  );
  const left = parts.filter(({ judged }) => judged?.proposal?.status === "Unknown" && !judged.proposal.counted);
  const isUnknown = ({ sense, status }: JudgedCondition): boolean => verdictBySense(sense, status) === "unknown";
  return byType(ownRows(name, own.filter(isUnknown), "unknown"), [
    ...contributions(unknown, parts, "unknown"),
    ...contributions(left, parts, "missing-condition"),
  ]);
}

type Row = readonly [type: string, row: Contribution];

function byType(own: readonly Row[], ready: readonly Contribution[]): ByType {
  const rows = [...ready.map((row): Row => ["Ready", row]), ...own];
  const grouped = Map.groupBy(rows, ([type]) => type);
  return Object.fromEntries(Array.from(grouped, ([type, those]) => [type, those.map(([, row]) => row)]));
}

/** The first of a type: one row per component, type and rule. */
function ownRows(component: string, conditions: readonly JudgedCondition[], rule: ContributionRule): readonly Row[] {
  return [...new Map(conditions.toReversed().map((each) => [each.type, each])).values()]
    .toReversed()
    .map(({ type, status, reason, message, since }) => [
      type,
      { component, status, reason, message, ...(since === undefined ? {} : { since }), rule, shown: true },
    ]);
}

/** By their names, with the kind in front where two parts have one name. */
function contributions(rows: readonly Node[], parts: readonly Node[], rule: ContributionRule): readonly Contribution[] {
  const names = new Map<string, number>();
  for (const { label } of parts) names.set(label, (names.get(label) ?? 0) + 1);
  return rows.map((part) => {
    const { label, ref, trouble, conditions } = part;
    const ready = conditionOf(conditions, "Ready");
    const telling = trouble ?? ready ?? conditions.find(({ abnormal }) => abnormal) ?? { reason: "", message: "" };
    const since = telling.since;
    return {
      component: (names.get(label) ?? 0) > 1 ? `${ref.kind} ${label}` : label,
      status: rule === "not-ready" ? "False" : "Unknown",
      ...{ reason: telling.reason, message: telling.message },
      ...(since === undefined ? {} : { since }),
      ...{ rule, shown: false },
      ...(rule === "missing-condition" ? { missing: ["Ready"] } : {}),
    };
  });
}
