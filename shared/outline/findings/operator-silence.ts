import type { Finding, FindingOf } from "../../model/finding/finding.ts";
import type { SilenceEvidence, SilentCondition } from "../../model/finding/operator-silence.ts";
import type { Text } from "../../model/outline.ts";
import { withDuration } from "../ages.ts";
import { joined, list, phrase, words } from "../text.ts";
import { formFor } from "../words/names.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { podsUnread, quoteEvidence, shortWorkloadText } from "./shared-sentences.ts";

/** The sentences about what no condition reports. */
export const silenceSentences: FindingSentences<SilenceEvidence["code"]> = {
  "component-workload-down": ({ component, ready, arePodsUnread }, { about }) =>
    phrase`${about} of ${component} is not running (${ready} ready), but ${component} does not report it${podsUnread(arePodsUnread)}`,
  "workload-not-ready": (finding, { about }) =>
    phrase`${finding.component} reports healthy, but ${describeNotReady(finding, about)}`,
  "workload-absent": ({ component }, { about }) => phrase`${component} reports healthy, but ${about} does not exist`,
  "workloads-not-found": describeWorkloadsNotFound,
  "csv-failed": describeServiceVersion,
  "csv-unsettled": describeServiceVersion,
  "subscription-failed": (finding, { about }) => phrase`OLM cannot resolve ${about}: ${quoteEvidence(finding)}`,
  "install-plan-unsettled": (finding, { about }) => phrase`${about} is ${finding.phase}: ${quoteEvidence(finding)}`,
  "api-not-available": (finding, { about }) =>
    phrase`${about} of ${finding.component} is not available: ${quoteEvidence(finding)}`,
  "webhook-without-endpoints": ({ configurations, refusesWrites, workload }, { about, clock }) =>
    phrase`${shortWorkloadText(workload, clock)}${about} has no ready endpoints: ${refusesWrites ? "writes fail" : "writes are not checked"} (${list(configurations)})`,
  "polarity-from-file": describePolarityFromFile,
};

function describeNotReady(finding: FindingOf<"workload-not-ready">, about: string): Text {
  const { ready, wanted, arePodsUnread, reason, message = "" } = finding;
  if (reason !== undefined)
    return phrase`${about} does not confirm it: ${quoteEvidence({ ...finding, reason, message })}`;
  if (ready < wanted || wanted === 0)
    return phrase`${about} has ${ready} of ${wanted} ready${podsUnread(arePodsUnread)}`;
  return arePodsUnread
    ? phrase`${about} is replacing its pods${podsUnread(arePodsUnread)}`
    : phrase`the new pods of ${about} are not running`;
}

function describeWorkloadsNotFound({ component, namespaces }: FindingOf<"workloads-not-found">): Text {
  return namespaces.length === 0
    ? phrase`the workloads of ${component} were not checked: their namespace is unknown`
    : phrase`no workload of ${component} found in ${list(namespaces)}: only its own status is known`;
}

function describeServiceVersion(
  finding: FindingOf<"csv-failed" | "csv-unsettled">,
  { about, clock }: SentenceSetting,
): Text {
  const { phase, unmet, since } = finding;
  const state = withDuration(words(phase === "" ? "without a phase" : phase), since, clock);
  const lacks = unmet.length === 0 ? [] : phrase`; missing ${list(unmet)}`;
  return phrase`OLM reports ${about} ${state}: ${quoteEvidence(finding)}${lacks}`;
}

function describePolarityFromFile({ conditions, count }: FindingOf<"polarity-from-file">): Text {
  const omitted = count - maxConditions;
  const first = joined(", ", conditions.slice(0, maxConditions).map(polarityText));
  return omitted > 0 ? phrase`${first} and ${omitted} more` : first;
}

const maxConditions = 4;

/** `Available of CDI x has polarity info from polarity.yaml:2`. */
function polarityText({ object, type, polarity, polarityFrom }: SilentCondition): Text {
  return phrase`${type} of ${object} has polarity ${polarity} from ${polarityFrom}`;
}

/**
 * Why the reports of components are out of date or too good, a line for each reason:
 * `virt-operator and cdi-operator are not running: the status of KubeVirt and CDI is out of date`.
 */
export function silentLines(findings: readonly Finding[]): readonly Text[] {
  const operators = findings.filter((finding) => finding.code === "component-operator-down");
  const workloads = findings.filter((finding) => finding.code === "component-workload-down");
  const absent = findings.filter((finding) => finding.code === "component-operator-absent");
  return [
    ...(absent.length === 0 ? [] : [absentOperatorsText(absent)]),
    ...(operators.length === 0
      ? []
      : [phrase`${notRunningText(operators)}: the status of ${list(componentsOf(operators))} is out of date`]),
    ...(workloads.length === 0
      ? []
      : [
          phrase`${notRunningText(workloads)}, but ${list(componentsOf(workloads))} ${formFor(componentsOf(workloads).length, "does", "do")} not report it`,
        ]),
  ];
}

/** `Deployments virt-operator and cdi-operator do not exist: nothing repairs or upgrades KubeVirt and CDI`. */
function absentOperatorsText(absent: readonly FindingOf<"component-operator-absent">[]): Text {
  const operators = absent.map(({ about }) => about.name);
  const kinds = formFor(absent.length, "Deployment", "Deployments");
  const exist = formFor(absent.length, "does not exist", "do not exist");
  return phrase`${kinds} ${list(operators)} ${exist}: nothing repairs or upgrades ${list(componentsOf(absent))}`;
}

/** The same for one component whose workload below it is down. */
export function silentPart(findings: readonly Finding[], component: string): string {
  const own = findings.filter((finding) => isSilence(finding) && finding.component === component);
  if (own.some(({ code }) => code === "component-operator-down"))
    return "its operator is not running: its status is out of date";
  if (own.some(({ code }) => code === "component-operator-absent"))
    return "the Deployment of its operator does not exist";
  return own.length === 0 ? "" : "it does not report a workload that is not running";
}

/** Whether a finding is about what runs, or should, below a component that does not report it. */
export function isSilence(finding: Finding): finding is Silence {
  return (
    finding.code === "component-operator-down" ||
    finding.code === "component-operator-absent" ||
    finding.code === "component-workload-down"
  );
}

type Down = FindingOf<"component-operator-down"> | FindingOf<"component-workload-down">;
type Silence = Down | FindingOf<"component-operator-absent">;

function notRunningText(down: readonly Down[]): Text {
  const names = down.map((finding) =>
    finding.code === "component-operator-down"
      ? finding.about.name
      : `${finding.about.kind} ${finding.about.name} (${finding.ready} ready)`,
  );
  return phrase`${list(names)} ${down.length === 1 ? "is" : "are"} not running`;
}

function componentsOf(down: readonly Silence[]): readonly string[] {
  return [...new Set(down.map(({ component }) => component))];
}
