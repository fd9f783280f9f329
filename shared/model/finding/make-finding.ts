import type { Ref } from "../object.ts";
import { applicationSeverities } from "./application.ts";
import { componentSeverities } from "./component.ts";
import type { FindingCode, FindingEvidence } from "./evidence.ts";
import type { Finding } from "./finding.ts";
import { genericSeverities } from "./generic.ts";
import { greenhouseSeverities } from "./greenhouse.ts";
import { operatorSeverities } from "./operator.ts";
import { malformedSeverities, readingSeverities } from "./reading.ts";
import type { Severity, SeverityTable } from "./severity.ts";
import { unreportedSeverities } from "./unreported.ts";

type SeveritiesByCode = typeof operatorSeverities &
  typeof componentSeverities &
  typeof unreportedSeverities &
  typeof readingSeverities &
  typeof malformedSeverities &
  typeof genericSeverities &
  typeof applicationSeverities &
  typeof greenhouseSeverities;

/** The severity of every code: a new code does not compile until it has one. */
const severitiesByCode: SeveritiesByCode & SeverityTable<FindingCode> = {
  ...operatorSeverities,
  ...componentSeverities,
  ...unreportedSeverities,
  ...readingSeverities,
  ...malformedSeverities,
  ...genericSeverities,
  ...applicationSeverities,
  ...greenhouseSeverities,
};

/** The codes with one severity. */
type FixedCode = {
  [Code in keyof SeveritiesByCode]: SeveritiesByCode[Code] extends Severity ? Code : never;
}[keyof SeveritiesByCode];

type GradedCode = Exclude<keyof SeveritiesByCode, FixedCode>;

type EvidenceOf<Code extends FindingCode> = FindingEvidence & { readonly code: Code };

/** Makes a finding about an object, with the severity of its code. */
export function makeFinding(about: Ref, evidence: EvidenceOf<FixedCode>): Finding {
  return withSeverity(severitiesByCode[evidence.code], about, evidence);
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
