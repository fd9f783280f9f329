import { conditionVerdict, nodeSince } from "../model/condition-age.ts";
import { keyOf } from "../model/object.ts";
import type { Report, ReportNode, RootNode } from "../model/report.ts";
import { secondsBetween } from "../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, TimelineLanes, UnseenGap } from "../model/timeline.ts";
import type { Verdict } from "../model/verdict.ts";

/** Limit for one lane, because a flapping condition would have thousands a day. */
export const maxSegmentsPerLane = 200;
/** Parts of one root that have a lane. An Application may have thousands. */
export const maxPartLanes = 100;
/** Lanes of one root that its last Report does not have. */
export const maxRemovedLanes = 20;
/** Roots that are no longer in the Report. */
export const maxRemovedRoots = 20;
export const maxGaps = 50;

/** Seconds that the operator may take to write into the root what its components already report. */
const operatorTurnSeconds = 2;

/**
 * The lanes with one more Report. A status begins when the cluster reports that it began, where that is possible. It
 * cannot begin before the previous status was seen, nor after the Report. When first seen it may have begun earlier,
 * and `seenFrom` marks that. The size does not grow with the number of Reports.
 */
export function lanesWith(before: TimelineLanes | undefined, report: Report): TimelineLanes {
  const { takenAt } = report;
  const seen = report.roots.map((root): readonly [string, RootLanes] => {
    const key = keyOf(root.ref);
    return [key, rootLanes(before?.roots.get(key), root, takenAt, before?.takenAt ?? takenAt)];
  });
  const names = new Set(seen.map(([key]) => key));
  const away = [...(before?.roots ?? [])]
    .filter(([key]) => !names.has(key))
    .slice(0, maxRemovedRoots)
    .map(([key, root]): readonly [string, RootLanes] => [key, ended(root, takenAt)]);
  return { takenAt, roots: new Map([...seen, ...away]), gaps: (before?.gaps ?? []).map((gap) => closed(gap, takenAt)) };
}

/** Marks that nothing is seen from `at` (RFC 3339 UTC) until the next Report. */
export function unseenFrom(lanes: TimelineLanes, at: string): TimelineLanes {
  const last = lanes.gaps.at(-1);
  if (last !== undefined && last.to === undefined) return lanes;
  return { ...lanes, gaps: [...lanes.gaps, { from: at < lanes.takenAt ? lanes.takenAt : at }].slice(-maxGaps) };
}

function rootLanes(known: RootLanes | undefined, root: RootNode, takenAt: string, lastSeen: string): RootLanes {
  // A new object of the same name begins where the previous one ended.
  const isAnother = known?.ref.uid !== undefined && root.ref.uid !== undefined && known.ref.uid !== root.ref.uid;
  const before = known !== undefined && isAnother ? ended(known, takenAt) : known;
  const now = nowOf(root);
  const byKey = new Map(before?.lanes.map((lane) => [lane.key, lane]));
  const lanes = now.map(({ key, what, name, ...words }): TimelineLane => {
    const lane = byKey.get(key) ?? { key, what, name, segments: [], isCut: false };
    return withSince(grown(lane, words, takenAt, lastSeen), words.since);
  });
  const keys = new Set(now.map(({ key }) => key));
  const away = (before?.lanes ?? [])
    .filter(({ key }) => !keys.has(key))
    .slice(0, maxRemovedLanes)
    .map((lane) => endedLane(lane, takenAt));
  return {
    ref: root.ref,
    label: root.label,
    seenFrom: before?.seenFrom ?? takenAt,
    lanes: [...lanes, ...away],
    without: Math.max(0, partsOf(root).length - maxPartLanes),
  };
}

/** The state of one lane in one Report. */
interface Words {
  readonly status: string;
  readonly verdict: Verdict | "remark";
  readonly reason: string;
  /** RFC 3339 UTC, where the cluster reports it. */
  readonly since: string | undefined;
}

type Now = Pick<TimelineLane, "what" | "name" | "key"> & Words;

function nowOf(root: RootNode): readonly Now[] {
  const conditions = new Map(root.conditions.map((condition) => [condition.type, condition]));
  const conditionLanes = Array.from(conditions.values(), (condition): Now => {
    const { type, status, reason, since } = condition;
    return {
      what: "condition",
      name: type,
      key: `condition/${type}`,
      status,
      reason,
      since,
      verdict: conditionVerdict(condition),
    };
  });
  const partLanes = partsOf(root)
    .slice(0, maxPartLanes)
    .map((part): Now => {
      return { what: "component", name: part.label, key: `component/${keyOf(part.ref)}`, ...verdictWords(part) };
    });
  return [{ what: "verdict", name: "", key: "verdict", ...verdictWords(root) }, ...conditionLanes, ...partLanes];
}

