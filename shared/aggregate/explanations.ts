import { type ComponentSuffix, type Explanation, explanationKinds } from "../model/explanation.ts";
import { components, namesInReasons } from "../profiles/hco-components.ts";
import { reasonTables } from "../profiles/reasons.ts";
import { componentSuffixes, suffixesSince } from "../profiles/reasons-patterns.ts";
import { anyComponent, patternCommands, patternSpeaker, patternWords } from "../render/words-explain-patterns.ts";
import { explainWords } from "../render/words-explain-tables.ts";
import { isAtLeast } from "./release.ts";

/** An explanation, and the names that people put before its code. */
export interface Spoken {
  readonly explanation: Explanation;
  readonly speakers: readonly string[];
}

/** All of the tables, each with its words. */
const ofTables: readonly Spoken[] = Object.entries(reasonTables).flatMap(([name, { kind, speakers, source, rows }]) => {
  const words = explainWords[name];
  return Object.entries(rows).flatMap(([code, place]) => {
    const said = words?.says[code];
    if (words === undefined || said === undefined) return [];
    const { meaning, causes, next = words.next } = said;
    const explanation = {
      code,
      kind,
      of: words.of,
      meaning,
      causes,
      next,
      source: typeof place === "string" ? `${source}, ${place}` : place.join(", "),
    };
    return [{ explanation, speakers: speakers ?? [] }];
  });
});

/** `CDIDegraded`: what HyperConverged builds from a component's name; without one for any component. */
function built(suffix: ComponentSuffix, name: string, component: string): Spoken {
  const row = components.find((each) => each.component === component);
  const explanation: Explanation = {
    code: `${name}${suffix}`,
    kind: "reason",
    of: patternSpeaker,
    ...patternWords[suffix](component),
    next: patternCommands(row),
    source: `kubevirt/hyperconverged-cluster-operator, ${componentSuffixes[suffix]}`,
  };
  return { explanation, speakers: ["HCO", "HyperConverged"] };
}

const suffixes = Object.keys(componentSuffixes) as readonly ComponentSuffix[];

/** What a list shows: a reason that is built from a component's name once, and not for each of them. */
export const listedExplanations: readonly Spoken[] = inOrder([
  ...ofTables,
  ...suffixes.map((suffix) => built(suffix, anyComponent, anyComponent)),
]);

/** Every code that is explained. */
export const explanations: readonly Spoken[] = inOrder([
  ...listedExplanations,
  ...suffixes.flatMap((suffix) =>
    Array.from(namesInReasons)
      .filter(([, component]) => isWritten(suffix, component))
      .map(([name, component]) => built(suffix, name, component)),
  ),
]);

/** Whether there was a release that knew both the component and the suffix. */
function isWritten(suffix: ComponentSuffix, component: string): boolean {
  const rows = components.filter((each) => each.component === component);
  const since = suffixesSince[suffix];
  // A name that is in no row is of a part that was gone before all of the suffixes that came later.
  return since === undefined || rows.some(({ until }) => until === undefined || isAtLeast(until, since));
}

/** By kind, and within one in the order of the tables. */
function inOrder(all: readonly Spoken[]): readonly Spoken[] {
  return explanationKinds.flatMap((kind) => all.filter(({ explanation }) => explanation.kind === kind));
}
