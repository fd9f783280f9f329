import { X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { computeOnce } from "../../model/compute-once.ts";
import { ConnectionError, InputError } from "../errors/errors.ts";
import { systemAuthorities } from "./system-authorities.ts";
import type { TlsMaterial } from "./tls.ts";

/**
 * Node's form of the material, made once. @throws ConnectionError where certificate and key do not match; InputError
 * where no certificate of the authority is readable.
 */
export const secureContextOf: (material: TlsMaterial) => SecureContext = computeOnce(createContext);

function createContext(material: TlsMaterial): SecureContext {
  const { rejectUnauthorized, cert, key, user } = material;
  const ca = rejectUnauthorized ? authoritiesOf(material) : undefined;
  try {
    // Go trusts every certificate of the authority's file, intermediates too. OpenSSL needs this option for that.
    return createSecureContext({ ca, cert, key, allowPartialTrustChain: true });
  } catch (error) {
    if (user === undefined) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    const fault = certificateFaults[code] ?? `not readable as PEM (${code})`;
    const title = `the client certificate of user "${user.name}" of ${user.file}`;
    throw new ConnectionError(`cannot use ${title}: ${fault}`, { reason: "credentials", cause: error });
  }
}

/** Why a client certificate cannot be used, by the code of OpenSSL. */
const certificateFaults: Readonly<Record<string, string>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "client-key does not match the certificate",
  ERR_OSSL_X509_KEY_TYPE_MISMATCH: "client-key does not match the certificate",
  ERR_MISSING_PASSPHRASE: "client-key is encrypted, which is not supported, as in kubectl",
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: "client-key is encrypted, which is not supported, as in kubectl",
};

// Go ignores a broken certificate beside others (crypto/x509: AppendCertsFromPEM). Of a file with one, Node would trust
// none, and Bun would refuse all.
function authoritiesOf({ authority, authorityTitle = "" }: TlsMaterial): string[] {
  if (authority === undefined) return systemAuthorities();
  const written =
    authority.toString("latin1").match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const readable = written.filter(isReadable);
  if (readable.length === 0) throw new InputError(`${authorityTitle} contains no certificate that is readable`);
  return readable;
}

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate) !== undefined;
  } catch {
    return false;
  }
}
