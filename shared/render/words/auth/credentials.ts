/** The error for impersonation without a user name. `who` asks for it. */
export function impersonationWithoutUserText(who: string): string {
  return `${who} sets a UID, groups or user extras without a user to impersonate; add --as, or add as to the user entry`;
}

/** The error for a value that no header can contain. */
export function unsendableImpersonationText(what: string): string {
  return `cannot impersonate: ${what} contains a control character, which is not allowed in a header; remove it`;
}

/** The parts of an impersonation, as its errors name them. */
export const impersonatedParts = {
  userName: "the user name",
  uid: "the UID",
  group: "a group",
  extra: "a user extra",
} as const;

/** The error for a token beside a password where flags change the entry. */
export function tokenAndPasswordWithFlagsText(who: string): string {
  return tokenAndPasswordText(`${who}, with the flags,`);
}

/** The error for a token beside a password. */
export function tokenAndPasswordText(who: string): string {
  return bothText(who, "a token", "a password");
}

/** The error for two ways to log in. */
export function execAndProviderText(who: string): string {
  return bothText(who, "exec", "auth-provider");
}

/** The error for a field that is given both as data and as a file. */
export function dataAndFileText(who: string, key: string): string {
  return bothText(who, key, `${key}-data`);
}

function bothText(who: string, one: string, other: string): string {
  return `${who} has both ${one} and ${other}; set only one`;
}

/** The error for a certificate without its key. */
export function certificateWithoutKeyText(who: string): string {
  return `${who} has a client certificate but no client-key`;
}

/** The error for a context without a user. */
export function contextWithoutUserText(context: string): string {
  return anonymousText(`context "${context}" names no user`);
}

/** The error for a user entry without credentials. */
export function userWithoutCredentialsText(who: string): string {
  return anonymousText(`${who} has neither certificate nor token nor password`);
}

function anonymousText(why: string): string {
  return `${why}; log in, or choose another context or user`;
}

/** The error for an exec plugin where the kubeconfig may choose no program. */
export function execNotAllowedText(who: string, command: string): string {
  return programNotAllowedText(who, `the exec plugin ${command}`);
}

/** The error for an auth-provider where the kubeconfig may choose no program. */
export function providerNotAllowedText(who: string, provider: string): string {
  return programNotAllowedText(who, `the auth-provider ${provider}`);
}

function programNotAllowedText(who: string, way: string): string {
  return `${who} needs ${way}, but programs named by a kubeconfig are not run here; use a context with a client certificate or a token`;
}

/** The error for a login other than the one that the user agreed to in the editor. */
export function otherLoginText(context: string): string {
  return `the login of context "${context}" is not the one that you agreed to in the editor; connect to it in the sidebar of HCO Status, then start this server again`;
}

/** The error for credentials that the server rejects with 401. */
export function rejectedCredentialsText(server: string, cause: string): string {
  return `${server} rejected the credentials of this context (401: ${cause}); log in again, or renew the token or certificate`;
}
