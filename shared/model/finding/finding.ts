import type { MalformedField, Ref } from "../object.ts";
import type { ApplicationEvidence } from "./application.ts";
import type { ComponentEvidence } from "./component.ts";
import type { GenericEvidence } from "./generic.ts";
import type { GreenhouseEvidence } from "./greenhouse.ts";
import type { OperatorEvidence } from "./operator.ts";
import type { SilenceEvidence } from "./operator-silence.ts";
import type { ReadingEvidence } from "./reading.ts";

export const severities = ["error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/**
 * One fact about one object, with its evidence. A code compiles only if all its parts exist. Its severity is in
 * severity.ts, its sentence in finding/describe.ts and the tables there. Its explanation with the source is
 * in explanations/findings-*.yaml.
 */
export type Finding = FindingEvidence & { readonly severity: Severity; readonly about: Ref };

export type FindingCode = FindingEvidence["code"];

/** The finding with this code. */
export type FindingOf<Code extends FindingCode> = Finding & { readonly code: Code };

/** One variant for each code, in a file for each topic. */
export type FindingEvidence =
  | OperatorEvidence
  | ComponentEvidence
  | SilenceEvidence
  | ReadingEvidence
  | GenericEvidence
  | MalformedField
  | ApplicationEvidence
  | GreenhouseEvidence;
