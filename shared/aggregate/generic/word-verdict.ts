import type { Trouble } from "../../model/cause/trouble.ts";
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

/** A word of a status with its verdict, as the object has it. */
export interface StatusWord {
  readonly verdict: Verdict;
  /** Whether the object rests because a user wants it so. */
  readonly isResting: boolean;
  readonly trouble: Trouble;
  /**
   * It is not that of the status itself: of a field about the state, of a part, which proves no replica of the whole, of
   * a part further down, or of an item that may be none, or an error that may be left from an earlier attempt.
   */
  readonly of?: "field" | "part" | "inner" | "item" | "innerError" | "error" | "lastError";
  /** A verb such as `Update`, which names a step under way or one that is done. */
  readonly isVerb?: true;
  /** No table has it: its meaning is inferred from its end. */
  readonly isGuessed?: boolean;
  /** No table has it, but it ends in a good word: `AddonDeploySuccessful`. */
  readonly endsWell?: boolean;
}

/** Whether a text is a word that tells nothing: `None`, `No Error`. */
export function tellsNothing(text: string): boolean {
  return text.length <= maxWordLength && emptyWords.has(toPlainWord(text));
}

/** The name of a commit or of an image, which is no word. */
const commitName = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/;

/** The first form of a text that is known, else an unknown word: it keeps other words from being proof of health. */
export function findWord(text: string, message: string, kind: string): readonly StatusWord[] {
  if (tellsNothing(text) || commitName.test(text)) return [];
  const trouble = { reason: text, message: message === text ? "" : message };
  const isTask = taskKinds.test(kind);
  const isUnended = (form: string): boolean => isTask && unendedWords.has(form) && !requestKinds.test(kind);
  const { word, isShort } = splitCount(text.slice(0, maxWordLength));
  const isMere = hasOnlyLetters(word) && !isShort;
  // A good word beside a count that is not full: `0/3 Ready`.
  const isPartial =
    isShort && (runningWords.has(toPlainWord(word)) || statusWordVerdicts.get(toPlainWord(word)) === "healthy");
  const forms = listForms(text);
  const endsWell = forms.some((form) => statusWordVerdicts.get(form) === "healthy");
  // A rest that ends a name is that of a part, `Monitoring Disabled`, unless the kind stands before it: `AddonDisabled`.
  const isOfWhole = (form: string, place: number): boolean =>
    (place === 1 && /[\s,:]/.test(text.trim())) || forms[0] === toPlainWord(kind) + form;
  return forms
    .flatMap((form, place): readonly StatusWord[] => {
      if (place === 0 && isPartial) return [{ verdict: "progressing", isResting: false, trouble }];
      if (
        restingWords.has(form) &&
        ((place === 0 && isMere) || (isOfWhole(form, place) && !wholeRestingWords.has(form)))
      )
        return [{ verdict: "healthy", isResting: true, trouble }];
      if (form === "running" && place > 0 && isStep(text.replace(/Running$/, "")))
        return [{ verdict: "progressing", isResting: false, trouble }];
      if (runningWords.has(form) && place === 0)
        return isTask || isMere ? [{ verdict: isTask ? "progressing" : "healthy", isResting: false, trouble }] : [];
      if (place === 0 && wholeBusyWords.has(form))
        return [{ verdict: "progressing", isResting: false, trouble, isVerb: true }];
      if (place === 0 && isUnended(form)) return [{ verdict: "progressing", isResting: false, trouble }];
      const verdict = statusWordVerdicts.get(form);
      // A good end of a longer name is too little to call all of it good.
      const isKnown =
        verdict !== undefined &&
        (verdict !== "healthy" || (place === 0 && isMere)) &&
        !(endsWell && isStartSettledByEnd(form, place));
      return isKnown ? [{ verdict, isResting: false, trouble }] : [];
    })
    .concat({ verdict: verdictOfUnknown(text), isResting: false, trouble, isGuessed: true, endsWell })
    .slice(0, 1);
}

/** A text without the count in it, and whether that count is full: `Running (3/3)` is `Running`, `0% healthy` is short. */
function splitCount(text: string): { readonly word: string; readonly isShort: boolean } {
  let isShort = false;
  const word = text.replace(count, (all: string, some?: string, whole?: string, percent?: string) => {
    if (percent === undefined ? Number(some) < Number(whole) : Number(percent) < 100) isShort = true;
    // Nothing of nothing proves nothing.
    return Number(percent ?? whole) === 0 ? all : "";
  });
  return { word, isShort };
}

