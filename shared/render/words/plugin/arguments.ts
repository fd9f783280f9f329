/** The error for an unknown long flag. `guess` is the name of a similar flag, without dashes. */
export function unknownFlagText(typed: string, guess: string | undefined): string {
  return `unknown flag: ${typed}${guess === undefined ? "" : `; did you mean --${guess}?`}`;
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
