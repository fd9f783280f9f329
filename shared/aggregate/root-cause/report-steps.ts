import { families } from "../../model/families.ts";
import type { Finding, FindingCode } from "../../model/finding/finding.ts";
import { rootFindings } from "../../model/finding/root-findings.ts";
import { checkAccess, describeObject, listPods } from "../../model/next-step.ts";
import { keyOf } from "../../model/object.ts";
import type { Cause, NextStep, ReadGap, ReportWithoutSteps, RootNode } from "../../model/report.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { longestTrail } from "./cause-trails.ts";
import { stepsOfTrail } from "./next-steps.ts";

/** The commands that show more about the worst root of a Report. Empty where nothing is wrong. */
export function reportSteps(report: ReportWithoutSteps): readonly NextStep[] {
  if (report.verdict === "healthy") return stepsOfHealthy(report);
  const root = report.roots.find((one) => one.verdict === report.verdict);
  return root === undefined ? stepsOfGaps(report.completeness.gaps) : stepsOfRoot(root, report);
}

/** The worst finding beside healthy roots: it stops their next change or their next upgrade. */
function stepsOfHealthy({ findings, roots }: ReportWithoutSteps): readonly NextStep[] {
  const worst =
    findings.find(({ severity, code }) => severity !== "info" && !withoutObject.has(code)) ??
    findings.find(({ code }) => code === "uncounted-workload");
  if (worst === undefined) return [];
  const root = roots.find((each) => rootFindings({ roots, findings }, each).includes(worst));
  if (root !== undefined && worst.code === "conversion-webhook") return stepsOfConversion(worst, root);
  // Below a workload its container shows why.
  const node = root?.children.find(({ ref, verdict }) => keyOf(ref) === keyOf(worst.about) && verdict !== "healthy");
  return root === undefined || node === undefined
    ? describeObject(worst.about)
    : stepsOfTrail(longestTrail(node), root.ref);
}

/** Findings about what was not read, and about the reader itself: no command about an object shows them. */
const withoutObject: ReadonlySet<FindingCode> = new Set([
  "not-read",
  "operator-unknown",
  "reader-clock",
  "damaged-input",
  "other-objects",
]);

/** The steps for a conversion webhook that does not respond: those of its container or Pod, where one is known to fail. */
function stepsOfConversion(finding: Finding, root: RootNode): readonly NextStep[] {
  const cause = root.causes.find(({ component }) => component.endsWith("-webhook"));
  const failing = root.children.find(({ ref, verdict }) => ref.name.endsWith("-webhook") && verdict !== "healthy");
  const trail = failing && longestTrail(failing);
  const below = trail !== undefined && trail.length > 1 ? stepsOfTrail(trail, root.ref) : undefined;
  return deep(cause)?.next ?? below ?? podsOf("hyperconverged-cluster-webhook", finding, root);
}

function stepsOfRoot(root: RootNode, report: ReportWithoutSteps): readonly NextStep[] {
  const findings = rootFindings(report, root);
  const about = (code: FindingCode): Finding | undefined => findings.find((finding) => finding.code === code);
  const down = about("operator-down");
  if (down !== undefined) return deep(root.causes[0])?.next ?? podsOf("hyperconverged-cluster-operator", down, root);
  const conversion = about("conversion-webhook");
  if (conversion !== undefined) return stepsOfConversion(conversion, root);
  const { operatorPods } = families[root.profile];
  if (about("not-yet-seen") !== undefined && operatorPods !== undefined) {
    const steps = root.operator?.running === "yes" ? (root.causes[0]?.next ?? []) : [];
    return steps.length > 0 ? steps : podsOf(operatorPods, undefined, root);
  }
  const blocked = about("deletion-blocked");
  if (blocked !== undefined) return describeObject(blocked.about);
  if (root.deleting || about("invalid-request") !== undefined) return describeObject(root.ref);
  return stepsOfState(root, report);
}

/** The steps of the first cause. A root without one lacks permissions, or waits for an upgrade. */
function stepsOfState(root: RootNode, report: ReportWithoutSteps): readonly NextStep[] {
  const [first] = root.causes;
  if (first !== undefined && first.path.length > 1 && first.verdict === root.verdict) return first.next;
  // The objects that an Organization holds never make it unhealthy, but they are where the work is.
  const parts = families[root.profile].holders.includes(root.ref.kind) ? root.children : [];
  const [worst] = parts
    .filter(({ verdict, outcome }) => outcome === "found" && verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (worst !== undefined) return describeObject(worst.ref);
  const access = stepsOfGaps(report.completeness.gaps.filter(({ required }) => required));
  if (access.length > 0) return access;
  const waiting = root.children.find(({ label }) => root.gates.upgrade.waitingFor.includes(label));
  return waiting === undefined ? (first?.next ?? describeObject(root.ref)) : describeObject(waiting.ref);
}

/** The cause, if it is an object below its component. */
function deep(cause: Cause | undefined): Cause | undefined {
  return cause !== undefined && cause.path.length > 2 ? cause : undefined;
}

function podsOf(name: string, finding: Finding | undefined, root: RootNode): readonly NextStep[] {
  const namespace = finding?.about.namespace ?? root.ref.namespace;
  return listPods(namespace === undefined ? {} : { namespace }, name);
}

/** What to check for the first request that was forbidden. */
function stepsOfGaps(gaps: readonly ReadGap[]): readonly NextStep[] {
  const gap = gaps.find(({ outcome }) => outcome === "forbidden");
  return gap === undefined ? [] : checkAccess(gap.verb === "read" ? "get" : gap.verb, gap, gap);
}
