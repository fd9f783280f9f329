/** How OpenSSL compares names nearly as Go: by no Common Name, and without a star for a part of a label. */
export const strictly = { subject: "never", partialWildcards: false } as const;

/** A name as it is compared: `example.com.` is `example.com` (Go, crypto/x509: matchHostnames). */
export function withoutDot(name: string): string {
  return name.replace(/\.$/, "");
}
