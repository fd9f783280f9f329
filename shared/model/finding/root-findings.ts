import { keyOf } from "../object.ts";
import type { Report, ReportNode, RootNode } from "../report.ts";
import type { Finding } from "./finding.ts";

/** The findings that belong to one root. A single root has all of them, others those about an object in their tree. */
export function rootFindings(report: Pick<Report, "roots" | "findings">, root: RootNode): readonly Finding[] {
  if (report.roots.length === 1) return report.findings;
  const { places, operators } = indexOf(report.findings);
  const found = [...keysOf(root)].flatMap((key) => places.get(key) ?? []);
  const own = operators.filter((place) => report.findings[place]?.about.namespace === root.ref.namespace);
  const all = [...new Set([...found, ...own])].toSorted((a, b) => a - b);
  return all.flatMap((place) => report.findings[place] ?? []);
}

/** The places of findings in their list. */
interface FindingIndex {
  /** By the key of the object that they are about. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Those about an operator, whose Deployment lies beside the tree in the CR's namespace. */
  readonly operators: readonly number[];
}

/** One index for all roots, so that thousands of roots with findings do not cost their product. */
const indexes = new WeakMap<readonly Finding[], FindingIndex>();

function indexOf(findings: readonly Finding[]): FindingIndex {
  const known = indexes.get(findings);
  if (known !== undefined) return known;
  const all = [...findings.keys()];
  const index = {
    places: Map.groupBy(all, (place) => keyOf((findings[place] as Finding).about)),
    operators: all.filter((place) => findings[place]?.code === "operator-down"),
  };
  indexes.set(findings, index);
  return index;
}

function keysOf(root: RootNode): ReadonlySet<string> {
  const keys = new Set<string>(root.related.map((entry) => keyOf(entry.ref)));
  const add = (node: ReportNode): void => {
    keys.add(keyOf(node.ref));
    for (const child of node.children) add(child);
  };
  add(root);
  return keys;
}
