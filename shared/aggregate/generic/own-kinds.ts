import type { Ref } from "../../model/object.ts";

/** Groups of custom resources carry a domain of their own; Kubernetes' own have none or end in k8s.io. */
export function isOwnKind({ group }: Pick<Ref, "group">): boolean {
  return !group.includes(".") || /(^|\.)k8s\.io$/.test(group);
}
