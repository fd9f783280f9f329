import type { Finding, FindingOf } from "../../model/finding/finding.ts";
import type { SilenceEvidence, SilentCondition } from "../../model/finding/operator-silence.ts";
import { evidenceText } from "../cause.ts";
import { joinNames, shortenNames } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { podsWords } from "./shared-sentences.ts";

/** The sentences about what no condition reports. */
export const silenceSentences: FindingSentences<SilenceEvidence["code"]> = {
  "component-workload-down": ({ component, ready, arePodsUnread }, about) =>
    `${about} of ${component} is not running (${ready} ready), but ${component} does not report it${podsWords(arePodsUnread)}`,
  "workload-not-ready": (finding, about) =>
    `${finding.component} reports healthy, but ${describeNotReady(finding, about)}`,
  "workload-absent": ({ component }, about) => `${component} reports healthy, but ${about} does not exist`,
  "workloads-not-found": describeWorkloadsNotFound,
  "csv-failed": describeServiceVersion,
  "csv-unsettled": describeServiceVersion,
  "subscription-failed": (finding, about) => `OLM cannot resolve ${about}: ${evidenceText(finding)}`,
  "install-plan-unsettled": (finding, about) => `${about} is ${finding.phase}: ${evidenceText(finding)}`,
  "api-not-available": (finding, about) =>
    `${about} of ${finding.component} is not available: ${evidenceText(finding)}`,
  "webhook-without-endpoints": ({ configurations, refusesWrites }, about) =>
    `${about} has no ready endpoints: ${refusesWrites ? "writes fail" : "writes are not checked"} (${joinNames(shortenNames(configurations, 2))})`,
  "judged-by-file": describeJudgedByFile,
};

function describeNotReady(finding: FindingOf<"workload-not-ready">, about: string): string {
  const { ready, wanted, arePodsUnread, reason, message = "" } = finding;
  if (reason !== undefined) return `${about} does not confirm it: ${evidenceText({ reason, message })}`;
  if (ready < wanted || wanted === 0) return `${about} has ${ready} of ${wanted} ready${podsWords(arePodsUnread)}`;
  return arePodsUnread
    ? `${about} is replacing its pods${podsWords(arePodsUnread)}`
    : `the new pods of ${about} are not running`;
}

function describeWorkloadsNotFound({ component, namespaces }: FindingOf<"workloads-not-found">): string {
  return namespaces.length === 0
    ? `the workloads of ${component} were not checked: their namespace is unknown`
    : `no workload of ${component} found in ${joinNames(shortenNames(namespaces, 3))}: only its own status is known`;
}

function describeServiceVersion(finding: FindingOf<"csv-failed" | "csv-unsettled">, about: string): string {
  const { phase, unmet } = finding;
  const lacks = unmet.length === 0 ? "" : `; missing ${joinNames(shortenNames(unmet, 3))}`;
  return `OLM reports ${about} ${phase === "" ? "without a phase" : phase}: ${evidenceText(finding)}${lacks}`;
}

function describeJudgedByFile({ conditions, count }: FindingOf<"judged-by-file">): string {
  const left = count - mostSaid;
  return `${conditions.slice(0, mostSaid).map(saidWords).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

const mostSaid = 4;

/** `Available of CDI x has polarity info from senses.yaml:2`. */
function saidWords({ object, type, sense, senseFrom }: SilentCondition): string {
  return `${type} of ${object} has polarity ${sense} from ${senseFrom}`;
}

/**
 * Why the reports of components are out of date or too good, a line for each reason:
 * `virt-operator and cdi-operator are not running: the status of KubeVirt and CDI is out of date`.
 */
export function silentLines(findings: readonly Finding[]): readonly string[] {
  const operators = findings.filter((one) => one.code === "component-operator-down");
  const workloads = findings.filter((one) => one.code === "component-workload-down");
  return [
    ...(operators.length === 0
      ? []
      : [`${theyDoNotRun(operators)}: the status of ${theySay(operators)} is out of date`]),
    ...(workloads.length === 0 ? [] : [`${theyDoNotRun(workloads)}, but ${theyDoNot(workloads)} report it`]),
  ];
}

/** The same for one component whose workload below it is down. */
export function silentPart(findings: readonly Finding[], component: string): string {
  const own = findings.filter((one) => isSilence(one) && one.component === component);
  if (own.some(({ code }) => code === "component-operator-down"))
    return "its operator is not running: its status is out of date";
  return own.length === 0 ? "" : "it does not report a workload that is not running";
}

/** Whether a finding is about what runs, or should, below a component that does not report it. */
export function isSilence(finding: Finding): finding is Down {
  return finding.code === "component-operator-down" || finding.code === "component-workload-down";
}

type Down = FindingOf<"component-operator-down"> | FindingOf<"component-workload-down">;

function theyDoNotRun(down: readonly Down[]): string {
  const names = down.map((one) =>
    one.code === "component-operator-down"
      ? one.about.name
      : `${one.about.kind} ${one.about.name} (${one.ready} ready)`,
  );
  return `${joinNames(shortenNames(names, mostNamed))} ${down.length === 1 ? "is" : "are"} not running`;
}

function theySay(down: readonly Down[]): string {
  const names = componentsOf(down);
  return joinNames(shortenNames(names, mostNamed));
}

function theyDoNot(down: readonly Down[]): string {
  const names = componentsOf(down);
  return `${joinNames(shortenNames(names, mostNamed))} ${names.length === 1 ? "does" : "do"} not`;
}

function componentsOf(down: readonly Down[]): readonly string[] {
  return [...new Set(down.map(({ component }) => component))];
}

const mostNamed = 3;
