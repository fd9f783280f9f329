import { createSecureContext, type SecureContext } from "node:tls";
import { unreadableAuthorityText, unusableCertificateText } from "../../render/words/connection/tls.ts";
import { ConnectionError, InputError } from "../errors/errors.ts";
import { systemAuthorities } from "./system-authorities.ts";
import type { TlsMaterial } from "./tls.ts";

const contexts = new WeakMap<TlsMaterial, SecureContext>();

/**
 * Node's form of the material, made once. @throws ConnectionError where certificate and key do not match; InputError
 * where the authority is not readable.
 */
export function secureContextOf(material: TlsMaterial): SecureContext {
  const known = contexts.get(material);
  if (known !== undefined) return known;
  const context = createContext(material);
  contexts.set(material, context);
  return context;
}

function createContext(material: TlsMaterial): SecureContext {
  const { authority, rejectUnauthorized, cert, key, owners } = material;
  const trusted = authority === undefined ? systemAuthorities() : certificatesIn(authority);
  const ca = rejectUnauthorized ? [...trusted] : undefined;
  try {
    // Go trusts every certificate of the authority's file, intermediates too. OpenSSL needs this option for that.
    return createSecureContext({ ca, cert, key, allowPartialTrustChain: true });
  } catch (error) {
    if (owners === undefined) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const readable = trusted.filter(isReadable);
    if (readable.length === 0 && trusted.length > 0) {
      throw new InputError(unreadableAuthorityText(owners.cluster.name, owners.cluster.file, code), { cause: error });
    }
    if (readable.length < trusted.length) {
      return createContext({ ...material, authority: Buffer.from(readable.join("\n")) });
    }
    throw new ConnectionError(unusableCertificateText(owners.user, code), { reason: "credentials", cause: error });
  }
}

// Bun refuses all where one is broken. Go ignores that one (crypto/x509: AppendCertsFromPEM), and so does Node, if each
// stands alone.
function isReadable(certificate: string): boolean {
  try {
    createSecureContext({ ca: certificate });
    return true;
  } catch {
    return false;
  }
}

function certificatesIn(authority: Buffer): readonly string[] {
  return authority.toString("latin1").match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
