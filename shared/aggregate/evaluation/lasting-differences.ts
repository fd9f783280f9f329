import type { FindingCode } from "../../model/finding/evidence.ts";
import { keyOfFinding } from "../../model/finding/goal.ts";
import { keyOf } from "../../model/object.ts";
import type { Report, RootNode } from "../../model/report.ts";
import { makeDriftFinding } from "./shared-findings.ts";

/** The differences between each root and its parts that a watch has seen, by the key of the root and of the finding. */
export type SeenDifferences = ReadonlyMap<string, ReadonlyMap<string, SeenDifference>>;

/** One difference. */
interface SeenDifference {
  /** What the components call for. While that changes, the operator has not had its turn. */
  readonly wanted: string;
  /** Milliseconds since 1970: since when the components have called for this. */
  readonly since: number;
  /** What the CR reports, and since when. */
  readonly reported: string;
  readonly unwrittenSince: number;
  /** It has outlived the operator's turn. It lasts until the difference is gone. */
  readonly isLasting: boolean;
}

/**
 * Milliseconds that a difference is watched before it is news. The operator writes the CR 10 to 600 ms after its
 * components.
 */
const minWatchedMs = 2_000;
/**
 * Milliseconds after which a difference is news whatever the components do meanwhile: an operator that wrote nothing for
 * so long is not at its turn.
 */
const maxUnwrittenMs = 10_000;

/** The codes of findings that compare a root with its parts, drift apart. */
const comparingCodes: ReadonlySet<FindingCode> = new Set([
  ...(["health-disagrees", "conditions-disagree", "operator-condition"] as const),
  ...(["upgrade-stall", "hidden-offender"] as const),
]);

/**
 * The differences with one more Report, evaluated at `now`. At the first sight of a root the Report decides by the times
 * of the cluster; from then on each new difference is watched. `dueIn`: milliseconds after which the next one lasts.
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
  const waiting = [...seen.values()].flatMap((all) => [...all.values()].filter(({ isLasting: lasts }) => !lasts));
  if (waiting.length === 0) return { seen };
  return { seen, dueIn: Math.max(0, Math.min(...waiting.map((each) => lastsFromMs(each) - now))) };
}

/** The keys of the differences that last at `now`, for the aggregation. */
export function listLastingKeys(seen: SeenDifferences, now: number): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Array.from(seen, ([root, all]) => {
      const lasting = [...all].filter(([, each]) => each.isLasting || now >= lastsFromMs(each));
      return [root, new Set(lasting.map(([key]) => key))];
    }),
  );
}

/** When a difference lasts, if nothing changes until then. */
function lastsFromMs({ since, unwrittenSince }: Pick<SeenDifference, "since" | "unwrittenSince">): number {
  return Math.min(since + minWatchedMs, unwrittenSince + maxUnwrittenMs);
}

function updateRootDifferences(
  root: RootNode,
  report: Report,
  before: ReadonlyMap<string, SeenDifference> | undefined,
  now: number,
): ReadonlyMap<string, SeenDifference> {
  const { settling = [] } = root;
  const young = new Set(settling.map(keyOfFinding));
  const present = [
    ...root.drift.map((drift) => [keyOfFinding(makeDriftFinding("warning", root.ref, drift)), drift] as const),
    ...[...settling, ...report.findings].flatMap((one) =>
      comparingCodes.has(one.code) ? [[keyOfFinding(one), undefined] as const] : [],
    ),
  ];
  return new Map(
    present.map(([key, drift]) => {
      const wanted = JSON.stringify(drift?.expected ?? null);
      const reported = JSON.stringify(drift?.reported ?? null);
      const first = { wanted, reported, since: now, unwrittenSince: now } as const;
      const known = before?.get(key);
      if (before === undefined) return [key, { ...first, isLasting: !young.has(key) }];
      if (known === undefined) return [key, { ...first, isLasting: false }];
      if (known.isLasting) return [key, { ...known, wanted, reported }];
      // The clock may jump back.
      const isSame = (was: string, is: string, from: number): boolean => was === is && from <= now;
      const next = {
        ...first,
        ...(isSame(known.wanted, wanted, known.since) && { since: known.since }),
        ...(isSame(known.reported, reported, known.unwrittenSince) && { unwrittenSince: known.unwrittenSince }),
      };
      return [key, { ...next, isLasting: now >= lastsFromMs(next) }];
    }),
  );
}
