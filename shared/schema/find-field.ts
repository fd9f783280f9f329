import type { FieldPath, Manifest, ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import type { FieldFacts } from "../model/manifest/schema.ts";
import { findFieldAt } from "../parse/manifest/positions.ts";
import { findNodeAtPath, makeFieldFacts, type SchemaNode } from "./schema-node.ts";

/** A field with what its schema says, the span of its key or value, its object, and its path in the object. */
export interface FoundField {
  readonly facts: FieldFacts;
  readonly span: TextSpan;
  readonly object: ManifestObject;
  readonly path: FieldPath;
}

/**
 * Returns what the schema says about the field at an offset, with the span of its key or value. Undefined if it says
 * nothing, and for the identity of an object, which every kind has.
 */
export function findField(
  manifest: Manifest,
  offset: number,
  schemaOf: (object: ManifestObject) => SchemaNode | undefined,
): FoundField | undefined {
  const position = findFieldAt(manifest, offset);
  if (position === undefined || offset < position.span.start || offset > position.span.end) return undefined;
  const { object, span } = position;
  // An item of a list is described by its list.
  const path = position.path.slice(0, position.path.findLastIndex((step) => typeof step === "string") + 1);
  const name = path.at(-1);
  const isIdentity = path[0] === "metadata" || (path.length === 1 && (name === "apiVersion" || name === "kind"));
  const root = name === undefined || isIdentity ? undefined : schemaOf(object);
  const parent = root && findNodeAtPath(root, path.slice(0, -1));
  const node = root && findNodeAtPath(root, path);
  if (node === undefined || (node.description === "" && node.types.length === 0)) return undefined;
  const isBlock = position.on === "value" && /[\r\n]/.test(manifest.text.slice(span.start, span.end));
  return isBlock ? undefined : { facts: makeFieldFacts(`${name}`, node, parent), span, object, path };
}
