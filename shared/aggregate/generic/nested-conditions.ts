import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";

/**
 * The conditions that stand deeper than usual: of a field of the status, of the items of its lists (Gateway API:
 * listeners, parents, ancestors; OpenShift Route: ingress; ImageStream: tags) and of what it holds by name (Longhorn
 * Node: diskStatus), then those at the paths of a row.
 */
export function nestedConditions({ status, raw }: KubeObject, paths: readonly string[] = []): readonly Condition[] {
  return [...listsBelow(status), ...paths.flatMap((path) => valuesAtPath(raw, path))].flatMap(
    (list) => readConditions(list).conditions,
  );
}

/**
 * The statuses of conditions, the object's own and those below, that are a word other than True, False and Unknown:
 * Established, Error (Liqo ForeignCluster), Progressing (Gardener ManagedResource).
 */
export function statusesInWords({ status }: Pick<KubeObject, "status">): readonly string[] {
  return [valueAt(status, ["conditions"]), ...listsBelow(status)]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((entry) => toText(valueAt(entry, ["status"])))
    .filter((text) => text !== "" && !/^(true|false|unknown)$/i.test(text));
}

function listsBelow(status: unknown): readonly unknown[] {
  // Greenhouse's are those of the object itself.
  const fields = Object.entries(toRecord(status) ?? {}).filter(([name]) => name !== "statusConditions");
  return fields.flatMap(([, value]) => [value, ...holdings(value)]).map((item) => valueAt(item, ["conditions"]));
}

function holdings(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : Object.values(toRecord(value) ?? {});
}
