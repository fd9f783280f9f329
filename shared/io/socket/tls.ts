import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from "node:tls";
import {
  authorityName,
  authorityNotPemText,
  contradictingTrustText,
  unreadableTlsFileText,
  unusableCertificateText,
  userCertificateName,
  userKeyName,
} from "../../render/words/connection/tls.ts";
import { ConnectionError, InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/refusal-reading.ts";
import { readBounded } from "../files/read-bounded.ts";
import type { ChosenContext } from "../kubeconfig/choose-context.ts";
import type { ClusterEntry, PemMaterial } from "../kubeconfig/entries.ts";

/** The options of `tls.connect`: how to verify the server, and the client certificate. */
export interface TlsMaterial {
  readonly secureContext: SecureContext;
  /** The name that the server's certificate must contain. Absent: the host of its address. */
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

/** A certificate with its key, in PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * The TLS material of a context, read and checked. `pair` of a plugin replaces the user's own certificate and key.
 * @throws InputError where a file cannot be read; ConnectionError where certificate and key do not match.
 */
export function loadTlsMaterial(choice: ChosenContext, pair?: KeyPair): TlsMaterial {
  const { cluster, user } = choice;
  // A key without a certificate is ignored, as in client-go.
  const withKey = user?.clientCertificate !== undefined;
  const ca = loadCertificateAuthority(cluster);
  const cert = loadPem(user?.clientCertificate, userCertificateName(user?.name));
  const key = loadPem(withKey ? user.clientKey : undefined, userKeyName(user?.name));
  if (ca !== undefined && cluster.insecureSkipTlsVerify) {
    throw new InputError(contradictingTrustText(cluster.name, cluster.file));
  }
  if (ca !== undefined && !ca.includes("-----BEGIN CERTIFICATE-----")) {
    throw new InputError(authorityNotPemText(cluster.name, cluster.file));
  }
  return {
    secureContext: secureContextOf(
      {
        ca: cluster.insecureSkipTlsVerify ? undefined : (ca ?? systemAuthorities()),
        cert: pair?.cert ?? cert,
        key: pair?.key ?? key,
      },
      choice,
    ),
    rejectUnauthorized: !cluster.insecureSkipTlsVerify,
    ...(cluster.tlsServerName !== undefined && { servername: cluster.tlsServerName }),
  };
}

/** The TLS material for a server without a cluster entry. `authority` in PEM; absent: what this machine trusts. */
export function tlsBy(authority?: Buffer): TlsMaterial {
  const ca = authority ?? systemAuthorities();
  return { secureContext: createSecureContext({ ca, allowPartialTrustChain: true }), rejectUnauthorized: true };
}

/** The certificate authority of a cluster entry. @throws InputError where its file cannot be read. */
export function loadCertificateAuthority({ name, certificateAuthority }: ClusterEntry): Buffer | undefined {
  return loadPem(certificateAuthority, authorityName(name));
}

function secureContextOf(parts: SecureContextOptions, { user }: ChosenContext): SecureContext {
  try {
    // Go trusts every certificate of the authority's file, intermediates too. OpenSSL needs this option for that.
    return createSecureContext({ ...parts, allowPartialTrustChain: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const happened = unusableCertificateText({ name: user?.name, file: user?.file }, code);
    throw new ConnectionError(happened, { reason: "credentials", cause: error });
  }
}

/** The authorities that this machine trusts, perhaps none, as for kubectl. Node's default would be Mozilla's list. */
export function systemAuthorities(): string[] {
  // The lists contain certificates more than once.
  return [...new Set([...getCACertificates("system"), ...getCACertificates("extra")])];
}

/** The data of `material`, or the content of its file. @throws InputError where the file cannot be read. */
export function loadPem(material: PemMaterial | undefined, what: string): Buffer | undefined {
  if (material === undefined) return undefined;
  if ("data" in material) return material.data;
  try {
    return readBounded(material.path);
  } catch (error) {
    throw new InputError(unreadableTlsFileText(material.path, what, fileErrorMessage(error)), { cause: error });
  }
}
