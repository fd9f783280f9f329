import type { Query } from "../../model/snapshot.ts";
import { type FieldOf, fieldSelectorOf, labelSelectorOf, type Matches } from "../../parse/label-selector.ts";
import { at, text } from "../../parse/value.ts";

/** What a query's name and selectors leave of objects, or why they cannot be understood. */
export function selectionOf(query: Query): Matches | { readonly error: string } {
  const { name, namespace, fieldSelector = "", labelSelector = "" } = query;
  const labels = labelSelectorOf(labelSelector);
  if ("error" in labels) return labels;
  const fields = fieldSelectorOf(fieldSelector, anyField);
  if ("error" in fields) return fields;
  return (object) =>
    (name === undefined || object.ref.name === name) &&
    (namespace === undefined || object.ref.namespace === undefined || object.ref.namespace === namespace) &&
    labels(object) &&
    fields(object);
}

/**
 * What stands in the text of every object that a query's field selector leaves, so that the others of a long list need not
 * be parsed: nine in ten Events are not Warnings. Plain words only, which YAML never writes in another way.
 */
export function wordsOf({ fieldSelector = "", name }: Query): readonly string[] {
  const wanted = fieldSelector.split(",").map((part) => /^[^!=]*==?([^!=]*)$/.exec(part)?.[1] ?? "");
  return [...wanted, name ?? ""].filter((word) => /^[A-Za-z][A-Za-z0-9.-]*$/.test(word));
}

/**
 * The API server knows a few fields for each kind, each called like its path in the object (`type` of Events:
 * pkg/registry/core/event/strategy.go, `involvedObject.name`, `status.phase`, `spec.nodeName`).
 */
const anyField: FieldOf = (field) => {
  const path = field.split(".");
  return ({ raw }) => text(at(raw, path));
};
