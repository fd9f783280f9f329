import { createSecureContext, type SecureContext } from "node:tls";
import { unusableCertificateText } from "../../render/words/connection/tls.ts";
import { ConnectionError } from "../errors/errors.ts";
import { systemAuthorities } from "./system-authorities.ts";
import type { TlsMaterial } from "./tls.ts";

const contexts = new WeakMap<TlsMaterial, SecureContext>();

/** Node's form of the material, made once. @throws ConnectionError where certificate and key do not match. */
export function secureContextOf(material: TlsMaterial): SecureContext {
  const known = contexts.get(material);
  if (known !== undefined) return known;
  const context = createContext(material);
  contexts.set(material, context);
  return context;
}

function createContext({ authority, rejectUnauthorized, cert, key, user }: TlsMaterial): SecureContext {
  const ca = rejectUnauthorized ? (authority ?? systemAuthorities()) : undefined;
  try {
    // Go trusts every certificate of the authority's file, intermediates too. OpenSSL needs this option for that.
    return createSecureContext({ ca, cert, key, allowPartialTrustChain: true });
  } catch (error) {
    if (user === undefined) throw error;
    const happened = unusableCertificateText(user, (error as NodeJS.ErrnoException).code ?? "");
    throw new ConnectionError(happened, { reason: "credentials", cause: error });
  }
}
