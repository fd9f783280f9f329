import type { Finding } from "../../../model/finding.ts";
import type { Node } from "../../../model/report.ts";
import { deployments } from "../../../profiles/hco.ts";
import type { Index } from "../../lookup.ts";
import type { Component } from "../components.ts";

/** A component on its own of which no workload was found although they were looked for, or nobody knew where to look. */
export function unsought(
  { row: { component } }: Component,
  { ref: about, children }: Node,
  namespaces: readonly string[],
  index: Index,
): readonly Finding[] {
  const { group, kind } = deployments;
  const isSought = (namespace: string): boolean => index.list({ group, kind, namespace }).outcome === "found";
  if (children.length > 0 || !namespaces.every(isSought)) return [];
  return [{ code: "workloads-not-found", severity: "info", about, component, namespaces }];
}
