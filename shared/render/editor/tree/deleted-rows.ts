import { sanitizeLine } from "../../../characters/sanitize.ts";
import { keyOf } from "../../../model/object.ts";
import type { Report } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import type { DatedTransition } from "../../watch/transition-lines.ts";
import { ageIn, ageSpoken, idStep, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { readAloud } from "./spoken-row.ts";

/** Seconds for which a deletion is shown. */
const shownFor = 3600;

/**
 * A row for each root of `deletions` that was deleted within the last hour and was not created again. None for a kind
 * that could not be read: its objects may still exist.
 */
export function deletedRows(
  key: string,
  { roots, completeness }: Pick<Report, "roots" | "completeness">,
  deletions: readonly DatedTransition[],
  wording: RowWording,
): readonly OutlineRow[] {
  // A part of a root that was made since then may have been a root.
  const parts = roots.flatMap(({ children }) => children.filter(({ outcome }) => outcome === "found"));
  const present = new Set([...roots, ...parts].map(({ ref }) => keyOf(ref)));
  const unread = new Set(
    completeness.gaps
      .filter(({ outcome }) => outcome === "forbidden" || outcome === "unread")
      .map(({ group, kind }) => `${kind}.${group}`),
  );
  const deleted = deletions.filter(
    ({ at, transition: { about } }) =>
      !present.has(keyOf(about)) &&
      !unread.has(`${about.kind}.${about.group}`) &&
      (secondsBetween(at, wording.clock.now) ?? shownFor) < shownFor,
  );
  return [...new Map(deleted.map((transition) => [keyOf(transition.transition.about), transition])).values()].map(
    ({ at, transition: { about } }) => {
      const name = sanitizeLine([about.kind, about.name].join(" "));
      const description = [wording.place, name].filter((words) => words !== "").join(" · ");
      return treeRow({
        id: `${key}/%deleted/${idStep(sanitizeLine(keyOf(about)))}`,
        mark: "remark",
        label: deletedWords(ageIn(wording, at)),
        description,
        spoken: readAloud([name, deletedWords(ageSpoken(wording, at)), wording.place]),
        context: ["deleted"],
      });
    },
  );
}

/** The state of a root that no longer exists. */
function deletedWords(age: string): string {
  return age === "" ? "deleted" : `deleted ${age} ago`;
}
