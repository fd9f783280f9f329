import { conditionOf } from "../../model/condition.ts";
import type { Contribution, ContributionRule, Node } from "../../model/report.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/** Under Ready every part that the controller counts as not ready; it shows nobody's words, only how many. */
export function offendersOf(parts: readonly Node[]): ByType {
  const rows = parts.filter(({ judged }) => judged?.code === "InProgress");
  return rows.length === 0 ? {} : { Ready: contributions(rows, parts, "not-ready") };
}

/** What the controller cannot read, or counts ready although it says Unknown itself. */
export function uncertainOf(parts: readonly Node[]): ByType {
  const rows = parts.filter(
    ({ judged, conditions }) =>
      judged?.code === "Unknown" ||
      (judged?.code === "Ready" && conditionOf(conditions, "Ready")?.status === "Unknown"),
  );
  return rows.length === 0 ? {} : { Ready: contributions(rows, parts, "unknown") };
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
      status: rule === "unknown" ? "Unknown" : "False",
      ...{ reason: telling.reason, message: telling.message },
      ...(since === undefined ? {} : { since }),
      ...{ rule, shown: false },
    };
  });
}
