import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/make-finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { Related } from "../../../model/report.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { secondsBetween } from "../../../model/time.ts";
import { entriesIn } from "../../related/related-objects.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";

/**
 * Components that were deleted and created again since the CR recorded them. The operator does not evaluate a component
 * in the reconcile that creates it (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go,
 * Ensure). The CR therefore still describes the previous object.
 */
export function recreatedComponents(
  components: readonly HcoComponent[],
  related: readonly Related[],
): readonly HcoComponent[] {
  const replaced = new Set(entriesIn("replaced", related).map((entry) => keyOf(entry.ref)));
  return components.filter(({ lookup }) => replaced.has(keyOf(lookup.ref)));
}

export function recreatedFindings(recreated: readonly HcoComponent[], takenAt: string): readonly Finding[] {
  return recreated.map(({ row, lookup }): Finding => {
    const seconds = lookup.outcome === "found" ? secondsBetween(lookup.object.createdAt, takenAt) : undefined;
    const age = definedFields({ seconds });
    return makeFinding(lookup.ref, { code: "component-new", component: row.component, ...age });
  });
}

/** The findings that name other objects of a component's kind. HyperConverged counts only its own. */
export function anotherOfKindFindings(components: readonly HcoComponent[], index: ObjectIndex): readonly Finding[] {
  return components.flatMap(({ row, lookup }): readonly Finding[] => {
    const own = foundObject(lookup);
    const others = index
      .all(row)
      .filter((object) => object !== own)
      .map(({ ref }) => (ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`));
    if (others.length === 0) return [];
    return [makeFinding(lookup.ref, { code: "another-of-kind", component: row.component, others })];
  });
}
