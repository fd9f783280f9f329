import { keyOf } from "../../../model/object.ts";
import { formatLocal, secondsBetween } from "../../../model/time.ts";
import { ageText } from "../../../outline/ages.ts";
import { type DatedTransition, listShownTransitions, type TransitionText } from "../../watch/transition-lines.ts";
import { paragraphPart } from "../hover/markdown-parts.ts";
import { clockAloud, idStep, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { readAloud } from "./spoken-row.ts";

/** A younger change happened just now: ages are redrawn twice a minute, and its age would show the time of drawing. */
const justNowSeconds = 30;

/** Returns a row with the recent changes below it, newest first: `KubeVirt: progressing -> healthy   3m`. */
export function timelineGroup(
  id: string,
  transitions: readonly DatedTransition[],
  wording: RowWording,
): readonly OutlineRow[] {
  const changes = listShownTransitions(transitions).toReversed();
  const [newest] = changes;
  if (newest === undefined) return [];
  const label = "Timeline";
  const { at } = newest.dated;
  const isNow = (secondsBetween(at, wording.clock.now) ?? justNowSeconds) < justNowSeconds;
  const group = treeRow(
    {
      id,
      mark: "none",
      label,
      description: formatLastChange(ageText(at, wording.clock), isNow),
      spoken: readAloud([label, formatLastChange(ageText(at, clockAloud(wording)), isNow)]),
      context: ["timeline"],
    },
    () => changeRows(id, changes, wording),
  );
  return [group];
}

/**
 * Returns a row for each change. Its id has the ordinal among the changes of the same moment, so that a change that is
 * added later keeps the ids of all others.
 */
function changeRows(id: string, changes: readonly TransitionText[], wording: RowWording): readonly OutlineRow[] {
  const counts = new Map<string, number>();
  return changes.map((change) => {
    const moment = change.dated.at ?? "";
    const ordinal = (counts.get(moment) ?? 0) + 1;
    counts.set(moment, ordinal);
    return changeRow(`${id}/${idStep(changeKey(change))}%${ordinal}`, change, wording);
  });
}

function changeRow(
  id: string,
  { mark, subject, words, dated: { at } }: TransitionText,
  wording: RowWording,
): OutlineRow {
  const text = `${subject}: ${words}`;
  const age = ageText(at, clockAloud(wording));
  const tooltip = [paragraphPart(text)];
  if (at !== undefined) tooltip.push(paragraphPart(formatLocal(at, wording.zoneAt)));
  return treeRow(
    {
      id,
      mark,
      label: text,
      description: ageText(at, wording.clock),
      spoken: readAloud([text, "change", age === "" ? "" : `${age} ago`]),
      context: ["change"],
    },
    undefined,
    () => tooltip,
  );
}

function changeKey({ dated: { at = "", transition } }: TransitionText): string {
  const type = "type" in transition ? transition.type : "";
  return [at, transition.what, type, keyOf(transition.about), transition.label].join(" ");
}

/** Returns when the newest change was observed: `last 3m ago`. */
function formatLastChange(age: string, isNow: boolean): string {
  if (age === "") return "";
  return isNow ? "last just now" : `last ${age} ago`;
}
