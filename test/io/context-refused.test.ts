import { describe, expect, test } from "vitest";
import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { type ContextFlags, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { config } from "./contexts.ts";

interface RefusedChoice {
  readonly rule: string;
  readonly context?: string;
  readonly flags?: ContextFlags;
  readonly error?: typeof UsageError;
  readonly sentence: RegExp;
}

describe("a context that leads nowhere or contradicts itself is refused in one sentence without a secret", () => {
  const rows: readonly RefusedChoice[] = [
    {
      rule: "a token and a password",
      context: "as twoProofs",
      sentence: /^user "twoProofs" of .*config, with the flags, has both a token and a password; set only one$/,
    },
    {
      rule: "exec and auth-provider",
      context: "as twoPrograms",
      sentence: /^user "twoPrograms" of .* has both exec and auth-provider; set only one$/,
    },
    {
      rule: "--password beside a token",
      context: "near",
      flags: { password: "hunter2" },
      sentence: /^user "token" of .* has both a token and a password/,
    },
    {
      rule: "--token and --username",
      flags: { server: "https://new", token: "hunter2", username: "me" },
      sentence: /^user "of the flags" of the command line.* both a token and a password/,
    },
    {
      rule: "two forms of an authority",
      context: "both",
      sentence: /^cluster "both" of .* has both certificate-authority and certificate-authority-data; set only one$/,
    },
    {
      rule: "two forms of a certificate",
      context: "as bothCert",
      sentence: /^user "bothCert" of .* has both client-certificate and client-certificate-data/,
    },
    {
      rule: "two forms of a key",
      context: "as bothKey",
      sentence: /^user "bothKey" of .* has both client-key and client-key-data/,
    },
    {
      rule: "a certificate without a key",
      context: "as noKey",
      sentence: /^user "noKey" of .* has a client certificate but no client-key$/,
    },
    {
      rule: "--client-certificate without a key",
      context: "near",
      flags: { clientCertificate: "c" },
      sentence: /has a client certificate but no client-key$/,
    },
    {
      rule: "a UID without a user to impersonate",
      context: "as impersonatingNoUser",
      sentence:
        /^user "impersonatingNoUser" of .* sets a UID, groups or user extras without a user to impersonate; add --as/,
    },
    {
      rule: "--as-uid without --as",
      context: "near",
      flags: { asUid: "7" },
      sentence: /without a user to impersonate; add --as/,
    },
    {
      rule: "--as-group without --as",
      flags: { server: "https://new", asGroups: ["g"] },
      sentence: /^the command line sets a UID, groups or user extras/,
    },
    {
      rule: "--as-user-extra without --as",
      context: "near",
      flags: { asUserExtra: ["a=b"] },
      sentence: /without a user to impersonate; add --as/,
    },
    {
      rule: "--as-user-extra without a value",
      context: "near",
      flags: { as: "eve", asUserExtra: ["scopes"] },
      error: UsageError,
      sentence: /^--as-user-extra "scopes" has no value; write it as key=value$/,
    },
    {
      rule: "a cluster without a server",
      context: "silent",
      sentence: /^cluster "silent" of .*config has no server$/,
    },
    {
      rule: "a server without a scheme beside settings of TLS",
      context: "bareWithTls",
      sentence: /its server has no scheme, which means http; add https:\/\/$/,
    },
    {
      rule: "a server with a path and without a scheme",
      context: "bareWithPath",
      sentence: /its server has a path but no scheme; add https:\/\/$/,
    },
    {
      rule: "a server of another scheme",
      context: "files",
      sentence: /^cluster "files" of .*config: its server is not an http or https address$/,
    },
    {
      rule: "a server that is the path of a socket",
      context: "socket",
      sentence: /its server is not an http or https address$/,
    },
    {
      rule: "a server without a host",
      context: "noHost",
      sentence: /its server is not an http or https address$/,
    },
    {
      rule: "a server with a space",
      context: "blank",
      sentence: /its server is not an http or https address$/,
    },
    {
      rule: "a server with a backslash",
      flags: { server: "https://new\\a" },
      sentence: /not an http or https address$/,
    },
    {
      rule: "a server with a password",
      context: "secret",
      sentence: /set user name and password in users, not in server$/,
    },
    {
      rule: "--server of another scheme",
      flags: { server: "ftp://new" },
      sentence: /^cluster "--server" of the command line: its server is not an http/,
    },
    {
      rule: "a context that names no cluster",
      context: "nothing",
      sentence: /^context "nothing" of .* names no cluster$/,
    },
    {
      rule: "a context of a cluster that is missing",
      context: "nowhere",
      sentence: /^context "nowhere" names cluster "gone", which does not exist/,
    },
    {
      rule: "a context of a user that is missing",
      context: "noUser",
      sentence: /^context "noUser" names user "gone", which does not exist/,
    },
    {
      rule: "a password for a user that is missing",
      context: "noUser",
      flags: { password: "hunter2" },
      sentence: /names user "gone", which does not exist/,
    },
    {
      rule: "a context that is missing",
      context: "gone",
      sentence: /^current-context is "gone", which does not exist/,
    },
    {
      rule: "a missing context beside the flags of a server and a token",
      context: "gone",
      flags: { server: "https://new", token: "n" },
      sentence: /^current-context is "gone"/,
    },
    {
      rule: "--context with a name that is missing",
      context: "near",
      flags: { context: "gone" },
      error: UsageError,
      sentence: /^context "gone" does not exist/,
    },
    {
      rule: "--cluster with a name that is missing beside --server",
      context: "near",
      flags: { cluster: "gone", server: "https://new" },
      error: UsageError,
      sentence: /^cluster "gone" does not exist/,
    },
    {
      rule: "--user with a name that is missing beside --token",
      context: "near",
      flags: { user: "gone", token: "hunter2" },
      error: UsageError,
      sentence: /^user "gone" does not exist/,
    },
    {
      rule: "a kubeconfig without a current context",
      flags: { namespace: "apps" },
      sentence: /^no cluster is configured: no current-context in .*; select one of its contexts: /,
    },
  ];
  test.for(rows)("$rule is refused", ({ context, flags = {}, error = InputError, sentence }) => {
    const choose = (): unknown => chooseContext(config(context), flags, "/work");
    expect(choose).toThrow(error);
    expect(choose).toThrow(sentence);
    expect(choose).not.toThrow(/hunter2/);
  });

  test.for(["2130706433", "127.1", "0177.0.0.1", "0x7f.0.0.1", "127.0.0.1.", "１２７.0.0.1"])(
    "the IPv4 address %s, which browsers rewrite, is refused",
    (host) => {
      const choose = (): unknown => chooseContext(config(undefined), { server: `https://${host}:6443` }, "/work");
      expect(choose).toThrow(InputError);
      expect(choose).toThrow(/: write the address of its server in full, as four numbers: 127\.0\.0\.1$/);
    },
  );

  test.for(["a%zz", "a%4", "a\u0001", "a\n"])("a server with the path %j is refused", (path) => {
    const choose = (): unknown => chooseContext(config(undefined), { server: `https://new/${path}` }, "/work");
    expect(choose).toThrow(InputError);
    expect(choose).toThrow(/its server is not an http or https address$/);
  });
});
