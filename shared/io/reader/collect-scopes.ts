import { dropGuessedReadings } from "../../aggregate/evaluation/guessed-queries.ts";
import { planSearch } from "../../aggregate/search-plan.ts";
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
  let named: readonly Query[] = [];
  const { snapshot } = await collectSnapshot(
    reader,
    async (soFar) => {
      const isFirst = soFar.readings.length === 0;
      named = isFirst
        ? planSearch(soFar, scope)
        : (await import("../../aggregate/read-plan.ts")).planReads(soFar, scope);
      return named;
    },
    start,
    limits,
  );
  return dropGuessedReadings(snapshot, named);
}
