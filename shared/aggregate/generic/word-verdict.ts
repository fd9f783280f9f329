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
  /** A part of the object. Its word proves nothing about the other parts. */
  | "part"
  /** A part below a field or a list of the status. */
  | "inner"
  /** An item of a list that may be no part of the object. */
  | "item"
  /** An error, or a flag of an error, below a field or a list of the status. */
  | "innerError"
  /** A field with an error. */
  | "error"
  /** A field with an error that may be left from an earlier attempt. */
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

/** A longer text is a sentence. The patterns of names would take time in the square of its length. */
const maxWordLength = 128;

/** The name of a commit or of an image, which is no word: `4f2a9c1`. */
const commitName = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/;

/** A count beside a word: `(3/3)`, `2 of 3`, `40%`. The groups are what is ready, what is wanted, and the percentage. */
const countPattern = /\(?\b(?:(\d{1,9}) ?(?:\/| of ) ?(\d{1,9})|(\d{1,9}(?:\.\d{1,9})?)%)(?![\d.])\)?/g;

/**
 * Reads a text of a status as a word: `Running` -> healthy, `ConfigError` -> degraded, `0/3 Ready` -> progressing. The
 * forms of the text (see {@link listForms}) are looked up in the tables, and the first form that a table has decides. A word
 * that no table has is unknown, or progressing if it ends in -ing. Undefined for a text that says nothing, such as `None`.
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

/** The verdict of a text as a word, whatever stands beside it. Undefined for a text that says nothing. */
export function evaluateWord(text: string, kind = ""): Verdict | undefined {
  return readStatusWord(text, "", kind)?.verdict;
}

/** Whether a text is a word for nothing: `None`, `No Error`. */
export function isEmptyWord(text: string): boolean {
  return text.length <= maxWordLength && emptyWords.has(toPlainWord(text));
}

/** The word of a fault: degraded, with this reason and message. */
export function makeFaultWord(reason: string, message: string, origin?: WordOrigin): StatusWord {
  return { verdict: "degraded", isResting: false, trouble: { reason, message }, ...definedFields({ origin }) };
}

/** The word of something good: healthy, with this reason. */
export function makeGoodWord(reason: string, origin?: WordOrigin): StatusWord {
  return { verdict: "healthy", isResting: false, trouble: { reason, message: "" }, ...definedFields({ origin }) };
}

/** Whether a word is one of the status itself, is healthy, and does not say that the object rests. */
export function isGoodWord({ verdict, origin, isResting }: StatusWord): boolean {
  return verdict === "healthy" && origin === undefined && !isResting;
}

/**
 * The meaning of a text as a whole, by the first rule that fits. Undefined where none does.
 * 1. A good word beside a count that is not full, `0/3 Ready`: progressing.
 * 2. A word of rest, `Paused`: healthy and at rest.
 * 3. A word of a run, `Running`: progressing for a task, healthy for any other object.
 * 4. A verb, `Update`: progressing.
 * 5. A good word that is not the end of a task, `Ready`: progressing for a task.
 * 6. The verdict of the table. A good word counts only without other signs and without a count that is not full.
 */
