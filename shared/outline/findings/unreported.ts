import type { UnreportedEvidence } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { momentPhrase, withDuration } from "../ages.ts";
import { restartingText } from "../cause-clauses.ts";
import { list, phrase, quote, spaced, words } from "../text.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { podsUnread, quoteEvidence, shortWorkloadText } from "./shared-sentences.ts";

/** The sentences about what no condition of a component reports. */
export const unreportedSentences: FindingSentences<UnreportedEvidence["code"]> = {
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
  "ca-bundle-invalid": describeInvalidBundle,
  "certificate-refused": describeRefusedCertificate,
  "ca-bundle-not-rotated": ({ others, due, expires }, { about, clock }) => {
    const late = spaced(phrase`should have been replaced`, words(momentPhrase(due, clock)));
    return phrase`the newest certificate in the caBundle of ${about}${alsoIn(others)} ${late} and expires at ${expires}`;
  },
  restarting: (finding) => restartingText({ ...finding, pod: finding.about.name }),
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

function describeInvalidBundle(finding: FindingOf<"ca-bundle-invalid">, { about, clock }: SentenceSetting): Text {
  const { certificates, state, at = "", refusesWrites, others } = finding;
  const effect = refusesWrites ? ", so writes fail" : "";
  const where = phrase`the caBundle of ${about}${alsoIn(others)}`;
  if (state === "unreadable") return phrase`${where} holds no certificate that can be read${effect}`;
  if (state === "not-yet-valid") return phrase`no certificate in ${where} is valid before ${at}${effect}`;
  const which = certificates === 1 ? "the only one" : `the last of ${certificates}`;
  const when = momentPhrase(at, clock);
  return phrase`no certificate in ${where} is valid: ${which} expired ${when === "" ? `at ${at}` : when}${effect}`;
}

/** Which webhook the API server could not verify, why, and whether its bundle or the served certificate is at fault. */
function describeRefusedCertificate(
  { webhook, host, error, isBundleValid }: FindingOf<"certificate-refused">,
  { about }: SentenceSetting,
): Text {
  const which = webhook === "" ? phrase`the conversion webhook ${host}` : phrase`webhook ${webhook}`;
  const served = phrase`${which} serves a certificate that the API server does not accept (${quote(error)})`;
  if (isBundleValid === undefined) return phrase`${served}; ${about} has its caBundle`;
  return isBundleValid
    ? phrase`${served}, though the caBundle of ${about} has a valid one`
    : phrase`${served}; no certificate in the caBundle of ${about} is valid`;
}

function alsoIn(others: readonly string[]): Text {
  return others.length === 0 ? [] : phrase` (also of ${list(others)})`;
}
