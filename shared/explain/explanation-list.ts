import { isAtLeast } from "../aggregate/evaluation/release-version.ts";
import { explanationTable } from "../explanations/table.ts";
import { runbookAddress } from "../model/alert.ts";
import type { AlertName } from "../model/alert-name.ts";
import {
  type Explanation,
  type ExplanationKind,
  explanationKinds,
  type TermValue,
} from "../model/finding/explanation.ts";
import type { ComponentRow } from "../model/profile.ts";
import { markLegend } from "../outline/marks.ts";
import { namesInReasons } from "../profiles/hco/components.ts";
import { hcoComponents } from "../tables/components.ts";
import { reasonSuffixes } from "../tables/hyperconverged-reasons.ts";
import { partExplanations } from "./part-explanations.ts";

/** Each mark, in Unicode and in ASCII, is another word for the legend. */
const marks: readonly string[] = Object.values(markLegend).flatMap(({ unicode, ascii }) => [unicode, ascii]);

/** An explanation, and the component names that users type before its code. */
export interface NamedExplanation {
  readonly explanation: Explanation;
  readonly writerNames: readonly string[];
  /** Other names for its code. */
  readonly aliases?: readonly string[];
}

/** Placeholder for a component's name in a code that HyperConverged builds from it. */
export const anyComponent = "COMPONENT";

const ownCodes: readonly NamedExplanation[] = Object.entries(explanationTable.own).flatMap(([kind, codes]) =>
  Object.entries(codes).map(([code, { otherWords, ...words }]) => ({
    explanation: withValues(withRunbook({ code, kind: kind as ExplanationKind, ...words })),
    writerNames: [],
    aliases: [...(otherWords ?? []), ...(code === "marks" ? marks : [])],
  })),
);

const foreignCodes: readonly NamedExplanation[] = explanationTable.foreign.flatMap(({ kind, of, writerNames, codes }) =>
  Object.entries(codes).map(([code, words]) => ({
    explanation: withRunbook({ code, kind, of, ...words }),
    writerNames,
  })),
);

function withValues(entry: Explanation): Explanation {
  if (entry.kind !== "term") return entry;
  const { code, kind, of, meaning, ...rest } = entry;
  const values = valuesOf(code);
  return { code, kind, of, meaning, ...(values.length > 0 && { values }), ...rest };
}

/** `verdict` -> `unavailable`, `degraded` and so on, each with its meaning. Most terms have no values. */
function valuesOf(term: string): readonly TermValue[] {
  switch (term) {
    case "verdict":
      return valuesIn(explanationTable.own.verdict);
    case "finding":
      return valuesIn(explanationTable.own.severity);
    case "gate":
      return valuesIn(explanationTable.own.answer);
    case "polarity":
      return valuesIn(explanationTable.own.polarity);
    case "marks":
      return Object.values(markLegend).map(({ unicode, ascii, meaning }) => ({ value: unicode, ascii, meaning }));
    default:
      return [];
  }
}

function valuesIn(codes: Readonly<Record<string, { readonly meaning: string }>>): readonly TermValue[] {
  return Object.entries(codes).map(([value, { meaning }]) => ({ value, meaning }));
}

/** The explanation with the address of its runbook, or of that of the first alert that fires with it. */
function withRunbook({ source, ...words }: Explanation): Explanation {
  const alert = words.kind === "alert" ? (words.code as AlertName) : words.alerts?.[0];
  return { ...words, ...(alert === undefined ? {} : { runbook: runbookAddress(alert) }), source };
}

/** The explanations that a list shows. A reason built from a component's name appears once, not for each component. */
export const listedExplanations: readonly NamedExplanation[] = inOrder([
  ...ownCodes,
  ...foreignCodes,
  ...partExplanations.map((part) => ({ ...part, writerNames: [] })),
]);

const builtFromAny = listedExplanations.filter(({ explanation }) => explanation.code.startsWith(anyComponent));

/** Every code that is explained. */
export const allExplanations: readonly NamedExplanation[] = inOrder([
  ...listedExplanations,
  ...builtFromAny.flatMap((built) =>
    Array.from(namesInReasons)
      .filter(([, component]) => isWritten(suffixOf(built), component))
      .map(([name, component]) => builtFor(name, component, built)),
  ),
]);

/**
 * The explanation of a code that HyperConverged builds from a component's name (`CDIDegraded`), filled in for one
 * component.
 */
function builtFor(name: string, component: string, built: NamedExplanation): NamedExplanation {
  const { explanation, writerNames } = built;
  const row = hcoComponents.find((each) => each.component === component);
  return {
    explanation: {
      ...explanation,
      code: `${name}${suffixOf(built)}`,
      meaning: explanation.meaning.replaceAll(anyComponent, component),
      causes: explanation.causes.map((cause) => cause.replaceAll(anyComponent, component)),
      next: row === undefined ? explanation.next : commandsFor(row),
    },
    writerNames,
  };
}

function suffixOf({ explanation }: NamedExplanation): string {
  return explanation.code.slice(anyComponent.length);
}

/** The commands that show details of a component. */
function commandsFor({ namespaced, plural, workloadLabel }: ComponentRow): readonly string[] {
  const resource = namespaced ? `${plural} -n NAMESPACE` : plural;
  return [`kubectl describe ${resource}`, `kubectl get pods -A -l app.kubernetes.io/component=${workloadLabel}`];
}

/** Whether some release had both the component and the suffix. */
function isWritten(suffix: string, component: string): boolean {
  const rows = hcoComponents.filter((each) => each.component === component);
  const since = reasonSuffixes.find((row) => row.suffix === suffix)?.since;
  // A name without a row belongs to a part that was removed before all suffixes that came later.
  return since === undefined || rows.some(({ until }) => until === undefined || isAtLeast(until, since));
}

/** The explanations by kind, and within one kind in the order of the table. */
function inOrder(all: readonly NamedExplanation[]): readonly NamedExplanation[] {
  return explanationKinds.flatMap((kind) => all.filter(({ explanation }) => explanation.kind === kind));
}
