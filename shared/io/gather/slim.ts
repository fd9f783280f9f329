import type { KubeObject } from "../../model/object.ts";
import { toObject } from "../../parse/object.ts";
import { at, list, record } from "../../parse/value.ts";

/**
 * The object without what no report is made of and what is most of it: who wrote which field, but for when, and what
 * kubectl apply keeps of it. Its texts are copied, so that they do not hold the whole text of a list in memory.
 */
export function slim({ raw }: KubeObject): KubeObject {
  const metadata = record(raw["metadata"]) ?? {};
  const { managedFields, annotations, ...rest } = metadata;
  const texts = record(annotations);
  const others = Object.entries(texts ?? {}).filter(([key]) => key !== lastApplied);
  const times = list(managedFields).map((entry) => ({ time: at(entry, ["time"]) }));
  const kept = {
    ...rest,
    ...(annotations !== undefined && { annotations: texts === undefined ? annotations : Object.fromEntries(others) }),
    ...(times.length > 0 && { managedFields: times }),
  };
  return toObject(JSON.parse(JSON.stringify({ ...raw, metadata: kept })));
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
