import type { SelectorFault } from "../model/fault/input.ts";
import type { KubeObject } from "../model/object.ts";
import { listAt, recordAt, textAt, toText } from "./json-value.ts";

/** Whether a selector matches an object. */
export type ObjectFilter = (object: KubeObject) => boolean;

/**
 * Parses a label selector of kubectl's `-l`: `a=b,c!=d,e in (f,g),!h,i>1`. All of its requirements must hold
 * (apimachinery, labels/selector.go). A fault names the requirement that is invalid.
 */
export function parseLabelSelector(written: string): ObjectFilter | SelectorFault {
  const requirements: ObjectFilter[] = [];
  for (const part of splitRequirements(written)) {
    const requirement = requirementOf(part.trim());
    if (requirement === undefined) return { code: "label-requirement", part: part.trim() };
    requirements.push(requirement);
  }
  return (object) => requirements.every((holds) => holds(object));
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

/** `{key: a, operator: In, values: [b]}` -> `a in (b)`. For an operator that does not exist, what no selector can be. */
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

// Commas between parentheses belong to a set.
function splitRequirements(written: string): readonly string[] {
  return written.trim() === "" ? [] : written.split(/,(?![^(]*\))/);
}

// apimachinery, validation.IsQualifiedName and IsValidLabelValue.
const keyPattern = "((?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9](?:[-\\w.]{0,61}[A-Za-z0-9])?)";
const validValue = /^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/;
const shapes = {
  exists: new RegExp(`^(!?)\\s*${keyPattern}$`),
  compared: new RegExp(`^${keyPattern}\\s*(==|=|!=|<|>)\\s*(\\S*)$`),
  inSet: new RegExp(`^${keyPattern}\\s+(in|notin)\\s*\\(([^()]*)\\)$`),
};

/** Whether a selector can require this label with this value, which is not empty. */
export function isSelectableLabel(name: string, value: string): boolean {
  return shapes.exists.exec(name)?.[1] === "" && value !== "" && validValue.test(value);
}

/**
 * Whether every object with these labels is in the list of a selector, whatever other labels it has. In doubt it is not:
 * a requirement that another label can break says nothing about such an object. `present` has all labels of the objects,
 * by which `notin` can be decided.
 */
export function isSelectedByLabels(
  selector: string,
  labels: ReadonlyMap<string, string>,
  present?: ReadonlyMap<string, string>,
): boolean {
  return splitRequirements(selector).every((part) => {
    const notIn = /^(\S+)\s+notin\s*\(([^()]*)\)$/.exec(part.trim());
    if (notIn !== null)
      return present !== undefined && !valuesIn(notIn[2]).includes(present.get(notIn[1] ?? "") ?? absent);
    const compared = /^(.+?)\s*==?\s*(\S+)$/.exec(part.trim());
    if (compared !== null) return labels.get(compared[1] ?? "") === compared[2];
    const inSet = /^(\S+)\s+in\s*\(([^()]*)\)$/.exec(part.trim());
    const labelValue = labels.get(inSet?.[1] ?? "");
    return labelValue !== undefined && valuesIn(inSet?.[2]).includes(labelValue);
  });
}

function valuesIn(list = ""): readonly string[] {
  return list.split(",").map((value) => value.trim());
}

function requirementOf(part: string): ObjectFilter | undefined {
  const exists = shapes.exists.exec(part);
  if (exists !== null) return ({ labels }) => labels.has(exists[2] ?? "") === (exists[1] === "");
  const compared = shapes.compared.exec(part);
  if (compared !== null) return comparison(compared[1] ?? "", compared[2] ?? "", compared[3] ?? "");
  const inSet = shapes.inSet.exec(part);
  if (inSet === null) return undefined;
  const [, name = "", operator, list = ""] = inSet;
  const values = valuesIn(list);
  if (!values.every((value) => validValue.test(value))) return undefined;
  return ({ labels }) => values.includes(labels.get(name) ?? absent) === (operator === "in");
}

/** No label value can look like this, so an object without the label is in no set. */
const absent = "\u0000";

function comparison(name: string, operator: string, requested: string): ObjectFilter | undefined {
  if (operator === "<" || operator === ">") {
    if (!/^[-+]?\d+$/.test(requested)) return undefined;
    return ({ labels }) => {
      const found = labels.get(name) ?? "";
      if (!/^[-+]?\d+$/.test(found)) return false;
      return operator === ">" ? Number(found) > Number(requested) : Number(found) < Number(requested);
    };
  }
  if (!validValue.test(requested)) return undefined;
  return ({ labels }) => (labels.get(name) === requested) === (operator !== "!=");
}

/** Returns how to read a field by its name, or undefined if no selector may use the field. */
export type FieldOf = (field: string) => ((object: KubeObject) => string) | undefined;

/**
 * Parses a field selector of kubectl's `--field-selector`. Without `fieldOf` it allows the two fields that the API
 * server supports for every custom resource. They are metadata.name and metadata.namespace (apiextensions,
 * DefaultSelectableFields).
 */
export function parseFieldSelector(written: string, fieldOf: FieldOf = ofEveryResource): ObjectFilter | SelectorFault {
  const requirements: ObjectFilter[] = [];
  for (const part of written.split(",").filter((requirement) => requirement !== "")) {
    const [, field = "", operator, requested] = /^(.*?)\s*(==|!=|=)\s*(.*)$/.exec(part) ?? [];
    if (operator === undefined) return { code: "field-requirement", part };
    const of = fieldOf(field);
    if (of === undefined) return { code: "unknown-field", field };
    requirements.push((object) => (of(object) === requested) === (operator !== "!="));
  }
  return (object) => requirements.every((holds) => holds(object));
}

const ofEveryResource: FieldOf = (field) => {
  if (field === "metadata.name") return ({ ref }) => ref.name;
  return field === "metadata.namespace" ? ({ ref }) => ref.namespace ?? "" : undefined;
};
