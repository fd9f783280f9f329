import type { Finding } from "../../../model/finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { Related } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import type { Index } from "../../lookup.ts";
import { entriesIn } from "../../related.ts";
import type { Component } from "../components.ts";

/**
 * Components that were deleted and made anew since the CR recorded them: the operator does not judge one in the loop that
 * makes it (facts hco 1.7, 2.2), so what the CR says is about the one before.
 */
export function madeAnew(components: readonly Component[], related: readonly Related[]): readonly Component[] {
  const replaced = new Set(entriesIn("replaced", related).map((entry) => keyOf(entry.ref)));
  return components.filter(({ lookup }) => replaced.has(keyOf(lookup.ref)));
}

export function anewFindings(anew: readonly Component[], takenAt: string): readonly Finding[] {
  return anew.map(({ row, lookup }): Finding => {
    const seconds = lookup.outcome === "found" ? secondsBetween(lookup.object.createdAt, takenAt) : undefined;
    const age = seconds === undefined ? {} : { seconds };
    return { code: "component-new", severity: "info", about: lookup.ref, component: row.component, ...age };
  });
}

/** Which other objects of a component's kind there are: HyperConverged counts only its own. */
export function otherFindings(components: readonly Component[], index: Index): readonly Finding[] {
  return components.flatMap(({ row, lookup }): readonly Finding[] => {
    const own = lookup.outcome === "found" ? lookup.object : undefined;
    const others = index
      .all(row)
      .filter((object) => object !== own)
      .map(({ ref }) => (ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`));
    if (others.length === 0) return [];
    return [{ code: "another-of-kind", severity: "warning", about: lookup.ref, component: row.component, others }];
  });
}
