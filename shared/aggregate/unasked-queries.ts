import type { Query, Reading, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { platformKinds } from "./platform/platform-plan.ts";
import { listQuery, type RequestedKind } from "./snapshot/queries.ts";

/** What the user requests from a kept snapshot now. Without a namespace it is all namespaces. */
interface AskedNow {
  readonly wanted?: readonly RequestedKind[];
  readonly namespace?: string;
  /** What an upgrade stands on beside the roots is requested too. */
  readonly platform?: boolean;
  /** Why an object is unread that the kept snapshot does not have. */
  readonly cause: string;
}

/**
 * The kept snapshot, with an unread reading for each requested query that it has no response to. Unread is another fact
 * than absent, because the original request did not include it. Files are complete, except for what a namespace omitted
 * .
 */
export function withUnasked(snapshot: Snapshot, { wanted, namespace, platform, cause }: AskedNow): Snapshot {
  const beside = platform === true ? platformKinds.map((kind) => ({ kind })) : [];
  const asked: readonly RequestedKind[] = [...(wanted ?? [{ kind: hcoProfile.root }]), ...beside];
  const added = asked.flatMap((one): readonly Reading[] => {
    const query = queryOf(one, namespace);
    return isAnswered(query, one, snapshot) ? [] : [{ query, outcome: "unread", cause }];
  });
  if (added.length === 0) return snapshot;
  return { ...snapshot, readings: [...snapshot.readings, ...added], unasked: added.map(({ query }) => query) };
}

function queryOf({ kind, name }: RequestedKind, namespace: string | undefined): Query {
  const list = listQuery(kind, namespace);
  if (name === undefined) return list;
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}

function isAnswered(now: Query, { name }: RequestedKind, { readings, source, request: asked = {} }: Snapshot): boolean {
  const isWhole = source.kind === "files" || source.kind === "buffer";
  if (isWhole) return !now.namespaced || asked.namespace === undefined || asked.namespace === now.namespace;
  return readings.some((reading) => {
    const { group, kind } = reading.query;
    if (group !== now.group || kind !== now.kind) return false;
    return reading.outcome === "noSuchKind" || isOver(reading, now, name, asked.selector !== undefined);
  });
}

/** Whether a former response also covers this query: of the same name, or of the whole place that is requested. */
function isOver({ query: then, outcome }: Reading, now: Query, name: string | undefined, isSelected: boolean): boolean {
  const isPlace = !now.namespaced || then.namespace === undefined || then.namespace === now.namespace;
  const byName = `metadata.name=${name}`;
  if (then.verb === "get") return name === then.name && then.namespace === now.namespace;
  if (!isPlace || (then.fieldSelector !== undefined && then.fieldSelector !== byName)) return false;
  // A list by label does not show what it omitted. The original selector leaves the same objects out now.
  return then.labelSelector === undefined || (isSelected && name === undefined) || outcome !== "found";
}
