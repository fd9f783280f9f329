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
 * The text without anything that looks like a credential. Applying it twice gives the same result. Text of an operator
 * before it (`CDI is degraded: `) does not change the result. It removes a harmless word rather than keep a credential.
 * Passwords that nothing marks as such are not found.
 */
export function concealText(text: string): string {
  if (!mayHoldCredential.test(text)) return text;
  let rest = text;
  // Removing one match can join text that then looks like a credential.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = rest;
    rest = shapes.reduce((current, shape) => shape(current), rest);
    if (rest === before) break;
  }
  return rest;
}

const maxPasses = 10;

/** Whether the text holds something that looks like a credential and is not removed yet. */
export function holdsCredential(text: string): boolean {
  return concealText(text) !== text;
}

/** Quick test: without any of this no shape matches, and there may be a hundred thousand texts. */
const mayHoldCredential =
  /[=:@-]|pass|bearer|basic|token|api|otp|negotiate|ntlm|[A-Za-z0-9]{6}\.[a-z0-9]|[A-Za-z0-9_+/]{16}|\$\w+\$|<\w/i;

type Shape = (text: string) => string;

const shapes: readonly Shape[] = [
  // RFC 7468; OpenSSH and PGP write the same line.
  makeShape(
    /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    (_, begin = "", end = "") => `${begin}${redactedMark}${end}`,
  ),
  concealKeyTails,
  concealBlocks,
  // RFC 7616: parameters, of which some are in quotes.
  makeShape(
    /\b(digest) +(?:[\w-]{1,40}=(?:\\*"[^"\n]{0,500}"|[^\s,"]{1,500})(?:, {0,9})?)+/gi,
    (_, scheme = "") => `${scheme} ${redactedMark}`,
  ),
  // A header's line: RFC 9110 11.6.2, RFC 6265; its value goes to the end of the line or of the quote.
  makeShape(
    /((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,30}(?:token|key|secret))(\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?)([^\r\n"'\\]+)/gi,
    (all, name = "", sign = "", given = "") =>
      /authorization$/i.test(name) && isProse(given) ? all : `${name}${sign}${redactedMark}`,
  ),
  // RFC 7519: two parts that begin as base64url of `{"`, and a signature.
  makeShape(/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, () => redactedMark),
  // RFC 3986 3.2.1; a name alone may be a token.
  makeShape(
    /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#;"'<>\\]{0,1000}@/gi,
    (_, scheme = "") => `${scheme}${redactedMark}@`,
  ),
  // The same with an unescaped slash or number sign in the password. A number after a colon is a port,
  // which the properties of JDBC follow after a semicolon.
  makeShape(
    /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:?#"'<>\\@]{0,200}:(?!\d{1,5}[/?#;])[^\s"'<>\\@]{1,300}@(?!sha\d{3}:)/gi,
    (_, scheme = "") => `${scheme}${redactedMark}@`,
  ),
  // Without a scheme, as in names of proxies and databases. In an image reference a digest follows the `@`.
  makeShape(
    /(?<![\w.%+@:-])(?!mailto:)([\w.%+-]{1,64}:)(?!\d{1,5}[/?#;])(?:[^\s@/"'<>\\,:]{1,200}@){1,2}(?!sha\d{3}:)(?=[\w([])/g,
    (_, user = "") => `${user}${redactedMark}@`,
  ),
  // The path of a web hook is its credential: every client that knows it can call it.
  makeShape(
    /(https?:\/\/(?:hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks|[\w.-]{0,100}(?:webhook\.office|logic\.azure)\.com|api\.telegram\.org)\/)[^\s"'<>\\]+/gi,
    (_, host = "") => `${host}${redactedMark}`,
  ),
  // The name of such a URL parameter does not always show whether it is a credential.
  makeShape(/([?&](?:code|key|sig)=)[^&\s"'#<>\\]+/gi, (_, name = "") => `${name}${redactedMark}`),
  makeShape(
    /\b(bearer) +(?!(?:tokens?|auth\w*|realm|scheme|challenges?|credentials?)\b)[\w.~+/=-]+/gi,
    (_, scheme = "") => `${scheme} ${redactedMark}`,
  ),
  // RFC 7617, but not the words of "Basic authentication".
  makeShape(/\b(basic) +([A-Za-z0-9+/_-]{6,}={0,2})/gi, (all, scheme = "", given = "") =>
    /^[A-Z]?[a-z]+$/.test(given) ? all : `${scheme} ${redactedMark}`,
  ),
  // RFC 4559 and NTLM.
  makeShape(/\b(ntlm|negotiate|kerberos) +[A-Za-z0-9+/]{16,}={0,2}/gi, (_, scheme = "") => `${scheme} ${redactedMark}`),
  concealAssignments,
  concealNamedValues,
  concealElements,
  concealFlags,
  concealSentences,
  concealCommands,
  // `-u admin:…` of curl and others.
  makeShape(
    /((?<![\w-])(?:-u|--(?:proxy-)?user)(?:\\*["'],?\s{0,3}\\*["']|[\s=]\\*["']?)[^\s:"'\\,]{1,200}:)(?!\/\/)[^\s"'\\,\]]+/g,
    (_, user = "") => `${user}${redactedMark}`,
  ),
  // `-p…` of mysql and others. Letters alone are more often the name of a flag.
  (text) =>
    text.replace(/(?<![\w-])-p([^\s"'\\,\]=]+)/g, (all, given: string) =>
      /^[a-z][a-z-]*$/.test(given) && !/mysql|mariadb|sshpass/.test(text) ? all : `-p${redactedMark}`,
    ),
  concealTokens,
];

/** `acme: authorization error for …`: words of a message, where a header has a scheme and a token. */
function isProse(given: string): boolean {
  return /^(?:[a-z]{2,}:? ){2}/.test(given) && !/^(?:basic|bearer|digest|ntlm|negotiate|token|apikey) /i.test(given);
}

function makeShape(find: RegExp, put: (all: string, ...found: string[]) => string): Shape {
  return (text) => text.replace(find, put);
}
