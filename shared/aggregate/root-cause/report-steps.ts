import { families } from "../../model/families.ts";
import type { FindingCode } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import { rootFindings } from "../../model/finding/root-findings.ts";
import {
  describeObject,
  findOperatorPods,
  listAllOfKind,
  type NextStep,
  printPermissions,
} from "../../model/next-step.ts";
import type { ReportWithoutSteps, RootNode } from "../../model/report.ts";
import { isMissing } from "../../model/snapshot.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { hcoProfile, operatorPodLabel } from "../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { permissionsOf } from "./component-steps.ts";
import { podsOf, stepsOfConversion, stepsOfConversionError, stepsOfOperatorDown } from "./finding-steps.ts";

/** The commands that show more about the worst root of a Report. Empty where nothing is wrong. */
export function reportSteps(report: ReportWithoutSteps, index: ObjectIndex): readonly NextStep[] {
  if (report.verdict === "healthy") return stepsOfHealthy(report);
  const root = report.roots.find((one) => one.verdict === report.verdict);
  return root === undefined ? stepsOfGaps(report) : stepsOfRoot(root, report, index);
}

/** The commands of the first warning beside healthy roots, else of a workload that should run and does not. */
function stepsOfHealthy({ findings }: ReportWithoutSteps): readonly NextStep[] {
  const worst =
    findings.find(({ severity, next }) => severity !== "info" && next.length > 0) ??
    findings.find(({ code }) => code === "uncounted-workload");
  return worst?.next ?? [];
}

function stepsOfRoot(root: RootNode, report: ReportWithoutSteps, index: ObjectIndex): readonly NextStep[] {
  const findings = rootFindings(report, root);
  const about = <C extends FindingCode>(code: C): FindingOf<C> | undefined =>
    findings.find((finding): finding is FindingOf<C> => finding.code === code);
  const down = about("operator-down");
  if (down !== undefined) return stepsOfOperatorDown(down, root);
  const conversion = about("conversion-webhook");
  if (conversion !== undefined) return stepsOfConversion(conversion, root, index);
  const unconverted = about("conversion-failed");
  if (unconverted !== undefined) return stepsOfConversionError(unconverted, root);
  const { operatorPods } = families[root.profile];
  if (about("not-yet-seen") !== undefined && operatorPods !== undefined) {
    const steps = root.operator?.running === "yes" ? (root.causes[0]?.next ?? []) : [];
    return steps.length > 0 ? steps : podsOf(operatorPods, root.ref);
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
  const hasGap = report.completeness.gaps.some(({ required, outcome }) => required && outcome === "forbidden");
  if (hasGap) return permissionsOf(root.ref);
  const waiting = root.children.find(({ label }) => root.gates.upgrade.waitingFor.includes(label));
  if (waiting === undefined) return first?.next ?? describeObject(root.ref);
  return root.causes.find(({ component }) => component === waiting.label)?.next ?? describeObject(waiting.ref);
}

/**
 * The commands where no root was found: the permissions to request for the first kind that is forbidden. Of a kind that
 * was searched in one namespace of a cluster, all objects in the others. Without a HyperConverged, whether an operator
 * runs that could reconcile one.
 */
function stepsOfGaps({ source, completeness: { gaps } }: ReportWithoutSteps): readonly NextStep[] {
  const forbidden = gaps.find(({ outcome }) => outcome === "forbidden");
  if (forbidden !== undefined) return printPermissions(forbidden, forbidden);
  const [first] = gaps.filter(({ required }) => required);
  if (first === undefined) return [];
  if (first.outcome === "absent" && first.namespace !== undefined)
    return source.kind === "cluster" ? listAllOfKind(first) : [];
  const isNotThere = isMissing(first);
  const { operatorPods } = families.hco;
  if (!isNotThere || operatorPods === undefined || first.kind !== hcoProfile.root.kind) return [];
  return findOperatorPods(`${operatorPodLabel.name}=${operatorPods}`);
}
