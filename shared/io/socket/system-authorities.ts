import { getCACertificates } from "node:tls";

/** The authorities that this machine trusts, perhaps none, as for kubectl. Node's default would be Mozilla's list. */
export function systemAuthorities(): string[] {
  // The lists contain certificates more than once.
  return [...new Set([...getCACertificates("system"), ...getCACertificates("extra")])];
}
