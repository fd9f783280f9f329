import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

/** An address of this machine that is no loopback address; undefined on a machine without a network. */
export function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}

/** A name that no resolver knows: only a proxy, or tls-server-name, leads to it. */
export const clusterName = "api.cluster.test";
/** The name in the certificate of the server `named`, which has stars besides. */
export const otherName = "api.named.test";

/**
 * Makes what the rows name, PEM files in `folder`: the authorities `ca.crt` and `foreign-ca.crt`, the servers' `main`
 * (every address of this machine), `named` (one name) and `foreign` (of the other authority), and the users' `alice` and
 * `bob`, and one for each other kind of key: `rsa`, `p384`, `ed25519`.
 */
export function makeMaterials(folder: string): void {
  // Without a file of our own, openssl takes the machine's, whose extensions differ from machine to machine.
  writeFileSync(join(folder, "openssl.cnf"), "[req]\ndistinguished_name = none\n[none]\n");
  const own = ownAddress();
  const here = ["DNS:localhost", "IP:127.0.0.1", "IP:::1", ...(own === undefined ? [] : [`IP:${own}`])];
  const everywhere = [...here, `DNS:${clusterName}`, "DNS:proxy.test"].join(",");
  make(folder, "ca", ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"]);
  make(folder, "foreign-ca", ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"]);
  make(folder, "main", [`subjectAltName=${everywhere}`, "extendedKeyUsage=serverAuth"], "ca");
  make(
    folder,
    "named",
    [`subjectAltName=DNS:${otherName},DNS:*.star.test,DNS:f*.part.test,DNS:*.two`, "extendedKeyUsage=serverAuth"],
    "ca",
  );
  make(folder, "foreign", [`subjectAltName=${everywhere}`, "extendedKeyUsage=serverAuth"], "foreign-ca");
  const isUser = ["extendedKeyUsage=clientAuth"];
  for (const user of ["alice", "bob"]) make(folder, user, isUser, "ca");
  make(folder, "rsa", isUser, "ca", ["rsa:2048"]);
  make(folder, "p384", isUser, "ca", ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"]);
  make(folder, "ed25519", isUser, "ca", ["ed25519"]);
  // As OpenSSL and kubeadm wrote keys before PKCS#8.
  execFileSync("openssl", ["rsa", "-in", "rsa.key", "-traditional", "-out", "rsa-pkcs1.key"], {
    cwd: folder,
    stdio: "pipe",
  });
}

/** The files that a row may put into a kubeconfig as data. */
export const dataFiles = ["ca.crt", "foreign-ca.crt", "alice.crt", "alice.key", "bob.crt", "bob.key"] as const;

/** One of the files, as text. */
export function materialOf(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

const ellipticCurve = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];

function make(
  folder: string,
  name: string,
  extensions: readonly string[],
  authority?: string,
  key: readonly string[] = ellipticCurve,
): void {
  const by = authority === undefined ? [] : ["-CA", `${authority}.crt`, "-CAkey", `${authority}.key`];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-config",
      "openssl.cnf",
      "-days",
      "2",
      "-subj",
      `/CN=${name}`,
      ...by,
      "-newkey",
      ...key,
      "-nodes",
      "-out",
      `${name}.crt`,
      "-keyout",
      `${name}.key`,
      ...extensions.flatMap((extension) => ["-addext", extension]),
    ],
    { cwd: folder, stdio: "pipe" },
  );
}
