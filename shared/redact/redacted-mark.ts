/** The text that replaces a credential, the same as kubectl's (client-go, tools/clientcmd/api/helpers.go). */
export const redactedMark = "REDACTED";
