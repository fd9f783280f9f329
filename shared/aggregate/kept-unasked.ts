import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { hco } from "../profiles/hco.ts";
import { listOf, type Wanted } from "./queries.ts";

/** What is asked of a kept snapshot now; no namespace is all of them. */
interface AskedNow {
  readonly wanted?: readonly Wanted[];
  readonly namespace?: string;
}

/** Why there is no answer in it. */
const cause = "this snapshot was not asked for it";

/**
 * The kept snapshot, and where it has no answer to what is asked now a reading that says so: what nobody asked for then is
 * not read, which is another fact than not being there. Files held all that they held, but for what a namespace left out.
 */
export function withUnasked(snapshot: Snapshot, { wanted, namespace }: AskedNow): Snapshot {
  const roots = wanted ?? [{ kind: hco.root }];
  const added = roots.flatMap((one): readonly Reading[] => {
    const query = queryOf(one, namespace);
    return isAnswered(query, one, snapshot) ? [] : [{ query, outcome: "unread", cause }];
  });
  if (added.length === 0) return snapshot;
  return { ...snapshot, readings: [...snapshot.readings, ...added], unasked: added.map(({ query }) => query) };
}

function queryOf({ kind, name }: Wanted, namespace: string | undefined): Query {
  const list = listOf(kind, namespace);
  if (name === undefined) return list;
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}

function isAnswered(now: Query, { name }: Wanted, { readings, source, asked = {} }: Snapshot): boolean {
  const isWhole = source.kind === "files" || source.kind === "buffer";
  if (isWhole) return !now.namespaced || asked.namespace === undefined || asked.namespace === now.namespace;
  return readings.some((reading) => {
    const { group, kind } = reading.query;
    if (group !== now.group || kind !== now.kind) return false;
    return reading.outcome === "noSuchKind" || isOver(reading, now, name, asked.selector !== undefined);
  });
}

/** Whether the answer is one to this question too: of the same name, or of the whole place that is asked for. */
function isOver({ query: then, outcome }: Reading, now: Query, name: string | undefined, isSelected: boolean): boolean {
  const isPlace = !now.namespaced || then.namespace === undefined || then.namespace === now.namespace;
  const byName = `metadata.name=${name}`;
  if (then.verb === "get") return name === then.name && then.namespace === now.namespace;
  if (!isPlace || (then.fieldSelector !== undefined && then.fieldSelector !== byName)) return false;
  // By label it says nothing of what it left out, which the selector of then leaves out now.
  return then.labelSelector === undefined || (isSelected && name === undefined) || outcome !== "found";
}
