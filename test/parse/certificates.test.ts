import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCertificateBundle } from "../../shared/parse/certificates.ts";

/** Certificates that openssl made, by `createBundle` of test/cluster and by `openssl x509 -req` (`first-version`). */
const folder = join(import.meta.dirname, "certificates");
const names = readdirSync(folder);
const pemOf = (name: string): string => readFileSync(join(folder, name), "utf8");
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** The validity that Node's OpenSSL reads. */
function validityByNode(pem: string | Buffer): { notBefore: number; notAfter: number } {
  const { validFromDate, validToDate } = new X509Certificate(pem);
  return { notBefore: validFromDate.getTime(), notAfter: validToDate.getTime() };
}

const inOrder = ["elliptic-curve.pem", "no-end.pem", "rsa.pem"];

describe("a certificate is valid as long as Node reads it", () => {
  test.for(names)("%s", (name) => {
    const pem = pemOf(name);
    const expected = { certificates: [validityByNode(pem)], unreadable: 0, isCut: false };
    expect(readCertificateBundle(base64(pem))).toEqual(expected);
    expect(readCertificateBundle(base64(pem.replaceAll("\n", "\r\n")))).toEqual(expected);
  });

  test("no byte of one makes another time than Node's, or an error", () => {
    const lines = pemOf("after-2049.pem").split("\n").slice(1, -2);
    const whole = Buffer.from(lines.join(""), "base64");
    let same = 0;
    for (let place = 0; place < whole.length; place += 1) {
      for (const change of [1, 0x55, 0x80]) {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ change;
        const own = readCertificateBundle(base64(pemOfBytes(bytes)))?.certificates[0];
        if (own === undefined) continue;
        const expected = readValidity(bytes);
        if (expected !== undefined) expect(own, `byte ${place}`).toEqual(expected);
        same += expected === undefined ? 0 : 1;
      }
    }
    expect(same).toBeGreaterThan(500);
  });

  test("one that is cut at any byte is unreadable", () => {
    const body = pemOf("elliptic-curve.pem").split("\n").slice(1, -2).join("");
    const whole = Buffer.from(body, "base64");
    for (let length = 0; length < whole.length; length += 1) {
      const cut = base64(pemOfBytes(whole.subarray(0, length)));
      expect(readCertificateBundle(cut), `${length} bytes`).toMatchObject({ certificates: [], unreadable: 1 });
    }
  });
});

function pemOfBytes(bytes: Uint8Array): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString("base64")}\n-----END CERTIFICATE-----\n`;
}

function readValidity(bytes: Buffer): { notBefore: number; notAfter: number } | undefined {
  try {
    const read = validityByNode(bytes);
    return Number.isNaN(read.notBefore) || Number.isNaN(read.notAfter) ? undefined : read;
  } catch {
    return undefined;
  }
}

describe("a bundle", () => {
  test("has its certificates in order, with comments between them", () => {
    const text = inOrder.map((name) => `# ${name}\n${pemOf(name)}`).join("\n");
    const certificates = inOrder.map((name) => validityByNode(pemOf(name)));
    expect(readCertificateBundle(base64(text))).toEqual({ certificates, unreadable: 0, isCut: false });
  });

  const empty = { certificates: [], unreadable: 0, isCut: false };
  const rows: readonly (readonly [what: string, bundle: string, read: unknown])[] = [
    ["of nothing", "", empty],
    ["of words", base64("no certificate at all"), empty],
    ["of base64 twice", base64(base64(pemOf("rsa.pem"))), empty],
    ["of NUL bytes", base64("\0".repeat(5000)), empty],
    ["of a private key", base64("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), empty],
    ["of OpenSSL's trusted form", base64(pemOf("rsa.pem").replaceAll("CERTIFICATE", "TRUSTED CERTIFICATE")), empty],
    ["of a block that does not end", base64("-----BEGIN CERTIFICATE-----\nMIIB"), empty],
    ["of a block with other characters", base64(pemOf("rsa.pem").replace("MII", "M*I")), { ...empty, unreadable: 1 }],
    ["that is no base64", "<removed>", undefined],
  ];
  test.for(rows)("%s", ([, bundle, read]) => {
    expect(readCertificateBundle(bundle)).toEqual(read);
  });

  test("of 300 certificates is read up to a limit, which it reports", () => {
    const read = readCertificateBundle(base64(pemOf("elliptic-curve.pem").repeat(300)));
    expect(read?.certificates).toHaveLength(100);
    expect(read?.isCut).toBe(true);
  });

  const large: readonly (readonly [what: string, text: string])[] = [
    ["of beginnings", "-----BEGIN CERTIFICATE-----".repeat(40_000)],
    ["of endings", "-----BEGIN CERTIFICATE-----A-----END CERTIFICATE-----".repeat(20_000)],
    ["of hyphens", "-".repeat(1_000_000)],
    ["of one certificate without an end", `-----BEGIN CERTIFICATE-----${"A".repeat(1_000_000)}`],
  ];
  test.for(large)("of 1 MB %s is cut", ([, text]) => {
    expect(readCertificateBundle(base64(text))).toMatchObject({ certificates: [], isCut: true });
  });
});
