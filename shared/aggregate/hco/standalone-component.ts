import type { KubeObject } from "../../model/object.ts";
import { hcoComponents } from "../../tables/components.ts";
import type { EvaluationContext, StandaloneComponent } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { namespacesOfWorkloads } from "./component-homes.ts";
import { componentNode } from "./component-node.ts";
import { componentAlone } from "./components.ts";
import { silentFindings } from "./findings/silent-component-findings.ts";
import { workloadsNotFoundFinding } from "./findings/workloads-not-found.ts";
import { hyperConvergedUncertain } from "./offenders.ts";
import { foundComponentConditions } from "./rule-sets.ts";

/**
 * Evaluates a component CR without a HyperConverged by its component's rules. Undefined for an object of any other
 * kind. The component's workloads explain its state.
 */
export function evaluateStandaloneComponent(
  object: KubeObject,
  index: ObjectIndex,
  { takenAt, polarities }: EvaluationContext,
): StandaloneComponent | undefined {
  const row = hcoComponents.find((each) => each.group === object.ref.group && each.kind === object.ref.kind);
  if (row === undefined) return undefined;
  const component = componentAlone(row, object);
  const homes = namespacesOfWorkloads(component, index);
  const node = componentNode(component, index, homes, takenAt, polarities);
  return {
    node,
    uncertain: hyperConvergedUncertain(foundComponentConditions([component])),
    isExplained: true,
    findings: [
      ...silentFindings(component, node, index, takenAt),
      ...workloadsNotFoundFinding(component, node, homes, index),
    ],
  };
}
