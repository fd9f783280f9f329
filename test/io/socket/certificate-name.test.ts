import { describe, expect, test } from "vitest";
import { isNamedFor } from "../../../shared/io/socket/certificate-name.ts";

// Rows were asked of Go 1.26 (crypto/x509, Certificate.VerifyHostname).

describe("a certificate is for a host by a name of its own", () => {
  const rows: [alternatives: string, host: string][] = [
    ["DNS:localhost", "localhost"],
    ["DNS:localhost", "LOCALHOST"],
    ["DNS:localhost", "localhost."],
    ["DNS:other, DNS:localhost", "localhost"],
    ["IP Address:127.0.0.1, DNS:localhost", "localhost"],
    ["DNS:*.example.com", "api.example.com"],
    ["DNS:*.Example.com", "api.example.COM."],
    ["DNS:*.example.com", "a_b.example.com"],
    ["DNS:*.local", "foo.local"],
    ["DNS:f*.example.com, DNS:*.example.com", "foo.example.com"],
    ["DNS:f*.example.com", "f*.example.com"],
  ];
  test.for(rows)("%s is for %s", ([alternatives, host]) => {
    expect(isNamedFor(alternatives, host)).toBe(true);
  });
});

describe("a certificate is for no other host", () => {
  const rows: [alternatives: string, host: string][] = [
    ["", "localhost"],
    ["DNS:", ""],
    ["DNS:.", "."],
    ["DNS:localhost", "localhos"],
    // The Kelvin sign, whose small form is k, as toLowerCaseASCII of Go leaves it.
    ["DNS:kube.example.com", "\u212Aube.example.com"],
    ["DNS:\u212Aube.example.com", "kube.example.com"],
    ["DNS:*.example.com", "example.com"],
    ["DNS:*.example.com", "a.b.example.com"],
    ["DNS:*.example.com", ".example.com"],
    ["DNS:*.example.com", "-a.example.com"],
    ["DNS:*.*.example.com", "a.b.example.com"],
    ["DNS:a.*.example.com", "a.b.example.com"],
    ["DNS:f*.example.com", "foo.example.com"],
    ["DNS:*oo.example.com", "foo.example.com"],
    ["DNS:**.example.com", "foo.example.com"],
    ["DNS:*", "localhost."],
    ["URI:localhost, email:localhost", "localhost"],
    ["IP Address:localhost", "localhost"],
    // As Node writes one name of the characters `evil, DNS:localhost`.
    ['DNS:"evil, DNS:localhost"', "localhost"],
    ['DNS:"evil\\", DNS:localhost"', "localhost"],
    ['othername:"x, DNS:localhost", DNS:other', "localhost"],
    ["DirName:CN=x, DNS:other", "localhost"],
  ];
  test.for(rows)("%s is not for %s", ([alternatives, host]) => {
    expect(isNamedFor(alternatives, host)).toBe(false);
  });
});
