/** Things that lead to each other, by key; `next` says where each leads to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * For each key of `graph` those that it leads to and that lead back to it, itself among them; all of one circle share one
 * set. What is no key of the graph leads nowhere. In time of its edges (Kosaraju), without recursion: it may be deep.
 */
export function circlesOf(graph: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const back = reversed(graph);
  const circles = new Map<string, Set<string>>();
  for (const start of finished(graph).toReversed()) {
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

/** Where each is led to from. */
export function reversed(graph: Graph): Graph {
  const back = new Map<string, string[]>(Array.from(graph.keys(), (key) => [key, []]));
  for (const [key, nexts] of graph) for (const next of nexts) back.get(next)?.push(key);
  return back;
}

/** Each key after all that it leads to, but for circles. */
function finished(graph: Graph): readonly string[] {
  const [met, order] = [new Set<string>(), [] as string[]];
  for (const start of graph.keys()) {
    // A key that stands there a second time is done with all that it leads to.
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
