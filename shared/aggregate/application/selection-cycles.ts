/** A directed graph by key; each value lists the keys that the key leads to. */
export type SelectionGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns for each key its circle: the keys that it leads to and that lead back to it, itself included. All keys of one
 * circle share one set. A key that is not in the graph leads nowhere. By the algorithm of Kosaraju, in time linear in the
 * edges. A recursion would overflow the stack for a deep graph.
 */
export function findCycles(graph: SelectionGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const reversed = reverseGraph(graph);
  const circles = new Map<string, Set<string>>();
  for (const start of orderByFinish(graph).toReversed()) {
    if (circles.has(start)) continue;
    const circle = new Set<string>();
    const open = [start];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (circles.has(key)) continue;
      circles.set(key, circle.add(key));
      open.push(...(reversed.get(key) ?? []));
    }
  }
  return circles;
}

/** The graph with every edge reversed. */
export function reverseGraph(graph: SelectionGraph): SelectionGraph {
  const reversed = new Map<string, string[]>(Array.from(graph.keys(), (key) => [key, []]));
  for (const [key, nexts] of graph) {
    for (const next of nexts) reversed.get(next)?.push(key);
  }
  return reversed;
}

/** The keys of the graph, each after all that it leads to, except in circles. */
function orderByFinish(graph: SelectionGraph): readonly string[] {
  const visited = new Set<string>();
  const finished: string[] = [];
  for (const start of graph.keys()) {
    // Each key is on the stack twice: first to be visited, then, below all that it leads to, to be finished.
    const stack = [{ key: start, isVisit: true }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { key, isVisit } = top;
      if (!isVisit) finished.push(key);
      if (!isVisit || visited.has(key)) continue;
      visited.add(key);
      stack.push({ key, isVisit: false });
      for (const next of graph.get(key) ?? []) {
        if (graph.has(next) && !visited.has(next)) stack.push({ key: next, isVisit: true });
      }
    }
  }
  return finished;
}
