import type { MalformedField } from "../object.ts";
import type { ApplicationEvidence } from "./application.ts";
import type { ComponentEvidence } from "./component.ts";
import type { GenericEvidence } from "./generic.ts";
import type { GreenhouseEvidence } from "./greenhouse.ts";
import type { CertificateEvidence, DeletionEvidence, OperatorEvidence } from "./operator.ts";
import type { SilenceEvidence } from "./operator-silence.ts";
import type { ReadingEvidence } from "./reading.ts";

/** What a finding is about: one variant for each code, in a file for each topic, with its severity. */
export type FindingEvidence =
  | OperatorEvidence
  | ComponentEvidence
  | SilenceEvidence
  | CertificateEvidence
  | DeletionEvidence
  | ReadingEvidence
  | GenericEvidence
  | MalformedField
  | ApplicationEvidence
  | GreenhouseEvidence;

export type FindingCode = FindingEvidence["code"];
