// What is wrong with the text of a template: client-go's sentences (util/jsonpath/parser.go), except for its length.

export const unclosedAction = "unclosed action";
export const unterminatedArray = "unterminated array";
export const unterminatedFilter = "unterminated filter";
export const unclosedArray = "unclosed array expect ]";
export const unterminatedString = "unterminated quoted string";
export const repeatedDescent = "invalid multiple recursive descent";

/** The error for an escape that Go does not know (strconv.ErrSyntax). */
export const unknownEscape = "invalid syntax";

/** The error for a template that does not parse, with the reason (kubectl, pkg/cmd/get/jsonpath_flags.go). */
export function unparsedTemplateText(template: string, reason: string): string {
  return `error parsing jsonpath ${template}, ${reason}`;
}

/** The error for a template longer than the limit. */
export function longTemplateText(most: number): string {
  return `a template has at most ${most} characters`;
}

/** `character` as Go's `%#U` writes it. */
export function unknownCharacterText(character: string): string {
  return `unrecognized character in action: ${character}`;
}

export function unparsedNumberText(number: string): string {
  return `cannot parse number ${number}`;
}

export function unparsedStringText(literal: string, reason: string): string {
  return `unquote string ${literal} error ${reason}`;
}

export function wrongIndexText(index: string): string {
  return `invalid array index ${index}`;
}

export function indexOfLettersText(index: string): string {
  return `array index ${index} is not a number`;
}
