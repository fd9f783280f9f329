import type { Explanation } from "../model/finding/explanation.ts";
import type { ImpactDescription, ImpactRow } from "../model/finding/impact.ts";
import type { ComponentRow } from "../model/profile.ts";
import { partsDownText } from "../outline/words/impact.ts";
import { hcoComponents } from "../tables/components.ts";
import { impactRows } from "../tables/impact.ts";
import { impactDescriptions } from "../tables/impact-descriptions.ts";

/** What a part does for virtual machines and what its being down means, and the other names that it has. */
interface PartExplanation {
  readonly explanation: Explanation;
  readonly aliases: readonly string[];
}

/** The columns that the shell leaves for a command of an entry. */
const maxCommandColumns = 70;

/** The components of HyperConverged and their workloads. */
export const partExplanations: readonly PartExplanation[] = Object.entries(impactDescriptions).map(
  ([name, description]) => {
    const row = impactRows.find(({ part }) => part === name);
    if (row === undefined) return { explanation: explainComponent(name, description), aliases: [] };
    return { explanation: explainWorkload(row, description), aliases: row.workloads };
  },
);

function explainComponent(name: string, { does, sources }: ImpactDescription): Explanation {
  return {
    code: name,
    kind: "part",
    of: "HyperConverged",
    meaning: does,
    down: describeDownParts(name),
    causes: [],
    next: [makeComponentCommand(name)],
    source: sources.join(", "),
  };
}

/**
 * What it means that parts of a component are down: a text for each part that certainly stops something, and one text for
 * all other parts together. With a text for each of these, the entry would not fit a screen.
 */
function describeDownParts(componentName: string): readonly string[] {
  const rows = impactRows.filter(({ component }) => component === componentName);
  const isStopCertain = ({ stops }: ImpactRow): boolean => stops.length > 0;
  const texts = rows.filter(isStopCertain).map((row) => partsDownText([row]));
  const rowsWithoutCertainStop = rows.filter((row) => !isStopCertain(row));
  if (rowsWithoutCertainStop.length > 0) texts.push(partsDownText(rowsWithoutCertainStop));
  return texts;
}

/** The command that shows a component. HyperConverged itself has no row among its components. */
function makeComponentCommand(componentName: string): string {
  const row = hcoComponents.find(({ component }) => component === componentName);
  return row === undefined ? "kubectl hco-status -n NAMESPACE" : makeDescribeCommand(row);
}

/** `kubectl describe ssps -n NAMESPACE`, `kubectl describe cdis` */
export function makeDescribeCommand({ namespaced, plural }: ComponentRow): string {
  return namespaced ? `kubectl describe ${plural} -n NAMESPACE` : `kubectl describe ${plural}`;
}

function explainWorkload(row: ImpactRow, { does, sources }: ImpactDescription): Explanation {
  const { part, kind, component, workloads } = row;
  const resource = kind.toLowerCase();
  const commandForObject = `kubectl get ${resource} ${workloads[0] ?? part} -n NAMESPACE`;
  const commandForList = `kubectl get ${resource}s -n NAMESPACE`;
  return {
    code: part,
    kind: "part",
    of: component,
    meaning: does,
    down: [partsDownText([row])],
    causes: [],
    // Commands are never wrapped. A command that is too long for its line is replaced by one that lists all objects.
    next: [commandForObject.length > maxCommandColumns ? commandForList : commandForObject],
    source: sources.join(", "),
  };
}
