import {
  concealAssignments,
  concealElements,
  concealFlags,
  concealNamedValues,
  concealSentences,
  redactedMark,
} from "./conceal-assignments.ts";
import { concealBlocks, concealKeyTails } from "./conceal-blocks.ts";
import { concealCommands } from "./conceal-commands.ts";
import { concealTokens } from "./token-shapes.ts";

/**
 * The text without anything that looks like a credential: `token=abc` -> `token=REDACTED`. A harmless word is removed
 * rather than a credential kept. A password is not found where nothing beside it shows that it is one.
 *
 * The result is the same for a text that was concealed before, and for one with an operator's words before it, such as
 * `CDI is degraded: `.
 */
export function concealText(text: string): string {
  if (!mayHoldCredential.test(text)) return text;
  let concealed = text;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = concealed;
    for (const concealShape of shapes) concealed = concealShape(concealed);
    if (concealed === before) break;
  }
  return concealed;
}

/**
 * Removing one credential can join text that then looks like another, so all shapes are tried again until nothing changes.
 * Two passes are enough for ordinary texts; the limit ends a text that was made to need many.
 */
const maxPasses = 10;

/** Whether the text holds something that looks like a credential and is not removed yet. */
export function holdsCredential(text: string): boolean {
  return concealText(text) !== text;
}

/**
 * A quick test, because there may be a hundred thousand texts: no shape matches a text without any of this.
 * The tests of each shape go through it.
 */
const mayHoldCredential =
  /[=:@-]|pass|bearer|basic|token|api|otp|negotiate|ntlm|[A-Za-z0-9]{6}\.[a-z0-9]|[A-Za-z0-9_+/]{16}|\$\w+\$|<\w/i;

/** Conceals what has the shape of one kind of credential. */
type ConcealShape = (text: string) => string;

/** In this order: a shape that takes a whole block or header comes before those that would take a part of it. */
const shapes: readonly ConcealShape[] = [
  // `-----BEGIN RSA PRIVATE KEY----- MIIE… -----END RSA PRIVATE KEY-----`: RFC 7468; OpenSSH and PGP write the same line.
  makeShape(
    /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    `$1${redactedMark}$2`,
  ),
  concealKeyTails,
  concealBlocks,
  // `Digest username="a", response="6629fae4"` -> `Digest REDACTED`: RFC 7616, parameters of which some are in quotes.
  makeShape(/\b(digest) +(?:[\w-]{1,40}=(?:\\*"[^"\n]{0,500}"|[^\s,"]{1,500})(?:, {0,9})?)+/gi, `$1 ${redactedMark}`),
  // `Authorization: Bearer eyJh…`, `"X-Vault-Token": "s.abc"`: RFC 9110 11.6.2, RFC 6265. The value of a header goes to the
  // end of the line or of the quote.
  makeShape(
    /((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,30}(?:token|key|secret))(\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?)([^\r\n"'\\]+)/gi,
    (match, name = "", sign = "", value = "") =>
      /authorization$/i.test(name) && isProse(value) ? match : `${name}${sign}${redactedMark}`,
  ),
  // `eyJhbGciOi….eyJzdWIi….dBjftJeZ`: RFC 7519, two parts that begin as base64url of `{"`, and a signature.
  makeShape(/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, redactedMark),
  // `https://user:secret@host/` -> `https://REDACTED@host/`: RFC 3986 3.2.1. A name without a password may be a token.
  makeShape(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#;"'<>\\]{0,1000}@/gi, `$1${redactedMark}@`),
  // `postgres://user:se/cr#et@host`: a slash or number sign in the password that should be escaped. A number after a colon is
  // a port, which the properties of JDBC follow after a semicolon: `jdbc:sqlserver://host:1433;user=sa@x`.
  makeShape(
    /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:?#"'<>\\@]{0,200}:(?!\d{1,5}[/?#;])[^\s"'<>\\@]{1,300}@(?!sha\d{3}:)/gi,
    `$1${redactedMark}@`,
  ),
  // `user:secret@proxy.example:3128`, without a scheme. In an image reference a digest follows the `@`.
  makeShape(
    /(?<![\w.%+@:-])(?!mailto:)([\w.%+-]{1,64}:)(?!\d{1,5}[/?#;])(?:[^\s@/"'<>\\,:]{1,200}@){1,2}(?!sha\d{3}:)(?=[\w([])/g,
    `$1${redactedMark}@`,
  ),
  // `https://hooks.slack.com/services/T0/B0/XXX`: every client that knows the path of a web hook can call it.
  makeShape(
    /(https?:\/\/(?:hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks|[\w.-]{0,100}(?:webhook\.office|logic\.azure)\.com|api\.telegram\.org)\/)[^\s"'<>\\]+/gi,
    `$1${redactedMark}`,
  ),
  // `?sig=abc`: the name of such a URL parameter does not always show whether it is a credential.
  makeShape(/([?&](?:code|key|sig)=)[^&\s"'#<>\\]+/gi, `$1${redactedMark}`),
  // `bearer abc.def`, but not `bearer token`.
  makeShape(
    /\b(bearer) +(?!(?:tokens?|auth\w*|realm|scheme|challenges?|credentials?)\b)[\w.~+/=-]+/gi,
    `$1 ${redactedMark}`,
  ),
  // `Basic YWxhZGRpbjpvcGVu`: RFC 7617, but not the words of "Basic authentication".
  makeShape(/\b(basic) +([A-Za-z0-9+/_-]{6,}={0,2})/gi, (match, scheme = "", value = "") =>
    /^[A-Z]?[a-z]+$/.test(value) ? match : `${scheme} ${redactedMark}`,
  ),
  // `Negotiate YIIKOwYGKwYBBQ…`: RFC 4559 and NTLM.
  makeShape(/\b(ntlm|negotiate|kerberos) +[A-Za-z0-9+/]{16,}={0,2}/gi, `$1 ${redactedMark}`),
  concealAssignments,
  concealNamedValues,
  concealElements,
  concealFlags,
  concealSentences,
  concealCommands,
  // `-u admin:secret` -> `-u admin:REDACTED` of curl and others.
  makeShape(
    /((?<![\w-])(?:-u|--(?:proxy-)?user)(?:\\*["'],?\s{0,3}\\*["']|[\s=]\\*["']?)[^\s:"'\\,]{1,200}:)(?!\/\/)[^\s"'\\,\]]+/g,
    `$1${redactedMark}`,
  ),
  // `mysql -psecret`. Letters alone are more often the name of a flag.
  (text) =>
    text.replace(/(?<![\w-])-p([^\s"'\\,\]=]+)/g, (match, value: string) =>
      /^[a-z][a-z-]*$/.test(value) && !/mysql|mariadb|sshpass/.test(text) ? match : `-p${redactedMark}`,
    ),
  concealTokens,
];

/** Whether the text after `authorization: ` is the rest of a message, such as `error for domain x`, and no credential. */
function isProse(headerValue: string): boolean {
  const beginsWithWords = /^(?:[a-z]{2,}:? ){2}/.test(headerValue);
  const beginsWithScheme = /^(?:basic|bearer|digest|ntlm|negotiate|token|apikey) /i.test(headerValue);
  return beginsWithWords && !beginsWithScheme;
}

/**
 * The shape of all matches of a pattern.
 * @param kept what stands in place of a match. In a text, `$1` is the first group of the pattern. A function gets the match and
 *   its groups.
 */
function makeShape(pattern: RegExp, kept: string | ((match: string, ...groups: string[]) => string)): ConcealShape {
  return (text) => (typeof kept === "string" ? text.replace(pattern, kept) : text.replace(pattern, kept));
}
