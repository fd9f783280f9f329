/** What stands where a credential stood, in kubectl's own word for it (client-go, tools/clientcmd/api/helpers.go). */
export const redacted = "REDACTED";

/**
 * The text without what looks like a credential in it; done twice it is the same as once. It takes a word too many rather
 * than one too few, and says nothing of passwords that nothing marks as such.
 */
export function conceal(text: string): string {
  if (!mayHold.test(text)) return text;
  let rest = text;
  // What is taken out can bring together what then looks like a credential.
  for (let round = 0; round < mostRounds; round += 1) {
    const before = rest;
    const some = rest.includes("\n") ? [...shapes, ofLines] : shapes;
    rest = some.reduce((so, { find, put }) => so.replace(find, put), rest);
    if (rest === before) break;
  }
  return rest;
}

const mostRounds = 10;

/** Whether something in the text looks like a credential, one that was taken out already not counted. */
export function holdsCredential(text: string): boolean {
  return conceal(text) !== text;
}

/** Most texts have none of this in them, and there may be a hundred thousand of them. */
const mayHold =
  /pass|pwd|secret|token|key|cred|auth|bearer|basic|cookie|signature|eyJ|:\/\/|AKIA|ASIA|AIza|gh[pousr]_|github_pat_|glpat-|xox|sha256~/i;

const named =
  "(?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|private|secret|signing)[-_]?key|credential|signature)s?";

/** Quoted to the end of the quote, or of the text where it was cut off; else one word. Quotes may be escaped, as in JSON in JSON. */
const value = `(?:(\\\\*["'])[\\s\\S]*?(?:\\3|$)|[^\\s"'\\\\,;&)}\\]]+)`;

interface Shape {
  readonly find: RegExp;
  readonly put: (all: string, ...found: string[]) => string;
}

const shapes: readonly Shape[] = [
  {
    // RFC 7468; OpenSSH and PGP write the same line.
    find: /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    put: (_, begin = "", end = "") => `${begin}${redacted}${end}`,
  },
  {
    // A header's line: RFC 9110 11.6.2, RFC 6265; its value goes to the end of the line or of the quote.
    find: /((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,30}(?:token|key|secret))(\\*["']?\s{0,9}[:=]\s{0,9}\\*["']?)[^\r\n"'\\]+/gi,
    put: (_, name = "", sign = "") => `${name}${sign}${redacted}`,
  },
  // RFC 7519: two parts that begin as base64url of `{"`, and a signature.
  { find: /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, put: () => redacted },
  // RFC 3986 3.2.1; a name alone may be a token.
  {
    find: /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>\\]{0,1000}@/gi,
    put: (_, scheme = "") => `${scheme}${redacted}@`,
  },
  {
    find: /\b(bearer) +(?!(?:tokens?|auth\w*|realm|scheme|challenges?|credentials?)\b)[\w.~+/=-]+/gi,
    put: (_, scheme = "") => `${scheme} ${redacted}`,
  },
  {
    // RFC 7617, but not the words of "Basic authentication".
    find: /\b(basic) +([A-Za-z0-9+/_-]{6,}={0,2})/gi,
    put: (all, scheme = "", given = "") => (isPlainWord(given) ? all : `${scheme} ${redacted}`),
  },
  // `password=…`, `"token": "…"`, `?signature=…`.
  assignment(`(${named})(\\s{0,9}=\\s{0,9}|\\\\*["']\\s{0,9}[:=]\\s{0,9})`),
  // `password: …`; of a secret or a key this would be what it is called.
  assignment("(pass(?:word|wd|phrase)|pwd)(\\s{0,9}:\\s{1,9}|:(?!//))"),
  {
    find: /((?:token|api[-_ ]?key)s?:\s{1,9})([\w.~+/=-]{12,})/gi,
    put: (all, name = "", given = "") => (isPlainWord(given) ? all : `${name}${redacted}`),
  },
  // `--token abc`, as a flag with its value behind it.
  {
    find: new RegExp(`(--?[\\w-]{0,40}${named})(\\s+)(?![-\\s])\\S+`, "gi"),
    put: (_, flag = "", gap = "") => `${flag}${gap}${redacted}`,
  },
  // Amazon, Google, GitHub, GitLab, Slack, OpenShift: each begins its tokens so that they can be found.
  {
    find: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[a-z]-[\w-]{10,}|\bsha256~[\w-]{20,}/g,
    put: () => redacted,
  },
];

/** A configuration of several lines, in YAML or in what looks like it: `token: …` at the start of one. */
const ofLines: Shape = {
  find: new RegExp(`^([ \\t-]{0,200}["']?[\\w.-]{0,60}${named}["']?[ \\t]{0,9}:[ \\t]+)(?![|>&*])\\S.*$`, "gim"),
  put: (_, name = "") => `${name}${redacted}`,
};

function assignment(key: string): Shape {
  return {
    find: new RegExp(`${key}${value}`, "gi"),
    put: (all, name = "", sign = "", quote) => {
      if (typeof quote !== "string") return `${name}${sign}${redacted}`;
      // Where the text was cut off there is no quote at the end.
      const rest = all.slice(name.length + sign.length + quote.length);
      return `${name}${sign}${quote}${redacted}${rest.endsWith(quote) ? quote : ""}`;
    },
  };
}

/** Letters alone, as a word is written. */
function isPlainWord(given: string): boolean {
  return given === redacted || /^[A-Z]?[a-z]+$/.test(given);
}
