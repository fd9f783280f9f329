import { InputError } from "../errors/errors.ts";
import { headerText } from "./header-text.ts";

/** The user to impersonate (kubectl: `--as` and its companions). Without a user name it is incomplete. */
export interface ImpersonatedUser {
  readonly userName?: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Any number of values for each key. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * The headers for impersonation, as client-go writes them (transport/round_trippers.go). `{userName: "jane", groups:
 * ["a"], extra: {Team: ["x"]}}` -> `impersonate-user: jane`, `impersonate-group: a`, `impersonate-extra-team: x`. Names
 * are in lower case, and values in UTF-8 with one character for each byte. Keys that differ only in case are merged,
 * because the server reads them in lower case.
 * @throws InputError where a value contains what no header can hold.
 */
export function impersonationHeaders(impersonate: ImpersonatedUser): Record<string, string | string[]> {
  const { userName = "", uid, groups, extra } = impersonate;
  const byKey: Record<string, string[]> = {};
  for (const [key, values] of Object.entries(extra)) {
    const name = `impersonate-extra-${escapeKey(key)}`;
    const added = values.map((value) => headerValue(value, "a user extra"));
    if (added.length > 0) byKey[name] = [...(byKey[name] ?? []), ...added];
  }
  return {
    "impersonate-user": headerValue(userName, "the user name"),
    ...(uid && { "impersonate-uid": headerValue(uid, "the UID") }),
    ...(groups.length > 0 && { "impersonate-group": groups.map((group) => headerValue(group, "a group")) }),
    ...byKey,
  };
}

/**
 * `text` without spaces around it, as Go's net/http sends it over HTTP/1.
 * @param what names the text in an error: `the user name`
 */
function headerValue(text: string, what: string): string {
  const value = headerText(text.replace(/^[ \t]+|[ \t]+$/g, ""));
  if (value !== undefined) return value;
  throw new InputError(
    `cannot impersonate: ${what} contains a control character, which is not allowed in a header; remove it`,
  );
}

/**
 * `acme.io/Tier` -> `acme.io%2ftier`: escapes what a header name cannot contain. The server undoes it
 * (url.PathUnescape).
 */
function escapeKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("")
    .toLowerCase();
}
