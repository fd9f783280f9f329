/**
 * JSON with blanks in place of the comments that VS Code's `jsonc` takes (those of C), so that YAML, of which JSON is a
 * part, can read it; all offsets stay. Any other text is given back as it is.
 */
export function withoutJsonComments(text: string): string {
  if (!/^\uFEFF?\s*(?:\/[/*]|\{(?!\{)|\[)/.test(text) || !/\/[/*]/.test(text)) return text;
  return text.replace(token, (found, comment: string | undefined) =>
    comment === undefined ? found : found.replace(/[^\r\n]/g, " "),
  );
}

/** A string, in which nothing is a comment, or a comment; the slashes of an address that YAML takes without quotes are none. */
const token = /"(?:[^"\\\r\n]|\\.)*"|(?<![^\s{}[\],":])((?<!:)\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$))/g;
