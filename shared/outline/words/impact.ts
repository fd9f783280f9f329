import { goesOnTexts } from "../../aggregate/core/words/impact.ts";
import type { Impact } from "../../model/finding/impact.ts";
import type { RootNode } from "../../model/report.ts";

/** The clauses of all roots, each once; of what goes on, the least. */
export function impactClauses(roots: readonly Pick<RootNode, "impact">[]): readonly string[] {
  const all = roots.flatMap(({ impact }) => impact);
  const goesOn = (each: Impact): boolean => each.code === "goes-on";
  const least = Object.values(goesOnTexts).find((text) => all.some((each) => goesOn(each) && each.text === text));
  const stopped = new Set(all.filter((each) => !goesOn(each)).map(({ text }) => text));
  return [...stopped, ...(least === undefined ? [] : [least])];
}
