import { carriageReturn, colon, dash, lineFeed, space } from "./character-codes.ts";

/**
 * The most fields and items of one object. etcd refuses a request of more than 1.5 MiB (etcd,
 * server/embed/config.go, DefaultMaxRequestBytes), and a field takes ten bytes of JSON, so a cluster has no such object.
 * A rule may compare the parts of an object with each other.
 */
export const maxFields = 150_000;

/** Whether a parsed object has more fields and items than {@link maxFields}, at all depths together. */
export function isOversized(object: unknown): boolean {
  let remaining = maxFields;
  const waiting: unknown[] = [object];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    remaining -= parts.length;
    if (remaining < 0) return true;
    for (const part of parts) waiting.push(part);
  }
  return false;
}

/**
 * The most fields and items that one object of a YAML text can have, found without parsing it. A field ends its name
 * with a colon before a space or a line break, and an item begins with a dash and a space. In a list, on one level or
 * below `items`, each item is an object.
 */
export function widestYamlObject(text: string): number {
  const [, indent = text.startsWith("- ") ? "" : undefined] = /^items:[ \t]*\r?\n( *)- /m.exec(text) ?? [];
  const objects = indent === undefined ? [text] : text.split(`\n${indent}- `);
  return objects.reduce((max, object) => Math.max(max, fieldsIn(object)), 0);
}

function fieldsIn(text: string): number {
  let fields = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== colon && unit !== dash) continue;
    const next = text.charCodeAt(index + 1);
    if (next === space || (unit === colon && (next === lineFeed || next === carriageReturn))) fields++;
  }
  return fields;
}
