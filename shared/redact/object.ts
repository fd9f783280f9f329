import type { KubeObject } from "../model/object.ts";
import type { Redaction } from "../model/snapshot.ts";
import { normalizeUtc } from "../model/time.ts";
import { type Fields, toList, toRecord, valueAt } from "../parse/json-value.ts";
import { toObject } from "../parse/kube-object.ts";
import { redactValue } from "./fields.ts";
import { payloadFields } from "./rules.ts";
import { type CountRedaction, mapFields } from "./value.ts";

/** One object without credentials, and the number of removed values of each sort. */
interface RedactedObject {
  readonly object: KubeObject;
  readonly counts: ReadonlyMap<Redaction["what"], number>;
}

/**
 * Removes from an object what the rules name (rules.ts). Applying it twice gives the same result. Never throws.
 */
export function redactObject(object: KubeObject): RedactedObject {
  const counts = new Map<Redaction["what"], number>();
  const count = (what: Redaction["what"], times = 1): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times);
  };
  if (isSecret(object)) count("secret");
  const { cut } = object;
  return { object: { ...toObject(topLevel(object, count)), ...(cut !== undefined && { cut }) }, counts };
}

// The data of a Secret is already removed when it is read (parse/kube-object.ts).
function isSecret({ ref }: KubeObject): boolean {
  return ref.group === "" && ref.kind.toLowerCase() === "secret";
}

function topLevel({ raw, ref }: KubeObject, count: CountRedaction): Fields {
  const isRevision = ref.kind === "ControllerRevision";
  const remaining = Object.entries(raw).filter(([key, value]) => {
    const isPayload = payloadFields.has(key) && !(isRevision && key === "data");
    if (isPayload) count("data", sizeOf(value));
    return !isPayload;
  });
  const holdsPayload = /secret/i.test(ref.kind);
  return mapFields(remaining, (key, value) => {
    if (key !== "metadata") return redactValue(value, { key, under: "", depth: 1, holdsPayload }, count);
    const fields = toRecord(value);
    return fields === undefined
      ? redactValue(value, { key, under: "", depth: 1, holdsPayload }, count)
      : metadata(fields, ref, count);
  });
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 1;
}

/**
 * The metadata, with only the times of managedFields, by which a roll-out is evaluated. The rest is large but holds no
 * credential, so its removal is not counted.
 */
function metadata(fields: Fields, { namespace }: KubeObject["ref"], count: CountRedaction): Fields {
  const managed = fields["managedFields"];
  const times = toList(managed).flatMap((entry) => normalizeUtc(valueAt(entry, ["time"])) ?? []);
  const remaining = Object.entries(fields).filter(
    // A must-gather may give a cluster-scoped object a namespace, although its kind has none.
    ([key]) => key !== "managedFields" && !(key === "namespace" && namespace === undefined),
  );
  const rest = mapFields(remaining, (key, value) =>
    redactValue(value, { key, under: "metadata", depth: 2, holdsPayload: false }, count),
  );
  return times.length === 0 ? rest : { ...rest, managedFields: times.map((time) => ({ time })) };
}
