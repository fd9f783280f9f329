import type { Trouble } from "../../model/cause/trouble.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Verdict } from "../../model/verdict.ts";
import {
  emptyWords,
  lastingWords,
  requestKinds,
  restingWords,
  runningWords,
  statusWordVerdicts,
  taskKinds,
  unendedWords,
  wholeBusyWords,
  wholeRestingWords,
} from "../../tables/status-words.ts";

/** Where a status has a word, if it is not a word of the status itself. */
type WordOrigin =
  /** A field about the state: `reconciliationStatus.state`. */
  | "field"
  /** A part, which proves no replica of the whole. */
  | "part"
  /** A part further down. */
  | "inner"
  /** An item that may be no part of the object. */
  | "item"
  /** An error, or a flag of an error, further down. */
  | "innerError"
  /** A field that holds an error. */
  | "error"
  /** A field that holds an error which may be left from an earlier attempt. */
  | "lastError";

/** A word of a status with the verdict that it gives the object. */
export interface StatusWord {
  readonly verdict: Verdict;
  /** Whether the object rests because a user wants it so. */
  readonly isResting: boolean;
  readonly trouble: Trouble;
  readonly origin?: WordOrigin;
  /** A verb such as `Update`, which names a step under way or one that is done. */
  readonly isVerb?: true;
  /** No table has the word: its meaning is inferred from its ending. */
  readonly isInferred?: boolean;
  /** No table has the word, but it ends in a good one: `AddonDeploySuccessful`. */
  readonly endsWell?: boolean;
}

type FormMeaning = Pick<StatusWord, "verdict" | "isResting" | "isVerb">;

const healthy: FormMeaning = { verdict: "healthy", isResting: false };
const resting: FormMeaning = { verdict: "healthy", isResting: true };
const progressing: FormMeaning = { verdict: "progressing", isResting: false };

/** Longer texts are sentences. The patterns of names would take time in the square of the length. */
const maxWordLength = 128;

/** The name of a commit or of an image, which is no word. */
const commitName = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/;

/** A count beside a word: `(3/3)`, `2 of 3`, `40%`. */
const countPattern = /\(?\b(?:(\d{1,9}) ?(?:\/| of ) ?(\d{1,9})|(\d{1,9}(?:\.\d{1,9})?)%)(?![\d.])\)?/g;

/**
 * Reads a text of a status as a word: `Running` -> healthy, `ConfigError` -> degraded, `0/3 Ready` -> progressing. The
 * forms of the text (see {@link listForms}) are looked up in the tables, and the first that is known decides. A word that
 * no table has is unknown, which keeps other words from proving health. Undefined for a text that says nothing.
 */
export function readStatusWord(text: string, message: string, kind: string): StatusWord | undefined {
  if (isEmptyWord(text) || commitName.test(text)) return undefined;
  const trouble = { reason: text, message: message === text ? "" : message };
  const forms = listForms(text);
  const endsWell = forms.some(({ form }) => statusWordVerdicts.get(form) === "healthy");
  for (const form of forms) {
    const meaning = form.role === "whole" ? readWholeForm(form, text, kind) : readPartialForm(form, forms, text, kind);
    if (meaning !== undefined) return { ...meaning, trouble };
  }
  return { verdict: inferVerdict(text), isResting: false, trouble, isInferred: true, endsWell };
}

/** The verdict of a text on its own; undefined where it says nothing. */
export function evaluateWord(text: string, kind = ""): Verdict | undefined {
  return readStatusWord(text, "", kind)?.verdict;
}

/** Whether a text is a word for nothing: `None`, `No Error`. */
export function isEmptyWord(text: string): boolean {
  return text.length <= maxWordLength && emptyWords.has(toPlainWord(text));
}

/** A word that reports a fault. */
export function makeFaultWord(reason: string, message: string, origin?: WordOrigin): StatusWord {
  return { verdict: "degraded", isResting: false, trouble: { reason, message }, ...definedFields({ origin }) };
}

/** A good word. */
export function makeGoodWord(reason: string, origin?: WordOrigin): StatusWord {
  return { verdict: "healthy", isResting: false, trouble: { reason, message: "" }, ...definedFields({ origin }) };
}

