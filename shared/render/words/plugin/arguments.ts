/** The error for a switch whose value is neither true nor false. */
export function notASwitchText(flag: string, value: string): string {
  return `invalid argument "${value}" for "--${flag}": use true or false`;
}

/** The error for a long flag without its value, in pflag's words. */
export function missingValueText(flag: string): string {
  return `flag needs an argument: --${flag}`;
}

/** The error for a flag of one letter without its value, in pflag's words. `typed` is the word with the letter. */
export function missingShortValueText(letter: string, typed: string): string {
  return `flag needs an argument: '${letter}' in ${typed}`;
}

/** The error for an unknown letter, in pflag's words. `typed` is the word with the letter. */
export function unknownLetterText(letter: string, typed: string): string {
  return `unknown shorthand flag: '${letter}' in ${typed}`;
}

/** The error for an unknown long flag. `guess` is the name of a similar flag, without dashes. */
export function unknownFlagText(typed: string, guess: string | undefined): string {
  return `unknown flag: ${typed}${guess === undefined ? "" : `; did you mean --${guess}?`}`;
}

/** The error for a value that the flag does not take. `guess` is the similar one of `choices`. */
export function unknownChoiceText(
  flag: string,
  value: string,
  guess: string | undefined,
  choices: readonly string[],
): string {
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `invalid value "${value}" for --${flag}${hint}; allowed: ${choices.join(", ")}`;
}

/** The error for a value of `--at` that is no time. */
export function invalidTimeText(at: string): string {
  return `invalid time "${at}" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z`;
}

/** The error for a value of `--width` that is no number. */
export function invalidWidthText(width: string): string {
  return `invalid width "${width}" for --width: use a number of columns, or 0 for no wrapping`;
}

/** The error for a value of `--namespace` that no namespace can have as its name. */
export function invalidNamespaceText(namespace: string): string {
  return `invalid argument "${namespace}" for "--namespace": use lowercase letters, digits and "-"`;
}

/** The error for a value of `-v` that is no number. */
export function invalidVerbosityText(level: string): string {
  return `invalid argument "${level}" for "-v": use a number; 1 or more logs each request`;
}

/** The error for a value of `--request-timeout` that is no duration. */
export function invalidRequestTimeoutText(timeout: string): string {
  return `invalid value "${timeout}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`;
}

/** The error for an empty value of `--filename`. */
export const emptyFilenameText = "--filename (-f) is empty; specify a file";

/** The error for `--recursive` without files. */
export const recursiveWithoutFilesText = "--recursive (-R) requires --filename (-f)";

/** What each flag names that may be given only once. */
const namedOnce = { "must-gather": "must-gather", polarity: "file" } as const;

/** The error for two different values of a flag that may be given only once. */
export function givenTwiceText(flag: keyof typeof namedOnce): string {
  return `--${flag} accepts one ${namedOnce[flag]}, but was set twice`;
}

/** The error for an empty value of `--must-gather`. */
export const emptyMustGatherText = "--must-gather is empty; specify a folder or archive";

/** The error for a must-gather together with files. */
export const gatherAndFilesText = "--must-gather and --filename (-f) cannot be used together";

/** The error for `--plain` together with another format. */
export function plainAndFormatText(format: string): string {
  return `--plain means -o plain and cannot be used with -o ${format}`;
}

/**
 * kubectl's sentence about an unknown format, with the similar one (`guess`) or those that are allowed. `whose` says what
 * the allowed formats belong to. Of many only the usual ones are named.
 */
export function unknownFormatText(
  written: string,
  whose: string,
  formats: readonly string[],
  guess: string | undefined,
): string {
  const error = `unable to match a printer suitable for the output format "${written}"`;
  if (guess !== undefined) return `${error}; did you mean ${guess}?`;
  if (formats.length < 8) return `${error}, allowed formats${whose} are: ${formats.join(", ")}`;
  const usual = formats.slice(0, 5).join(", ");
  return `${error}, allowed formats${whose} are: ${usual} and others, which kubectl hco-status options describes`;
}
