import type { Ref } from "../object.ts";
import { type FindingCode, type FindingEvidence, findingSeverities } from "./evidence.ts";
import type { Finding } from "./finding.ts";
import type { Severity } from "./severity.ts";

type SeveritiesByCode = typeof findingSeverities;

/** The codes with one severity. */
type FixedCode = {
  [Code in keyof SeveritiesByCode]: SeveritiesByCode[Code] extends Severity ? Code : never;
}[keyof SeveritiesByCode];

type GradedCode = Exclude<keyof SeveritiesByCode, FixedCode>;

type EvidenceOf<Code extends FindingCode> = FindingEvidence & { readonly code: Code };

/** Makes a finding about an object, with the severity of its code. */
export function makeFinding(about: Ref, evidence: EvidenceOf<FixedCode>): Finding {
  return withSeverity(findingSeverities[evidence.code], about, evidence);
}

/** Makes a finding about an object with one of the possible severities of its code. */
export function makeGradedFinding<Code extends GradedCode>(
  severity: SeveritiesByCode[Code][number],
  about: Ref,
  evidence: EvidenceOf<Code>,
): Finding {
  return withSeverity(severity, about, evidence);
}

/** Builds the finding. In the JSON of a Report the code, the severity and the object precede the evidence. */
function withSeverity(severity: Severity, about: Ref, { code, ...evidence }: FindingEvidence): Finding {
  return { code, severity, about, verdict: "healthy", effects: {}, rows: [], next: [], ...evidence } as Finding;
}
