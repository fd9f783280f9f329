import { escapeCodicons } from "../../../characters/sanitize-label.ts";
import { keyOf, type Ref } from "../../../model/object.ts";
import type { Cause, Report, RootNode } from "../../../model/report.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { compareVerdicts, isSerious } from "../../../model/verdict.ts";
import { fullCauseText, worstCauseText } from "../../../outline/cause-line.ts";
import { plainText } from "../../../outline/text.ts";
import { andMore, unhealthyNotice } from "./badge-and-notice.ts";
import type { AnnotatedPlace } from "./inlay-and-status.ts";

/** Which changes a user is notified of: turns for the worse, or every change of a verdict. */
export type NoticeLevel = "unhealthy" | "all";

/** A notification, and the root that it is about first. */
export interface ChangeNotice {
  readonly text: string;
  /** The root is unavailable or degraded. */
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
  const recent = new Map([...announced].filter(([, at]) => now - at < announcedForMs));
  // Another object of the same name (with another uid) is no change of the one before.
  const known = new Map(before.roots.map((root) => [identityOf(root), root]));
  const news = after.roots
    .flatMap((root) => {
      const before = known.get(identityOf(root));
      return before === undefined ? [] : announcedChange(before, root, recent, level);
    })
    .toSorted((a, b) => compareVerdicts(a.root.verdict, b.root.verdict));
  const [first] = news;
  const nextAnnounced = new Map([
    ...recent,
    ...news.flatMap(({ root }) => causeKeys(root)).map((key) => [key, now] as const),
  ]);
  if (first === undefined) return { notice: undefined, announced: nextAnnounced };
  const { root } = first;
  const text = andMore(noticeText(first, here), news.length - 1);
  return { notice: { text, ref: root.ref, isWorse: isSerious(root.verdict) }, announced: nextAnnounced };
}

/** A root whose change is announced, and the cause that is new. Absent: its worst cause. */
interface AnnouncedChange {
  readonly root: RootNode;
  /** It was unavailable or degraded before. */
  readonly wasSerious: boolean;
  readonly cause?: Cause;
}

function announcedChange(
  before: RootNode,
  root: RootNode,
  announced: AnnouncedCauses,
  level: NoticeLevel,
): readonly AnnouncedChange[] {
  const change: AnnouncedChange = { root, wasSerious: isSerious(before.verdict) };
  if (level === "all" && before.verdict !== root.verdict) return [change];
  if (!isSerious(root.verdict)) return [];
  const causesBefore = new Set(causeKeys(before));
  const added = seriousCauses(root).filter((cause) => !causesBefore.has(causeKey(root, cause)));
  const unannounced = added.find((cause) => !announced.has(causeKey(root, cause)));
  if (unannounced !== undefined) return unannounced === root.causes[0] ? [change] : [{ ...change, cause: unannounced }];
  const isWorse = compareVerdicts(root.verdict, before.verdict) < 0;
  return isWorse && causeKeys(root).some((key) => !announced.has(key)) ? [change] : [];
}

function seriousCauses({ causes }: RootNode): readonly Cause[] {
  return causes.filter(({ verdict }) => isSerious(verdict));
}

/** The keys of what makes a root unhealthy; of one without a cause, its verdict. */
function causeKeys(root: RootNode): readonly string[] {
  if (!isSerious(root.verdict)) return [];
  const causes = seriousCauses(root);
  return causes.length === 0
    ? [JSON.stringify([identityOf(root), root.verdict])]
    : causes.map((cause) => causeKey(root, cause));
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
  return unhealthyNotice(kind, name, root.verdict, place, escapeCodicons(why, 160));
}
