import { sanitizeLine } from "../../../characters/sanitize.ts";
import { kindKey } from "../../../model/kind.ts";
import { keyOf } from "../../../model/object.ts";
import type { Report } from "../../../model/report.ts";
import { isUnread } from "../../../model/snapshot.ts";
import { secondsBetween } from "../../../model/time.ts";
import { ageText } from "../../../outline/ages.ts";
import { joinFilled } from "../../../outline/words/names.ts";
import type { DatedTransition } from "../../watch/transition-lines.ts";
import { clockAloud, idStep, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { readAloud } from "./spoken-row.ts";

/** Seconds for which a deletion is shown. */
const shownForSeconds = 3600;

/**
 * A row for each root of `deletions` that was deleted within the last hour and was not created again. None for a kind
 * that could not be read: its objects may still exist.
 */
export function deletedRows(
  key: string,
  report: Pick<Report, "roots" | "completeness">,
  deletions: readonly DatedTransition[],
  wording: RowWording,
): readonly OutlineRow[] {
  const presentKeys = listPresentKeys(report);
  const unreadKinds = new Set(report.completeness.gaps.filter(isUnread).map(kindKey));
  const shown = new Map<string, DatedTransition>();
  for (const deletion of deletions) {
    const { about } = deletion.transition;
    const secondsAgo = secondsBetween(deletion.at, wording.clock.now);
    const isRecent = secondsAgo !== undefined && secondsAgo < shownForSeconds;
    const isGone = !presentKeys.has(keyOf(about)) && !unreadKinds.has(kindKey(about));
    if (isRecent && isGone) shown.set(keyOf(about), deletion);
  }
  return [...shown.values()].map((deletion) => deletedRow(key, deletion, wording));
}

/** The keys of all roots, and of their parts: a part of a root that was created since then may have been a root. */
function listPresentKeys({ roots }: Pick<Report, "roots">): ReadonlySet<string> {
  const parts = roots.flatMap(({ children }) => children.filter(({ outcome }) => outcome === "found"));
  return new Set([...roots, ...parts].map(({ ref }) => keyOf(ref)));
}

/** `deleted 5m ago   prod · HyperConverged kubevirt-hyperconverged`. */
function deletedRow(key: string, { at, transition: { about } }: DatedTransition, wording: RowWording): OutlineRow {
  const name = sanitizeLine([about.kind, about.name].join(" "));
  return treeRow({
    id: `${key}/%deleted/${idStep(sanitizeLine(keyOf(about)))}`,
    mark: "remark",
    label: deletedWords(ageText(at, wording.clock)),
    description: joinFilled(" · ", [wording.place, name]),
    spoken: readAloud([name, deletedWords(ageText(at, clockAloud(wording))), wording.place]),
    context: ["deleted"],
  });
}

/** The state of a root that no longer exists. */
function deletedWords(age: string): string {
  return age === "" ? "deleted" : `deleted ${age} ago`;
}
