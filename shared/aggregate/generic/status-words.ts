import type { KubeObject } from "../../model/object.ts";
import type { Trouble } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { toRecord, toText, valueAt } from "../../parse/json-value.ts";
import {
  emptyWords,
  failureFields,
  lastingWords,
  restingFields,
  restingWords,
  runningWords,
  statusFlags,
  statusWordFields,
  statusWordVerdicts,
  taskKinds,
  wholeRestingWords,
} from "../../profiles/status-words.ts";
import { failedReason } from "./condition-verdict.ts";

/** A word of a status with its verdict, as the object has it. */
export interface StatusWord {
  readonly verdict: Verdict;
  /** Whether the object rests because a user wants it so. */
  readonly isResting: boolean;
  readonly trouble: Trouble;
  /** It is not that of the status itself: of a field about the state, or of a part, which proves no replica of the whole. */
  readonly of?: "field" | "part";
  /** No table has it: its meaning is inferred from its end. */
  readonly isGuessed?: boolean;
}

/**
 * The words of a status, in the order of their fields: of the status itself, of its fields that
 * are called so (`reconciliationStatus.state`), and of its texts about a failure.
 */
export function statusWords({ ref, status }: KubeObject): readonly StatusWord[] {
  const fields = toRecord(status) ?? {};
  const message = toText(fields["message"]) || toText(fields["reason"]);
  const below = Object.entries(fields);
  const own = wordsIn(fields);
  const ofParts = below.flatMap(([name, value]) => wordsOfParts(name, value));
  const hasFailed = failedReason.test(toText(fields["reason"]));
  // Protocol Buffers prefix the values of an enumeration: STATE_SUCCESS.
  const find = (word: string) => findWord(word.replace(/^STATE_/, ""), message, taskKinds.test(ref.kind));
  return [
    ...own.flatMap(find).map((word) => (word.isResting && hasFailed ? { ...word, ...stoppedByFault } : word)),
    ...below.flatMap(([name, value]) =>
      wordsOfField(name, value)
        .flatMap(find)
        // What rests by another field, such as `backupStatus: Disabled`, is a part.
        .map((word) => ({ ...word, of: "field" as const, isResting: word.isResting && restingFields.has(name) })),
    ),
    ...ofParts.flatMap(find).map((word) => ({ ...word, isResting: false, of: "part" as const })),
    ...generalFailures({ status }),
    ...flagged(fields, message),
  ];
}

/** What a word of rest tells beside the reason of a failure (Eclipse Che, Inactive). */
const stoppedByFault = { verdict: "degraded", isResting: false } as const;

/** The texts about a failure in the fields that hold one only then. */
export function generalFailures({ status }: Pick<KubeObject, "status">): readonly StatusWord[] {
  return failureFields.flatMap((name) => failureText(toText(valueAt(status, [name]))));
}

const isAboutState = /(status|statuses|state|health|phase|result|operation|summary|summaries)(map)?$/i;

function wordsIn(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return statusWordFields.map((name) => toText(fields[name])).filter((word) => word !== "");
}

/** The words of a field about the state: its text, or those of the object that it holds. */
function wordsOfField(name: string, value: unknown): readonly string[] {
  if (!isAboutState.test(name)) return [];
  if (typeof value === "string") return statusWordFields.includes(name) ? [] : [value];
  return wordsIn(toRecord(value) ?? {});
}

/**
 * The words of the parts that a field holds by name or in a list. Of a field that is not about the state those count that
 * report a fault or work: `process.status` of a StackGres SGBackup. A good one is too little to call the whole good.
 */
function wordsOfParts(name: string, value: unknown): readonly string[] {
  const fields = toRecord(value) ?? {};
  if (!isAboutState.test(name)) return /^(last|previous|old)|history/i.test(name) ? [] : knownWordsIn(fields);
  if (wordsIn(fields).length > 0) return [];
  // Of `connectorStatus` the connector, and each of its tasks.
  const held = Object.entries(fields).flatMap(([key, item]) => (key === "conditions" ? [] : item));
  const items = Array.isArray(value) ? value : held;
  return items.flatMap((item) => (typeof item === "string" ? faultWord(item) : wordsIn(toRecord(item) ?? {})));
}

