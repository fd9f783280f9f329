import { withoutGuesses } from "../aggregate/guesses.ts";
import { plan, type Scope } from "../aggregate/plan.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { collect } from "./collect.ts";
import type { Reader } from "./reader.ts";

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
