import { InputError } from "./errors.ts";
import { headerText } from "./header-text.ts";

/** As whom the server is to answer (kubectl: `--as` and its companions); without a user name it is incomplete. */
export interface Impersonation {
  readonly userName?: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Any number of values for each key. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * The headers that ask a server to answer as somebody else, as client-go writes them (transport/round_trippers.go), with
 * names in lower case and values in UTF-8, one character for each byte. Keys that differ only in case go together, for
 * the server takes them in lower case.
 * @throws InputError where a value holds what no header can.
 */
export function impersonationHeaders(impersonate: Impersonation): Record<string, string | string[]> {
  const { userName = "", uid, groups, extra } = impersonate;
  const byKey: Record<string, string[]> = {};
  for (const [key, values] of Object.entries(extra)) {
    const name = `impersonate-extra-${escaped(key)}`;
    const written = values.map((value) => sent(value, "a user extra"));
    if (written.length > 0) byKey[name] = [...(byKey[name] ?? []), ...written];
  }
  return {
    "impersonate-user": sent(userName, "the user name"),
    ...(uid && { "impersonate-uid": sent(uid, "the UID") }),
    ...(groups.length > 0 && { "impersonate-group": groups.map((group) => sent(group, "a group")) }),
    ...byKey,
  };
}

// net/http of Go sends no space around them over HTTP/1.
function sent(text: string, what: string): string {
  const value = headerText(text.replace(/^[ \t]+|[ \t]+$/g, ""));
  if (value !== undefined) return value;
  throw new InputError(`cannot impersonate: ${what} holds a control character, which no header can; write it without`);
}

// What is no token of a header name, and the sign of escaping itself; the server undoes it (url.PathUnescape).
function escaped(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("")
    .toLowerCase();
}
