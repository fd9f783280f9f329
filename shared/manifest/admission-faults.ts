import type { FieldPath, ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import { listAt, textAt } from "../parse/json-value.ts";
import { findFieldSpans } from "../parse/manifest/positions.ts";

/** One thing that the server objects to, at the field that it names; `[]` where it names none. */
export interface AdmissionFault {
  readonly path: FieldPath;
  /** The server's own words. */
  readonly message: string;
}

/** The most faults of one refusal, because users do not read more. */
const maxFaults = 50;

/** The most characters of a message that is searched for fields. A webhook may send more. */
const maxMessageLength = 65_536;

/**
 * Returns what a Status of the API server objects to, each with its field: the causes of the Status, else the fields
 * that its message names, else the message as a whole. Sources: apimachinery, apis/meta/v1/types.go (StatusCause) and
 * util/validation/field/errors.go; strict decoding: util/json and structured-merge-diff, typed/validate.go.
 */
export function readAdmissionFaults(status: unknown): readonly AdmissionFault[] {
  const message = textAt(status, "message");
  const causes = listAt(status, "details", "causes").flatMap((cause): readonly AdmissionFault[] => {
    const text = textAt(cause, "message");
    return text === "" ? [] : [{ path: parseFieldPath(textAt(cause, "field")), message: text }];
  });
  // Causes without a field repeat the message, which may name fields.
  const namesFields = causes.some(({ path }) => path.length > 0);
  const found = namesFields ? causes : parseFaults(message);
  if (found.length > 0) return found.slice(0, maxFaults);
  return causes.length > 0 ? causes.slice(0, maxFaults) : [{ path: [], message }];
}

const step = "(?:\\.[A-Za-z0-9_-]{1,253}|\\[[^\\]\\s]{0,253}\\])";
const field = `(?:spec|metadata|status|data)${step}{0,100}`;

/** `spec.a: Invalid value`, `.spec.a: field not declared in schema`. */
const beforeColon = new RegExp(`(?<![\\w".-])\\.?(${field}): `, "g");

/** `unknown field "spec.a"`, `duplicate field "spec.a"`. */
const afterField = new RegExp(`\\b(?:unknown|duplicate) field "(${field})"`, "g");

function parseFaults(message: string): readonly AdmissionFault[] {
  const text = message.slice(0, maxMessageLength);
  const strict = [...text.matchAll(afterField)].map(({ 0: all, 1: path = "" }) => ({
    path: parseFieldPath(path),
    message: all,
  }));
  if (strict.length > 0) return strict;
  const named = [...text.matchAll(beforeColon)];
  // Several errors stand in brackets (apimachinery, util/errors/errors.go).
  const isList = text.charAt((named[0]?.index ?? 0) - 1) === "[";
  return named.map(({ 0: all, 1: path = "", index: start }, index) => {
    const end = named[index + 1]?.index ?? text.length;
    const part = text.slice(start, end).replace(isList ? /[\s,;\]]+$/ : /[\s,;]+$/, "");
    return { path: parseFieldPath(path), message: part.length > path.length + 1 ? part : all };
  });
}

/** Returns the path in a text such as `spec.list[0].map[key]`. A text that is no path gives `[]`. */
function parseFieldPath(text: string): FieldPath {
  if (text.length > maxMessageLength || !/^\.?[A-Za-z]/.test(text)) return [];
  const steps = [...text.matchAll(/(?:^\.?|\.)([^.[\]]+)|\[([^\]]*)\]/g)];
  return steps.map(([, name, key = ""]) => name ?? (/^\d{1,9}$/.test(key) ? Number(key) : key.replace(/^"|"$/g, "")));
}

/**
 * Returns the span of the field at a path, or of the nearest field around it that the document holds. Without any it is
 * the span of the kind.
 */
export function findFieldSpan(object: ManifestObject, path: FieldPath): TextSpan {
  for (let length = path.length; length > 0; length -= 1) {
    const spans = findFieldSpans(object, path.slice(0, length));
    if (spans !== undefined) return spans.key ?? spans.value;
  }
  return object.spans.kind;
}
