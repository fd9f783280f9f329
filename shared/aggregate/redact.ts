import type { KubeObject } from "../model/object.ts";
import type { AskedOf, Damage, Reading, Redaction, Snapshot } from "../model/snapshot.ts";
import { conceal } from "./conceal.ts";
import { redactObject } from "./redact-object.ts";

/**
 * The snapshot as it may be written down and handed on: without credentials, and without what may hold them. What was
 * taken out of which object is said in `redacted`, together with what had been taken out before. `asked`: what its readings
 * are about. The Report of it is the same, but for credentials in messages.
 */
export function redactSnapshot(snapshot: Snapshot, asked: AskedOf = {}): Snapshot {
  const seen = new Map<KubeObject, KubeObject>();
  const counts = new Map<string, Redaction>();
  for (const redaction of snapshot.redacted ?? []) add(redaction);

  function add(one: Redaction): void {
    const key = `${one.what} ${one.of}`;
    // Read twice it is counted once.
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
    source: { ...source, name: conceal(source.name) },
    takenAt: snapshot.takenAt,
    readings,
    damage: snapshot.damage.map(({ where, cause }): Damage => ({ where: conceal(where), cause: conceal(cause) })),
    asked: both(snapshot.asked ?? {}, asked),
    redacted: [...counts.values()],
  };
}

/** What was asked then and now; of what a selector left out then nothing is there, so both hold. */
function both(then: AskedOf, now: AskedOf): AskedOf {
  const selectors = (["selector", "fieldSelector"] as const).flatMap((key) => {
    const some = [...new Set([then[key], now[key]])].filter((each) => each !== undefined);
    return some.length === 0 ? [] : [[key, some.join(",")] as const];
  });
  return { ...then, ...now, ...Object.fromEntries(selectors) };
}

function redactReading(reading: Reading, without: (object: KubeObject) => KubeObject): Reading {
  if (reading.outcome === "absent") return reading;
  if (reading.outcome !== "found") return { ...reading, cause: conceal(reading.cause) };
  const { warning } = reading;
  return {
    query: reading.query,
    outcome: "found",
    objects: reading.objects.map(without),
    ...(warning !== undefined && { warning: conceal(warning) }),
  };
}

function nameOf({ ref: { kind, namespace, name } }: KubeObject): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
