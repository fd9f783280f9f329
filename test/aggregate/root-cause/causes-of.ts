import { type BlamedContributions, listPartCandidates } from "../../../shared/aggregate/root-cause/blamed-parts.ts";
import type { Candidate } from "../../../shared/aggregate/root-cause/candidates.ts";
import { addCauses } from "../../../shared/aggregate/root-cause/find-causes.ts";
import type { ObjectIndex } from "../../../shared/aggregate/snapshot/object-index.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Ref } from "../../../shared/model/object.ts";
import type { Cause, ReportNode, RootNode } from "../../../shared/model/report.ts";
import { causeText } from "../../../shared/outline/cause-clauses.ts";
import type { PrintedCause } from "../../printed.ts";
import { root } from "../../render/build.ts";

const hco: Ref = { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "n", name: "hco" };

/** The causes of a root named `hco` with these parts, which its own conditions blame. */
export function findCauses(
  verdict: ReportNode["verdict"],
  parts: readonly ReportNode[],
  blamed: BlamedContributions,
  index: ObjectIndex,
): readonly Cause[] {
  const own = { label: "hco", ref: hco, verdict, children: parts };
  return findCausesOf(own, listPartCandidates(own, parts, blamed), index);
}

/** The causes of an object that is a root itself, from what stands below it. */
export function findCausesBelow(own: ReportNode, index: ObjectIndex): readonly Cause[] {
  const { label: component, verdict } = own;
  return findCausesOf(
    { ...own, role: "root" },
    [{ component, verdict, required: true, evidence: { node: own } }],
    index,
  );
}

/** The causes that candidates make of a root. */
function findCausesOf(own: Partial<RootNode>, candidates: readonly Candidate[], index: ObjectIndex): readonly Cause[] {
  const { causes: _, since: __, ...bare } = root(own);
  return addCauses(bare, candidates, index).causes;
}

/** What the first of the causes says, and the others behind it; undefined where no part is a cause. */
export function summarizeCauses([first, ...rest]: readonly Cause[]): FirstCause | undefined {
  if (first === undefined || first.path.length < 2) return undefined;
  const others = rest.filter(({ verdict }) => verdict === first.verdict).map(withoutAge);
  const { events } = first;
  return { ...withoutAge(first), ...(events.length > 0 && { events }), ...(others.length > 0 && { others }) };
}

type Said = Pick<PrintedCause, "path" | "text" | "since">;

interface FirstCause extends Said {
  readonly events?: Cause["events"];
  readonly others?: readonly Said[];
}

/** The sentence of a cause here has no age. */
function withoutAge({ path, since, ...cause }: Cause): Said {
  return { path, text: causeText(cause, { now: "" }), ...definedFields({ since }) };
}
