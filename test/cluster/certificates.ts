import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Paths of a certificate and its private key, PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** Makes the authority that the server and every user of one cluster trust: `ca.crt` and `ca.key` in `directory`. */
export async function createAuthority(directory: string): Promise<KeyPair> {
  // Without a file of our own, openssl takes the machine's, whose extensions differ from machine to machine.
  await writeFile(join(directory, "openssl.cnf"), "[req]\ndistinguished_name = none\n[none]\n");
  return await openssl(directory, "ca", "/CN=hco-status-test", [
    "basicConstraints=critical,CA:TRUE",
    "keyUsage=critical,keyCertSign",
  ]);
}

/** Makes the certificate of a server on 127.0.0.1. */
export async function createServerCertificate(directory: string): Promise<KeyPair> {
  return await issue(directory, "server", "/CN=kube-apiserver", [
    "subjectAltName=IP:127.0.0.1",
    "extendedKeyUsage=serverAuth",
  ]);
}

/** Makes a client certificate: to Kubernetes its common name is the user, its organizations are the groups. */
export async function createClientCertificate(
  directory: string,
  user: string,
  groups: readonly string[],
): Promise<KeyPair> {
  const subject = [...groups.map((group) => `/O=${group}`), `/CN=${user}`].join("");
  return await issue(directory, user, subject, ["extendedKeyUsage=clientAuth"]);
}

async function issue(
  directory: string,
  name: string,
  subject: string,
  extensions: readonly string[],
): Promise<KeyPair> {
  const authority = ["-CA", join(directory, "ca.crt"), "-CAkey", join(directory, "ca.key")];
  return await openssl(directory, name, subject, extensions, authority);
}

async function openssl(
  directory: string,
  name: string,
  subject: string,
  extensions: readonly string[],
  authority: readonly string[] = [],
): Promise<KeyPair> {
  const pair = { certificate: join(directory, `${name}.crt`), key: join(directory, `${name}.key`) };
  await promisify(execFile)("openssl", [
    "req",
    "-x509",
    "-config",
    join(directory, "openssl.cnf"),
    "-days",
    "2",
    "-subj",
    subject,
    ...authority,
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-out",
    pair.certificate,
    "-keyout",
    pair.key,
    ...extensions.flatMap((extension) => ["-addext", extension]),
  ]);
  return pair;
}
