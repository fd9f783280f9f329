import { compareTexts } from "../../model/compare-texts.ts";
import type { KubeObject } from "../../model/object.ts";

/** Compares two times (RFC 3339 UTC) for a list that begins with the oldest. An unknown time comes last. */
export function compareOldestFirst(a: string | undefined, b: string | undefined): number {
  // "~" sorts after every timestamp.
  return compareTexts(a ?? "~", b ?? "~");
}

/** Compares two objects for a list that begins with the one that was created last. */
export function compareNewestFirst(a: KubeObject, b: KubeObject): number {
  return compareTexts(b.createdAt ?? "", a.createdAt ?? "");
}
