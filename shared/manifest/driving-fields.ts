import type { DrivenField } from "../model/field-driver.ts";
import type { FieldPath, ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import { listAt, textAt, toList, toRecord, valueAt } from "../parse/json-value.ts";
import { findFieldSpans, readObjectValue } from "../parse/manifest/positions.ts";
import { componentsDrivenBy } from "../profiles/hco/field-drivers.ts";
import { hcoFields } from "../tables/fields.ts";

/** A field of a document that affects components. */
export interface DrivingField {
  readonly path: FieldPath;
  /** The span of the field's key, or of the value of a list entry. */
  readonly span: TextSpan;
  readonly driven: DrivenField;
}

/** The most fields of one mapping, because users do not read more lines. */
const maxFields = 300;

/**
 * The fields of a document that drive components, in the order of the text. For a HyperConverged these are the fields
 * of the tables, and each gate and annotation. For another kind they are those directly below `spec` that name a part.
 *
 * @param parts as `componentsDrivenBy` takes them.
 */
export function listDrivingFields(object: ManifestObject, parts: readonly string[]): readonly DrivingField[] {
  const value = readObjectValue(object);
  return listPaths(object, value)
    .flatMap((path) => {
      const driven = componentsDrivenBy(object, path, value, parts);
      const spans = driven === undefined || driven.drives.length === 0 ? undefined : findFieldSpans(object, path);
      return driven === undefined || spans === undefined ? [] : [{ path, span: spans.key ?? spans.value, driven }];
    })
    .toSorted((a, b) => a.span.start - b.span.start);
}

/** A condition that a document holds, with the span of its type. */
export interface WrittenCondition {
  readonly type: string;
  readonly span: TextSpan;
}

/** The conditions in status.conditions of a document, as in an export or a pasted object. */
export function readWrittenConditions(object: ManifestObject): readonly WrittenCondition[] {
  return listAt(readObjectValue(object), "status", "conditions").flatMap((condition, index) => {
    const type = textAt(condition, "type");
    const spans = type === "" ? undefined : findFieldSpans(object, ["status", "conditions", index, "type"]);
    return spans === undefined ? [] : [{ type, span: spans.value }];
  });
}

/** The metadata.uid that a document holds. */
export function readWrittenUid(object: ManifestObject): string | undefined {
  const uid = valueAt(readObjectValue(object), "metadata", "uid");
  return typeof uid === "string" && uid !== "" ? uid : undefined;
}

/** The paths of the fields that may drive components. */
function listPaths({ group, version, kind }: ManifestObject, value: unknown): readonly FieldPath[] {
  const spec = valueAt(value, "spec");
  const isHyperConverged = group === "hco.kubevirt.io" && kind === "HyperConverged";
  if (!isHyperConverged || (version !== "v1" && version !== "v1beta1")) return listFieldPaths(spec, ["spec"]);
  const fields = hcoFields
    .flatMap((row) => row[version] ?? [])
    .filter((field) => field !== "featureGates")
    .map((field) => ["spec", ...field.split(".")])
    .filter((path) => valueAt(value, ...path) !== undefined);
  const gates = valueAt(spec, "featureGates");
  // Feature gates are a mapping in v1beta1 and a list in v1.
  const gatesPath = ["spec", "featureGates"];
  const gateFields = listFieldPaths(gates, gatesPath);
  const gateEntries = toList(gates)
    .slice(0, maxFields)
    .map((_, index): FieldPath => [...gatesPath, index]);
  const annotations = listFieldPaths(valueAt(value, "metadata", "annotations"), ["metadata", "annotations"]);
  return [...fields, ...gateFields, ...gateEntries, ...annotations];
}

/** The paths of the fields of the mapping at `path`. */
function listFieldPaths(value: unknown, path: FieldPath): readonly FieldPath[] {
  return Object.keys(toRecord(value) ?? {})
    .slice(0, maxFields)
    .map((key) => [...path, key]);
}
