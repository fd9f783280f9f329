import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import type { NextStep, StepPurpose } from "../../model/next-step.ts";
import type { Cause } from "../../model/report.ts";
import { normalizeUtc } from "../../model/time.ts";
import { allVerdicts } from "../../model/verdict.ts";
import {
  checkEntries,
  checkOneOf,
  checkOptional,
  checkSection,
  checkString,
  unexpectedValue,
} from "../checked-fields.ts";
import type { Fields } from "../json-value.ts";

// Checks of what a Report says of causes.

/** Checks one entry of `causes`. @throws DocumentError, as all of these do. */
export function checkCause(value: unknown, path: string): void {
  const cause = checkSection(value, path);
  for (const key of ["component", "text"]) checkString(cause[key], `${path}.${key}`);
  checkOptional(cause, "label", path);
  checkTexts(cause, "path", path);
  checkOneOf(cause["verdict"], allVerdicts, `${path}.verdict`);
  checkRef(cause["about"], `${path}.about`);
  for (const [clause, where] of entriesIfPresent(cause, "evidence", path)) checkClause(clause, where);
  checkTime(cause, "since", path);
  for (const [event, where] of entriesIfPresent(cause, "events", path)) checkEvent(checkSection(event, where), where);
  for (const key of ["sharedBy", "alerts"]) if (cause[key] !== undefined) checkTexts(cause, key, path);
  checkSteps(cause, path);
}

function checkClause(value: unknown, path: string): void {
  const clause = checkSection(value, path);
  const kinds = Object.keys(textsOfClause) as (keyof typeof textsOfClause)[];
  const kind = checkOneOf(clause["is"], kinds, `${path}.is`);
  for (const key of textsOfClause[kind]) checkString(clause[key], `${path}.${key}`);
  for (const key of ["name", "ready", "type", "namespace"]) checkOptional(clause, key, path);
  for (const key of listsOfClause[kind] ?? []) checkTexts(clause, key, path);
  if (clause["missing"] !== undefined) checkTexts(clause, "missing", path);
  if (kind === "container") checkSection(clause["facts"], `${path}.facts`);
  if (clause["trouble"] === undefined) return;
  const trouble = checkSection(clause["trouble"], `${path}.trouble`);
  for (const key of ["reason", "message"]) checkString(trouble[key], `${path}.trouble.${key}`);
}

/** The texts that each kind of evidence has. */
const textsOfClause: Readonly<Record<CauseClause["is"], readonly string[]>> = {
  quote: ["reason", "message"],
  condition: ["type", "status", "reason", "message"],
  workload: [],
  object: ["kind", "name", "verdict"],
  container: ["name", "verdict"],
  restarting: ["pod", "container", "reason", "exitCode"],
  "not-found": ["outcome", "kind"],
  "no-condition": [],
  recreated: [],
  state: ["state"],
  "not-evaluated": ["reason"],
  "nothing-selected": ["why"],
  progress: ["reason", "message"],
  rejected: ["reason", "message"],
  conflict: ["reason", "message"],
  others: ["kind"],
  awaited: [],
  refusal: ["reason", "message"],
  "failing-upgrade": ["message"],
  olm: ["kind", "name", "phase", "reason", "message"],
  abandoned: ["operator", "operatorNamespace"],
  webhook: ["service"],
  "common-ground": ["trait", "value"],
};

const listsOfClause: { readonly [Is in CauseClause["is"]]?: readonly string[] } = {
  olm: ["unmet"],
  others: ["names"],
  webhook: ["configurations"],
};

/**
 * A cause as it is evaluated, without the sentence that is printed with it. A Report that was written by hand or by
 * another program may lack the evidence: its sentence then stands in for it.
 */
export function causeWithEvidence({ text = "", next = [], ...printed }: Cause & { readonly text?: string }): Cause {
  const cause = { ...printed, next: stepsOf(next) };
  const { label = cause.component, evidence = [] } = cause as Partial<Cause> & Pick<Cause, "component">;
  if (evidence.length > 0) return { ...cause, label, evidence };
  const message = text.replace(/^[A-Z][a-z]+ because /, "").replace(`${label}: `, "");
  return { ...cause, label, evidence: [{ is: "quote", reason: "", message }] };
}

/** A Report has each command as one line, ready for a shell. */
interface PrintedStep {
  readonly command: string;
  readonly shows?: StepPurpose;
  readonly why: string;
}

/**
 * Commands as they are evaluated. In a Report of another program what a command shows stands in for the code. A command
 * of another program than kubectl is omitted: no flag that reaches a cluster fits it.
 */
export function stepsOf(printed: readonly unknown[]): readonly NextStep[] {
  return (printed as readonly PrintedStep[]).flatMap(({ command, why, shows = why as StepPurpose }) => {
    const [program, ...words] = shellWords(command);
    return program === "kubectl" ? [{ words, shows }] : [];
  });
}

/** The words of a command line: `logs 'a b'` -> `logs`, `a b`. */
function shellWords(command: string): readonly string[] {
  const quoted = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return quoted.map((word) => word.replace(/'([^']*)'|\\(.)/g, "$1$2"));
}

/** Checks the commands of `next`, where there are any. */
export function checkSteps(fields: Fields, path = ""): void {
  for (const [step, where] of entriesIfPresent(fields, "next", path)) {
    const { command, why } = checkSection(step, where);
    checkString(command, `${where}.command`);
    checkString(why, `${where}.why`);
  }
}

/** Checks the reference to an object. */
export function checkRef(value: unknown, path: string): void {
  const ref = checkSection(value, path);
  for (const key of ["group", "kind", "name"]) checkString(ref[key], `${path}.${key}`);
  for (const key of ["namespace", "uid", "version"]) checkOptional(ref, key, path);
}

/** Checks a list of texts. */
export function checkTexts(fields: Fields, key: string, path: string): void {
  for (const [each, where] of checkEntries(fields, key, path)) checkString(each, where);
}

function checkEvent(event: Fields, path: string): void {
  checkRef(event["about"], `${path}.about`);
  for (const key of ["reason", "message"]) checkString(event[key], `${path}.${key}`);
  const { count } = event;
  if (!Number.isSafeInteger(count) || Number(count) < 1) throw unexpectedValue(`${path}.count`, "count", count);
  checkTime(event, "last", path);
}

function checkTime(fields: Fields, key: string, path: string): void {
  const value = fields[key];
  if (value !== undefined && normalizeUtc(value) === undefined) throw unexpectedValue(`${path}.${key}`, "time", value);
}

function entriesIfPresent(fields: Fields, key: string, path: string): readonly (readonly [unknown, string])[] {
  return fields[key] === undefined ? [] : checkEntries(fields, key, path);
}
