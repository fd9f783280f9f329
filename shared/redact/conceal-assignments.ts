import { isCredentialName, isPasswordName } from "./credential-names.ts";

/** The text that replaces a credential, the same as kubectl's (client-go, tools/clientcmd/api/helpers.go). */
export const redactedMark = "REDACTED";

/**
 * The text without values assigned to the name of a credential: `password=abc` -> `password=REDACTED`. The first form that
 * fits decides what is concealed after such a name:
 *
 * 1. `KubeConfigValid=False`, `open /run/token: permission denied`: nothing, as it is a state or an error. Not
 *    `Not found: `, after which there is a value (3).
 * 2. `password=abc`, `"token": "abc"`: the word or the quoted text. `password = a b`: the line.
 * 3. `spec.password: Invalid value: "abc"`: the value after the words of the error.
 * 4. `spec.password: Required value`: nothing.
 * 5. `secret://host`: nothing, as the name is the scheme of a URL.
 * 6. `password: |` in a text of several lines: nothing, as `concealBlocks` conceals the lines below.
 * 7. `password: abc`: the word. In a text of several lines, such as a configuration: the line.
 * 8. `registry/token:v1`: nothing, as it is an image or a type.
 * 9. `token: abc123def456` in one line: the word, if it is unusual. `secret: web-login` names an object.
 * 10. `apiKey: abc` in a text of several lines: the line, unless it is empty or another node of YAML (`|`, `>`, `&`, `*`).
 */
