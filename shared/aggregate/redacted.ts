/** What stands where a credential stood, in kubectl's own word for it (client-go, tools/clientcmd/api/helpers.go). */
export const redacted = "REDACTED";
