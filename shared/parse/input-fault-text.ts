import type { DocumentFault, ExpectedValue } from "../model/fault/document.ts";
import type { InputFault, PlacedFault, SelectorFault, ValueType } from "../model/fault/input.ts";
import type { Damage } from "../model/snapshot.ts";

/** The damage that a Report states for a piece of input. */
export function describeDamage({ where, fault }: PlacedFault): Damage {
  const isTruncated = fault.code === "cut-list" || fault.code === "cut-output";
  return { where, cause: inputFaultText(fault), ...(isTruncated && { isTruncated }) };
}

/** Why a piece of input cannot be used. */
export function inputFaultText(fault: InputFault): string {
  switch (fault.code) {
    case "binary":
      return "binary data, not YAML or JSON";
    case "too-long":
      return `a YAML document larger than ${fault.megabytes} MB; convert it to JSON (-o json), which needs a tenth of the memory`;
    case "too-many-values":
      return `a YAML document with more than ${fault.limit} fields and items for its size; convert it to JSON (-o json), which needs a tenth of the memory`;
    case "oversized-object":
      return `one object with more than ${fault.limit} fields and items, which is more than a server stores`;
    case "nested-too-deep":
      return `nested more than ${fault.limit} deep`;
    case "too-many-aliases":
      return `more than ${fault.limit} aliases`;
    case "alias-in-itself":
      return "an alias refers to a node that contains it";
    case "copying-aliases":
      return "aliases that expand to too much data";
    case "key-of-parts":
      return "a mapping or a list as a key; is this a template?";
    case "described-built-in":
      return "kubectl describe of this kind omits what the verdict requires; pass the output of kubectl get -o yaml";
    case "described-in-part":
      return "the description is incomplete; pass all of it, or the output of kubectl get -o yaml";
    case "described-ambiguously":
      return "a message in the description looks like a part of it; pass the output of kubectl get -o yaml";
    case "printed-table":
      return "the table of kubectl get shows too little of an object; pass the output of kubectl get -o yaml";
    case "partial-diff":
      return "a diff shows only what changed of an object; pass the output of kubectl get -o yaml";
    case "cut-list":
      return "the list is cut, and the object at the cut is not read; pass the whole output of kubectl get -o yaml";
    case "omitted-text":
      return "text was omitted here, and the object is not read; pass the whole output of kubectl get -o yaml";
    case "cut-output":
      return "the output is cut, and the object is not read; pass the whole output of kubectl get -o yaml";
    case "infinity":
      return ".inf or .nan, which JSON cannot represent";
    case "no-yaml":
      return fault.reason;
    case "lists-too-deep":
      return `lists nested more than ${fault.limit} deep`;
    case "no-list":
      return `expected a list, found ${typeText(fault.found)}`;
    case "no-object":
      return `expected a Kubernetes object, found ${typeText(fault.found)}`;
    case "unnamed-object":
      return unnamedObjectText(fault.missing);
  }
}

/** The mistake in a mapping that lacks fields which every Kubernetes object has. */
function unnamedObjectText(missing: readonly string[]): string {
  alternatives ??= new Intl.ListFormat("en", { type: "disjunction" });
  return `expected a Kubernetes object, found a mapping without ${alternatives.format(missing)}`;
}

// Made once, because a file may have a million such mappings, and not at the start, because most have none.
let alternatives: Intl.ListFormat | undefined;

function typeText(found: ValueType): string {
  return found === "nothing" || found === "text" ? found : `a ${found}`;
}

/** Why a selector cannot be parsed; kubectl's sentences, as far as it has one. */
export function selectorFaultText(fault: SelectorFault): string {
  switch (fault.code) {
    case "label-requirement":
      return `unable to parse requirement: "${fault.part}" is not a label selector`;
    case "field-requirement":
      return `invalid selector: '${fault.part}'; can't understand '${fault.part}'`;
    case "unknown-field":
      return `field label not supported: ${fault.field}; a custom resource has metadata.name and metadata.namespace`;
  }
}

/** What is wrong in a Report or a Snapshot that is read again, and where. */
export function documentFaultText(fault: DocumentFault): string {
  switch (fault.code) {
    case "unexpected":
      return `${fault.path || "the document"}: expected ${expectedText(fault.expected)}, found ${foundText[fault.found] ?? fault.found}`;
    case "other-report-version":
      return `unsupported version: ${onlyVersion}`;
    case "other-snapshot-version":
      return `unsupported snapshot version ${JSON.stringify(fault.version).slice(0, 80)}: ${onlyVersion}`;
    case "nested-too-deep":
      return `${fault.path}: more than ${fault.limit} nodes deep`;
    case "unnamed-object":
      return `${fault.path}: ${unnamedObjectText([fault.missing])}`;
    case "unused-item":
      return `items[${fault.index}] belongs to no reading; is an entry of readings missing?`;
    case "other-kind":
      return `${fault.path} is ${fault.kind} ${fault.name}, but ${fault.reading} requires ${fault.expected}`;
  }
}

const onlyVersion = "only hco-status/v1 is supported";

const foundText: Readonly<Record<string, string>> = { list: "a list", mapping: "a mapping", text: "other text" };

function expectedText(expected: ExpectedValue): string {
  if (typeof expected === "string") return expectedTexts[expected];
  if ("literal" in expected) return expected.literal;
  return "oneOf" in expected
    ? `one of ${expected.oneOf.join(", ")}`
    : `the index of one of ${expected.indexBelow} items`;
}

const expectedTexts: Readonly<Record<Extract<ExpectedValue, string>, string>> = {
  mapping: "a mapping",
  list: "a list",
  text: "text",
  time: "a time (RFC 3339)",
  boolean: "true or false",
  "boolean-or-null": "true, false or null",
  count: "a number of at least 1",
  selector: "a selector",
  "one-object": "one object",
  readings: "the responses of the snapshot",
};
