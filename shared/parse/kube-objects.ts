import type { InputFault, PlacedFault } from "../model/fault/input.ts";
import type { KubeObject } from "../model/object.ts";
import { createInputBudget, type InputBudget } from "./input-budget.ts";
import { textAt, toRecord, valueAt, valueType } from "./json-value.ts";
import { toObject } from "./kube-object.ts";
import { isOversized, maxFields } from "./object-size.ts";

/** The objects that could be read, in order, and one fault for each piece that is not an object. */
export interface ReadObjects {
  readonly objects: readonly KubeObject[];
  readonly faults: readonly PlacedFault[];
}

/**
 * The Kubernetes objects in `value`: one object, a JSON list of objects, a `List` or a list of one kind. Items without
 * kind and apiVersion take them from their list. Pieces are named below `where` by their path.
 * @throws InputLimitError where there are more objects than `budget` has left.
 */
export function readObjects(value: unknown, where: string, budget: InputBudget = createInputBudget()): ReadObjects {
  const objects: KubeObject[] = [];
  const faults: PlacedFault[] = [];
  collect(value, where, 0);
  return { objects, faults };

  function collect(piece: unknown, path: string, depth: number): void {
    if (depth > maxListDepth) {
      faults.push({ where: path, fault: { code: "lists-too-deep", limit: maxListDepth } });
    } else if (Array.isArray(piece)) {
      for (const [index, item] of piece.entries()) collect(item, `${path} [${index}]`, depth + 1);
    } else if (isList(piece)) {
      const items = valueAt(piece, "items") ?? [];
      if (!Array.isArray(items))
        faults.push({ where: `${path} items`, fault: { code: "no-list", found: valueType(items) } });
      else {
        budget.ensure("objects", inputName(where), items.length);
        for (const [index, item] of items.entries())
          collect(withTypeOfList(item, piece), `${path} items[${index}]`, depth + 1);
      }
    } else {
      budget.take("objects", inputName(where));
      const fault = objectFault(piece);
      if (fault === undefined) objects.push(toObject(piece));
      else faults.push({ where: path, fault });
    }
  }
}

const maxListDepth = 50;

/** The name of an input without the place in it: `a.yaml` of `a.yaml:1:1`. */
function inputName(where: string): string {
  return where.replace(/:\d+:\d+$/, "");
}

// A custom resource may be called an AllowList; a Kubernetes list has items and no name of its own.
function isList(value: unknown): boolean {
  const kind = textAt(value, "kind");
  if (kind === "List") return true;
  return kind.endsWith("List") && valueAt(value, "items") !== undefined && textAt(value, "metadata", "name") === "";
}

function withTypeOfList(item: unknown, list: unknown): unknown {
  const fields = toRecord(item);
  if (fields === undefined || textAt(list, "kind") === "List") return item;
  // Go writes an empty kind for an item of a typed list.
  const { apiVersion: _apiVersion, kind: _kind, ...others } = fields;
  return { ...readItemType(fields, list), ...others };
}

/** The type of an item, which each part of it takes from its list where the item lacks it: `PodList` -> `Pod`. */
export function readItemType(item: unknown, list: unknown): { readonly apiVersion: string; readonly kind: string } {
  return {
    apiVersion: textAt(item, "apiVersion") || textAt(list, "apiVersion"),
    kind: textAt(item, "kind") || textAt(list, "kind").replace(/List$/, ""),
  };
}

function objectFault(value: unknown): InputFault | undefined {
  if (toRecord(value) === undefined) return { code: "no-object", found: valueType(value) };
  const missing = [["apiVersion"], ["kind"], ["metadata", "name"]]
    .filter((path) => textAt(value, ...path) === "")
    .map((path) => path.join("."));
  if (missing.length > 0) return { code: "unnamed-object", missing };
  return isOversized(value) ? { code: "oversized-object", limit: maxFields } : undefined;
}
