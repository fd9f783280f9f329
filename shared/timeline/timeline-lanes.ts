import { conditionVerdict, nodeSince } from "../model/condition-age.ts";
import { keyOf } from "../model/object.ts";
import type { Report, ReportNode, RootNode } from "../model/report.ts";
import { secondsBetween } from "../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, TimelineLanes, UnseenGap } from "../model/timeline.ts";
import type { Verdict } from "../model/verdict.ts";

/** The most segments of one lane. A condition that flaps would have thousands a day. */
export const maxSegmentsPerLane = 200;

/** The most parts of one root that have a lane. An Application may have thousands. */
export const maxPartLanes = 100;

/** The most lanes of one root that its last Report does not have. */
export const maxRemovedLanes = 20;

/** The most roots that are no longer in the Report. */
export const maxRemovedRoots = 20;

/** The most gaps in which nothing was seen. */
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
  const lastSeen = before?.takenAt ?? takenAt;
  const roots = new Map<string, RootLanes>();
  for (const root of report.roots) {
    const key = keyOf(root.ref);
    roots.set(key, updateRoot(before?.roots.get(key), root, takenAt, lastSeen));
  }
  const removed = [...(before?.roots ?? [])].filter(([key]) => !roots.has(key)).slice(0, maxRemovedRoots);
  for (const [key, root] of removed) roots.set(key, endRoot(root, takenAt));
  return { takenAt, roots, gaps: (before?.gaps ?? []).map((gap) => endSpan(gap, takenAt)) };
}

/** Marks that nothing is seen from `at` (RFC 3339 UTC) until the next Report. */
export function unseenFrom(lanes: TimelineLanes, at: string): TimelineLanes {
  const last = lanes.gaps.at(-1);
  if (last !== undefined && last.to === undefined) return lanes;
  return { ...lanes, gaps: [...lanes.gaps, { from: at < lanes.takenAt ? lanes.takenAt : at }].slice(-maxGaps) };
}

/** The lanes of one root with one more Report. `lastSeen`: the time of the Report before. */
function updateRoot(known: RootLanes | undefined, root: RootNode, takenAt: string, lastSeen: string): RootLanes {
  const isRecreated = known?.ref.uid !== undefined && root.ref.uid !== undefined && known.ref.uid !== root.ref.uid;
  // A new object of the same name begins where the previous one ended.
  const before = known !== undefined && isRecreated ? endRoot(known, takenAt) : known;
  const current = listCurrent(root);
  const lanesByKey = new Map(before?.lanes.map((lane) => [lane.key, lane]));
  const lanes = current.map(({ key, what, name, ...status }): TimelineLane => {
    const lane = lanesByKey.get(key) ?? { key, what, name, segments: [], isCut: false };
    return setSince(updateLane(lane, status, takenAt, lastSeen), status.since);
  });
  const currentKeys = new Set(current.map(({ key }) => key));
  const removed = (before?.lanes ?? []).filter(({ key }) => !currentKeys.has(key)).slice(0, maxRemovedLanes);
  return {
    ref: root.ref,
    label: root.label,
    seenFrom: before?.seenFrom ?? takenAt,
    lanes: [...lanes, ...removed.map((lane) => endLane(lane, takenAt))],
    without: Math.max(0, partsOf(root).length - maxPartLanes),
  };
}

/** The status of one lane in one Report. */
interface CurrentStatus {
  readonly status: string;
  readonly verdict: Verdict | "remark";
  readonly reason: string;
  /** RFC 3339 UTC, where the cluster reports it. */
  readonly since: string | undefined;
}

type CurrentLane = Pick<TimelineLane, "what" | "name" | "key"> & CurrentStatus;

/** The lanes that a root has in one Report: its verdict, its conditions, each type once, and its parts. */
function listCurrent(root: RootNode): readonly CurrentLane[] {
  const lanes: CurrentLane[] = [{ what: "verdict", name: "", key: "verdict", ...readVerdict(root) }];
  const conditionsByType = new Map(root.conditions.map((condition) => [condition.type, condition]));
  for (const condition of conditionsByType.values()) {
    const { type, status, reason, since } = condition;
    const verdict = conditionVerdict(condition);
    lanes.push({ what: "condition", name: type, key: `condition/${type}`, status, reason, since, verdict });
  }
  for (const part of partsOf(root).slice(0, maxPartLanes))
    lanes.push({ what: "component", name: part.label, key: `component/${keyOf(part.ref)}`, ...readVerdict(part) });
  return lanes;
}

function partsOf({ children }: RootNode): readonly ReportNode[] {
  return children.filter(({ role }) => role === "component" || role === "part");
}

