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
const operatorDelaySeconds = 2;

/** When a Report was taken, and when the Report before it, RFC 3339 UTC. */
interface ReportTimes {
  readonly takenAt: string;
  readonly lastSeen: string;
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

/**
 * The lanes with one more Report. A status begins when the cluster reports that it began, where that is possible. It
 * cannot begin before the previous status was seen, nor after the Report. When first seen it may have begun earlier,
 * and `seenFrom` marks that. The size does not grow with the number of Reports.
 */
export function extendLanes(before: TimelineLanes | undefined, report: Report): TimelineLanes {
  const { takenAt } = report;
  const times = { takenAt, lastSeen: before?.takenAt ?? takenAt };
  const roots = new Map<string, RootLanes>();
  for (const root of report.roots) {
    const key = keyOf(root.ref);
    roots.set(key, updateRoot(before?.roots.get(key), root, times));
  }
  const removed = [...(before?.roots ?? [])].filter(([key]) => !roots.has(key)).slice(0, maxRemovedRoots);
  for (const [key, root] of removed) roots.set(key, endRoot(root, takenAt));
  return { takenAt, roots, gaps: (before?.gaps ?? []).map((gap) => endSpan(gap, takenAt)) };
}

/** Marks that nothing is seen from `at` (RFC 3339 UTC) until the next Report. */
export function beginGap(lanes: TimelineLanes, at: string): TimelineLanes {
  const lastGap = lanes.gaps.at(-1);
  const isInGap = lastGap !== undefined && lastGap.to === undefined;
  if (isInGap) return lanes;
  const from = at < lanes.takenAt ? lanes.takenAt : at;
  return { ...lanes, gaps: [...lanes.gaps, { from }].slice(-maxGaps) };
}

/** The lanes of one root with one more Report. */
function updateRoot(remembered: RootLanes | undefined, root: RootNode, times: ReportTimes): RootLanes {
  const { takenAt } = times;
  // A new object of the same name begins where the previous one ended.
  const before = remembered !== undefined && isRecreated(remembered, root) ? endRoot(remembered, takenAt) : remembered;
  const lanesBefore = before?.lanes ?? [];
  const lanesByKey = new Map(lanesBefore.map((lane) => [lane.key, lane]));
  const currentLanes = listCurrentLanes(root);
  const lanes = currentLanes.map(({ key, what, name, ...status }): TimelineLane => {
    const lane = lanesByKey.get(key) ?? { key, what, name, segments: [], isCut: false };
    return setSince(updateLane(lane, status, times), status.since);
  });
  const currentKeys = new Set(currentLanes.map(({ key }) => key));
  const removedLanes = lanesBefore.filter(({ key }) => !currentKeys.has(key)).slice(0, maxRemovedLanes);
  return {
    ref: root.ref,
    label: root.label,
    seenFrom: before?.seenFrom ?? takenAt,
    lanes: [...lanes, ...removedLanes.map((lane) => endLane(lane, takenAt))],
    without: Math.max(0, listParts(root).length - maxPartLanes),
  };
}

function isRecreated({ ref: { uid } }: RootLanes, { ref }: RootNode): boolean {
  return uid !== undefined && ref.uid !== undefined && uid !== ref.uid;
}

/** The lanes that a root has in one Report: its verdict, its conditions, each type once, and its parts. */
function listCurrentLanes(root: RootNode): readonly CurrentLane[] {
  const lanes: CurrentLane[] = [{ what: "verdict", name: "", key: "verdict", ...readVerdict(root) }];
  const conditionsByType = new Map(root.conditions.map((condition) => [condition.type, condition]));
  for (const condition of conditionsByType.values()) {
    const { type, status, reason, since } = condition;
    const verdict = conditionVerdict(condition);
    lanes.push({ what: "condition", name: type, key: `condition/${type}`, status, reason, since, verdict });
  }
  for (const part of listParts(root).slice(0, maxPartLanes))
    lanes.push({ what: "component", name: part.label, key: `component/${keyOf(part.ref)}`, ...readVerdict(part) });
  return lanes;
}

function listParts({ children }: RootNode): readonly ReportNode[] {
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

/**
 * The lane with one more status. The first rule that applies decides:
 * 1. A lane without segments, or whose last one has ended, gets a new segment.
 * 2. Another status ends the last segment and begins a new one.
 * 3. The same status with the same verdict and reason changes nothing, or counts as renewed.
 * 4. A verdict whose reason arrives a moment later gets the reason.
 * 5. Another verdict or reason begins a new segment now: the reported time is that of the status, which is older.
 */
function updateLane(lane: TimelineLane, current: CurrentStatus, times: ReportTimes): TimelineLane {
  const last = lane.segments.at(-1);
  if (last === undefined || last.to !== undefined) {
    return appendSegment(lane, lane.segments, makeFirstSegment(current, times.takenAt, last?.to));
  }
  if (last.status !== current.status) {
    const notBefore = lane.what === "condition" ? last.from : times.lastSeen;
    return replaceStatus(lane, last, current, { takenAt: times.takenAt, notBefore });
  }
  if (last.verdict === current.verdict && last.reason === current.reason) {
    return isRenewed(lane, last, current, times) ? replaceLast(lane, { ...last, renewed: last.renewed + 1 }) : lane;
  }
  if (last.verdict === current.verdict && isReasonLate(last, lane, times)) {
    return replaceLast(lane, { ...last, reason: current.reason });
  }
  const { takenAt } = times;
  return replaceStatus(lane, last, { ...current, since: undefined }, { takenAt, notBefore: takenAt });
}

/**
 * Whether a condition changed and came back between two Reports. Only a condition's own time shows that, because a
 * verdict's time belongs to its worst cause.
 */
function isRenewed(
  { what }: TimelineLane,
  last: LaneSegment,
  { since }: CurrentStatus,
  { takenAt, lastSeen }: ReportTimes,
): boolean {
  if (what !== "condition" || since === undefined) return false;
  return since > last.from && since > lastSeen && since <= takenAt;
}

/**
 * Whether a verdict without a reason may get its reason now: the component changes first, and its operator writes the
 * reason of the root a moment later.
 */
function isReasonLate(last: LaneSegment, { what }: TimelineLane, { takenAt }: ReportTimes): boolean {
  if (what === "condition" || last.reason !== "") return false;
  return (secondsBetween(last.seenFrom, takenAt) ?? 0) <= operatorDelaySeconds;
}

/** The lane with a new segment in place of the status of `last`. It begins after `notBefore`. */
function replaceStatus(
  lane: TimelineLane,
  last: LaneSegment,
  { since, ...status }: CurrentStatus,
  { takenAt, notBefore }: { readonly takenAt: string; readonly notBefore: string },
): TimelineLane {
  const isPossible = since !== undefined && since > notBefore && since <= takenAt;
  const from = isPossible ? since : takenAt;
  const earlier = [...lane.segments.slice(0, -1), { ...last, to: from }];
  return appendSegment(lane, earlier, { ...status, from, seenFrom: takenAt, isAtLeast: false, renewed: 0 });
}

/** The first segment of a lane, or the first one after a segment that ended at `previousEnd`. */
function makeFirstSegment(
  { since, ...status }: CurrentStatus,
  takenAt: string,
  previousEnd: string | undefined,
): LaneSegment {
  const isPossible = since !== undefined && since <= takenAt && (previousEnd === undefined || since >= previousEnd);
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
