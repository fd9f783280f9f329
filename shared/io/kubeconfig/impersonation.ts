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
 * The headers for impersonation, as client-go writes them (transport/round_trippers.go). Names are in lower case, and
 * values in UTF-8 with one character for each byte. Keys that differ only in case are merged, because the server reads
 * them in lower case.
 * @throws InputError where a value contains what no header can hold.
 */
export function impersonationHeaders(impersonate: ImpersonatedUser): Record<string, string | string[]> {
  const { userName = "", uid, groups, extra } = impersonate;
  const byKey: Record<string, string[]> = {};
  for (const [key, values] of Object.entries(extra)) {
    const name = `impersonate-extra-${escapeKey(key)}`;
    const written = values.map((value) => sent(value, impersonatedParts.extra));
    if (written.length > 0) byKey[name] = [...(byKey[name] ?? []), ...written];
  }
  return {
    "impersonate-user": sent(userName, impersonatedParts.userName),
    ...(uid && { "impersonate-uid": sent(uid, impersonatedParts.uid) }),
    ...(groups.length > 0 && { "impersonate-group": groups.map((group) => sent(group, impersonatedParts.group)) }),
    ...byKey,
  };
}

/** The parts of an impersonation, as its errors name them. */
const impersonatedParts = {
  userName: "the user name",
  uid: "the UID",
  group: "a group",
  extra: "a user extra",
} as const;

// Spaces around the value are removed, as Go's net/http does over HTTP/1.
function sent(text: string, what: string): string {
  const value = headerText(text.replace(/^[ \t]+|[ \t]+$/g, ""));
  if (value !== undefined) return value;
  throw new InputError(
    `cannot impersonate: ${what} contains a control character, which is not allowed in a header; remove it`,
  );
}

// Escapes what a header name cannot contain, and `%` itself. The server undoes it (url.PathUnescape).
function escapeKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("")
    .toLowerCase();
}
