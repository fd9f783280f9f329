import { definedFields } from "../model/defined-fields.ts";
import { isSecretInAnySpelling } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { Damage, Reading, ReadRequest, Redaction, Snapshot } from "../model/snapshot.ts";
import { normalizeUtc } from "../model/time.ts";
import { type Fields, toRecord } from "../parse/json-value.ts";
import { toObject } from "../parse/kube-object.ts";
import { readWrites } from "../parse/managed-fields.ts";
import { concealText } from "./conceal-text.ts";
import { redactValue } from "./fields.ts";
import { payloadFields } from "./rules.ts";
import { type CountRedaction, mapFields } from "./value.ts";

/**
 * The snapshot in a form that may be written and shared: without credentials, and without values that may hold them.
 * `redacted` lists the sort and object of each removed value, including earlier removals. `request`: what the
 * readings respond to. Its Report is the same, except for credentials in messages.
 */
export function redactSnapshot(snapshot: Snapshot, request: ReadRequest = {}): Snapshot {
  const redactedByObject = new Map<KubeObject, KubeObject>();
  const counts = new Map<string, Redaction>();
  for (const redaction of snapshot.redacted ?? []) add(redaction);

  function add(redaction: Redaction): void {
    const key = `${redaction.what} ${redaction.of}`;
    // An object that was read twice is counted once.
    const count = Math.max(redaction.count, counts.get(key)?.count ?? 0);
    counts.set(key, { ...redaction, count });
  }

  function redactOnce(object: KubeObject): KubeObject {
    const earlier = redactedByObject.get(object);
    if (earlier !== undefined) return earlier;
    const redacted = redactObject(object);
    redactedByObject.set(object, redacted.object);
    for (const [what, count] of redacted.counts) add({ what, of: formatObjectTitle(object), count });
    return redacted.object;
  }

  const readings = snapshot.readings.map((reading) => redactReading(reading, redactOnce));
  const { snapshot: _file, ...source } = snapshot.source;
  return {
    source: { ...source, name: concealText(source.name) },
    takenAt: snapshot.takenAt,
    readings,
    damage: snapshot.damage.map(
      (damage): Damage => ({ ...damage, where: concealText(damage.where), cause: concealText(damage.cause) }),
    ),
    request: combine(snapshot.request ?? {}, request),
    ...definedFields({ logs: snapshot.logs }),
    redacted: [...counts.values()],
  };
}

/**
 * Removes from an object what the rules name (rules.ts). Applying it twice gives the same result. Never throws.
 */
function redactObject(object: KubeObject): RedactedObject {
  const counts = new Map<Redaction["what"], number>();
  const count = (what: Redaction["what"], times = 1): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times);
  };
  // The data of a Secret is already removed when it is read (parse/kube-object.ts).
  if (isSecretInAnySpelling(object.ref)) count("secret");
  const { cut } = object;
  return { object: { ...toObject(redactTopLevel(object, count)), ...definedFields({ cut }) }, counts };
}

function redactTopLevel({ raw, ref }: KubeObject, count: CountRedaction): Fields {
  const isRevision = ref.kind === "ControllerRevision";
  const remaining = Object.entries(raw).filter(([key, value]) => {
    const isPayload = payloadFields.has(key) && !(isRevision && key === "data");
    if (isPayload) count("data", sizeOf(value));
    return !isPayload;
  });
  const holdsPayload = /secret/i.test(ref.kind);
  return mapFields(remaining, (key, value) => {
    const metadata = key === "metadata" ? toRecord(value) : undefined;
    if (metadata !== undefined) return redactMetadata(metadata, ref, count);
    return redactValue(value, { key, under: "", depth: 1, holdsPayload }, count);
  });
}

/**
 * The metadata, with only the writes of managedFields ({@link readWrites}). The rest is large but holds no credential, so its
 * removal is not counted.
 */
function redactMetadata(fields: Fields, { namespace }: KubeObject["ref"], count: CountRedaction): Fields {
  const writes = readWrites(fields["managedFields"]).flatMap(({ time, manager, ...rest }) => {
    const utc = normalizeUtc(time);
    const client = manager === undefined ? undefined : concealText(manager);
    return utc === undefined ? [] : [{ time: utc, ...definedFields({ manager: client }), ...rest }];
  });
  const remaining = Object.entries(fields).filter(
    // A must-gather may give a cluster-scoped object a namespace, although its kind has none.
    ([key]) => key !== "managedFields" && !(key === "namespace" && namespace === undefined),
  );
  const redacted = mapFields(remaining, (key, value) =>
    redactValue(value, { key, under: "metadata", depth: 2, holdsPayload: false }, count),
  );
  return writes.length === 0 ? redacted : { ...redacted, managedFields: writes };
}

/** How many values a removed field had: those of a mapping or list, else one. */
function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 1;
}

/** One object without credentials, and the number of removed values of each sort. */
interface RedactedObject {
  readonly object: KubeObject;
  readonly counts: ReadonlyMap<Redaction["what"], number>;
}

/** The earlier and the current request. The earlier selector already excluded objects, so both selectors apply. */
function combine(earlier: ReadRequest, current: ReadRequest): ReadRequest {
  const selectors = (["selector", "fieldSelector"] as const).flatMap((key) => {
    const distinct = [...new Set([earlier[key], current[key]])].filter((each) => each !== undefined);
    return distinct.length === 0 ? [] : [[key, distinct.join(",")] as const];
  });
  return { ...earlier, ...current, ...Object.fromEntries(selectors) };
}

function redactReading(reading: Reading, redactOnce: (object: KubeObject) => KubeObject): Reading {
  if (reading.outcome === "absent") return reading;
  if (reading.outcome !== "found") return { ...reading, cause: concealText(reading.cause) };
  const { warning } = reading;
  return {
    query: reading.query,
    outcome: "found",
    objects: reading.objects.map(redactOnce),
    ...definedFields({ warning: warning === undefined ? undefined : concealText(warning) }),
  };
}

function formatObjectTitle({ ref: { kind, namespace, name } }: KubeObject): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
