import { keyOf } from "../object.ts";
import type { Report, ReportNode, RootNode } from "../report.ts";
import type { Finding } from "./finding.ts";

/** The remarks that belong to one root. A single root has all of them, others those about an object in their tree. */
export function rootFindings(report: Pick<Report, "roots" | "findings">, root: RootNode): readonly Finding[] {
  const { remarks, places, operators } = indexOf(report.findings);
  if (report.roots.length === 1) return remarks;
  const found = [...keysOf(root)].flatMap((key) => places.get(key) ?? []);
  const own = operators.filter((place) => remarks[place]?.about.namespace === root.ref.namespace);
  const all = [...new Set([...found, ...own])].toSorted((a, b) => a - b);
  return all.flatMap((place) => remarks[place] ?? []);
}

/** The remarks among the findings of a Report, in their order. */
export function remarksOf({ findings }: Pick<Report, "findings">): readonly Finding[] {
  return indexOf(findings).remarks;
}

/**
 * Whether a finding has a line of its own. What an object reports of itself is shown by its conditions and as a cause, and
 * a list that was not read by the line about the reading.
 */
function isRemark({ code, component }: Finding): boolean {
  return code !== "state" && (code !== "not-read" || component !== undefined);
}

/** The remarks, and their places in their list. */
interface FindingIndex {
  readonly remarks: readonly Finding[];
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
  const remarks = findings.every(isRemark) ? findings : findings.filter(isRemark);
  const all = [...remarks.keys()];
  const index = {
    remarks,
    places: Map.groupBy(all, (place) => keyOf((remarks[place] as Finding).about)),
    operators: all.filter((place) => remarks[place]?.code === "operator-down"),
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
