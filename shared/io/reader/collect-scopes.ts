import { withoutGuesses } from "../../aggregate/judgement/guessed-queries.ts";
import { planReads, type ReadScope } from "../../aggregate/read-plan.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { type CollectLimits, collectSnapshot } from "./collect-snapshot.ts";
import type { QueryReader } from "./reader.ts";

/** The snapshot of all that the plan names for a scope, without its mere guesses. @throws as {@link collectSnapshot}. */
export async function collectScope(
  reader: QueryReader,
  scope: ReadScope,
  start: Pick<Snapshot, "source" | "takenAt">,
  limits: CollectLimits = {},
): Promise<Snapshot> {
  let named: readonly Query[] = [];
  const { snapshot } = await collectSnapshot(
    reader,
    (soFar) => {
      named = planReads(soFar, scope);
      return named;
    },
    start,
    limits,
  );
  return withoutGuesses(snapshot, named);
}
