import type { RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { durationPhrase } from "../../outline/ages.ts";
import { statusWords } from "../../outline/cause.ts";
import { causeEvidence } from "../../outline/cause-clauses.ts";
import { type ConditionRow, conditionRows } from "../page/condition-rows.ts";
import { conditionsTitle } from "../words/first-screen/labels.ts";
import type { ConditionSection } from "./first-screen.ts";

/**
 * The conditions of a root that are not as expected, as it reports them, without their messages. None where the only
 * culprit is the root itself and its cause has all of their reasons.
 */
export function conditionSection(root: RootNode, clock: AgeClock): ConditionSection {
  const { abnormal } = conditionRows(root.conditions, clock, false);
  const texts = root.causes.filter(({ path }) => path.length === 1).map(causeEvidence);
  const isSaid = ({ reason, type, status }: ConditionRow): boolean =>
    texts.some((text) => text.includes(reason === "" ? statusWords({ type, status }) : reason));
  const shown = texts.length === root.causes.length && abnormal.every(isSaid) ? [] : abnormal;
  const moments = new Set(shown.map(({ at }) => at));
  const [moment] = moments;
  const shared = moments.size === 1 && shown.length > 1 ? durationPhrase(moment, clock) : "";
  const outdated = root.deleting ? "deleting" : root.driftHeld === "operator-down" ? "operator-down" : undefined;
  return {
    title: conditionsTitle({
      kind: root.ref.kind,
      since: shared,
      ...(outdated === undefined ? {} : { outdated }),
    }),
    entries: groupUnknown(shown).map(({ mark, type, status, since, reason }) => ({
      mark,
      text: [`${type}=${status}`, ...(shared === "" ? [since] : []), reason].filter((word) => word !== "").join(" "),
    })),
  };
}

/** The rows, with those that are Unknown for the same reason in one. */
function groupUnknown(rows: readonly ConditionRow[]): readonly ConditionRow[] {
  const isSame = (a: ConditionRow, b: ConditionRow): boolean =>
    a.status === "Unknown" && b.status === a.status && b.reason === a.reason && b.at === a.at && b.mark === a.mark;
  const groups = rows.map((row) => rows.filter((other) => other === row || isSame(row, other)));
  return groups.flatMap(([first, ...others], index) =>
    first === undefined || rows[index] !== first
      ? []
      : [{ ...first, type: [first, ...others].map(({ type }) => type).join(", ") }],
  );
}
