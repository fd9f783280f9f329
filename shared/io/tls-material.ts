import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from "node:tls";
import type { ChosenContext } from "./context.ts";
import { ConnectionError, InputError } from "./errors.ts";
import type { ClusterEntry, Material } from "./kubeconfig-entries.ts";

/** How to prove the server and ourselves in a TLS handshake; what `tls.connect` takes. */
export interface TlsMaterial {
  readonly secureContext: SecureContext;
  /** The name the server's certificate must hold; absent: the host of its address. */
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

/** A certificate with its key, in PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads and checks authority, certificate and key of a context; `pair` instead of the user's own where a plugin gave one.
 * @throws InputError where a file cannot be read; ConnectionError where the pieces do not go together.
 */
export function tlsMaterialOf(choice: ChosenContext, pair?: Pair): TlsMaterial {
  const { cluster, user } = choice;
  // The key counts only beside a certificate, as in client-go.
  const withKey = user?.clientCertificate !== undefined;
  const ca = authorityOf(cluster);
  const cert = pemOf(user?.clientCertificate, `client-certificate of user "${user?.name}"`);
  const key = pemOf(withKey ? user.clientKey : undefined, `client-key of user "${user?.name}"`);
  if (ca !== undefined && cluster.insecureSkipTlsVerify) {
    throw new InputError(
      `cluster "${cluster.name}" of ${cluster.file} has both certificate-authority and insecure-skip-tls-verify; remove one`,
    );
  }
  if (ca !== undefined && !ca.includes("-----BEGIN CERTIFICATE-----")) {
    throw new InputError(
      `certificate-authority of cluster "${cluster.name}" of ${cluster.file} holds no certificate in PEM`,
    );
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

/** How a party proves itself that no cluster entry speaks of: by `authority` in PEM, else by what this machine trusts. */
export function tlsBy(authority?: Buffer): TlsMaterial {
  const ca = authority ?? systemAuthorities();
  return { secureContext: createSecureContext({ ca, allowPartialTrustChain: true }), rejectUnauthorized: true };
}

/** The authority of a cluster as its kubeconfig gives it. @throws InputError where its file cannot be read. */
export function authorityOf({ name, certificateAuthority }: ClusterEntry): Buffer | undefined {
  return pemOf(certificateAuthority, `certificate-authority of cluster "${name}"`);
}

function secureContextOf(parts: SecureContextOptions, { user }: ChosenContext): SecureContext {
  try {
    // Go takes every certificate of the authority's file as an anchor, intermediates too; OpenSSL needs to be told.
    return createSecureContext({ ...parts, allowPartialTrustChain: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw new ConnectionError(
      `cannot use the client certificate of user "${user?.name}" of ${user?.file}: ${misfits[code] ?? `not readable as PEM (${code})`}`,
      { reason: "credentials", cause: error },
    );
  }
}

const misfits: Readonly<Record<string, string>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "client-key belongs to another certificate",
  ERR_OSSL_X509_KEY_TYPE_MISMATCH: "client-key belongs to another certificate",
  ERR_MISSING_PASSPHRASE: "client-key is encrypted; kubectl cannot use such a key either",
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: "client-key is encrypted; kubectl cannot use such a key either",
};

/** Without an authority kubectl trusts what the machine trusts, be it nobody; Node alone would trust Mozilla's list. */
export function systemAuthorities(): string[] {
  // Each is there twice.
  return [...new Set([...getCACertificates("system"), ...getCACertificates("extra")])];
}

/** What a kubeconfig gives as data or as a file, undefined where it gives none. @throws InputError where the file cannot be read. */
export function pemOf(material: Material | undefined, what: string): Buffer | undefined {
  if (material === undefined) return undefined;
  if ("data" in material) return material.data;
  try {
    // Small, and nothing can be done before: threads for it take longer to start than it takes to read.
    return readFileSync(material.path);
  } catch (error) {
    throw new InputError(`cannot read ${material.path}, the ${what}: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}