/** Whether a word of the status itself is good. A rest is none. */
export function isGoodWord({ verdict, origin, isResting }: StatusWord): boolean {
  return verdict === "healthy" && origin === undefined && !isResting;
}

/** The meaning of a text as a whole. */
function readWholeForm({ form }: WordForm, text: string, kind: string): FormMeaning | undefined {
  const { word, isShort } = splitCount(text.slice(0, maxWordLength));
  const plainWord = toPlainWord(word);
  const isGood = runningWords.has(plainWord) || statusWordVerdicts.get(plainWord) === "healthy";
  // A good word beside a count that is not full: `0/3 Ready`.
  if (isShort && isGood) return progressing;

  const isMereWord = hasOnlyLetters(word) && !isShort;
  const isOfAnyKind = kind === "" && !wholeRestingWords.has(form);
  if (restingWords.has(form) && (isMereWord || isOfAnyKind)) return resting;
  const isTask = taskKinds.test(kind);
  if (runningWords.has(form)) {
    if (isTask) return progressing;
    return isMereWord ? healthy : undefined;
  }
  if (wholeBusyWords.has(form)) return { ...progressing, isVerb: true };
  if (isTask && unendedWords.has(form) && !requestKinds.test(kind)) return progressing;
  const verdict = statusWordVerdicts.get(form);
  if (verdict === undefined || (verdict === "healthy" && !isMereWord)) return undefined;
  return { verdict, isResting: false };
}

/** The meaning of a text by one part of it. A good part is too little to call all of it good. */
function readPartialForm(
  { form, role }: WordForm,
  forms: readonly WordForm[],
  text: string,
  kind: string,
): FormMeaning | undefined {
  if (restingWords.has(form) && !wholeRestingWords.has(form)) {
    // `Monitoring Disabled` is a part at rest. The whole rests in `Disabled: by user` and, of an Addon, `AddonDisabled`.
    const isKindBefore = forms[0]?.form === toPlainWord(kind) + form;
    if (role === "firstWord" || isKindBefore) return resting;
  }
  if (form === "running" && isStep(text.replace(/Running$/, ""))) return progressing;
  const verdict = statusWordVerdicts.get(form);
  if (verdict === undefined || verdict === "healthy") return undefined;
  const hasGoodEnd = forms.some((other) => statusWordVerdicts.get(other.form) === "healthy");
  // The end settles a start such as `ProcessingComplete`, but not one that waits for the end: `WaitApplied`.
  if (hasGoodEnd && role === "start" && /(?<!^wait|^pend)ing$/.test(form)) return undefined;
  return { verdict, isResting: false };
}

/**
 * A text without the counts in it, and whether one of them is not full.
 * `Running (3/3)` -> `Running`; `0% healthy` -> `healthy`, short. A count of nothing, `0/0`, proves nothing and stays.
 */
function splitCount(text: string): { readonly word: string; readonly isShort: boolean } {
  let isShort = false;
  const word = text.replace(countPattern, (match: string, ready?: string, wanted?: string, percent?: string) => {
    if (percent === undefined ? Number(ready) < Number(wanted) : Number(percent) < 100) isShort = true;
    return Number(percent ?? wanted) === 0 ? match : "";
  });
  return { word, isShort };
}

/** Whether a text has only letters, blanks and the signs that join words. Others may deny it: `!Ready`, `ready=0`. */
function hasOnlyLetters(text: string): boolean {
  return /^[A-Za-z\s_.-]*$/.test(text);
}

/** Whether a name is that of a step, which ends: `ClusterSetup`. */
function isStep(name: string): boolean {
  return taskKinds.test(name) || name.endsWith("Setup");
}

/** The verdict of a word that no table has. A single word in -ing is under way, `Rotating`; so is `ToBeDeleted` (HwameiStor). */
function inferVerdict(text: string): Verdict {
  if (/^ToBe[A-Z][a-z]+$/.test(text)) return "progressing";
  const isParticiple = /^[A-Z]?[a-z]{2,20}ing(Up|Down|Out|In|Over)?$/.test(text);
  return isParticiple && !lastingWords.test(text.toLowerCase()) ? "progressing" : "unknown";
}

