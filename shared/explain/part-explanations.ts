import type { Explanation } from "../model/finding/explanation.ts";
import type { ImpactDescription, ImpactRow } from "../model/finding/impact.ts";
import { partDownText, partsDownText } from "../outline/words/impact.ts";
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
    return row === undefined
      ? { explanation: componentExplanation(name, description), aliases: [] }
      : { explanation: workloadExplanation(row, description), aliases: row.workloads };
  },
);

function componentExplanation(name: string, { does, sources }: ImpactDescription): Explanation {
  const resource = hcoComponents.find(({ component }) => component === name);
  const rows = impactRows.filter(({ component }) => component === name);
  const isCertain = ({ stops }: ImpactRow): boolean => stops.length > 0;
  // Together, so that the entry fits a screen: each part has an entry of its own.
  const uncertain = rows.filter((row) => !isCertain(row));
  return {
    code: name,
    kind: "part",
    of: "HyperConverged",
    meaning: does,
    down: [...rows.filter(isCertain).map(partDownText), ...(uncertain.length === 0 ? [] : [partsDownText(uncertain)])],
    causes: [],
    next: [
      resource === undefined
        ? "kubectl hco-status -n NAMESPACE"
        : `kubectl describe ${resource.plural}${resource.namespaced ? " -n NAMESPACE" : ""}`,
    ],
    source: sources.join(", "),
  };
}

function workloadExplanation(row: ImpactRow, { does, sources }: ImpactDescription): Explanation {
  const { part, kind, component, workloads } = row;
  const resource = kind.toLowerCase();
  const command = `kubectl get ${resource} ${workloads[0] ?? part} -n NAMESPACE`;
  return {
    code: part,
    kind: "part",
    of: component,
    meaning: does,
    down: [partDownText(row)],
    causes: [],
    // A command is never wrapped, so a long name gives way to the list that has it.
    next: [command.length > maxCommandColumns ? `kubectl get ${resource}s -n NAMESPACE` : command],
    source: sources.join(", "),
  };
}
