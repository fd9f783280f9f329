import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import type { NextStep, StepPurpose } from "../../model/next-step.ts";
import type { Cause } from "../../model/report.ts";
import { allVerdicts } from "../../model/verdict.ts";
import type { CheckedFields } from "../checked-fields.ts";

/** Checks one entry of `causes` of a Report. @throws DocumentError */
export function checkCause(cause: CheckedFields): void {
  for (const key of ["component", "text"]) cause.text(key);
  cause.optionalText("label");
  cause.texts("path");
  cause.oneOf("verdict", allVerdicts);
  checkRef(cause.section("about"));
  for (const clause of cause.optionalSections("evidence")) checkClause(clause);
  checkOptionalTime(cause, "since");
  for (const event of cause.optionalSections("events")) checkEvent(event);
  for (const key of ["sharedBy", "alerts"]) checkOptionalTexts(cause, key);
  checkSteps(cause);
}

function checkClause(clause: CheckedFields): void {
  const kind = clause.oneOf("is", Object.keys(textsOfClause) as (keyof typeof textsOfClause)[]);
  for (const key of textsOfClause[kind]) clause.text(key);
  for (const key of ["name", "ready", "type", "namespace"]) clause.optionalText(key);
  for (const key of listsOfClause[kind] ?? []) clause.texts(key);
  checkOptionalTexts(clause, "missing");
  if (kind === "container") clause.section("facts");
  if (clause.value("trouble") === undefined) return;
  const trouble = clause.section("trouble");
  for (const key of ["reason", "message"]) trouble.text(key);
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
export function checkSteps(fields: CheckedFields): void {
  for (const step of fields.optionalSections("next")) {
    step.text("command");
    step.text("why");
  }
}

/** Checks the reference to an object. */
export function checkRef(ref: CheckedFields): void {
  for (const key of ["group", "kind", "name"]) ref.text(key);
  for (const key of ["namespace", "uid", "version"]) ref.optionalText(key);
}

/** Checks a list of texts, which may be missing. */
export function checkOptionalTexts(fields: CheckedFields, key: string): void {
  if (fields.value(key) !== undefined) fields.texts(key);
}

function checkEvent(event: CheckedFields): void {
  checkRef(event.section("about"));
  for (const key of ["reason", "message"]) event.text(key);
  event.count("count");
  checkOptionalTime(event, "last");
}

function checkOptionalTime(fields: CheckedFields, key: string): void {
  if (fields.value(key) !== undefined) fields.time(key);
}