function partsOf({ children }: RootNode): readonly ReportNode[] {
  return children.filter(({ role }) => role === "component" || role === "part");
}

function verdictWords(node: ReportNode): Words {
  const { verdict } = node;
  const said = node.conditions.find((one) => conditionVerdict(one) === verdict && verdict !== "healthy");
  return { status: verdict, verdict, reason: node.trouble?.reason ?? said?.reason ?? "", since: nodeSince(node) };
}

function grown(lane: TimelineLane, words: Words, takenAt: string, lastSeen: string): TimelineLane {
  const last = lane.segments.at(-1);
  if (last === undefined) return { ...lane, segments: [first(words, takenAt, undefined)] };
  if (last.to !== undefined) return withOneMore(lane, lane.segments, first(words, takenAt, last.to));
  const { status, verdict, reason } = words;
  if (last.status === status) {
    const isNews = last.reason !== reason || last.verdict !== verdict;
    if (isNews && last.verdict === verdict && isReasonOf(last, lane, takenAt))
      return withLast(lane, { ...last, reason });
    if (isNews) return changed(lane, last, { ...words, since: undefined }, takenAt, takenAt);
    const renewed = last.renewed + (isRenewed(lane, last, words, takenAt, lastSeen) ? 1 : 0);
    return renewed === last.renewed ? lane : withLast(lane, { ...last, renewed });
  }
  return changed(lane, last, words, takenAt, lane.what === "condition" ? last.from : lastSeen);
}

/**
 * Whether a verdict without a reason now gets its reason: the component changes first, and its operator writes the
 * reason of the root a moment later.
 */
function isReasonOf(last: LaneSegment, { what }: TimelineLane, takenAt: string): boolean {
  return (
    what !== "condition" && last.reason === "" && (secondsBetween(last.seenFrom, takenAt) ?? 0) <= operatorTurnSeconds
  );
}

/**
 * Whether a condition changed and came back between two Reports. Only a condition's own time shows that, because a
 * verdict's time belongs to its worst cause.
 */
function isRenewed(
  { what }: TimelineLane,
  last: LaneSegment,
  { since }: Words,
  takenAt: string,
  lastSeen: string,
): boolean {
  return what === "condition" && since !== undefined && since > last.from && since > lastSeen && since <= takenAt;
}

/** The lane with a new segment that begins after `notBefore`. */
function changed(
  lane: TimelineLane,
  last: LaneSegment,
  words: Words,
  takenAt: string,
  notBefore: string,
): TimelineLane {
  const { since, ...rest } = words;
  const isPossible = since !== undefined && since > notBefore && since <= takenAt;
  const from = isPossible ? since : takenAt;
  const earlier = [...lane.segments.slice(0, -1), { ...last, to: from }];
  return withOneMore(lane, earlier, { ...rest, from, seenFrom: takenAt, isAtLeast: false, renewed: 0 });
}

function first({ since, ...words }: Words, takenAt: string, notBefore: string | undefined): LaneSegment {
  const isPossible = since !== undefined && since <= takenAt && (notBefore === undefined || since >= notBefore);
  const from = isPossible ? since : takenAt;
  return { ...words, from, seenFrom: takenAt, isAtLeast: !isPossible, renewed: 0 };
}

function withSince(lane: TimelineLane, since: string | undefined): TimelineLane {
  if (lane.since === since) return lane;
  const { since: _, ...others } = lane;
  return since === undefined ? others : { ...others, since };
}

/** The lane with this segment in place of its last one. */
function withLast(lane: TimelineLane, last: LaneSegment): TimelineLane {
  return { ...lane, segments: [...lane.segments.slice(0, -1), last] };
}

function withOneMore(lane: TimelineLane, earlier: readonly LaneSegment[], next: LaneSegment): TimelineLane {
  const all = [...earlier, next];
  return { ...lane, segments: all.slice(-maxSegmentsPerLane), isCut: lane.isCut || all.length > maxSegmentsPerLane };
}

function ended(root: RootLanes, at: string): RootLanes {
  return { ...root, lanes: root.lanes.map((lane) => endedLane(lane, at)) };
}

function endedLane(lane: TimelineLane, at: string): TimelineLane {
  const last = lane.segments.at(-1);
  if (last === undefined || last.to !== undefined) return lane;
  return withLast(lane, closed(last, at));
}

function closed<Span extends UnseenGap>(span: Span, at: string): Span {
  return span.to === undefined ? { ...span, to: at } : span;
}
