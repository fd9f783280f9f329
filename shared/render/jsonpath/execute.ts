import { type Budget, deepest } from "./budget.ts";
import { evaluate } from "./evaluate.ts";
import type { Counts } from "./found.ts";
import type { Node } from "./node.ts";
import { Refusal } from "./refusal.ts";
import type { Value } from "./value.ts";

/** Where a run through the nodes of a template is; client-go keeps the same in the fields of a JSONPath. */
interface Run extends Counts {
  readonly nodes: readonly Node[];
  /** Where the next round of a range begins. */
  from: number;
  /** The `end` met last. */
  lastEnd: number;
}

/**
 * What each text and action of a template finds in `document`, in order; those in a range once for every round
 * (client-go, util/jsonpath/jsonpath.go, FindResults). What follows a range that nobody ends is found for every element,
 * and then once more outside, as there.
 * @throws Refusal in the words of jsonpath.go, or when it costs too much
 */
export function execute(nodes: readonly Node[], document: Value, budget: Budget): readonly (readonly Value[])[] {
  const run: Run = { nodes, budget, begun: 0, inside: 0, ended: 0, from: 0, lastEnd: -1 };
  const results: (readonly Value[])[] = [];
  find(run, document, (values) => results.push(values));
  return results;
}

function find(run: Run, current: Value, collect: (values: readonly Value[]) => void): void {
  if (run.inside > deepest) throw new Refusal(`the template has more than ${deepest} ranges in each other`);
  const input = [current.type === "null" ? nothing : current];
  for (let at = run.from; at < run.nodes.length; at++) {
    const { values, error } = evaluate(run, input, run.nodes[at] ?? { type: "list", nodes: [] });
    if (error !== undefined) throw new Refusal(error);
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
    // A range over nothing is gone through once, so that its end is met; what it finds is dropped.
    const [rounds, keep] = values.length > 0 ? [values, collect] : [[nothing], () => undefined];
    for (const value of rounds) {
      run.from = at + 1;
      find(run, value, keep);
    }
    run.inside -= 1;
    if (run.lastEnd > at) at = run.lastEnd;
  }
}

const nothing: Value = { type: "nothing", data: null };
