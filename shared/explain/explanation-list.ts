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
import { makeDescribeCommand, partExplanations } from "./part-explanations.ts";

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

const codesOfProgram: readonly NamedExplanation[] = Object.entries(explanationTable.own).flatMap(([kind, codes]) =>
  Object.entries(codes).map(([code, { otherWords, ...words }]) => ({
    explanation: addValues(addRunbook({ code, kind: kind as ExplanationKind, ...words })),
    writerNames: [],
    aliases: [...(otherWords ?? []), ...(code === "marks" ? marks : [])],
  })),
);

const codesOfOperators: readonly NamedExplanation[] = explanationTable.foreign.flatMap(
  ({ kind, of, writerNames, codes }) =>
    Object.entries(codes).map(([code, words]) => ({
      explanation: addRunbook({ code, kind, of, ...words }),
      writerNames,
    })),
);

function addValues(entry: Explanation): Explanation {
  if (entry.kind !== "term") return entry;
  const { code, kind, of, meaning, ...rest } = entry;
  const values = listTermValues(code);
  return { code, kind, of, meaning, ...(values.length > 0 && { values }), ...rest };
}

/** `verdict` -> `unavailable`, `degraded` and so on, each with its meaning. Most terms have no values. */
function listTermValues(term: string): readonly TermValue[] {
  switch (term) {
    case "verdict":
      return listValues(explanationTable.own.verdict);
    case "finding":
      return listValues(explanationTable.own.severity);
    case "gate":
      return listValues(explanationTable.own.answer);
    case "polarity":
      return listValues(explanationTable.own.polarity);
    case "marks":
      return Object.values(markLegend).map(({ unicode, ascii, meaning }) => ({ value: unicode, ascii, meaning }));
    default:
      return [];
  }
}

function listValues(codes: Readonly<Record<string, { readonly meaning: string }>>): readonly TermValue[] {
  return Object.entries(codes).map(([value, { meaning }]) => ({ value, meaning }));
}

/** The explanation with the address of its runbook, or of that of the first alert that fires with it. */
function addRunbook({ source, ...words }: Explanation): Explanation {
  const alert = words.kind === "alert" ? (words.code as AlertName) : words.alerts?.[0];
  return { ...words, ...(alert === undefined ? {} : { runbook: runbookAddress(alert) }), source };
}

/** The explanations that a list shows. A reason built from a component's name appears once, not for each component. */
export const listedExplanations: readonly NamedExplanation[] = sortByKind([
  ...codesOfProgram,
  ...codesOfOperators,
  ...partExplanations.map((part) => ({ ...part, writerNames: [] })),
]);

const explanationsForAnyComponent = listedExplanations.filter(({ explanation }) =>
  explanation.code.startsWith(anyComponent),
);

/** Every code that is explained. */
export const allExplanations: readonly NamedExplanation[] = sortByKind([
  ...listedExplanations,
  ...explanationsForAnyComponent.flatMap((template) =>
    Array.from(namesInReasons)
      .filter(([, component]) => wasReasonWritten(component, readSuffix(template)))
      .map(([name, component]) => fillTemplate(template, name, component)),
  ),
]);

/**
 * The explanation of a code that HyperConverged builds from a component's name (`CDIDegraded`), filled in for one
 * component.
 */
function fillTemplate(template: NamedExplanation, name: string, component: string): NamedExplanation {
  const { explanation, writerNames } = template;
  const row = hcoComponents.find((componentRow) => componentRow.component === component);
  return {
    explanation: {
      ...explanation,
      code: `${name}${readSuffix(template)}`,
      meaning: explanation.meaning.replaceAll(anyComponent, component),
      causes: explanation.causes.map((cause) => cause.replaceAll(anyComponent, component)),
      next: row === undefined ? explanation.next : listComponentCommands(row),
    },
    writerNames,
  };
}

/** What follows the placeholder in a code: `COMPONENTDegraded` -> `Degraded`. */
function readSuffix({ explanation }: NamedExplanation): string {
  return explanation.code.slice(anyComponent.length);
}

/** The commands that show details of a component. */
function listComponentCommands(row: ComponentRow): readonly string[] {
  return [makeDescribeCommand(row), `kubectl get pods -A -l app.kubernetes.io/component=${row.workloadLabel}`];
}

/** Whether some release of HyperConverged had both the component and the suffix, and could write a reason of both. */
function wasReasonWritten(component: string, suffix: string): boolean {
  const rows = hcoComponents.filter((componentRow) => componentRow.component === component);
  const since = reasonSuffixes.find((row) => row.suffix === suffix)?.since;
  // A component without a row was removed before HyperConverged added its later suffixes.
  return since === undefined || rows.some(({ until }) => until === undefined || isAtLeast(until, since));
}

/** The explanations by kind, and within one kind in the order of the table. */
function sortByKind(explanations: readonly NamedExplanation[]): readonly NamedExplanation[] {
  return explanationKinds.flatMap((kind) => explanations.filter(({ explanation }) => explanation.kind === kind));
}
