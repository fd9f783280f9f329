import { deepestTemplate, type PrintBudget } from "./budget.ts";
import { type EvaluationCounts, evaluateStep } from "./evaluate.ts";
import type { TemplateNode } from "./node.ts";
import { TemplateError } from "./template-error.ts";
import type { GoValue } from "./value.ts";

/** The position of a run through a template's nodes; client-go keeps the same in the fields of a JSONPath. */
interface Run extends EvaluationCounts {
  readonly nodes: readonly TemplateNode[];
  /** Where the next pass of a range begins. */
  from: number;
  /** The `end` met last. */
  lastEnd: number;
}

/**
 * What each text and action of a template finds in `document`, in order. Those in a range are evaluated once for every
 * pass (client-go, util/jsonpath/jsonpath.go, FindResults). As in client-go, what follows a range without `end` is
 * found for every element and then once more outside.
 * @throws Refusal in the words of jsonpath.go, or when it costs too much
 */
export function executeTemplate(
  nodes: readonly TemplateNode[],
  document: GoValue,
  budget: PrintBudget,
): readonly (readonly GoValue[])[] {
  const run: Run = { nodes, budget, begun: 0, inside: 0, ended: 0, from: 0, lastEnd: -1 };
  const results: (readonly GoValue[])[] = [];
  find(run, document, (values) => results.push(values));
  return results;
}

function find(run: Run, current: GoValue, collect: (values: readonly GoValue[]) => void): void {
  if (run.inside > deepestTemplate) throw new TemplateError(`the template nests more than ${deepestTemplate} ranges`);
  const input = [current.type === "null" ? nothing : current];
  for (let at = run.from; at < run.nodes.length; at++) {
    const { values, error } = evaluateStep(run, input, run.nodes[at] ?? { type: "list", nodes: [] });
    if (error !== undefined) throw new TemplateError(error);
    if (run.ended > 0 && run.ended <= run.inside) {
      run.ended -= 1;
      run.lastEnd = at;
      break;
    }
    if (run.begun === 0) {
      collect(values);
      continue;
    }
    run.begun -= 1;
    run.inside += 1;
    // A range over nothing is passed through once, so that its end is met; its finds are dropped.
    const [inputs, keep] = values.length > 0 ? [values, collect] : [[nothing], () => undefined];
    for (const value of inputs) {
      run.from = at + 1;
      find(run, value, keep);
    }
    run.inside -= 1;
    if (run.lastEnd > at) at = run.lastEnd;
  }
}

const nothing: GoValue = { type: "nothing", data: null };
