import { escapeCodicons } from "../../../characters/sanitize-label.ts";
import { keyOf, type Ref } from "../../../model/object.ts";
import type { Cause, Report, RootNode } from "../../../model/report.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { compareVerdicts, isSerious } from "../../../model/verdict.ts";
import { fullCauseText, worstCauseText } from "../../../outline/cause-line.ts";
import { plainText } from "../../../outline/text.ts";
import { type AnnotatedPlace, unhealthySentence } from "./annotated-place.ts";

/** Which changes a user is notified of: turns for the worse, or every change of a verdict. */
export type NoticeLevel = "unhealthy" | "all";

/** A notification, and the root that it is about first. */
export interface ChangeNotice {
  readonly text: string;
  /** Whether the root is unavailable or degraded. */
  readonly isWorse: boolean;
  readonly ref: Ref;
}

/** When each cause was announced last, in milliseconds since 1970, by a key of the cause. */
export type AnnouncedCauses = ReadonlyMap<string, number>;

/** The result of one comparison. */
interface NoticeStep {
  /** Undefined where nothing is announced. */
  readonly notice: ChangeNotice | undefined;
  readonly announced: AnnouncedCauses;
}

/** Milliseconds after which a cause that comes again is announced again. A container that crashes comes and goes. */
const announcedForMs = 3_600_000;

/** A root whose change is announced, and the cause that is new. Absent: its worst cause. */
interface AnnouncedChange {
  readonly root: RootNode;
  /** Whether the root was unavailable or degraded before. */
  readonly wasSerious: boolean;
  readonly cause?: Cause;
}

/**
 * The notification for a change from one Report to the next. It announces a root that became unavailable, degraded, or worse
 * than before, and of a further cause of such a root, each cause once; where the user wants all, of every change of a
 * verdict. The worst root is named, the others are counted. Roots that the earlier Report did not contain are omitted.
 */
export function changeNotice(
  before: Report,
  after: Report,
  here: AnnotatedPlace,
  { level, announced }: { readonly level: NoticeLevel; readonly announced: AnnouncedCauses },
): NoticeStep {
  const now = parseMilliseconds(here.now) ?? 0;
  const recentlyAnnounced = new Map([...announced].filter(([, at]) => now - at < announcedForMs));
  // Another object of the same name (with another uid) is no change of the one before.
  const rootsBefore = new Map(before.roots.map((root) => [identityOf(root), root]));
  const changes = after.roots.flatMap((root) => {
    const rootBefore = rootsBefore.get(identityOf(root));
    return rootBefore === undefined ? [] : listAnnouncedChange(rootBefore, root, recentlyAnnounced, level);
  });
  const nextAnnounced = new Map(recentlyAnnounced);
  for (const key of changes.flatMap(({ root }) => causeKeys(root))) nextAnnounced.set(key, now);
  const [worst] = changes.toSorted((a, b) => compareVerdicts(a.root.verdict, b.root.verdict));
  if (worst === undefined) return { notice: undefined, announced: nextAnnounced };
  const { ref, verdict } = worst.root;
  const worstText = noticeText(worst, here);
  const text = changes.length === 1 ? worstText : `${worstText} and ${changes.length - 1} more`;
  return { notice: { text, ref, isWorse: isSerious(verdict) }, announced: nextAnnounced };
}

/**
 * The change of a root, if it is announced:
 * 1. Where the user wants all, another verdict is.
 * 2. A root that is neither unavailable nor degraded is not.
 * 3. A new cause that was not announced lately is.
 * 4. A worse verdict is, unless all causes were announced lately.
 */
function listAnnouncedChange(
  before: RootNode,
  root: RootNode,
  recentlyAnnounced: AnnouncedCauses,
  level: NoticeLevel,
): readonly AnnouncedChange[] {
  const change: AnnouncedChange = { root, wasSerious: isSerious(before.verdict) };
  if (level === "all" && before.verdict !== root.verdict) return [change];
  if (!isSerious(root.verdict)) return [];
  const keysBefore = causeKeys(before);
  const newCause = listSeriousCauses(root).find((cause) => {
    const key = causeKey(root, cause);
    return !keysBefore.includes(key) && !recentlyAnnounced.has(key);
  });
  if (newCause !== undefined) return newCause === root.causes[0] ? [change] : [{ ...change, cause: newCause }];
  const isWorse = compareVerdicts(root.verdict, before.verdict) < 0;
  return isWorse && causeKeys(root).some((key) => !recentlyAnnounced.has(key)) ? [change] : [];
}

function listSeriousCauses({ causes }: RootNode): readonly Cause[] {
  return causes.filter(({ verdict }) => isSerious(verdict));
}

/** The keys of what makes a root unhealthy; of one without a cause, its verdict. */
function causeKeys(root: RootNode): readonly string[] {
  if (!isSerious(root.verdict)) return [];
  const causes = listSeriousCauses(root);
  if (causes.length === 0) return [JSON.stringify([identityOf(root), root.verdict])];
  return causes.map((cause) => causeKey(root, cause));
}

/** The part and its workload: the names of pods change while a cause lasts. */
function causeKey(root: RootNode, { component, path }: Cause): string {
  return JSON.stringify([identityOf(root), component, ...path.slice(1, 3)]);
}

function identityOf({ ref }: RootNode): string {
  return `${keyOf(ref)} ${ref.uid ?? ""}`;
}

function noticeText({ root, wasSerious, cause }: AnnouncedChange, here: AnnotatedPlace): string {
  const kind = escapeCodicons(root.ref.kind, 40);
  const name = escapeCodicons(root.ref.name, 60);
  const place = escapeCodicons(here.name, 40);
  if (root.verdict === "healthy") return `${kind} ${name} is healthy ${wasSerious ? "again " : ""}on ${place}`;
  const clock = { now: here.now, format: "age" } as const;
  const why = plainText(cause === undefined ? worstCauseText(root, clock) : fullCauseText(root, cause, clock));
  return unhealthySentence(kind, name, root.verdict, place, escapeCodicons(why, 160));
}