function knownWordsIn(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return ["health", "phase", "state", "status"].flatMap((field) => {
    const word = toText(fields[field]);
    if (word === "") return [];
    const verdict = wordVerdict(word);
    return field === "health" || verdict === "degraded" || verdict === "progressing" ? [word] : [];
  });
}

/** A word of a part by its name, `etcd: HealthStatusDown`, where it is a fault: any other text may mean something else. */
function faultWord(text: string): readonly string[] {
  return /^\w+$/.test(text) && wordVerdict(text) === "degraded" ? [text] : [];
}

function wordVerdict(text: string): Verdict | undefined {
  return findWord(text, "", false)[0]?.verdict;
}

/** The first form of a text that is known, else an unknown word: it keeps other words from being proof of health. */
function findWord(text: string, message: string, isTask: boolean): readonly StatusWord[] {
  if (emptyWords.has(text.toLowerCase().replace(/[^a-z]/g, ""))) return [];
  const trouble = { reason: text, message: message === text ? "" : message };
  return formsOf(text)
    .flatMap((form, place): readonly StatusWord[] => {
      if (restingWords.has(form) && (place === 0 || !wholeRestingWords.has(form)))
        return [{ verdict: "healthy", isResting: true, trouble }];
      if (runningWords.has(form) && place === 0)
        return [{ verdict: isTask ? "progressing" : "healthy", isResting: false, trouble }];
      const verdict = statusWordVerdicts.get(form);
      // A good end of a longer name is too little to call all of it good.
      const isKnown = verdict !== undefined && (verdict !== "healthy" || place === 0);
      return isKnown ? [{ verdict, isResting: false, trouble }] : [];
    })
    .concat({ verdict: verdictOfUnknown(text), isResting: false, trouble, isGuessed: true })
    .slice(0, 1);
}

/** `Realizing`, `Rotating`: what a single word in -ing names is under way. */
function verdictOfUnknown(text: string): Verdict {
  return /^[A-Z]?[a-z]{2,20}ing$/.test(text) && !lastingWords.test(text.toLowerCase()) ? "progressing" : "unknown";
}

/**
 * The forms of a text to look up, the whole first. A sentence counts by its first word: `ERROR, cannot connect`. A name
 * of several words counts by the last: `ClusterRollingUpgrading`, `ConfigError`; or by such a start: `FailedValidation`.
 */
function formsOf(text: string): readonly string[] {
  const plain = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, "");
  const [first = ""] = text.trim().split(/[\s,:]/);
  if (first !== text.trim()) return [plain(text), plain(first)];
  const parts = text.split(/[_-]/);
  if (parts.length > 1)
    return [
      plain(text),
      plain(parts.slice(-2).join("")),
      plain(parts.at(-1) ?? ""),
      plain(first.split(/[_-]/)[0] ?? ""),
    ];
  const [last = ""] = /[A-Z]?[a-z]+$/.exec(text) ?? [];
  const [start = ""] = /^(Failed|Error|Waiting|Bootstrapping|Pending)(?=[A-Z])/.exec(text) ?? [];
  return [plain(text), ...(/^Non?t?[A-Z]|^(un|non|not)/i.test(text) ? [] : [plain(last)]), plain(start)];
}

/** The evidence that a text about a failure is; none where it is empty. */
export function failureText(message: string): readonly StatusWord[] {
  return message === "" ? [] : [{ verdict: "degraded", isResting: false, trouble: { reason: "", message } }];
}

/** The flags of a status: `healthy: false`. What it is not yet is a fault where an error stands beside it. */
function flagged(fields: Readonly<Record<string, unknown>>, message: string): readonly StatusWord[] {
  const error = toText(fields["error"]) || toText(valueAt(fields, ["error", "message"]));
  return statusFlags.flatMap(([name, whenFalse]): readonly StatusWord[] => {
    const flag = fields[name];
    if (typeof flag !== "boolean") return [];
    const trouble = { reason: `${name}: ${flag}`, message: flag ? "" : error || message };
    return [{ verdict: flag ? "healthy" : error === "" ? whenFalse : "degraded", isResting: false, trouble }];
  });
}

/** Whether the spec asks the object to rest: `spec.paused`, `spec.suspend`. */
export function isPausedBySpec({ raw }: KubeObject): boolean {
  return ["paused", "suspend", "suspended", "disabled"].some((name) => valueAt(raw, ["spec", name]) === true);
}
