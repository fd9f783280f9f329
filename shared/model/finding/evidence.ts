import type { MalformedField } from "../object.ts";
import type { ApplicationEvidence } from "./application.ts";
import type { ComponentEvidence } from "./component.ts";
import type { GenericEvidence } from "./generic.ts";
import type { GreenhouseEvidence } from "./greenhouse.ts";
import type { OperatorEvidence } from "./operator.ts";
import type { ReadingEvidence } from "./reading.ts";
import type { UnreportedEvidence } from "./unreported.ts";

/** What a finding is about: one variant for each code, in a file for each topic, with its severity. */
export type FindingEvidence =
  | OperatorEvidence
  | ComponentEvidence
  | UnreportedEvidence
  | ReadingEvidence
  | GenericEvidence
  | MalformedField
  | ApplicationEvidence
  | GreenhouseEvidence;

export type FindingCode = FindingEvidence["code"];