const count = /\(?\b(?:(\d{1,9}) ?(?:\/| of ) ?(\d{1,9})|(\d{1,9}(?:\.\d{1,9})?)%)(?![\d.])\)?/g;

/** Whether a text has only letters, blanks and the signs that join words. Others may deny it: `!Ready`, `ready=0`. */
function hasOnlyLetters(text: string): boolean {
  return /^[A-Za-z\s_.-]*$/.test(text);
}

/** Whether a name is that of a step, which ends: `ClusterSetup`. */
function isStep(name: string): boolean {
  return taskKinds.test(name) || name.endsWith("Setup");
}

/** Whether a form is a start that its good end settles, `ProcessingComplete`, and not one that waits for it: `WaitApplied`. */
function isStartSettledByEnd(form: string, place: number): boolean {
  return place === 3 && /(?<!^wait|^pend)ing$/.test(form);
}

/** `Realizing`, `Rotating`: what a single word in -ing names is under way. So is `ToBeDeleted` (HwameiStor). */
function verdictOfUnknown(text: string): Verdict {
  if (/^ToBe[A-Z][a-z]+$/.test(text)) return "progressing";
  return /^[A-Z]?[a-z]{2,20}ing(Up|Down|Out|In|Over)?$/.test(text) && !lastingWords.test(text.toLowerCase())
    ? "progressing"
    : "unknown";
}

/**
 * The forms of a text to look up, the whole first. A sentence counts by its first word: `ERROR, cannot connect`. A name
 * of several words counts by its end: `ClusterRollingUpgrading`, `ConfigError`; or by such a start: `FailedValidation`.
 */
function listForms(text: string): readonly string[] {
  if (text.length > maxWordLength) return ["", toPlainWord(text.slice(0, maxWordLength).split(/[\s,:]/)[0] ?? "")];
  // What "not" stands before has another meaning: `Not Paused`, `NO_ERROR`.
  if (/^(no|not|non|never|without)[\s_-]/i.test(text.trim())) return [toPlainWord(text)];
  const [first = ""] = text.trim().split(/[\s,:]/);
  // `Build Submitted` of Camel K is a name in several words.
  const named = /^[A-Z]\w*(?: [A-Z]\w*){0,2} ([A-Z]\w*)$/.exec(text.trim());
  if (first !== text.trim()) return [toPlainWord(text), toPlainWord(first), toPlainWord(named?.[1] ?? "")];
  const parts = text.split(/[_-]/);
  if (parts.length > 1)
    return [
      toPlainWord(text),
      toPlainWord(parts.slice(-2).join("")),
      toPlainWord(parts.at(-1) ?? ""),
      toPlainWord(first.split(/[_-]/)[0] ?? ""),
    ];
  const [last = ""] = /[A-Z]?[a-z]+$/.exec(text) ?? [];
  const [lastTwo = ""] = /[A-Z][a-z]+[A-Z][a-z]+$/.exec(text) ?? [];
  const [start = ""] = /^(Failed|Err|Error|Invalid|Wait|Pending|[A-Z][a-z]+ing)(?=[A-Z])/.exec(text) ?? [];
  // A verb and its particle are one word: `ScalingUp` (Splunk operator, api/v4/common_types.go, PhaseScalingUp).
  const [verb = ""] = /[A-Z]?[a-z]+ing(?=(Up|Down|Out|In|Over)$)/.exec(text) ?? [];
  if (verb !== "") return [toPlainWord(text), toPlainWord(verb)];
  // `ScaledDown` and `FailedOver` name an action.
  if (/(Scal|Shut|Slow|Power|Cool|Count|Step|Wind)[a-z]*Down$|^Fail[a-z]*Over$/.test(text)) return [toPlainWord(text)];
  const ends = /^([Nn]o|[Nn]ever|[Ww]ithout)[A-Z]|^([Uu]n|[Nn]on|[Nn]ot)/.test(text)
    ? []
    : [toPlainWord(lastTwo), toPlainWord(last)];
  return [toPlainWord(text), ...ends, toPlainWord(start)];
}

/** Longer texts are sentences. The patterns of names would take time in the square of the length. */
const maxWordLength = 128;

function toPlainWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/** The verdict of a text on its own; undefined where it tells nothing. */
export function evaluateWord(text: string, kind = ""): Verdict | undefined {
  return findWord(text, "", kind)[0]?.verdict;
}
