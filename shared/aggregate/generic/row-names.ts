import type { KubeObject } from "../../model/object.ts";
import type { NamedKindRow } from "../../model/profile.ts";
import { toText } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";

/** The names that an object has in the fields of these rows, each once, in the order of the rows. */
export function listNamesInRows({ raw }: KubeObject, rows: readonly NamedKindRow[]): readonly string[] {
  const names = rows.flatMap(({ at }) => at.flatMap((path) => valuesAtPath(raw, path))).map(toText);
  return [...new Set(names)].filter((name) => name !== "");
}
