import type { KubeObject } from "../model/object.ts";
import type { Redaction } from "../model/snapshot.ts";
import { utc } from "../model/time.ts";
import { toObject } from "../parse/object.ts";
import { at, type Fields, list, record } from "../parse/value.ts";
import { redactValue } from "./redact-fields.ts";
import { payload } from "./redact-rules.ts";
import { type Count, mapped } from "./redact-value.ts";

/** One object as it may be kept, and how often what was taken out of it. */
interface RedactedObject {
  readonly object: KubeObject;
  readonly counts: ReadonlyMap<Redaction["what"], number>;
}

/** Takes out of an object what the table says (redact-rules.ts); done twice it is the same as once. Never throws. */
export function redactObject(object: KubeObject): RedactedObject {
  const counts = new Map<Redaction["what"], number>();
  const count = (what: Redaction["what"], times = 1): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times);
  };
  if (isSecret(object)) count("secret");
  return { object: toObject(topLevel(object, count)), counts };
}

// What is left of a Secret was decided where it was read (parse/object.ts).
function isSecret({ ref }: KubeObject): boolean {
  return ref.group === "" && ref.kind.toLowerCase() === "secret";
}

function topLevel({ raw, ref }: KubeObject, count: Count): Fields {
  const isRevision = ref.kind === "ControllerRevision";
  const kept = Object.entries(raw).filter(([key, value]) => {
    const isPayload = payload.has(key) && !(isRevision && key === "data");
    if (isPayload) count("data", sizeOf(value));
    return !isPayload;
  });
  const holdsPayload = /secret/i.test(ref.kind);
  return mapped(kept, (key, value) => {
    if (key !== "metadata") return redactValue(value, { key, under: "", depth: 1, holdsPayload }, count);
    const fields = record(value);
    return fields === undefined
      ? redactValue(value, { key, under: "", depth: 1, holdsPayload }, count)
      : metadata(fields, ref, count);
  });
}

function sizeOf(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 1;
}

/** Who wrote which field goes but for when, by which a roll-out is judged; that is much and no credential, so it is not counted. */
function metadata(fields: Fields, { namespace }: KubeObject["ref"], count: Count): Fields {
  const managed = fields["managedFields"];
  const times = list(managed).flatMap((entry) => utc(at(entry, ["time"])) ?? []);
  const kept = Object.entries(fields).filter(
    // Of a cluster-scoped kind a gather may lie in a namespace; it is known to be in none.
    ([key]) => key !== "managedFields" && !(key === "namespace" && namespace === undefined),
  );
  const rest = mapped(kept, (key, value) =>
    redactValue(value, { key, under: "metadata", depth: 2, holdsPayload: false }, count),
  );
  return times.length === 0 ? rest : { ...rest, managedFields: times.map((time) => ({ time })) };
}
