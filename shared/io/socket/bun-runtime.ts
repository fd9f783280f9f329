// The part of `Bun` that opens sockets without `node:tls`, which takes a tenth of a status to load
// (https://bun.com/reference/bun/connect; what the reference leaves out was seen in Bun 1.4.5).

/** Bun, where this is what runs the code. */
export const bun: BunRuntime | undefined = (globalThis as { readonly Bun?: BunRuntime }).Bun;

interface BunRuntime {
  /** Rejects where no connection is opened. @throws an error of OpenSSL where certificate and key cannot be used. */
  connect(options: BunConnectOptions): Promise<unknown>;
}

interface BunConnectOptions {
  readonly hostname: string;
  readonly port: number;
  readonly tls: {
    readonly ca: Buffer;
    readonly cert: Buffer | string | undefined;
    readonly key: Buffer | string | undefined;
    /** Empty: none is sent, and Bun compares `hostname`. */
    readonly serverName: string;
    readonly rejectUnauthorized: true;
    readonly allowPartialTrustChain: true;
    /** As on the wire (RFC 7301): each with its length before it. */
    readonly ALPNProtocols: string;
  };
  readonly socket: BunSocketHandlers;
}

/** What Bun calls. An error of a read or of TLS comes before `close`, or with it. */
export interface BunSocketHandlers {
  open(socket: BunSocket): void;
  /** `success`: the certificate is good, and for the name. */
  handshake(socket: BunSocket, success: boolean, error: Error | null | undefined): void;
  data(socket: BunSocket, chunk: Buffer): void;
  drain(socket: BunSocket): void;
  error(socket: BunSocket, error: Error): void;
  close(socket: BunSocket, error?: Error): void;
  connectError(socket: unknown, error: Error): void;
}

/** A socket that is connected. */
export interface BunSocket {
  readonly alpnProtocol: string | false | null;
  /** Returns how many bytes were taken, -1 where the socket takes none any more. `drain` is called when it takes more. */
  write(bytes: Uint8Array): number;
  close(): void;
  setNoDelay(on: boolean): void;
  setKeepAlive(on: boolean, milliseconds: number): void;
  getPeerX509Certificate(): BunCertificate | undefined;
}

/** A part of `X509Certificate` of `node:crypto`. */
interface BunCertificate {
  readonly subjectAltName: string | undefined;
  checkIP(address: string): string | undefined;
}
