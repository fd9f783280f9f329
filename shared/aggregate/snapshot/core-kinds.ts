import type { Ref } from "../../model/object.ts";

/**
 * Whether a kind is built in. Groups of custom resources have a domain of their own; built-in groups have none or end
 * in k8s.io.
 */
export function isOwnKind({ group }: Pick<Ref, "group">): boolean {
  return !group.includes(".") || /(^|\.)k8s\.io$/.test(group);
}
