import type { Driven } from "../model/driven.ts";
import type { FieldPath, ManifestObject, Span } from "../model/manifest.ts";
import { objectValue, spansAt } from "../parse/manifest-place.ts";
import { at, list, record, text } from "../parse/value.ts";
import { drivenBy } from "../profiles/hco-fields.ts";
import { hcoFields } from "../profiles/hco-fields-table.ts";

/** A field of a document that drives something. */
export interface DrivingField {
  readonly path: FieldPath;
  /** Of its key; of an entry of a list its value. */
  readonly span: Span;
  readonly driven: Driven;
}

/**
 * The fields of a document that drive components, in the order of the text: of a HyperConverged those of the tables, gates
 * and annotations each; of another kind those right below `spec` that name a part.
 *
 * @param parts as `drivenBy` takes them.
 */
export function drivingFields(object: ManifestObject, parts: readonly string[]): readonly DrivingField[] {
  const value = objectValue(object);
  return pathsOf(object, value)
    .flatMap((path) => {
      const driven = drivenBy(object, path, value, parts);
      const spans = driven === undefined || driven.drives.length === 0 ? undefined : spansAt(object, path);
      return driven === undefined || spans === undefined ? [] : [{ path, span: spans.key ?? spans.value, driven }];
    })
    .toSorted((a, b) => a.span.start - b.span.start);
}

/** A condition that a document holds, by the span of its type. */
export interface WrittenCondition {
  readonly type: string;
  readonly span: Span;
}

/** What a document says in status.conditions, as an export or a pasted object does. */
export function writtenConditions(object: ManifestObject): readonly WrittenCondition[] {
  return list(at(objectValue(object), ["status", "conditions"])).flatMap((condition, index) => {
    const type = text(at(condition, ["type"]));
    const spans = type === "" ? undefined : spansAt(object, ["status", "conditions", index, "type"]);
    return spans === undefined ? [] : [{ type, span: spans.value }];
  });
}

/** What a document says is its metadata.uid. */
export function writtenUid(object: ManifestObject): string | undefined {
  const uid = at(objectValue(object), ["metadata", "uid"]);
  return typeof uid === "string" && uid !== "" ? uid : undefined;
}

function pathsOf({ group, version, kind }: ManifestObject, value: unknown): readonly FieldPath[] {
  const spec = at(value, ["spec"]);
  const isHyperConverged = group === "hco.kubevirt.io" && kind === "HyperConverged";
  if (!isHyperConverged || (version !== "v1" && version !== "v1beta1")) return below(spec, ["spec"]);
  const fields = hcoFields
    .flatMap((row) => row[version] ?? [])
    .filter((field) => field !== "featureGates")
    .map((field) => ["spec", ...field.split(".")])
    .filter((path) => at(value, path) !== undefined);
  const gates = at(spec, ["featureGates"]);
  const listed = list(gates)
    .slice(0, mostFields)
    .map((_, index): FieldPath => ["spec", "featureGates", index]);
  const annotations = below(at(value, ["metadata", "annotations"]), ["metadata", "annotations"]);
  return [...fields, ...below(gates, ["spec", "featureGates"]), ...listed, ...annotations];
}

function below(value: unknown, path: FieldPath): readonly FieldPath[] {
  return Object.keys(record(value) ?? {})
    .slice(0, mostFields)
    .map((key) => [...path, key]);
}

/** Of one mapping: nobody reads more lines than these. */
const mostFields = 300;
