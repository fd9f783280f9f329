import { definedFields } from "../../model/defined-fields.ts";
import { InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";
import { readBounded } from "../files/read-bounded.ts";
import type { ChosenContext } from "../kubeconfig/choose-context.ts";
import type { ClusterEntry, PemMaterial } from "../kubeconfig/entries.ts";

/** How to verify a server, and the client certificate, in PEM. */
export interface TlsMaterial {
  /** Absent: what this machine trusts. */
  readonly authority?: Buffer;
  readonly cert?: Buffer | string;
  readonly key?: Buffer | string;
  /** The name that the server's certificate must contain. Absent: the host of its address. */
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
  /** The name of the authority in messages. */
  readonly authorityTitle?: string;
  /** Whose certificate it is, for messages. */
  readonly user?: { readonly name: string | undefined; readonly file: string | undefined };
}

/** A certificate with its key, in PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * The TLS material of a context, read. `pair` of a plugin replaces the user's own certificate and key. Whether these
 * match is seen when a connection is opened.
 * @throws InputError where a file cannot be read.
 */
export function loadTlsMaterial(choice: ChosenContext, pair?: KeyPair): TlsMaterial {
  const { cluster, user } = choice;
  // A key without a certificate is ignored, as in client-go.
  const withKey = user?.clientCertificate !== undefined;
  const authority = loadCertificateAuthority(cluster);
  const authorityTitle = `${authorityName(cluster.name)} of ${cluster.file}`;
  const cert = pair?.cert ?? loadPem(user?.clientCertificate, `client-certificate of user "${user?.name}"`);
  const key = pair?.key ?? loadPem(withKey ? user.clientKey : undefined, `client-key of user "${user?.name}"`);
  if (authority !== undefined && cluster.insecureSkipTlsVerify) {
    throw new InputError(
      `cluster "${cluster.name}" of ${cluster.file} has both certificate-authority and insecure-skip-tls-verify; remove one`,
    );
  }
  if (authority !== undefined && !authority.includes("-----BEGIN CERTIFICATE-----")) {
    throw new InputError(`${authorityTitle} contains no PEM certificate`);
  }
  return {
    rejectUnauthorized: !cluster.insecureSkipTlsVerify,
    authorityTitle,
    user: { name: user?.name, file: user?.file },
    ...definedFields({ authority, cert, key, servername: cluster.tlsServerName }),
  };
}

/**
 * The TLS material for a server without a cluster entry. `authority` in PEM, and its name in messages; absent: what this
 * machine trusts.
 */
export function tlsTrusting(authority?: Buffer, authorityTitle?: string): TlsMaterial {
  return {
    rejectUnauthorized: true,
    ...definedFields({ authority, authorityTitle }),
  };
}

/** The certificate authority of a cluster entry. @throws InputError where its file cannot be read. */
export function loadCertificateAuthority({ name, certificateAuthority }: ClusterEntry): Buffer | undefined {
  return loadPem(certificateAuthority, authorityName(name));
}

/** The name of a cluster's certificate authority in errors. */
function authorityName(cluster: string): string {
  return `certificate-authority of cluster "${cluster}"`;
}

/** The data of `material`, or the content of its file. @throws InputError where the file cannot be read. */
export function loadPem(material: PemMaterial | undefined, what: string): Buffer | undefined {
  if (material === undefined) return undefined;
  if ("data" in material) return material.data;
  try {
    return readBounded(material.path);
  } catch (error) {
    throw new InputError(`cannot read ${material.path}, the ${what}: ${fileErrorMessage(error)}`, { cause: error });
  }
}
