import type { KubeObject } from "../../model/object.ts";
import { toList, toRecord, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";

/**
 * The object without the fields that no report uses, which are most of it. Of `managedFields` only the times stay, and
 * what kubectl apply keeps is dropped. Its texts are copied, so that they do not hold the whole text of a list in
 * memory.
 */
export function stripManagedFields({ raw }: KubeObject): KubeObject {
  const metadata = toRecord(raw["metadata"]) ?? {};
  const { managedFields, annotations, ...rest } = metadata;
  const texts = toRecord(annotations);
  const others = Object.entries(texts ?? {}).filter(([key]) => key !== lastApplied);
  const times = toList(managedFields).map((entry) => ({ time: valueAt(entry, ["time"]) }));
  const kept = {
    ...rest,
    ...(annotations !== undefined && { annotations: texts === undefined ? annotations : Object.fromEntries(others) }),
    ...(times.length > 0 && { managedFields: times }),
  };
  return toObject(JSON.parse(JSON.stringify({ ...raw, metadata: kept })));
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
