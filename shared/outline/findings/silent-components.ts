import type { Finding, FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { list, phrase } from "../text.ts";
import { formFor } from "../words/names.ts";

/** A finding that an operator or another workload of a component does not run. */
type Down = FindingOf<"component-operator-down"> | FindingOf<"component-workload-down">;

/** The same, or that the Deployment of the operator does not exist. */
type Silence = Down | FindingOf<"component-operator-absent">;

/**
 * Why the reports of components are out of date or too good, a line for each reason:
 * `virt-operator and cdi-operator are not running: the status of KubeVirt and CDI is out of date`.
 */
export function silentLines(findings: readonly Finding[]): readonly Text[] {
  const absent = findings.filter((finding) => finding.code === "component-operator-absent");
  const operators = findings.filter((finding) => finding.code === "component-operator-down");
  const workloads = findings.filter((finding) => finding.code === "component-workload-down");
  const lines: Text[] = [];
  if (absent.length > 0) lines.push(absentOperatorsText(absent));
  if (operators.length > 0)
    lines.push(phrase`${notRunningText(operators)}: the status of ${list(componentsOf(operators))} is out of date`);
  if (workloads.length > 0) {
    const components = componentsOf(workloads);
    const verb = formFor(components.length, "does", "do");
    lines.push(phrase`${notRunningText(workloads)}, but ${list(components)} ${verb} not report it`);
  }
  return lines;
}

/** `Deployments virt-operator and cdi-operator do not exist: nothing repairs or upgrades KubeVirt and CDI`. */
function absentOperatorsText(absent: readonly FindingOf<"component-operator-absent">[]): Text {
  const operators = absent.map(({ about }) => about.name);
  const kinds = formFor(absent.length, "Deployment", "Deployments");
  const exist = formFor(absent.length, "does not exist", "do not exist");
  return phrase`${kinds} ${list(operators)} ${exist}: nothing repairs or upgrades ${list(componentsOf(absent))}`;
}

/** Why the report of one component is out of date or too good; empty where it is not. */
export function silentPart(findings: readonly Finding[], component: string): string {
  const ofComponent = findings.filter((finding) => isSilence(finding) && finding.component === component);
  if (ofComponent.some(({ code }) => code === "component-operator-down"))
    return "its operator is not running: its status is out of date";
  if (ofComponent.some(({ code }) => code === "component-operator-absent"))
    return "the Deployment of its operator does not exist";
  return ofComponent.length === 0 ? "" : "it does not report a workload that is not running";
}

/**
 * What a warning says about a workload of a component that reports itself healthy: `DaemonSet virt-handler 2/3 ready`. The
 * first of several; empty where there is none.
 */
export function workloadWarning(findings: readonly Finding[], component: string): string {
  for (const finding of findings) {
    if (finding.code !== "workload-not-ready" && finding.code !== "workload-absent") continue;
    if (finding.component !== component) continue;
    const workload = `${finding.about.kind} ${finding.about.name}`;
    if (finding.code === "workload-absent") return `${workload} does not exist`;
    return finding.ready < finding.wanted
      ? `${workload} ${finding.ready}/${finding.wanted} ready`
      : `${workload} not ready`;
  }
  return "";
}

/** Whether a finding is about what runs, or should, below a component that does not report it. */
export function isSilence(finding: Finding): finding is Silence {
  return (
    finding.code === "component-operator-down" ||
    finding.code === "component-operator-absent" ||
    finding.code === "component-workload-down"
  );
}

/** `virt-operator and Deployment virt-api (0/2 ready) are not running`. */
function notRunningText(down: readonly Down[]): Text {
  const names = down.map((finding) =>
    finding.code === "component-operator-down"
      ? finding.about.name
      : `${finding.about.kind} ${finding.about.name} (${finding.ready} ready)`,
  );
  return phrase`${list(names)} ${down.length === 1 ? "is" : "are"} not running`;
}

function componentsOf(findings: readonly Silence[]): readonly string[] {
  return [...new Set(findings.map(({ component }) => component))];
}
