import { type History, type Past, pastOf } from "../shared/aggregate/history.ts";
import type { RootNode } from "../shared/model/report.ts";
import type { Transition } from "../shared/model/report-change.ts";
import { sinceOf } from "../shared/model/since.ts";
import { secondsBetween } from "../shared/model/time.ts";
import { glyphsFor, paintOf } from "../shared/render/marks.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { harmless } from "../shared/render/safe.ts";
import type { TextOptions } from "../shared/render/style.ts";
import { flapWords, seenWords } from "../shared/render/words-watch.ts";

type Lasting = Past["verdict"];

/** So many changes of one status are no accident. */
const often = 3;

/** How often what a transition tells of was otherwise while it was watched: `flapped 3 times in 10m`; empty: not often. */
export function flapsOf(history: History | undefined, { about, what, ...more }: Transition): string {
  const past = history === undefined ? undefined : pastOf(history, { ref: about });
  if (history === undefined || past === undefined) return "";
  const computed =
    what === "condition" && "type" in more ? past.conditions.find(({ type }) => type === more.type) : undefined;
  const lasting = what === "verdict" ? past.verdict : computed;
  return lasting === undefined ? "" : flapping(lasting, history.report.takenAt);
}

/**
 * What a Report cannot know, a line each: which recomputed conditions of the roots come and go, and since when a root is as
 * it is where the cluster does not say.
 */
export function unsteadyLines(history: History | undefined, options: TextOptions): readonly string[] {
  if (history === undefined) return [];
  const { palette = plainPalette, ascii } = options;
  const mark = paintOf("remark", palette)(glyphsFor(ascii === true).marks.remark);
  return history.report.roots.flatMap((root) => {
    const past = pastOf(history, root);
    if (past === undefined) return [];
    const said = [...ownSince(root, past), ...comingAndGoing(past, history.report.takenAt)];
    return said.map((words) => `${mark} ${harmless(`${root.ref.kind} ${root.label}: ${words}`)}`);
  });
}

function ownSince(root: RootNode, { verdict }: Past): readonly string[] {
  return sinceOf(root) === undefined ? [seenWords(verdict)] : [];
}

function comingAndGoing({ conditions }: Past, now: string): readonly string[] {
  return conditions.flatMap((each) => {
    const flaps = flapping(each, now);
    return flaps === "" ? [] : [`${each.type} ${flaps}, ${seenWords(each)}`];
  });
}

function flapping({ flaps, flapsFrom }: Lasting, now: string): string {
  return flaps < often ? "" : flapWords(flaps, secondsBetween(flapsFrom, now) ?? 0);
}
