import type { FieldFix, FieldProblem, FieldType } from "../../../model/manifest/schema.ts";
import type { Translate } from "../../../outline/translate.ts";

// The texts of fields that a CRD describes, and of what contradicts it.

/** Where the schema comes from. */
export function schemaSourceText(say: Translate, { kind, version, place, isOld }: SchemaSource): string {
  return isOld
    ? say("From the CRD of {0} {1} on {2}, as last read", kind, version, place)
    : say("From the CRD of {0} {1} on {2}", kind, version, place);
}

/** A kind with its version, and the place whose CRD it is. `isOld`: the CRD was read before, and is not now. */
export interface SchemaSource {
  readonly kind: string;
  readonly version: string;
  readonly place: string;
  readonly isOld: boolean;
}

export function requiredWord(say: Translate): string {
  return say("required");
}

export function allowedValuesText(say: Translate, values: string): string {
  return say("Allowed values: {0}", values);
}

export function defaultValueText(say: Translate, value: string): string {
  return say("Default: {0}", value);
}

/** An entry of the list of problems, as kubectl begins it: `unknown field a`. */
export function unknownFieldText(
  say: Translate,
  field: string,
  { kind, version, place, isOld }: SchemaSource,
  nearest: string | undefined,
): string {
  const where = isOld ? say("{0} (as last read)", place) : place;
  return nearest === undefined
    ? say("unknown field {0}: {1} {2} on {3} has no such field here", field, kind, version, where)
    : say(
        "unknown field {0}, did you mean {4}? {1} {2} on {3} has no such field here",
        field,
        kind,
        version,
        where,
        nearest,
      );
}

export function wrongTypeText(
  say: Translate,
  field: string,
  expected: string,
  written: (FieldProblem & { readonly code: "wrong-type" })["written"],
): string {
  return say("{0} must be {1}, not {2}", field, expected, typePhrase(say, written));
}

export function wrongValueText(
  say: Translate,
  field: string,
  value: string,
  allowed: string,
  nearest: string | undefined,
): string {
  return nearest === undefined
    ? say("{0} is not a value of {1}. {2}", value, field, allowed)
    : say("{0} is not a value of {1}, did you mean {3}? {2}", value, field, allowed, nearest);
}

/** One of several types: `an integer or a string`. */
export function typePhrases(say: Translate, types: readonly FieldType[]): string {
  const [first, second] = types;
  if (first === undefined) return "";
  if (second === undefined || types.length > 2) return types.map((type) => typePhrase(say, type)).join(", ");
  return say("{0} or {1}", typePhrase(say, first), typePhrase(say, second));
}

function typePhrase(say: Translate, type: FieldType | "null"): string {
  switch (type) {
    case "object":
      return say("an object");
    case "array":
      return say("a list");
    case "string":
      return say("a string");
    case "integer":
      return say("an integer");
    case "number":
      return say("a number");
    case "boolean":
      return say("true or false");
    case "null":
      return say("null");
  }
}

/** The title of a quick fix. */
export function fixTitle(say: Translate, { as, text }: { readonly as: FieldFix["as"]; readonly text: string }): string {
  switch (as) {
    case "nearest":
      return say("Change to {0}", text);
    case "quote":
      return say("Put quotes around the value: {0}", text);
    case "unquote":
      return say("Remove the quotes: {0}", text);
  }
}
