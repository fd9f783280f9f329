import { type BlamedContributions, listPartCandidates } from "../../../shared/aggregate/root-cause/blamed-parts.ts";
import type { Candidate } from "../../../shared/aggregate/root-cause/candidates.ts";
import { addCauses } from "../../../shared/aggregate/root-cause/find-causes.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Cause, ReportNode, RootNode } from "../../../shared/model/report.ts";
import { causeText } from "../../../shared/outline/cause-clauses.ts";
import type { PrintedCause } from "../../printed.ts";
import { root } from "../../render/build.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";

/** The cause of a root named `hco` with these parts. `blamed`: what its own conditions say of parts that were not read. */
export function findCause(
  verdict: ReportNode["verdict"],
  parts: readonly ReportNode[],
  blamed: BlamedContributions = {},
): FirstCause | undefined {
  const ref = { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "n", name: "hco" };
  const own = { label: "hco", ref, verdict, children: parts };
  return findCauseOf(own, listPartCandidates(own, parts, blamed));
}

/** The cause of an object that is a root itself, among the objects below it. */
export function findCauseBelow(own: ReportNode): FirstCause | undefined {
  const { label: component, verdict } = own;
  return findCauseOf({ ...own, role: "root" }, [{ component, verdict, required: true, evidence: { node: own } }]);
}

/** The first cause of a root, and the others of the same verdict. */
interface FirstCause extends SummarizedCause {
  readonly others: readonly SummarizedCause[];
}

/** The first of the causes that candidates make of a root. Undefined where no candidate is a cause. */
function findCauseOf(own: Partial<RootNode>, candidates: readonly Candidate[]): FirstCause | undefined {
  const { causes: _, since: __, ...rootWithoutCauses } = root(own);
  const [first, ...others] = addCauses(rootWithoutCauses, candidates, indexSnapshot(clusterSnapshot([], ""))).causes;
  if (first === undefined || first.path.length < 2) return undefined;
  return {
    ...summarizeCause(first),
    others: others.filter(({ verdict }) => verdict === first.verdict).map(summarizeCause),
  };
}

type SummarizedCause = Pick<PrintedCause, "path" | "text" | "since">;

/** The path, the time, and the sentence of a cause without its age. */
function summarizeCause({ path, since, ...cause }: Cause): SummarizedCause {
  return { path, text: causeText(cause, { now: "" }), ...definedFields({ since }) };
}
