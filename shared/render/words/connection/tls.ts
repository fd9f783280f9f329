/** The name of a user's certificate in errors. */
export function userCertificateName(user: string | undefined): string {
  return `client-certificate of user "${user}"`;
}

/** The name of a user's key in errors. */
export function userKeyName(user: string | undefined): string {
  return `client-key of user "${user}"`;
}

/** The name of a cluster's certificate authority in errors. */
export function authorityName(cluster: string): string {
  return `certificate-authority of cluster "${cluster}"`;
}

/** The error for a cluster entry that both trusts an authority and skips the check. */
export function contradictingTrustText(cluster: string, file: string): string {
  return `cluster "${cluster}" of ${file} has both certificate-authority and insecure-skip-tls-verify; remove one`;
}

/** The error for a certificate authority that is not PEM. `title`: its name, and the file that names it. */
export function authorityNotPemText(title: string): string {
  return `${title} contains no PEM certificate`;
}

/** The error for a certificate authority without a readable certificate. `title`: likewise. */
export function unreadableAuthorityText(title: string): string {
  return `${title} contains no certificate that is readable`;
}

/** A user entry as errors name it. Both names are undefined where the context has no user. */
export interface NamedUser {
  readonly name: string | undefined;
  readonly file: string | undefined;
}

/** The error for a client certificate that cannot be used, by the code of OpenSSL. */
export function unusableCertificateText({ name, file }: NamedUser, code: string): string {
  return `cannot use the client certificate of user "${name}" of ${file}: ${misfits[code] ?? `not readable as PEM (${code})`}`;
}

const misfits: Readonly<Record<string, string>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "client-key does not match the certificate",
  ERR_OSSL_X509_KEY_TYPE_MISMATCH: "client-key does not match the certificate",
  ERR_MISSING_PASSPHRASE: "client-key is encrypted, which is not supported, as in kubectl",
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: "client-key is encrypted, which is not supported, as in kubectl",
};

/** The error for a file of TLS material that cannot be read, with the reason. */
export function unreadableTlsFileText(path: string, name: string, reason: string): string {
  return `cannot read ${path}, the ${name}: ${reason}`;
}
