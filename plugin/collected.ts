import { withoutGuesses } from "../shared/aggregate/guesses.ts";
import { plan, type Scope } from "../shared/aggregate/plan.ts";
import { collect } from "../shared/io/collect.ts";
import type { Reader } from "../shared/io/reader.ts";
import type { Query, Snapshot } from "../shared/model/snapshot.ts";

/** All that the plan names for a scope, without what it named on a guess alone. @throws as {@link collect}. */
export async function collected(
  reader: Reader,
  scope: Scope,
  start: Pick<Snapshot, "source" | "takenAt">,
): Promise<Snapshot> {
  let named: readonly Query[] = [];
  const { snapshot } = await collect(
    reader,
    (soFar) => {
      named = plan(soFar, scope);
      return named;
    },
    start,
  );
  return withoutGuesses(snapshot, named);
}
