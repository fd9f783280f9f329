import type { SelectorFault } from "../../model/fault/input.ts";
import type { Query } from "../../model/snapshot.ts";
import { textAt } from "../../parse/json-value.ts";
import {
  type FindField,
  type ObjectFilter,
  parseFieldSelector,
  parseLabelSelector,
} from "../../parse/label-selector.ts";

/** The filter by a query's name and selectors, or why they cannot be parsed. */
export function createQueryFilter(query: Query): ObjectFilter | SelectorFault {
  const { name, namespace, fieldSelector = "", labelSelector = "" } = query;
  const labels = parseLabelSelector(labelSelector);
  if (typeof labels !== "function") return labels;
  const fields = parseFieldSelector(fieldSelector, anyField);
  if (typeof fields !== "function") return fields;
  return (object) =>
    (name === undefined || object.ref.name === name) &&
    (namespace === undefined || object.ref.namespace === undefined || object.ref.namespace === namespace) &&
    labels(object) &&
    fields(object);
}

/**
 * Words that stand in the text of every object that a query selects. Items of a long list without them need not be
 * parsed: nine in ten Events are not Warnings. Only plain words count, which YAML never writes in another way.
 */
export function selectorWords({ fieldSelector = "", name }: Query): readonly string[] {
  const wanted = fieldSelector.split(",").map((part) => /^[^!=]*==?([^!=]*)$/.exec(part)?.[1] ?? "");
  return [...wanted, name ?? ""].filter((word) => /^[A-Za-z][A-Za-z0-9.-]*$/.test(word));
}

/**
 * Selects by any field, called like its path in the object. The API server knows a few of them for each kind (`type` of
 * Events: pkg/registry/core/event/strategy.go, `involvedObject.name`, `status.phase`, `spec.nodeName`).
 */
const anyField: FindField = (field) => {
  const path = field.split(".");
  return ({ raw }) => textAt(raw, ...path);
};
