import { assigned, named, passed, spoken } from "./conceal-named.ts";
import { redacted } from "./redacted.ts";

/**
 * The text without what looks like a credential in it; done twice it is the same as once, and behind words of an operator
 * (`CDI is degraded: `) it is the same as without them. It takes a word too many rather than one too few, and says nothing of
 * passwords that nothing marks as such.
 */
export function conceal(text: string): string {
  if (!mayHold.test(text)) return text;
  let rest = text;
  // What is taken out can bring together what then looks like a credential.
  for (let round = 0; round < mostRounds; round += 1) {
    const before = rest;
    rest = shapes.reduce((so, shape) => shape(so), rest);
    if (rest === before) break;
  }
  return rest;
}

const mostRounds = 10;

/** Whether something in the text looks like a credential, one that was taken out already not counted. */
export function holdsCredential(text: string): boolean {
  return conceal(text) !== text;
}

/** Without any of this none of the shapes is there, and there may be a hundred thousand texts. */
const mayHold =
  /[=:@-]|pass|bearer|basic|token|api|eyJ|AKIA|ASIA|AIza|gh[pousr]_|github_pat_|npm_|SG\.|hf_|dop_v|hvs\.|hvb\.|s\.|sha256~/i;

type Shape = (text: string) => string;

const shapes: readonly Shape[] = [
  // RFC 7468; OpenSSH and PGP write the same line.
  replaced(
    /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    (_, begin = "", end = "") => `${begin}${redacted}${end}`,
  ),
  // A header's line: RFC 9110 11.6.2, RFC 6265; its value goes to the end of the line or of the quote.
  replaced(
    /((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,30}(?:token|key|secret))(\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?)[^\r\n"'\\]+/gi,
    (_, name = "", sign = "") => `${name}${sign}${redacted}`,
  ),
  // RFC 7519: two parts that begin as base64url of `{"`, and a signature.
  replaced(/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, () => redacted),
  // RFC 3986 3.2.1; a name alone may be a token.
  replaced(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>\\]{0,1000}@/gi, (_, scheme = "") => `${scheme}${redacted}@`),
  // The same with a slash or a number sign in the password, which nobody escaped; behind a colon a number is a port.
  replaced(
    /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:?#"'<>\\@]{0,200}:(?!\d{1,5}[/?#])[^\s"'<>\\@]{1,300}@(?!sha\d{3}:)/gi,
    (_, scheme = "") => `${scheme}${redacted}@`,
  ),
  // Without a scheme, as proxies and databases are named; an image has its digest there.
  replaced(
    /(?<![\w.%+@:-])([\w.%+-]{1,64}:)[^\s@/"'<>\\,:]{1,200}@(?!sha\d{3}:)(?=[\w([])/g,
    (_, user = "") => `${user}${redacted}@`,
  ),
  // A web hook is called by whoever knows its path.
  replaced(
    /(https?:\/\/(?:hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks|[\w.-]{0,100}(?:webhook\.office|logic\.azure)\.com|api\.telegram\.org)\/)[^\s"'<>\\]+/gi,
    (_, host = "") => `${host}${redacted}`,
  ),
  // What such a parameter of a URL may be, its name does not always say.
  replaced(/([?&](?:code|key|sig)=)[^&\s"'#<>\\]+/gi, (_, name = "") => `${name}${redacted}`),
  replaced(
    /\b(bearer) +(?!(?:tokens?|auth\w*|realm|scheme|challenges?|credentials?)\b)[\w.~+/=-]+/gi,
    (_, scheme = "") => `${scheme} ${redacted}`,
  ),
  // RFC 7617, but not the words of "Basic authentication".
  replaced(/\b(basic) +([A-Za-z0-9+/_-]{6,}={0,2})/gi, (all, scheme = "", given = "") =>
    /^[A-Z]?[a-z]+$/.test(given) ? all : `${scheme} ${redacted}`,
  ),
  assigned,
  named,
  passed,
  spoken,
  // `-u admin:…` of curl and others.
  replaced(
    /((?<![\w-])(?:-u|--(?:proxy-)?user)(?:\\*["'],?\s{0,3}\\*["']|[\s=]\\*["']?)[^\s:"'\\,]{1,200}:)(?!\/\/)[^\s"'\\,\]]+/g,
    (_, user = "") => `${user}${redacted}`,
  ),
  // `-p…` of mysql and others; letters alone are more often a flag's own name.
  (text) =>
    text.replace(/(?<![\w-])-p([^\s"'\\,\]=]+)/g, (all, given: string) =>
      /^[a-z][a-z-]*$/.test(given) && !/mysql|mariadb|sshpass/.test(text) ? all : `-p${redacted}`,
    ),
  // Amazon, Google, GitHub, GitLab, Slack, OpenShift, Vault and others: each begins its tokens so that they can be found.
  replaced(
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[a-z]-[\w-]{10,}|\bsha256~[\w-]{20,}|\bhv[sb]\.[\w-]{10,}|\bs\.[A-Za-z0-9]{24}\b|\bsk-[\w-]{16,}|\bnpm_\w{16,}|\bSG\.[\w-]{6,}(?:\.[\w-]+)*|\bhf_(?=\w*[A-Z0-9])\w{6,}|\bdop_v1_\w+/g,
    () => redacted,
  ),
];

function replaced(find: RegExp, put: (all: string, ...found: string[]) => string): Shape {
  return (text) => text.replace(find, put);
}
