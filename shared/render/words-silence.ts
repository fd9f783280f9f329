import type { Finding, FindingCode } from "../model/finding.ts";
import type { SaidCondition, SilenceEvidence } from "../model/finding-silence.ts";
import { evidenceText } from "./words-cause.ts";
import { listOf, shortened } from "./words-names.ts";

type Of<C extends FindingCode> = Extract<Finding, { readonly code: C }>;

/** What no condition says. */
export function describeSilence(evidence: SilenceEvidence, about: string): string {
  switch (evidence.code) {
    case "component-workload-down":
      return `${about} of ${evidence.component} does not run (${evidence.ready} ready), and ${evidence.component} does not say so`;
    case "workloads-not-found":
      return evidence.namespaces.length === 0
        ? `the workloads of ${evidence.component} were not looked for: nobody says in which namespace they lie`
        : `no workload of ${evidence.component} was found in ${listOf(shortened(evidence.namespaces, 3))}: what it says of itself is all that is known`;
    case "csv-failed":
      return `OLM calls ${about} ${evidence.phase}: ${evidenceText(evidence)}`;
    case "phase-failed":
      return `the phase of ${about} says ${evidence.phase}`;
    case "judged-by-file": {
      const left = evidence.count - mostSaid;
      return `${evidence.conditions.slice(0, mostSaid).map(saidWords).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
    }
  }
}

const mostSaid = 4;

/** `Available of CDI x is judged as info by senses.yaml:2`. */
function saidWords({ object, type, sense, senseFrom }: SaidCondition): string {
  return `${type} of ${object} is judged as ${sense} by ${senseFrom}`;
}

/**
 * What makes the words of components old or too good, a line for each way: `virt-operator and cdi-operator do not run: what
 * KubeVirt and CDI say of themselves is old`.
 */
export function silentLines(findings: readonly Finding[]): readonly string[] {
  const operators = findings.filter((one) => one.code === "component-operator-down");
  const workloads = findings.filter((one) => one.code === "component-workload-down");
  return [
    ...(operators.length === 0 ? [] : [`${theyDoNotRun(operators)}: what ${theySay(operators)} is old`]),
    ...(workloads.length === 0 ? [] : [`${theyDoNotRun(workloads)}, and ${theyDoNot(workloads)} say so`]),
  ];
}

/** The same of one component, where what is down stands below it. */
export function silentPart(findings: readonly Finding[], component: string): string {
  const own = findings.filter((one) => isSilence(one) && one.component === component);
  if (own.some(({ code }) => code === "component-operator-down"))
    return "its operator does not run: what it says is old";
  return own.length === 0 ? "" : "it does not say that something of it does not run";
}

function isSilence(finding: Finding): finding is Down {
  return finding.code === "component-operator-down" || finding.code === "component-workload-down";
}

type Down = Of<"component-operator-down"> | Of<"component-workload-down">;

function theyDoNotRun(down: readonly Down[]): string {
  const names = down.map((one) =>
    one.code === "component-operator-down"
      ? one.about.name
      : `${one.about.kind} ${one.about.name} (${one.ready} ready)`,
  );
  return `${listOf(shortened(names, mostNamed))} ${down.length === 1 ? "does" : "do"} not run`;
}

function theySay(down: readonly Down[]): string {
  const names = componentsOf(down);
  return `${listOf(shortened(names, mostNamed))} ${names.length === 1 ? "says" : "say"} of ${names.length === 1 ? "itself" : "themselves"}`;
}

function theyDoNot(down: readonly Down[]): string {
  const names = componentsOf(down);
  return `${listOf(shortened(names, mostNamed))} ${names.length === 1 ? "does" : "do"} not`;
}

function componentsOf(down: readonly Down[]): readonly string[] {
  return [...new Set(down.map(({ component }) => component))];
}

const mostNamed = 3;
