import { maxTemplateDepth, type PrintBudget } from "./budget.ts";
import { type EvaluationCounts, evaluateStep } from "./evaluate.ts";
import type { TemplateNode } from "./node.ts";
import { TemplateError } from "./template-error.ts";
import type { GoValue } from "./value.ts";

/** The position of a run through a template's nodes; client-go keeps the same in the fields of a JSONPath. */
interface Run extends EvaluationCounts {
  readonly nodes: readonly TemplateNode[];
  /** The index of the node with which the next pass of a range begins. */
  rangeStart: number;
  /** The index of the last `end` that was reached. */
  lastEnd: number;
}

const nothing: GoValue = { type: "nothing", data: null };

/**
 * What each text and action of a template finds in `document`, in order. Those in a range are evaluated once for every
 * pass (client-go, util/jsonpath/jsonpath.go, FindResults). As in client-go, what follows a range without `end` is
 * found for every element and then once more outside.
 * @throws TemplateError in the words of jsonpath.go, or when it costs too much
 */
export function executeTemplate(
  nodes: readonly TemplateNode[],
  document: GoValue,
  budget: PrintBudget,
): readonly (readonly GoValue[])[] {
  const run: Run = { nodes, budget, begun: 0, inside: 0, ended: 0, rangeStart: 0, lastEnd: -1 };
  const results: (readonly GoValue[])[] = [];
  executePass(run, document, (values) => results.push(values));
  return results;
}

/** Evaluates the nodes from `run.rangeStart` on for one value, up to the `end` of the range or of the template. */
function executePass(run: Run, current: GoValue, collect: (values: readonly GoValue[]) => void): void {
  if (run.inside > maxTemplateDepth) throw new TemplateError(`the template nests more than ${maxTemplateDepth} ranges`);
  const input = [current.type === "null" ? nothing : current];
  for (let index = run.rangeStart; index < run.nodes.length; index++) {
    const { values, error } = evaluateStep(run, input, run.nodes[index] ?? { type: "list", nodes: [] });
    if (error !== undefined) throw new TemplateError(error);
    if (run.ended > 0 && run.ended <= run.inside) {
      run.ended -= 1;
      run.lastEnd = index;
      break;
    }
    if (run.begun === 0) {
      collect(values);
      continue;
    }
    run.begun -= 1;
    run.inside += 1;
    // A range over nothing is passed through once, so that its end is reached; what it finds is dropped.
    const isEmpty = values.length === 0;
    for (const value of isEmpty ? [nothing] : values) {
      run.rangeStart = index + 1;
      executePass(run, value, isEmpty ? () => undefined : collect);
    }
    run.inside -= 1;
    if (run.lastEnd > index) index = run.lastEnd;
  }
}
