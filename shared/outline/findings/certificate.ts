import type { CertificateEvidence } from "../../model/finding/certificate.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { momentPhrase } from "../ages.ts";
import { list, phrase, quote, spaced, words } from "../text.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";

/** The sentences about the certificates by which the API server verifies webhooks and APIs. */
export const certificateSentences: FindingSentences<CertificateEvidence["code"]> = {
  "ca-bundle-invalid": invalidSentence,
  "certificate-refused": refusedSentence,
  "ca-bundle-not-rotated": ({ others, due, expires }, { about, clock }) => {
    const late = spaced(phrase`should have been replaced`, words(momentPhrase(due, clock)));
    return phrase`the newest certificate in the caBundle of ${about}${alsoIn(others)} ${late} and expires at ${expires}`;
  },
};

function invalidSentence(finding: FindingOf<"ca-bundle-invalid">, { about, clock }: SentenceSetting): Text {
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
function refusedSentence(
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
