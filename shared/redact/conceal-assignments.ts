import { isCredentialName, isPasswordName } from "./credential-names.ts";

/** The text that replaces a credential, the same as kubectl's (client-go, tools/clientcmd/api/helpers.go). */
export const redactedMark = "REDACTED";

/**
 * The text without values assigned to the name of a credential: `password=…`, `"token": "…"`, `spec.password: Invalid
 * value: "…"`.
 */
export function concealAssignments(text: string): string {
  if (!/[=:]/.test(text)) return text;
  const isOfLines = text.includes("\n");
  return concealValues(text, /([A-Za-z_][\w.-]{0,80})(\\*["']?[ \t]{0,9}[=:][ \t]{0,9})/g, (name, sign, offset) => {
    if (!isCredentialName(name) || isStateWord(text, offset)) return undefined;
    if (sign.includes("=") || /["']/.test(sign)) return findValue(text, offset, /\s=\s/.test(sign));
    fieldError.lastIndex = offset;
    const [error] = fieldError.exec(text) ?? [];
    if (error !== undefined) return error.includes(": ") ? findValue(text, offset + error.length) : undefined;
    // `http://`, and the name of a type or an image.
    if (text.startsWith("//", offset)) return undefined;
    if (isOfLines && startsBlock(text, offset)) return undefined;
    if (isPasswordName(name)) return findValue(text, offset, isOfLines);
    if (!/[ \t]/.test(sign)) return undefined;
    // After the words secret or key this is a name, except in a line of a configuration.
    if (isOfLines) return /[|>&*\s]/.test(text[offset] ?? "\n") ? undefined : findValue(text, offset, true);
    const value = findValue(text, offset);
    return value !== undefined && isUnusualText(text.slice(value.begin, value.end), 12) ? value : undefined;
  });
}

/** `KubeConfigValid=False`: the status of a condition, or a switch. `open /run/token: permission denied`: an error. */
function isStateWord(text: string, offset: number): boolean {
  stateWord.lastIndex = offset;
  return stateWord.test(text);
}

const stateWord =
  /(?:true|false|unknown|null|nil|permission denied|no such file or directory|is a directory|not found)(?![\w-])/iy;

/** Whether YAML's sign of a text in the lines below is at the offset. `concealBlocks` conceals such a text. */
function startsBlock(text: string, offset: number): boolean {
  blockSign.lastIndex = offset;
  return blockSign.test(text);
}

const blockSign = /[|>][+-]?\d?[+-]?[ \t]*(?:\r?\n|\\+n|$)/y;

/** apimachinery, pkg/util/validation/field/errors.go: the kind of field error, before the value of the field. */
const fieldError =
  /(?:(?:Invalid|Unsupported|Duplicate) value: |Not found: |Required value|Forbidden|Too |Internal error)/y;

/** The text without values of named variables: `{name: "DB", value: "…"}`, in JSON, YAML's flow style and Go's. */
export function concealNamedValues(text: string): string {
  const pair =
    /(\bname\\*["']?\s{0,3}:\s{0,3}\\*["']?[\w.-]{1,200}\\*["']?,\s{0,9}\\*["']?value)(\\*["']?\s{0,3}:\s{0,3})/gi;
  return concealValues(text, pair, (_name, _sign, offset) => findValue(text, offset));
}

/** The text without values of elements and attributes of XML: `<password>…</password>`, `key="ApiSecret" value="…"`. */
export function concealElements(text: string): string {
  if (!/<\w/.test(text)) return text;
  const elements = concealValues(
    text,
    /<([A-Za-z][\w:.-]{0,80})((?:\s[^<>]{0,200})?>)(?=[^<>\s])/g,
    (name, _sign, offset) => {
      const end = text.indexOf("<", offset);
      return isCredentialName(name) ? { begin: offset, end: end < 0 ? text.length : end, quote: "" } : undefined;
    },
  );
  const pair = /\b(?:key|name|id)=\\*["']([\w.:-]{1,80})\\*["'](\s{1,9}value=)/g;
  return concealValues(elements, pair, (name, _sign, offset) =>
    isCredentialName(name) ? findValue(elements, offset) : undefined,
  );
}

/** The text without values of flags for credentials: `--token abc`, `["--token", "abc"]`. */
export function concealFlags(text: string): string {
  const flag = /(?<![\w-])--?([A-Za-z][\w.-]{0,60})(\\*["']?,?\s{1,9}|\\*["'],)(?!\\*["']?-)/g;
  return concealValues(text, flag, (name, _gap, offset) =>
    // The value of `--kubeconfig` is the path of a file.
    isCredentialName(name) && name !== "kubeconfig" ? findValue(text, offset) : undefined,
  );
}

/**
 * The text without credentials in sentences (`password is …`, `api key …`), where the next text is not an ordinary
 * word.
 */
export function concealSentences(text: string): string {
  const rest = text
    .replace(oneTimePassword, (_, start: string) => start + redactedMark)
    .replace(mnemonic, (_, start: string) => start + redactedMark);
  return concealNamed(concealNamed(rest, wordedKeys), namedWords);
}

/** Names before a value, without a sign: `bindpw …` and `requirepass …` are lines of configurations. */
const namedWords =
  /\b(passw(?:or)?d|passphrase|passcode|bindpw|requirepass|masterauth|(?:chap|shared|client) secret|api[- ]?key|token)(s?\s(?:(?:is|was|are|to)\s)?)/gi;

/** `license key=…`, `unseal key 1: …`. */
const wordedKeys =
  /\b((?:licen[cs]e|product|activation|api|access|secret|encryption|signing|private|shared|account|unseal)[ -]keys?)((?: #?\d{1,3})?\s{0,3}[:=]\s{0,3})/gi;

const oneTimePassword = /(\b(?:t?otp|pin|passcode)(?: code)? (?:is )?)\d{4,10}\b/gi;

/** BIP 39: at least twelve words. */
const mnemonic =
  /(\b(?:mnemonic|(?:seed|recovery)(?: phrase| words)?)\W{1,4})(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}/gi;

function concealNamed(text: string, words: RegExp): string {
  return concealValues(text, words, (name, _gap, offset) => {
    const isToken = /token/i.test(name);
    const value = findValue(text, offset);
    if (value === undefined || (value.quote !== "" && isToken)) return undefined;
    const minLength = isToken ? 12 : 4;
    return value.quote !== "" || isUnusualText(text.slice(value.begin, value.end), minLength) ? value : undefined;
  });
}

/** Whether the text has the minimum length and is not an ordinary word. */
function isUnusualText(text: string, minLength: number): boolean {
  const isOrdinaryWord = /^[A-Z]?[a-z]+(?:[-'][a-z]+)*[.:!?]?$/.test(text);
  return text.length >= minLength && /^[\w"'\\$]/.test(text) && !isOrdinaryWord;
}

/** The position of a value, without its quotes. */
interface ValueSpan {
  readonly begin: number;
  readonly end: number;
  readonly quote: string;
}

/** The text without the values that follow a match. It passes once over the text, whatever the input. */
function concealValues(
  text: string,
  find: RegExp,
  valueFor: (name: string, sign: string, offset: number) => ValueSpan | undefined,
): string {
  let concealed = "";
  let restStart = 0;
  for (let found = find.exec(text); found !== null; found = find.exec(text)) {
    const [, name = "", sign = ""] = found;
    const value = valueFor(name, sign, find.lastIndex);
    if (value === undefined) continue;
    concealed += text.slice(restStart, value.begin) + redactedMark;
    restStart = value.end;
    find.lastIndex = Math.max(value.end, find.lastIndex);
  }
  return concealed + text.slice(restStart);
}

/**
 * The value at an offset. A quoted value ends with the quote, or with the text if that was cut off. Else it is one word,
 * or the line. Quotes may be escaped, as in JSON in JSON.
 */
function findValue(text: string, offset: number, isLine = false): ValueSpan | undefined {
  quotedValue.lastIndex = offset;
  const [quotedText, quote = ""] = quotedValue.exec(text) ?? [];
  if (quotedText !== undefined) {
    const isClosed = quotedText.length >= 2 * quote.length && quotedText.endsWith(quote);
    const begin = offset + quote.length;
    const end = offset + quotedText.length - (isClosed ? quote.length : 0);
    return begin >= end ? undefined : { begin, end, quote };
  }
  let shape = isLine ? lineValue : wordValue;
  if (text[offset] === "[") shape = listValue;
  shape.lastIndex = offset;
  const [unquotedText] = shape.exec(text) ?? [];
  return unquotedText === undefined ? undefined : { begin: offset, end: offset + unquotedText.length, quote: "" };
}

const quotedValue = /(\\*["'])[\s\S]*?(?:\1|$)/y;
const listValue = /\[[^\]\n]{0,2000}\]?/y;
const lineValue = /[^\s"'\\,;&)}\]](?:[^\r\n,;&)}\]]|&(?![\w.-]{1,80}=))*/y;
/** A `&` begins the next parameter only where a name and a sign follow. */
const wordValue = /(?:[^\s"'\\,;&)}\]]|&(?![\w.-]{1,80}=))+/y;