/** A form of a text to look up, in small letters, and which part of the text it is. */
interface WordForm {
  readonly form: string;
  readonly role: "whole" | "firstWord" | "end" | "start";
}

/**
 * The forms of a text to look up, in this order:
 * - the whole text: `Build Submitted` -> `buildsubmitted`
 * - of a sentence its first word: `ERROR, cannot connect` -> `error`
 * - of a name of several words its end: `ClusterRollingUpgrading` -> `rollingupgrading`, `upgrading`
 * - of such a name its start, where that is a fault or work: `FailedValidation` -> `failed`
 */
function listForms(text: string): readonly WordForm[] {
  const trimmed = text.trim();
  const firstWord = text.slice(0, maxWordLength).split(/[\s,:]/)[0] ?? "";
  if (text.length > maxWordLength) {
    const isSentence = /[\s,:]/.test(trimmed);
    return [toForm("", "whole"), toForm(firstWord, isSentence ? "firstWord" : "end")];
  }
  const whole = toForm(text, "whole");
  // What "not" stands before has another meaning: `Not Paused`, `NO_ERROR`.
  if (/^(no|not|non|never|without)[\s_-]/i.test(trimmed)) return [whole];
  if (/[\s,:]/.test(trimmed)) return [whole, ...listFormsOfSentence(trimmed)];
  if (/[_-]/.test(text)) return [whole, ...listFormsOfJoinedName(text)];
  return [whole, ...listFormsOfCamelName(text)];
}

/** `ERROR, cannot connect` -> `error`. `Build Submitted` of Camel K is a name in several words, which counts by its end too. */
function listFormsOfSentence(text: string): readonly WordForm[] {
  const [firstWord = ""] = text.split(/[\s,:]/);
  const [, lastOfName = ""] = /^[A-Z]\w*(?: [A-Z]\w*){0,2} ([A-Z]\w*)$/.exec(text) ?? [];
  return [toForm(firstWord, "firstWord"), toForm(lastOfName, "end")];
}

/** `pod_not_ready` -> `notready`, `ready`, `pod`. */
function listFormsOfJoinedName(text: string): readonly WordForm[] {
  const parts = text.split(/[_-]/);
  const [start = ""] = text.trim().split(/[_-]/);
  return [toForm(parts.slice(-2).join(""), "end"), toForm(parts.at(-1) ?? "", "end"), toForm(start, "start")];
}

/** `ClusterRollingUpgrading` -> `rollingupgrading`, `upgrading`. */
function listFormsOfCamelName(text: string): readonly WordForm[] {
  // A verb and its particle are one word: `ScalingUp` (Splunk operator, api/v4/common_types.go, PhaseScalingUp).
  const [verb = ""] = /[A-Z]?[a-z]+ing(?=(Up|Down|Out|In|Over)$)/.exec(text) ?? [];
  if (verb !== "") return [toForm(verb, "end")];
  // `ScaledDown` and `FailedOver` name an action.
  if (/(Scal|Shut|Slow|Power|Cool|Count|Step|Wind)[a-z]*Down$|^Fail[a-z]*Over$/.test(text)) return [];

  const [start = ""] = /^(Failed|Err|Error|Invalid|Wait|Pending|[A-Z][a-z]+ing)(?=[A-Z])/.exec(text) ?? [];
  const isDenied = /^([Nn]o|[Nn]ever|[Ww]ithout)[A-Z]|^([Uu]n|[Nn]on|[Nn]ot)/.test(text);
  if (isDenied) return [toForm(start, "start")];
  const [lastTwo = ""] = /[A-Z][a-z]+[A-Z][a-z]+$/.exec(text) ?? [];
  const [last = ""] = /[A-Z]?[a-z]+$/.exec(text) ?? [];
  return [toForm(lastTwo, "end"), toForm(last, "end"), toForm(start, "start")];
}

function toForm(text: string, role: WordForm["role"]): WordForm {
  return { form: toPlainWord(text), role };
}

/** `Not_Ready` -> `notready`. */
function toPlainWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}
