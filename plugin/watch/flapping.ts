import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { nodeSince } from "../../shared/model/condition-age.ts";
import type { RootNode } from "../../shared/model/report.ts";
import type { Transition } from "../../shared/model/report-change.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { glyphsFor, markPaint } from "../../shared/render/terminal/verdict-marks.ts";
import { formatFlapping, formatObservedStatus } from "../../shared/render/words/commands/watch.ts";
import { type ConditionHistory, findPast, type ObjectPast } from "../../shared/timeline/condition-history.ts";

type Lasting = ObjectPast["verdict"];

/** How often a cause comes or goes before it counts as flapping. */
const often = 3;

/** How often the status of a transition has changed during the watch: `flapped 3 times in 10m`. Empty: not often. */
export function describeFlapping(history: ConditionHistory | undefined, { about, what, ...more }: Transition): string {
  const past = history === undefined ? undefined : findPast(history, { ref: about });
  if (history === undefined || past === undefined) return "";
  const computed =
    what === "condition" && "type" in more ? past.conditions.find(({ type }) => type === more.type) : undefined;
  const lasting = what === "verdict" ? past.verdict : computed;
  return lasting === undefined ? "" : flapping(lasting, history.report.takenAt);
}

/**
 * What a Report cannot know, a line each. The lines say which recomputed conditions of the roots flap. They also say
 * since when the verdict of a root holds, where the cluster does not report it.
 */
export function unsteadyLines(history: ConditionHistory | undefined, options: TextOptions): readonly string[] {
  if (history === undefined) return [];
  const { palette = plainPalette, ascii } = options;
  const mark = markPaint("remark", palette)(glyphsFor(ascii === true).marks.remark);
  return history.report.roots.flatMap((root) => {
    const past = findPast(history, root);
    if (past === undefined) return [];
    const said = [...ownSince(root, past), ...comingAndGoing(past, history.report.takenAt)];
    return said.map((words) => `${mark} ${sanitizeLine(`${root.ref.kind} ${root.label}: ${words}`)}`);
  });
}

function ownSince(root: RootNode, { verdict }: ObjectPast): readonly string[] {
  return nodeSince(root) === undefined ? [formatObservedStatus(verdict)] : [];
}

function comingAndGoing({ conditions }: ObjectPast, now: string): readonly string[] {
  return conditions.flatMap((each) => {
    const flaps = flapping(each, now);
    return flaps === "" ? [] : [`${each.type} ${flaps}, ${formatObservedStatus(each)}`];
  });
}

/** Only the same cause that comes and goes is flapping. Progress, or one fault after another, is not. */
function flapping({ recurring }: Lasting, now: string): string {
  return recurring === undefined || recurring.times < often
    ? ""
    : formatFlapping(recurring.times, secondsBetween(recurring.from, now) ?? 0);
}
