import { userTitle } from "../kubeconfig/entries.ts";

/** How messages name an exec plugin, by its command. */
export function pluginTitle(command: string): string {
  return `the exec plugin ${JSON.stringify(command)}`;
}

/** How messages name the exec plugin of one user entry. */
export function pluginOfUserTitle(command: string, userName: string, file: string): string {
  return `${pluginTitle(command)} of ${userTitle(userName, file)}`;
}

/** How messages name the exec section of a user entry. */
export function execSectionTitle(userName: string): string {
  return `exec of user "${userName}"`;
}

/** The error for an exec section of a version that kubectl does not know. */
export function unknownExecVersionText(file: string, path: string, version: string, known: readonly string[]): string {
  return `${file}: ${path} is ${version}, but only ${known.join(" and ")} are supported; update the plugin and log in again`;
}

/** The error for an invalid interactiveMode. */
export function wrongInteractiveModeText(file: string, path: string, modes: readonly string[]): string {
  return `${file}: ${path}.interactiveMode must be one of ${modes.join(", ")}`;
}

/** The error for a missing field of an exec section. */
export function missingExecFieldText(file: string, path: string, key: string): string {
  return `${file}: ${path} has no ${key}`;
}

/** How messages name the output of a plugin. */
export function pluginAnswerTitle(plugin: string): string {
  return `the output of ${plugin}`;
}

/** The error for output that holds no credential. */
export function noCredentialText(plugin: string): string {
  return `${plugin} printed no credential: it must print one ExecCredential in JSON and nothing else`;
}

/** The error for output of another kind. */
export function wrongAnswerKindText(answer: string): string {
  return `${answer} must be of kind ExecCredential`;
}

/** The error for output of another version than the kubeconfig requests. */
export function wrongAnswerVersionText(answer: string, version: string): string {
  return `${answer} has a version other than ${version}, which the kubeconfig requires`;
}

/** The error for output without a status. */
export function noStatusText(answer: string): string {
  return `${answer} has no status; are you logged in?`;
}

/** The error for a status without a credential. */
export function emptyStatusText(answer: string): string {
  return `${answer} has neither a token nor a certificate; are you logged in?`;
}

/** The error for a certificate without its key, or a key without its certificate. */
export function halfPairText(answer: string): string {
  return `${answer} has only one of certificate and key; both are required`;
}

/** The error for an invalid time of expiry. */
export function wrongExpiryText(answer: string): string {
  return `${answer}: status.expirationTimestamp is not an RFC 3339 time`;
}
