/** A directed graph by key; each value lists the keys that the key leads to. */
export type SelectionGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns for each key its circle: the keys that it leads to and that lead back, itself among them.
 * All keys of one circle share one set. A key that is not in the graph leads nowhere. The time is linear in the edges
 * (Kosaraju). There is no recursion, because the graph may be deep.
 */
export function findCycles(graph: SelectionGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const back = reverseGraph(graph);
  const circles = new Map<string, Set<string>>();
  for (const start of orderByFinish(graph).toReversed()) {
    if (circles.has(start)) continue;
    const circle = new Set<string>();
    const open = [start];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (circles.has(key)) continue;
      circles.set(key, circle.add(key));
      open.push(...(back.get(key) ?? []));
    }
  }
  return circles;
}

/** The graph with every edge reversed. */
export function reverseGraph(graph: SelectionGraph): SelectionGraph {
  const back = new Map<string, string[]>(Array.from(graph.keys(), (key) => [key, []]));
  for (const [key, nexts] of graph) for (const next of nexts) back.get(next)?.push(key);
  return back;
}

/** The keys of the graph, each after all that it leads to, except in circles. */
function orderByFinish(graph: SelectionGraph): readonly string[] {
  const met = new Set<string>();
  const order = [] as string[];
  for (const start of graph.keys()) {
    // A key popped for the second time is done with all that it leads to.
    const open = [{ key: start, isDone: false }];
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      if (top.isDone) order.push(top.key);
      if (top.isDone || met.has(top.key)) continue;
      met.add(top.key);
      open.push({ key: top.key, isDone: true });
      for (const key of graph.get(top.key) ?? []) {
        if (graph.has(key) && !met.has(key)) open.push({ key, isDone: false });
      }
    }
  }
  return order;
}
