import type { SelectorFault } from "../model/fault/input.ts";
import type { KubeObject } from "../model/object.ts";
import { listAt, recordAt, textAt, toText } from "./json-value.ts";

/** Whether a selector matches an object. */
export type ObjectFilter = (object: KubeObject) => boolean;

/** The name of a label, with or without a prefix (apimachinery, validation.IsQualifiedName). */
const labelName = "((?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9](?:[-\\w.]{0,61}[A-Za-z0-9])?)";

/** The value of a label, which may be empty (apimachinery, validation.IsValidLabelValue). */
const labelValuePattern = /^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/;

/** The three forms of a requirement: `a` or `!a`, `a=b` or `a>1`, and `a in (b,c)`. */
const existsPattern = new RegExp(`^(!?)\\s*${labelName}$`);
const comparisonPattern = new RegExp(`^${labelName}\\s*(==|=|!=|<|>)\\s*(\\S*)$`);
const setPattern = new RegExp(`^${labelName}\\s+(in|notin)\\s*\\(([^()]*)\\)$`);

const integerPattern = /^[-+]?\d+$/;

/** Stands for the value of a missing label. No label can have this value, so an object without the label is in no set. */
const missingValue = "\u0000";

/**
 * Parses a label selector of kubectl's `-l`: `a=b,c!=d,e in (f,g),!h,i>1`. All of its requirements must hold
 * (apimachinery, labels/selector.go). A fault names the requirement that is invalid.
 */
export function parseLabelSelector(selector: string): ObjectFilter | SelectorFault {
  const filters: ObjectFilter[] = [];
  for (const requirement of splitRequirements(selector)) {
    const filter = parseRequirement(requirement);
    if (filter === undefined) return { code: "label-requirement", part: requirement };
    filters.push(filter);
  }
  return (object) => filters.every((matches) => matches(object));
}

/** `a=b,c in (d,e)` -> `a=b` and `c in (d,e)`. Commas between parentheses belong to a set. */
function splitRequirements(selector: string): readonly string[] {
  if (selector.trim() === "") return [];
  return selector.split(/,(?![^(]*\))/).map((requirement) => requirement.trim());
}

/** The filter of one requirement. Undefined for a requirement that is invalid. */
function parseRequirement(requirement: string): ObjectFilter | undefined {
  const exists = existsPattern.exec(requirement);
  if (exists !== null) {
    const [, negation, name = ""] = exists;
    return ({ labels }) => labels.has(name) === (negation === "");
  }
  const comparison = comparisonPattern.exec(requirement);
  if (comparison !== null) {
    const [, name = "", operator = "", value = ""] = comparison;
    return operator === "<" || operator === ">"
      ? compareNumber(name, operator, value)
      : compareValue(name, operator, value);
  }
  const set = setPattern.exec(requirement);
  if (set === null) return undefined;
  const [, name = "", operator, list = ""] = set;
  const values = splitValues(list);
  if (!values.every((value) => labelValuePattern.test(value))) return undefined;
  return ({ labels }) => values.includes(labels.get(name) ?? missingValue) === (operator === "in");
}

/** The filter of `a>1` or `a<1`. An object whose label is missing or no integer does not match. */
function compareNumber(name: string, operator: "<" | ">", limit: string): ObjectFilter | undefined {
  if (!integerPattern.test(limit)) return undefined;
  return ({ labels }) => {
    const value = labels.get(name) ?? "";
    if (!integerPattern.test(value)) return false;
    return operator === ">" ? Number(value) > Number(limit) : Number(value) < Number(limit);
  };
}

/** The filter of `a=b`, `a==b` or `a!=b`. */
function compareValue(name: string, operator: string, value: string): ObjectFilter | undefined {
  if (!labelValuePattern.test(value)) return undefined;
  return ({ labels }) => (labels.get(name) === value) === (operator !== "!=");
}

/** `b, c` -> `b` and `c` */
function splitValues(list: string): readonly string[] {
  return list.split(",").map((value) => value.trim());
}

