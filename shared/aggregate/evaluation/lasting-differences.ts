import type { FindingCode } from "../../model/finding/evidence.ts";
import { keyOfFinding } from "../../model/finding/goal.ts";
import { keyOf } from "../../model/object.ts";
import type { Report, RootNode } from "../../model/report.ts";
import { makeDriftFinding } from "./shared-findings.ts";

/** The differences between each root and its parts that a watch has seen, by the key of the root and of the finding. */
export type SeenDifferences = ReadonlyMap<string, ReadonlyMap<string, SeenDifference>>;

/** One difference between what a CR reports and what its components call for. */
interface SeenDifference {
  /** What the components call for, as JSON. While it changes, the operator has had no time to write it. */
  readonly wanted: string;
  /** Since when the components have called for it, in milliseconds since 1970. */
  readonly since: number;
  /** What the CR reports, as JSON. */
  readonly reported: string;
  /** Since when the CR has reported it, in milliseconds since 1970. */
  readonly unwrittenSince: number;
  /** Whether the operator has had enough time to write the CR. It stays true until the difference is gone. */
  readonly isLasting: boolean;
}

/** How long a difference is watched before it is reported. The operator writes the CR 10 to 600 ms after its components. */
const minWatchedMs = 2_000;
/** How long the CR may stay unwritten while its components go on changing, before a difference is reported. */
const maxUnwrittenMs = 10_000;

/** The codes of findings that compare a root with its parts, except for drift. */
const comparingCodes: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "health-disagrees",
  "conditions-disagree",
  "operator-condition",
  "upgrade-stall",
  "hidden-offender",
]);

/**
 * Returns the differences after one more Report, evaluated at `now` in milliseconds since 1970. The first Report of a root
 * decides by the times of the cluster which differences last. Each difference that appears later is watched first. `dueIn` is
 * the time in milliseconds until the next difference lasts if nothing changes. It is absent if no difference is watched.
 */
export function updateDifferences(
  before: SeenDifferences,
  report: Report,
  now: number,
): { readonly seen: SeenDifferences; readonly dueIn?: number } {
  const seen = new Map(
    report.roots.map((root) => {
      const key = keyOf(root.ref);
      return [key, updateRootDifferences(root, report, before.get(key), now)] as const;
    }),
  );
  const differences = [...seen.values()].flatMap((differencesOfRoot) => [...differencesOfRoot.values()]);
  const watched = differences.filter(({ isLasting }) => !isLasting);
  if (watched.length === 0) return { seen };
  const remainingMs = watched.map((difference) => computeDueTime(difference) - now);
  return { seen, dueIn: Math.max(0, Math.min(...remainingMs)) };
}

/** Lists the keys of the differences that last at `now`, by root, as the option `lasting` of the aggregation. */
export function listLastingKeys(seen: SeenDifferences, now: number): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Array.from(seen, ([rootKey, differences]) => {
      const lasting = [...differences].filter(
        ([, difference]) => difference.isLasting || now >= computeDueTime(difference),
      );
      return [rootKey, new Set(lasting.map(([key]) => key))];
    }),
  );
}

/** The time from which a difference lasts if nothing changes until then, in milliseconds since 1970. */
function computeDueTime({ since, unwrittenSince }: Pick<SeenDifference, "since" | "unwrittenSince">): number {
  return Math.min(since + minWatchedMs, unwrittenSince + maxUnwrittenMs);
}

function updateRootDifferences(
  root: RootNode,
  report: Report,
  before: ReadonlyMap<string, SeenDifference> | undefined,
  now: number,
): ReadonlyMap<string, SeenDifference> {
  const { settling = [] } = root;
  const settlingKeys = new Set(settling.map(keyOfFinding));
  const updated = new Map<string, SeenDifference>();
  for (const drift of root.drift) {
    const key = keyOfFinding(makeDriftFinding("warning", root.ref, drift));
    const texts = { wanted: JSON.stringify(drift.expected ?? null), reported: JSON.stringify(drift.reported ?? null) };
    updated.set(key, updateDifference(before, key, texts, settlingKeys, now));
  }
  for (const finding of [...settling, ...report.findings]) {
    if (!comparingCodes.has(finding.code)) continue;
    const key = keyOfFinding(finding);
    updated.set(key, updateDifference(before, key, { wanted: "null", reported: "null" }, settlingKeys, now));
  }
  return updated;
}

/** One difference after one more Report. `before`: those of its root, undefined for the first Report of the root. */
function updateDifference(
  before: ReadonlyMap<string, SeenDifference> | undefined,
  key: string,
  texts: Pick<SeenDifference, "wanted" | "reported">,
  settlingKeys: ReadonlySet<string>,
  now: number,
): SeenDifference {
  if (before === undefined) {
    return { ...texts, since: now, unwrittenSince: now, isLasting: !settlingKeys.has(key) };
  }
  const previous = before.get(key);
  if (previous === undefined) return { ...texts, since: now, unwrittenSince: now, isLasting: false };
  if (previous.isLasting) return { ...previous, ...texts };
  // The clock may jump back, so a time in the future does not count.
  const isSameWanted = previous.wanted === texts.wanted && previous.since <= now;
  const isSameReported = previous.reported === texts.reported && previous.unwrittenSince <= now;
  const since = isSameWanted ? previous.since : now;
  const unwrittenSince = isSameReported ? previous.unwrittenSince : now;
  return { ...texts, since, unwrittenSince, isLasting: now >= computeDueTime({ since, unwrittenSince }) };
}
