import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/severity.ts";
import type { Source } from "../../../model/snapshot.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { certificateRotations, standingOf, trustedBundles } from "../surroundings/ca-bundles.ts";

/** The findings about bundles by which the API server verifies the product's webhooks and APIs, one for each bundle. */
export function certificateFindings(
  { object }: HyperConvergedState,
  index: ObjectIndex,
  { takenAt, source }: { readonly takenAt: string; readonly source: Source },
): readonly Finding[] {
  const bundles = trustedBundles(index, object.ref.namespace ?? "");
  if (bundles.length === 0) return [];
  const rotations = certificateRotations(object, index);
  return bundles.flatMap(({ text, users, refusesWrites, isOfApi, upgradeEffect }): readonly Finding[] => {
    const standing = standingOf(text, { takenAt, source, rotations });
    const [first, ...rest] = users;
    if (standing === undefined || first === undefined) return [];
    const others = rest.map(({ kind, name }) => `${kind} ${name}`);
    if (standing.is === "not-rotated") {
      const { due, expires } = standing;
      return [makeFinding(first, { code: "ca-bundle-not-rotated", others, due, expires })];
    }
    const { is: _, ...state } = standing;
    const evidence = { others, ...state, refusesWrites, ...definedFields({ upgradeEffect }) };
    const severity = refusesWrites || isOfApi ? "error" : "warning";
    return [makeGradedFinding(severity, first, { code: "ca-bundle-invalid", ...evidence })];
  });
}