/**
 * Writes the selector of an object as kubectl's `-l` takes it. Empty for one that selects everything.
 * `{matchLabels: {a: b}, matchExpressions: [{key: c, operator: In, values: [d, e]}]}` -> `a=b,c in (d,e)`
 */
export function writeLabelSelector(selector: unknown): string {
  const labels = Object.entries(recordAt(selector, "matchLabels") ?? {});
  const requirements = labels.map(([name, value]) => `${name}=${toText(value)}`);
  return [...requirements, ...listAt(selector, "matchExpressions").map(writeRequirement)].join(",");
}

/** `{key: a, operator: In, values: [b]}` -> `a in (b)`. For an operator that does not exist, a text that is no selector. */
function writeRequirement(expression: unknown): string {
  const key = textAt(expression, "key");
  const values = listAt(expression, "values")
    .map((value) => toText(value))
    .join(",");
  switch (textAt(expression, "operator")) {
    case "In":
      return `${key} in (${values})`;
    case "NotIn":
      return `${key} notin (${values})`;
    case "Exists":
      return key;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return "?";
  }
}

/** Whether a selector can require this label with this value, which is not empty. */
export function isSelectableLabel(name: string, value: string): boolean {
  const isName = existsPattern.exec(name)?.[1] === "";
  return isName && value !== "" && labelValuePattern.test(value);
}

/**
 * Whether every object with these labels is in the list of a selector, whatever other labels it has. In doubt it is not:
 * a requirement that another label can break says nothing about such an object.
 *
 * @param allLabels all labels of the objects, if they are known, by which `notin` can be decided
 */
export function isSelectedByLabels(
  selector: string,
  labels: ReadonlyMap<string, string>,
  allLabels?: ReadonlyMap<string, string>,
): boolean {
  return splitRequirements(selector).every((requirement) => isMetByLabels(requirement, labels, allLabels));
}

function isMetByLabels(
  requirement: string,
  labels: ReadonlyMap<string, string>,
  allLabels: ReadonlyMap<string, string> | undefined,
): boolean {
  const notIn = /^(\S+)\s+notin\s*\(([^()]*)\)$/.exec(requirement);
  if (notIn !== null) {
    const [, name = "", list = ""] = notIn;
    return allLabels !== undefined && !splitValues(list).includes(allLabels.get(name) ?? missingValue);
  }
  const equality = /^(.+?)\s*==?\s*(\S+)$/.exec(requirement);
  if (equality !== null) {
    const [, name = "", value] = equality;
    return labels.get(name) === value;
  }
  const [, name = "", list = ""] = /^(\S+)\s+in\s*\(([^()]*)\)$/.exec(requirement) ?? [];
  const value = labels.get(name);
  return value !== undefined && splitValues(list).includes(value);
}

/** Returns how to read a field by its name, or undefined if no selector may use the field. */
export type FindField = (field: string) => ((object: KubeObject) => string) | undefined;

/**
 * Parses a field selector of kubectl's `--field-selector`. By default it allows the two fields that the API server supports
 * for every custom resource, metadata.name and metadata.namespace (apiextensions, DefaultSelectableFields).
 */
export function parseFieldSelector(
  selector: string,
  findField: FindField = findFieldOfEveryResource,
): ObjectFilter | SelectorFault {
  const filters: ObjectFilter[] = [];
  for (const requirement of selector.split(",").filter((part) => part !== "")) {
    const [, field = "", operator, value] = /^(.*?)\s*(==|!=|=)\s*(.*)$/.exec(requirement) ?? [];
    if (operator === undefined) return { code: "field-requirement", part: requirement };
    const readField = findField(field);
    if (readField === undefined) return { code: "unknown-field", field };
    filters.push((object) => (readField(object) === value) === (operator !== "!="));
  }
  return (object) => filters.every((matches) => matches(object));
}

const findFieldOfEveryResource: FindField = (field) => {
  if (field === "metadata.name") return ({ ref }) => ref.name;
  return field === "metadata.namespace" ? ({ ref }) => ref.namespace ?? "" : undefined;
};