/** The verdict of a node, with the reason of the object, else of the first condition with that verdict. */
function readVerdict(node: ReportNode): CurrentStatus {
  const { verdict } = node;
  const condition =
    verdict === "healthy" ? undefined : node.conditions.find((candidate) => conditionVerdict(candidate) === verdict);
  const reason = node.trouble?.reason ?? condition?.reason ?? "";
  return { status: verdict, verdict, reason, since: nodeSince(node) };
}

/** The lane with one more status: unchanged, with a later reason, counted as renewed, or with a new segment. */
function updateLane(lane: TimelineLane, current: CurrentStatus, takenAt: string, lastSeen: string): TimelineLane {
  const last = lane.segments.at(-1);
  if (last === undefined) return { ...lane, segments: [firstSegment(current, takenAt, undefined)] };
  if (last.to !== undefined) return appendSegment(lane, lane.segments, firstSegment(current, takenAt, last.to));
  const { status, verdict, reason } = current;
  if (last.status !== status)
    return replaceStatus(lane, last, current, takenAt, lane.what === "condition" ? last.from : lastSeen);
  if (last.verdict === verdict && last.reason === reason) {
    if (!isRenewed(lane, last, current, takenAt, lastSeen)) return lane;
    return replaceLast(lane, { ...last, renewed: last.renewed + 1 });
  }
  if (last.verdict === verdict && isReasonOf(last, lane, takenAt)) return replaceLast(lane, { ...last, reason });
  return replaceStatus(lane, last, { ...current, since: undefined }, takenAt, takenAt);
}

/**
 * Whether a verdict without a reason now gets its reason: the component changes first, and its operator writes the
 * reason of the root a moment later.
 */
function isReasonOf(last: LaneSegment, { what }: TimelineLane, takenAt: string): boolean {
  if (what === "condition" || last.reason !== "") return false;
  return (secondsBetween(last.seenFrom, takenAt) ?? 0) <= operatorTurnSeconds;
}

/**
 * Whether a condition changed and came back between two Reports. Only a condition's own time shows that, because a
 * verdict's time belongs to its worst cause.
 */
function isRenewed(
  { what }: TimelineLane,
  last: LaneSegment,
  { since }: CurrentStatus,
  takenAt: string,
  lastSeen: string,
): boolean {
  return what === "condition" && since !== undefined && since > last.from && since > lastSeen && since <= takenAt;
}

/** The lane with a new segment in place of the status of `last`. It begins after `notBefore`. */
function replaceStatus(
  lane: TimelineLane,
  last: LaneSegment,
  current: CurrentStatus,
  takenAt: string,
  notBefore: string,
): TimelineLane {
  const { since, ...status } = current;
  const isPossible = since !== undefined && since > notBefore && since <= takenAt;
  const from = isPossible ? since : takenAt;
  const earlier = [...lane.segments.slice(0, -1), { ...last, to: from }];
  return appendSegment(lane, earlier, { ...status, from, seenFrom: takenAt, isAtLeast: false, renewed: 0 });
}

/** The first segment of a lane, or the first after a gap that ended at `notBefore`. */
function firstSegment(
  { since, ...status }: CurrentStatus,
  takenAt: string,
  notBefore: string | undefined,
): LaneSegment {
  const isPossible = since !== undefined && since <= takenAt && (notBefore === undefined || since >= notBefore);
  const from = isPossible ? since : takenAt;
  return { ...status, from, seenFrom: takenAt, isAtLeast: !isPossible, renewed: 0 };
}

function setSince(lane: TimelineLane, since: string | undefined): TimelineLane {
  if (lane.since === since) return lane;
  const { since: _, ...others } = lane;
  return since === undefined ? others : { ...others, since };
}

/** The lane with this segment in place of its last one. */
function replaceLast(lane: TimelineLane, last: LaneSegment): TimelineLane {
  return { ...lane, segments: [...lane.segments.slice(0, -1), last] };
}

/** The lane with one more segment, without the oldest of too many. */
function appendSegment(lane: TimelineLane, earlier: readonly LaneSegment[], next: LaneSegment): TimelineLane {
  const segments = [...earlier, next];
  const isTooLong = segments.length > maxSegmentsPerLane;
  return { ...lane, segments: segments.slice(-maxSegmentsPerLane), isCut: lane.isCut || isTooLong };
}

function endRoot(root: RootLanes, at: string): RootLanes {
  return { ...root, lanes: root.lanes.map((lane) => endLane(lane, at)) };
}

function endLane(lane: TimelineLane, at: string): TimelineLane {
  const last = lane.segments.at(-1);
  if (last === undefined || last.to !== undefined) return lane;
  return replaceLast(lane, endSpan(last, at));
}

function endSpan<Span extends UnseenGap>(span: Span, at: string): Span {
  return span.to === undefined ? { ...span, to: at } : span;
}
