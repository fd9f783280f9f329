import { toText } from "../../parse/json-value.ts";
import { faultFlags } from "../../profiles/status-words.ts";
import { failureText } from "./reported-errors.ts";
import { type StatusPart, statusParts } from "./status-parts.ts";
import { findWord, type StatusWord } from "./word-verdict.ts";

/**
 * The faults of what a status lists or holds by name, at any depth: `members: [{status: Down}]`, `nodes.a.healthy:
 * false`. Only words that are a fault count: any other of a part may mean anything for the whole.
 */
export function innerFaults(status: unknown, kind: string): readonly StatusWord[] {
  const parts = statusParts(status).filter(({ depth }) => depth > 0);
  const flagged = parts.flatMap(({ fields }) => faultFlags.filter((name) => fields[name] === true));
  const marks = flagged.map((name) => ({ reason: `${name}: true`, message: "" }));
  return [
    ...marks.map((trouble) => ({ verdict: "degraded", isResting: false, of: "inner", trouble }) as const),
    ...parts.filter(({ isInner }) => isInner).flatMap((part) => faultsOf(part, kind)),
  ];
}

function faultsOf({ fields }: StatusPart, kind: string): readonly StatusWord[] {
  const message = toText(fields["message"]) || toText(fields["reason"]);
  const words = ["health", "phase", "state", "status"].flatMap((name) => findWord(toText(fields[name]), message, kind));
  const flags =
    fields["healthy"] === false
      ? ([{ verdict: "degraded", trouble: { reason: "healthy: false", message } }] as const)
      : [];
  const notReady =
    fields["ready"] === false
      ? ([{ verdict: "progressing", trouble: { reason: "ready: false", message } }] as const)
      : [];
  const faults = words.filter(
    ({ verdict, isGuessed, trouble }) => verdict === "degraded" && isGuessed !== true && !isWeak(trouble.reason),
  );
  const errors = failureText(["error", "errorMessage"].map((name) => fields[name]).find(isText) ?? "");
  return [...errors, ...faults, ...flags, ...notReady].map(({ verdict, trouble }) => ({
    ...{ verdict, trouble, isResting: false, of: "inner" as const },
  }));
}

/** Words of a part that may be as its user wants it, such as a step that was cancelled and a token that expired. */
function isWeak(word: string): boolean {
  return /^(warning|warn|cancell?ed|aborted|expired|conflict|conflicted|not_?found|missing|interrupted)$/i.test(word);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
