import type { KubeObject } from "../model/object.ts";
import type { AskedOf, Damage, Reading, Redaction, Snapshot } from "../model/snapshot.ts";
import { concealText } from "./conceal-text.ts";
import { redactObject } from "./object.ts";

/**
 * The snapshot in a form that may be written and shared: without credentials, and without values that may hold them.
 * `redacted` lists the sort and object of each removed value, including earlier removals. `asked`: the request that the
 * readings respond to. Its Report is the same, except for credentials in messages.
 */
export function redactSnapshot(snapshot: Snapshot, asked: AskedOf = {}): Snapshot {
  const seen = new Map<KubeObject, KubeObject>();
  const counts = new Map<string, Redaction>();
  for (const redaction of snapshot.redacted ?? []) add(redaction);

  function add(one: Redaction): void {
    const key = `${one.what} ${one.of}`;
    // An object that was read twice is counted once.
    const count = Math.max(one.count, counts.get(key)?.count ?? 0);
    counts.set(key, { ...one, count });
  }

  function without(object: KubeObject): KubeObject {
    const known = seen.get(object);
    if (known !== undefined) return known;
    const redacted = redactObject(object);
    seen.set(object, redacted.object);
    for (const [what, count] of redacted.counts) add({ what, of: nameOf(object), count });
    return redacted.object;
  }

  const readings = snapshot.readings.map((reading) => redactReading(reading, without));
  const { snapshot: _file, ...source } = snapshot.source;
  return {
    source: { ...source, name: concealText(source.name) },
    takenAt: snapshot.takenAt,
    readings,
    damage: snapshot.damage.map(
      (damage): Damage => ({ ...damage, where: concealText(damage.where), cause: concealText(damage.cause) }),
    ),
    asked: both(snapshot.asked ?? {}, asked),
    redacted: [...counts.values()],
  };
}

/** The original and the current request. The original selector already left objects out, so both selectors apply. */
function both(then: AskedOf, now: AskedOf): AskedOf {
  const selectors = (["selector", "fieldSelector"] as const).flatMap((key) => {
    const some = [...new Set([then[key], now[key]])].filter((each) => each !== undefined);
    return some.length === 0 ? [] : [[key, some.join(",")] as const];
  });
  return { ...then, ...now, ...Object.fromEntries(selectors) };
}

function redactReading(reading: Reading, without: (object: KubeObject) => KubeObject): Reading {
  if (reading.outcome === "absent") return reading;
  if (reading.outcome !== "found") return { ...reading, cause: concealText(reading.cause) };
  const { warning } = reading;
  return {
    query: reading.query,
    outcome: "found",
    objects: reading.objects.map(without),
    ...(warning !== undefined && { warning: concealText(warning) }),
  };
}

function nameOf({ ref: { kind, namespace, name } }: KubeObject): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