export function concealAssignments(text: string): string {
  if (!/[=:]/.test(text)) return text;
  const isMultiline = text.includes("\n");
  const assignment = /([A-Za-z_][\w.-]{0,80})(\\*["']?[ \t]{0,9}[=:][ \t]{0,9})/g;
  return concealValues(text, assignment, (offset, name, separator) => {
    if (!isCredentialName(name)) return undefined;
    const error = matchAt(errorBeforeValue, text, offset);
    if (error === undefined && matchAt(stateWord, text, offset) !== undefined) return undefined;
    if (/[="']/.test(separator)) return /\s=\s/.test(separator) ? findLine(text, offset) : findWord(text, offset);
    if (error !== undefined) return findWord(text, offset + error.length);
    if (matchAt(errorWithoutValue, text, offset) !== undefined) return undefined;
    if (text.startsWith("//", offset)) return undefined;
    if (isMultiline && matchAt(blockSign, text, offset) !== undefined) return undefined;
    if (isPasswordName(name)) return isMultiline ? findLine(text, offset) : findWord(text, offset);
    if (!/[ \t]/.test(separator)) return undefined;
    if (!isMultiline) return findUnusualWord(text, offset, minTokenLength);
    return /[|>&*\s]/.test(text[offset] ?? "\n") ? undefined : findLine(text, offset);
  });
}

const stateWord =
  /(?:true|false|unknown|null|nil|permission denied|no such file or directory|is a directory|not found)(?![\w-])/iy;

// The kinds of field error in apimachinery, pkg/util/validation/field/errors.go.
const errorBeforeValue = /(?:Invalid|Unsupported|Duplicate) value: |Not found: /y;
const errorWithoutValue = /Required value|Forbidden|Too |Internal error/y;

/** `|`, `>-`: the sign in YAML of a text in the lines below. */
const blockSign = /[|>][+-]?\d?[+-]?[ \t]*(?:\r?\n|\\+n|$)/y;

/** The least length of a token without quotes. A shorter word is mostly a name: `token: v2`. */
const minTokenLength = 12;

/** The least length of a password in a sentence. */
const minPasswordLength = 4;

/** The text without values of named variables: `{name: "DB", value: "…"}`, in JSON, YAML's flow style and Go's. */
export function concealNamedValues(text: string): string {
  const pair =
    /(\bname\\*["']?\s{0,3}:\s{0,3}\\*["']?[\w.-]{1,200}\\*["']?,\s{0,9}\\*["']?value)(\\*["']?\s{0,3}:\s{0,3})/gi;
  return concealValues(text, pair, (offset) => findWord(text, offset));
}

/** The text without values of elements and attributes of XML: `<password>…</password>`, `key="ApiSecret" value="…"`. */
export function concealElements(text: string): string {
  if (!/<\w/.test(text)) return text;
  const elements = concealValues(text, /<([A-Za-z][\w:.-]{0,80})((?:\s[^<>]{0,200})?>)(?=[^<>\s])/g, (offset, name) => {
    const end = text.indexOf("<", offset);
    return isCredentialName(name) ? { begin: offset, end: end < 0 ? text.length : end } : undefined;
  });
  const pair = /\b(?:key|name|id)=\\*["']([\w.:-]{1,80})\\*["'](\s{1,9}value=)/g;
  return concealValues(elements, pair, (offset, name) =>
    isCredentialName(name) ? findWord(elements, offset) : undefined,
  );
}

/** The text without values of flags for credentials: `--token abc`, `["--token", "abc"]`. */
export function concealFlags(text: string): string {
  const flag = /(?<![\w-])--?([A-Za-z][\w.-]{0,60})(\\*["']?,?\s{1,9}|\\*["'],)(?!\\*["']?-)/g;
  return concealValues(text, flag, (offset, name) =>
    // The value of `--kubeconfig` is the path of a file.
    isCredentialName(name) && name !== "kubeconfig" ? findWord(text, offset) : undefined,
  );
}

/**
 * The text without credentials in sentences and in lines of configurations:
 *
 * 1. `otp is 123456`, `pin 1234`
 * 2. `recovery phrase: …` before at least twelve words
 * 3. `unseal key 1: abc`, `license key=abc`
 * 4. `password is hunter2`, `requirepass abc`, where the next text is not an ordinary word
 */
export function concealSentences(text: string): string {
  const concealed = text.replace(oneTimePassword, `$1${redactedMark}`).replace(mnemonic, `$1${redactedMark}`);
  return concealNamed(concealNamed(concealed, keyWithSeparator), nameInSentence);
}

const oneTimePassword = /(\b(?:t?otp|pin|passcode)(?: code)? (?:is )?)\d{4,10}\b/gi;

/** Words of BIP 39, which has at least twelve. */
const mnemonic =
  /(\b(?:mnemonic|(?:seed|recovery)(?: phrase| words)?)\W{1,4})(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}/gi;

const keyWithSeparator =
  /\b((?:licen[cs]e|product|activation|api|access|secret|encryption|signing|private|shared|account|unseal)[ -]keys?)((?: #?\d{1,3})?\s{0,3}[:=]\s{0,3})/gi;

const nameInSentence =
  /\b(passw(?:or)?d|passphrase|passcode|bindpw|requirepass|masterauth|(?:chap|shared|client) secret|api[- ]?key|token)(s?\s(?:(?:is|was|are|to)\s)?)/gi;

/** Conceals quoted texts and unusual words after the names. A quoted text after `token` is left: `unexpected token "<"`. */
function concealNamed(text: string, pattern: RegExp): string {
  return concealValues(text, pattern, (offset, name) => {
    const isToken = /token/i.test(name);
    const quoted = findQuotedText(text, offset);
    if (quoted !== undefined) return isToken ? undefined : quoted;
    return findUnusualWord(text, offset, isToken ? minTokenLength : minPasswordLength);
  });
}

/**
 * The text without the values that follow a match. It passes once over the text, whatever the input.
 * @param pattern a global pattern: group 1 is a name, group 2 the separator between the name and its value
 * @param findValue returns the value at the offset where the match ends. Undefined: there is nothing to conceal.
 */
function concealValues(
  text: string,
  pattern: RegExp,
  findValue: (offset: number, name: string, separator: string) => ValueSpan | undefined,
): string {
  let concealed = "";
  let copiedEnd = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, name = "", separator = ""] = match;
    const value = findValue(pattern.lastIndex, name, separator);
    if (value === undefined) continue;
    concealed += text.slice(copiedEnd, value.begin) + redactedMark;
    copiedEnd = value.end;
    pattern.lastIndex = Math.max(value.end, pattern.lastIndex);
  }
  return concealed + text.slice(copiedEnd);
}

/** The position of a value, without its quotes. */
interface ValueSpan {
  readonly begin: number;
  readonly end: number;
}

/** Finds a word of the minimum length that is not an ordinary one: `hunter2`, not `expired.`, `two-way`. */
function findUnusualWord(text: string, offset: number, minLength: number): ValueSpan | undefined {
  const value = findWord(text, offset);
  if (value === undefined) return undefined;
  const word = text.slice(value.begin, value.end);
  const isOrdinary = /^[A-Z]?[a-z]+(?:[-'][a-z]+)*[.:!?]?$/.test(word);
  return word.length >= minLength && /^[\w"'\\$]/.test(word) && !isOrdinary ? value : undefined;
}

/** Finds a quoted text, a list in brackets, or one word: `abc` of `abc def`. */
function findWord(text: string, offset: number): ValueSpan | undefined {
  return findQuotedText(text, offset) ?? findUnquotedText(text, offset, wordText);
}

/** Finds a quoted text, a list in brackets, or the line: `abc def`. */
function findLine(text: string, offset: number): ValueSpan | undefined {
  return findQuotedText(text, offset) ?? findUnquotedText(text, offset, lineText);
}

/**
 * Finds a text between two equal quotes, or up to the end of a text that was cut off. Quotes may be escaped, as in JSON in
 * JSON: `\"abc\"`. Undefined where it is empty.
 */
function findQuotedText(text: string, offset: number): ValueSpan | undefined {
  const quote = matchAt(openingQuote, text, offset);
  if (quote === undefined) return undefined;
  const begin = offset + quote.length;
  const closing = text.indexOf(quote, begin);
  const end = closing < 0 ? text.length : closing;
  return begin < end ? { begin, end } : undefined;
}

function findUnquotedText(text: string, offset: number, pattern: RegExp): ValueSpan | undefined {
  const value = matchAt(listText, text, offset) ?? matchAt(pattern, text, offset);
  return value === undefined ? undefined : { begin: offset, end: offset + value.length };
}

/** The match of a sticky pattern exactly at the offset. */
function matchAt(stickyPattern: RegExp, text: string, offset: number): string | undefined {
  stickyPattern.lastIndex = offset;
  return stickyPattern.exec(text)?.[0];
}

const openingQuote = /\\*["']/y;
/** `[a, b]` */
const listText = /\[[^\]\n]{0,2000}\]?/y;
/** `a b` up to the end of the line, or to one of `,;)}]`. */
const lineText = /[^\s"'\\,;&)}\]](?:[^\r\n,;&)}\]]|&(?![\w.-]{1,80}=))*/y;
/** `a` of `a b`. A `&` ends it only before the next parameter: `a&b` is one word, and `a&b=c` ends after `a`. */
const wordText = /(?:[^\s"'\\,;&)}\]]|&(?![\w.-]{1,80}=))+/y;