function readWholeForm({ form }: WordForm, text: string, kind: string): FormMeaning | undefined {
  const { word, isCountShort } = splitCount(text.slice(0, maxWordLength));
  const plainWord = toPlainWord(word);
  const isGood = runningWords.has(plainWord) || statusWordVerdicts.get(plainWord) === "healthy";
  if (isCountShort && isGood) return progressing;

  const isMereWord = hasOnlyLetters(word) && !isCountShort;
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

/**
 * The meaning of a text by one part of it: `FailedValidation` by `failed`. Undefined where the part is no word of the tables
 * or a good one, because a good part does not make the whole text good.
 */
function readPartialForm(
  { form, role }: WordForm,
  forms: readonly WordForm[],
  text: string,
  kind: string,
): FormMeaning | undefined {
  if (restingWords.has(form) && !wholeRestingWords.has(form)) {
    // `Disabled: by user`, and `AddonDisabled` of an Addon. In `Monitoring Disabled` only the monitoring rests.
    const isKindBefore = forms[0]?.form === toPlainWord(kind) + form;
    if (role === "firstWord" || isKindBefore) return resting;
  }
  if (form === "running" && isStep(text.replace(/Running$/, ""))) return progressing;
  const verdict = statusWordVerdicts.get(form);
  if (verdict === undefined || verdict === "healthy") return undefined;
  // In `ProcessingComplete` the processing is over. In `WaitingApplied` and `PendingReady` the good end is still to come.
  const hasGoodEnd = forms.some((other) => statusWordVerdicts.get(other.form) === "healthy");
  if (hasGoodEnd && role === "start" && /(?<!^wait|^pend)ing$/.test(form)) return undefined;
  return { verdict, isResting: false };
}

/**
 * A text without the counts in it, and whether one of the counts is not full: `Running (3/3)` -> `Running`,
 * `40% healthy` -> `healthy` with a count that is not full. A count of nothing, `0/0`, proves nothing and stays in the text.
 */
function splitCount(text: string): { readonly word: string; readonly isCountShort: boolean } {
  const isCountShort = Array.from(text.matchAll(countPattern)).some(([, ready, wanted, percent]) =>
    percent === undefined ? Number(ready) < Number(wanted) : Number(percent) < 100,
  );
  const word = text.replace(countPattern, (match: string, _ready?: string, wanted?: string) =>
    Number(wanted) === 0 ? match : "",
  );
  return { word, isCountShort };
}

/** Whether a text has only letters, blanks and the signs that join words. Other signs may deny it: `!Ready`, `ready=0`. */
function hasOnlyLetters(text: string): boolean {
  return /^[A-Za-z\s_.-]*$/.test(text);
}

/** Whether a name is that of a step, which ends: `ClusterSetup`. */
function isStep(name: string): boolean {
  return taskKinds.test(name) || name.endsWith("Setup");
}

/** The verdict of a word that no table has: progressing for `Rotating` and `ToBeDeleted` (HwameiStor), otherwise unknown. */
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
 * 1. the whole text: `Build Submitted` -> `buildsubmitted`
 * 2. the first word of a sentence: `ERROR, cannot connect` -> `error`
 * 3. the end of a name of several words: `ClusterRollingUpgrading` -> `rollingupgrading`, `upgrading`
 * 4. the start of such a name, where that is a fault or work: `FailedValidation` -> `failed`
 */
function listForms(text: string): readonly WordForm[] {
  const trimmed = text.trim();
  const firstWord = text.slice(0, maxWordLength).split(/[\s,:]/)[0] ?? "";
  if (text.length > maxWordLength) {
    const isSentence = /[\s,:]/.test(trimmed);
    return [toForm("", "whole"), toForm(firstWord, isSentence ? "firstWord" : "end")];
  }
  const whole = toForm(text, "whole");
  // "not" turns the meaning of what follows: `Not Paused`, `NO_ERROR`.
  if (/^(no|not|non|never|without)[\s_-]/i.test(trimmed)) return [whole];
  if (/[\s,:]/.test(trimmed)) return [whole, ...listFormsOfSentence(trimmed)];
  if (/[_-]/.test(text)) return [whole, ...listFormsOfJoinedName(text)];
  return [whole, ...listFormsOfCamelName(text)];
}

/** `ERROR, cannot connect` -> `error`. Two to four words with capital letters are a name: `Build Submitted` -> `submitted`. */
function listFormsOfSentence(text: string): readonly WordForm[] {
  const [firstWord = ""] = text.split(/[\s,:]/);
  const [, lastWordOfName = ""] = /^[A-Z]\w*(?: [A-Z]\w*){0,2} ([A-Z]\w*)$/.exec(text) ?? [];
  return [toForm(firstWord, "firstWord"), toForm(lastWordOfName, "end")];
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
  // `NotReady`, `NeverStarted`: the meaning of the end is turned.
  const isNegated = /^([Nn]o|[Nn]ever|[Ww]ithout)[A-Z]|^([Uu]n|[Nn]on|[Nn]ot)/.test(text);
  if (isNegated) return [toForm(start, "start")];
  const [lastTwoWords = ""] = /[A-Z][a-z]+[A-Z][a-z]+$/.exec(text) ?? [];
  const [lastWord = ""] = /[A-Z]?[a-z]+$/.exec(text) ?? [];
  return [toForm(lastTwoWords, "end"), toForm(lastWord, "end"), toForm(start, "start")];
}

function toForm(text: string, role: WordForm["role"]): WordForm {
  return { form: toPlainWord(text), role };
}

/** `Not_Ready` -> `notready`. */
function toPlainWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}
