import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** From when to when a certificate is to be valid, RFC 3339 UTC. */
export interface Validity {
  readonly from: string;
  readonly to: string;
  readonly subject?: string;
  /** As `openssl req -newkey` takes it. */
  readonly key?: readonly string[];
  /** The names of the server that has the certificate; without any it is an authority's. */
  readonly hosts?: readonly string[];
}

const run = promisify(execFile);
const curve = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
const configuration = `
[req]
distinguished_name = none
[none]
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
[any]
countryName = optional
organizationName = optional
commonName = optional
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
`;

/** A certificate that is valid so long and signs itself, and its private key: PEM, as openssl makes them. */
export async function createCertificate(
  validity: Validity,
): Promise<{ readonly certificate: string; readonly key: string }> {
  const { from, to, subject = "/CN=kubevirt.io", key = curve, hosts = [] } = validity;
  const directory = await mkdtemp(join(tmpdir(), "hco-status-authority-"));
  try {
    const names = hosts.map((host) => `DNS:${host}`).join(",");
    const server = `[server]\nextendedKeyUsage = serverAuth\nsubjectAltName = ${names}\n`;
    await writeFile(join(directory, "openssl.cnf"), configuration + (hosts.length === 0 ? "" : server));
    await writeFile(join(directory, "index.txt"), "");
    await writeFile(join(directory, "serial"), "01");
    const options = { cwd: directory };
    const request = ["-config", "openssl.cnf", "-nodes", "-keyout", "key.pem", "-out", "request.pem", "-subj", subject];
    await run("openssl", ["req", "-new", "-newkey", ...key, ...request], options);
    const times = ["-startdate", asn1Time(from), "-enddate", asn1Time(to)];
    const signing = [
      "-config",
      "openssl.cnf",
      "-selfsign",
      "-keyfile",
      "key.pem",
      "-extensions",
      hosts.length === 0 ? "authority" : "server",
    ];
    const files = ["-in", "request.pem", "-out", "certificate.pem", "-notext", "-batch"];
    await run("openssl", ["ca", ...signing, ...times, ...files], options);
    const [certificate, privateKey] = await Promise.all(
      ["certificate.pem", "key.pem"].map((file) => readFile(join(directory, file), "utf8")),
    );
    return { certificate: certificate ?? "", key: privateKey ?? "" };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A `caBundle` with a certificate for each, in this order, in base64. */
export async function createBundle(validities: readonly Validity[]): Promise<string> {
  const pairs = await Promise.all(validities.map(createCertificate));
  return bundleOf(pairs.map(({ certificate }) => certificate));
}

/** A `caBundle` of these certificates, PEM. */
export function bundleOf(certificates: readonly string[]): string {
  return Buffer.from(certificates.join("")).toString("base64");
}

/** `2026-11-29T17:45:00Z` -> `20261129174500Z` */
function asn1Time(time: string): string {
  return time.replace(/[-:T]/g, "");
}
