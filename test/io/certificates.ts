import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate in PEM with its key. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** The certificates for tests of TLS. All but `selfSigned` are signed by `authority`. */
export interface Certificates {
  readonly authority: string;
  /** For localhost and 127.0.0.1. */
  readonly server: Pair;
  readonly elsewhere: Pair;
  /** For localhost by its Common Name only, which clients ignore. */
  readonly commonName: Pair;
  /** For 127.0.0.1, though its Common Name is localhost. */
  readonly address: Pair;
  /** For `f*.part.test`, a wildcard for a part of a label, which matches no host. */
  readonly partialWildcard: Pair;
  readonly expired: Pair;
  readonly selfSigned: Pair;
  readonly client: Pair;
  readonly otherClient: Pair;
}

const program = "openssl";

let sharedCertificates: Certificates | undefined;

/** Returns the same certificates for all files that a worker runs, since openssl needs a quarter of a second for them. */
export function makeCertificates(): Certificates {
  sharedCertificates ??= runOpenssl();
  return sharedCertificates;
}

/** Makes the certificates in a temporary folder. */
function runOpenssl(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-certificates-"));
  const openssl = (...words: readonly string[]): unknown =>
    execFileSync(program, words, { cwd: folder, stdio: "pipe" });
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

  function selfSigned(name: string): Pair {
    const files = ["-keyout", `${name}.key`, "-out", `${name}.crt`];
    openssl("req", "-x509", ...ec, "-days", "2", "-subj", `/CN=${name}`, ...files);
    return { cert: read(`${name}.crt`), key: read(`${name}.key`) };
  }

  function signCertificate(name: string, extension: string, days = "2"): Pair {
    writeFileSync(join(folder, `${name}.ext`), extension);
    openssl("req", ...ec, "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.csr`);
    const by = ["-CA", "authority.crt", "-CAkey", "authority.key", "-CAcreateserial", "-days", days];
    openssl("x509", "-req", "-in", `${name}.csr`, ...by, "-extfile", `${name}.ext`, "-out", `${name}.crt`);
    return { cert: read(`${name}.crt`), key: read(`${name}.key`) };
  }

  try {
    const here = "subjectAltName=DNS:localhost,IP:127.0.0.1";
    return {
      authority: selfSigned("authority").cert,
      server: signCertificate("server", here),
      elsewhere: signCertificate("elsewhere", "subjectAltName=DNS:api.elsewhere.example"),
      commonName: signCertificate("localhost", "extendedKeyUsage=serverAuth"),
      address: signCertificate("localhost", "subjectAltName=IP:127.0.0.1"),
      partialWildcard: signCertificate("partial", "subjectAltName=DNS:f*.part.test"),
      expired: signCertificate("expired", here, "-1"),
      selfSigned: selfSigned("alone"),
      client: signCertificate("client", "extendedKeyUsage=clientAuth"),
      otherClient: signCertificate("otherClient", "extendedKeyUsage=clientAuth"),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
