import type { TlsMaterial } from "./tls.ts";

/** The headers by which a server knows the user. */
export interface RequestCredentials {
  /** The headers of one request; called for each request, because a token may change. @throws what renewing it does. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /**
   * Marks headers that {@link headers} returned as refused with 401: the next call renews the token, unless another
   * call has renewed it since.
   */
  forget(refused: Readonly<Record<string, string>>): void;
}

/** The credentials for one server, and the TLS material that checks the server. */
export interface ServerCredentials extends RequestCredentials {
  /** Absent for an http server. A new object means a new certificate: reconnect then. */
  readonly tls?: TlsMaterial;
}
