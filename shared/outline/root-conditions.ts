import type { CauseClause } from "../model/cause/cause-evidence.ts";
import { families } from "../model/families.ts";
import type { OutlineEntry } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import { type AgeClock, durationPhrase } from "./ages.ts";
import { conditionEntry } from "./condition-entry.ts";
import { type ConditionRow, conditionRows } from "./condition-rows.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { entry, words } from "./text.ts";
import { joinFilled } from "./words/names.ts";

/**
 * The conditions of a root, those that are not as expected first, without their messages on the first screen. The first
 * screen has none of them where the causes have all of their reasons.
 */
export function conditionSections(root: RootNode, { clock }: OutlineOptions): readonly OutlineEntry[] {
  const { abnormal, good, unevaluated } = conditionRows(root.conditions, clock, true);
  const expected = [...good, ...unevaluated];
  if (abnormal.length + expected.length === 0) return [];
  const sharedAge = findSharedAge(abnormal, clock);
  const outdated = outdatedBy(root);
  // `HyperConverged reports, all for 14m`.
  const notes = joinFilled(", ", [
    `${root.ref.kind} reports`,
    sharedAge === "" ? "" : `all ${sharedAge}`,
    outdated === undefined ? "" : outdatedNotes[outdated],
  ]);
  const isOnFirstScreen = abnormal.length > 0 && !areInCauses(root, abnormal) && root.verdict !== "healthy";
  return [
    entry("section", "conditions", {
      weight: isOnFirstScreen ? "usual" : "full",
      subject: words("CONDITIONS"),
      text: words(`(${notes})`),
      entries: [
        ...groupUnknown(abnormal).map((row) => conditionEntry(row, sharedAge === "", "usual")),
        ...expected.map((row) => conditionEntry(row, true, "full")),
      ],
    }),
  ];
}

/** Why conditions are out of date, for the title above them. */
const outdatedNotes = {
  "operator-down": "out of date while the operator is down",
  deleting: "not updated during deletion",
} as const;

/** The age that several conditions have in common, which stands in the title. Empty if their ages differ. */
function findSharedAge(rows: readonly ConditionRow[], clock: AgeClock): string {
  const moments = new Set(rows.map(({ at }) => at));
  const [moment] = moments;
  return rows.length > 1 && moments.size === 1 ? durationPhrase(moment, clock) : "";
}

/** Whether all causes of a root are about itself and have the reasons of all these conditions. */
function areInCauses({ causes }: RootNode, rows: readonly ConditionRow[]): boolean {
  const areAboutRoot = causes.length > 0 && causes.every(({ path }) => path.length === 1);
  if (!areAboutRoot) return false;
  const clauses = causes.flatMap(({ evidence }) => evidence);
  return rows.every((row) => clauses.some((clause) => isAboutCondition(clause, row)));
}

/** Why the conditions of a root may be out of date: no operator updates them. */
export function outdatedBy({ deleting, driftHeld, profile }: RootNode): "deleting" | "operator-down" | undefined {
  if (deleting && families[profile].isFrozenInDeletion) return "deleting";
  return driftHeld === "operator-down" ? "operator-down" : undefined;
}

/** Whether a clause has the reason of a condition, or names the condition where that has no reason. */
function isAboutCondition(clause: CauseClause, { reason, type, status }: ConditionRow): boolean {
  if (reason === "") return clause.is === "condition" && clause.type === type && clause.status === status;
  return "reason" in clause && clause.reason === reason;
}

/** Joins the rows that are Unknown for the same reason, where the first of them stands: `Available, Degraded`. */
function groupUnknown(rows: readonly ConditionRow[]): readonly ConditionRow[] {
  const groupKey = ({ type, status, reason, at, mark }: ConditionRow): string =>
    JSON.stringify(status === "Unknown" ? [reason, at, mark] : [type]);
  const groups = [...Map.groupBy(rows, groupKey).values()];
  return groups.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return { ...first, type: [first, ...others].map(({ type }) => type).join(", ") };
  });
}
