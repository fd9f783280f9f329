import { computeOnce } from "../compute-once.ts";
import { keyOf } from "../object.ts";
import type { Report, ReportNode, RootNode } from "../report.ts";
import type { Finding } from "./finding.ts";

/** The listed findings that belong to one root. A single root has all of them, others those about an object in their tree. */
export function rootFindings(report: Pick<Report, "roots" | "findings">, root: RootNode): readonly Finding[] {
  const { listed, indicesByObject, operatorIndices } = indexOf(report.findings);
  if (report.roots.length === 1) return listed;
  const found = [...keysBelow(root)].flatMap((key) => indicesByObject.get(key) ?? []);
  const own = operatorIndices.filter((index) => listed[index]?.about.namespace === root.ref.namespace);
  const all = [...new Set([...found, ...own])].toSorted((a, b) => a - b);
  return all.flatMap((index) => listed[index] ?? []);
}

/** How many warnings and errors are among the listed findings of one root. */
export function countWarnings(report: Pick<Report, "roots" | "findings">, root: RootNode): number {
  return rootFindings(report, root).filter(({ severity }) => severity !== "info").length;
}

/** The findings of a Report that have a line of their own, in their order. */
export function listedFindings({ findings }: Pick<Report, "findings">): readonly Finding[] {
  return indexOf(findings).listed;
}

/**
 * Whether a finding has a line of its own. What an object reports of itself is shown by its conditions and as a cause, and
 * a list that was not read by the line about the reading.
 */
function isListed({ code, component }: Finding): boolean {
  return code !== "state" && (code !== "not-read" || component !== undefined);
}

/** The listed findings, and their indices in that list. */
interface FindingIndex {
  readonly listed: readonly Finding[];
  /** By the key of the object that they are about. */
  readonly indicesByObject: ReadonlyMap<string, readonly number[]>;
  /** Those about an operator, whose Deployment lies beside the tree in the CR's namespace. */
  readonly operatorIndices: readonly number[];
}

/** One index for all roots, so that thousands of roots with findings do not cost their product. */
const indexOf = computeOnce((findings: readonly Finding[]): FindingIndex => {
  const listed = findings.every(isListed) ? findings : findings.filter(isListed);
  const indices = [...listed.keys()];
  return {
    listed,
    indicesByObject: Map.groupBy(indices, (index) => keyOf((listed[index] as Finding).about)),
    operatorIndices: indices.filter((index) => listed[index]?.code === "operator-down"),
  };
});

function keysBelow(root: RootNode): ReadonlySet<string> {
  const keys = new Set<string>(root.related.map((entry) => keyOf(entry.ref)));
  const add = (node: ReportNode): void => {
    keys.add(keyOf(node.ref));
    for (const child of node.children) add(child);
  };
  add(root);
  return keys;
}
