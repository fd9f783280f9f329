import { toRecord, toText, valueAt } from "../json-value.ts";

/** A value of a text, and where it stands. */
interface PlacedValue {
  readonly value: unknown;
  readonly where: string;
}

/**
 * The objects of the events that `kubectl get --output-watch-events` prints, without those that were deleted
 * (apimachinery, pkg/watch). Other values stay as they are.
 */
export function withoutEvents(values: readonly PlacedValue[]): readonly PlacedValue[] {
  const events = values.map(({ value }) => eventIn(value));
  const deleted = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    if (event?.type === "DELETED") deleted.set(keyOf(event.object), index);
  }
  return values.flatMap((each, index) => {
    const event = events[index];
    if (event === undefined) return [each];
    const isGone = index <= (deleted.get(keyOf(event.object)) ?? -1);
    return isGone || event.type === "BOOKMARK" || event.type === "ERROR"
      ? []
      : [{ value: event.object, where: each.where }];
  });
}

function eventIn(value: unknown): { readonly type: string; readonly object: object } | undefined {
  const type = toText(valueAt(value, ["type"]));
  const object = toRecord(valueAt(value, ["object"]));
  return object !== undefined && /^(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)$/.test(type) ? { type, object } : undefined;
}

function keyOf(object: object): string {
  const paths = [["apiVersion"], ["kind"], ["metadata", "namespace"], ["metadata", "name"]];
  return JSON.stringify(paths.map((path) => toText(valueAt(object, path))));
}
