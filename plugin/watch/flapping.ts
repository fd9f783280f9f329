import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { nodeSince } from "../../shared/model/condition-age.ts";
import type { Transition } from "../../shared/model/report-change.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { glyphsFor, markPaint } from "../../shared/render/terminal/verdict-marks.ts";
import { formatFlapping, formatObservedStatus } from "../../shared/render/words/commands/watch.ts";
import { type ConditionHistory, findPast, type ObjectPast } from "../../shared/timeline/condition-history.ts";

/** How long one status of an object has lasted, and how often its cause has come and gone. */
type ObservedStatus = ObjectPast["verdict"];

/** The number of times that a cause comes or goes before the status counts as flapping. */
const minFlaps = 3;

/** How often the status of a transition has changed during the watch: `flapped 3 times in 10m`. Empty if it does not flap. */
export function describeFlapping(history: ConditionHistory | undefined, transition: Transition): string {
  if (history === undefined) return "";
  const past = findPast(history, { ref: transition.about });
  const status = past && findStatus(past, transition);
  return status === undefined ? "" : describeFlaps(status, history.report.takenAt);
}

/** The verdict or the condition that a transition is about. Undefined for a condition that is not recomputed. */
function findStatus({ verdict, conditions }: ObjectPast, transition: Transition): ObservedStatus | undefined {
  if (transition.what === "verdict") return verdict;
  if (transition.what !== "condition" || !("type" in transition)) return undefined;
  return conditions.find(({ type }) => type === transition.type);
}

/**
 * What a Report cannot know about its roots, a line each:
 * - since when the verdict of a root holds, if the cluster does not report it;
 * - which recomputed conditions of the root flap.
 */
export function unsteadyLines(history: ConditionHistory | undefined, options: TextOptions): readonly string[] {
  if (history === undefined) return [];
  const { palette = plainPalette, ascii } = options;
  const mark = markPaint("remark", palette)(glyphsFor(ascii === true).marks.remark);
  return history.report.roots.flatMap((root) => {
    const past = findPast(history, root);
    if (past === undefined) return [];
    const sentences = nodeSince(root) === undefined ? [formatObservedStatus(past.verdict)] : [];
    sentences.push(...describeFlappingConditions(past, history.report.takenAt));
    return sentences.map((sentence) => `${mark} ${sanitizeLine(`${root.ref.kind} ${root.label}: ${sentence}`)}`);
  });
}

/** A sentence for each condition that flaps: `Ready flapped 3 times in 10m, …`. */
function describeFlappingConditions({ conditions }: ObjectPast, now: string): readonly string[] {
  const sentences: string[] = [];
  for (const condition of conditions) {
    const flaps = describeFlaps(condition, now);
    if (flaps !== "") sentences.push(`${condition.type} ${flaps}, ${formatObservedStatus(condition)}`);
  }
  return sentences;
}

/** `flapped 3 times in 10m`. Empty for progress, and for one fault after another: only the same cause can flap. */
function describeFlaps({ recurring }: ObservedStatus, now: string): string {
  if (recurring === undefined || recurring.times < minFlaps) return "";
  return formatFlapping(recurring.times, secondsBetween(recurring.from, now) ?? 0);
}
