import { planSearch } from "../../aggregate/search-plan.ts";
import { dropGuessedReadings } from "../../aggregate/snapshot/guessed-queries.ts";
import type { ReadScope } from "../../aggregate/snapshot/queries.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { type CollectLimits, collectSnapshot } from "./collect-snapshot.ts";
import type { QueryReader } from "./reader.ts";

/**
 * The snapshot of all that the plan names for a scope, without its mere guesses. It sends the first requests, which are
 * those of `planSearch`, before it loads the rest of the plan.
 * @throws as {@link collectSnapshot}.
 */
export async function collectScope(
  reader: QueryReader,
  scope: ReadScope,
  start: Pick<Snapshot, "source" | "takenAt">,
  limits: CollectLimits = {},
): Promise<Snapshot> {
  let planned: readonly Query[] = [];
  const plan = async (soFar: Snapshot): Promise<readonly Query[]> => {
    planned = await planQueries(soFar, scope);
    return planned;
  };
  const snapshot = await collectSnapshot(reader, plan, start, limits);
  return dropGuessedReadings(snapshot, planned);
}

async function planQueries(soFar: Snapshot, scope: ReadScope): Promise<readonly Query[]> {
  if (soFar.readings.length === 0) return planSearch(soFar, scope);
  const { planReads } = await import("../../aggregate/read-plan.ts");
  return planReads(soFar, scope);
}
