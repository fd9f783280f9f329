import { describe, expect, test } from "vitest";
import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { type ContextFlags, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { config } from "./contexts.ts";

describe("what does not go together, or leads nowhere, is one sentence without a secret", () => {
  const rows: [
    rule: string,
    context: string | undefined,
    flags: ContextFlags,
    kind: typeof InputError | typeof UsageError,
    sentence: RegExp,
  ][] = [
    [
      "a token and a password",
      "as twoProofs",
      {},
      InputError,
      /^user "twoProofs" of .*config, with the flags, has both a token and a password; set only one$/,
    ],
    [
      "exec and auth-provider",
      "as twoPrograms",
      {},
      InputError,
      /^user "twoPrograms" of .* has both exec and auth-provider; set only one$/,
    ],
    [
      "--password beside a token",
      "near",
      { password: "hunter2" },
      InputError,
      /^user "token" of .* has both a token and a password/,
    ],
    [
      "--token and --username",
      undefined,
      { server: "https://new", token: "hunter2", username: "me" },
      InputError,
      /^user "of the flags" of the command line.* both a token and a password/,
    ],
    [
      "two forms of an authority",
      "both",
      {},
      InputError,
      /^cluster "both" of .* has both certificate-authority and certificate-authority-data; set only one$/,
    ],
    [
      "two forms of a certificate",
      "as bothCert",
      {},
      InputError,
      /^user "bothCert" of .* has both client-certificate and client-certificate-data/,
    ],
    [
      "two forms of a key",
      "as bothKey",
      {},
      InputError,
      /^user "bothKey" of .* has both client-key and client-key-data/,
    ],
    [
      "a certificate without a key",
      "as noKey",
      {},
      InputError,
      /^user "noKey" of .* has a client certificate but no client-key$/,
    ],
    [
      "--client-certificate without a key",
      "near",
      { clientCertificate: "c" },
      InputError,
      /has a client certificate but no client-key$/,
    ],
    [
      "a UID for nobody",
      "as impersonatingNoUser",
      {},
      InputError,
      /^user "impersonatingNoUser" of .* sets a UID, groups or user extras without a user to impersonate; add --as/,
    ],
    ["--as-uid without --as", "near", { asUid: "7" }, InputError, /without a user to impersonate; add --as/],
    [
      "--as-group without --as",
      undefined,
      { server: "https://new", asGroups: ["g"] },
      InputError,
      /^the command line sets a UID, groups or user extras/,
    ],
    [
      "--as-user-extra without --as",
      "near",
      { asUserExtra: ["a=b"] },
      InputError,
      /without a user to impersonate; add --as/,
    ],
    [
      "--as-user-extra without a value",
      "near",
      { as: "eve", asUserExtra: ["scopes"] },
      UsageError,
      /^--as-user-extra "scopes" has no value; write it as key=value$/,
    ],
    ["no server", "silent", {}, InputError, /^cluster "silent" of .*config has no server$/],
    [
      "a server without a scheme, and TLS is meant",
      "bareWithTls",
      {},
      InputError,
      /its server has no scheme, which means http; add https:\/\/$/,
    ],
    [
      "a server without a scheme, and a path",
      "bareWithPath",
      {},
      InputError,
      /its server has a path but no scheme; add https:\/\/$/,
    ],
    [
      "a server of another scheme",
      "files",
      {},
      InputError,
      /^cluster "files" of .*config: its server is not an http or https address$/,
    ],
    ["a server that is a socket", "socket", {}, InputError, /its server is not an http or https address$/],
    ["a server without a host", "noHost", {}, InputError, /its server is not an http or https address$/],
    ["a server with a space", "blank", {}, InputError, /its server is not an http or https address$/],
    ...["2130706433", "127.1", "0177.0.0.1", "0x7f.0.0.1", "127.0.0.1.", "１２７.0.0.1"].map(
      (host): (typeof rows)[number] => [
        `the IPv4 address ${host}, which browsers rewrite`,
        undefined,
        { server: `https://${host}:6443` },
        InputError,
        /: write the address of its server in full, as four numbers: 127\.0\.0\.1$/,
      ],
    ),
    ...["a%zz", "a%4", "a\u0001", "a\n"].map((path): (typeof rows)[number] => [
      `the path ${JSON.stringify(path)}`,
      undefined,
      { server: `https://new/${path}` },
      InputError,
      /its server is not an http or https address$/,
    ]),
    ["a server with a backslash", undefined, { server: "https://new\\a" }, InputError, /not an http or https address$/],
    ["a server with a password", "secret", {}, InputError, /set user name and password in users, not in server$/],
    [
      "--server of another scheme",
      undefined,
      { server: "ftp://new" },
      InputError,
      /^cluster "--server" of the command line: its server is not an http/,
    ],
    ["a context that names no cluster", "nothing", {}, InputError, /^context "nothing" of .* names no cluster$/],
    [
      "a context of a cluster that is missing",
      "nowhere",
      {},
      InputError,
      /^context "nowhere" names cluster "gone", which does not exist/,
    ],
    [
      "a context of a user that is missing",
      "noUser",
      {},
      InputError,
      /^context "noUser" names user "gone", which does not exist/,
    ],
    [
      "a password alone is no user",
      "noUser",
      { password: "hunter2" },
      InputError,
      /names user "gone", which does not exist/,
    ],
    ["a context that is missing", "gone", {}, InputError, /^current-context is "gone", which does not exist/],
    [
      "a missing context is not made good by other flags",
      "gone",
      { server: "https://new", token: "n" },
      InputError,
      /^current-context is "gone"/,
    ],
    ["--context that is missing", "near", { context: "gone" }, UsageError, /^context "gone" does not exist/],
    [
      "--cluster that is missing, though --server is given",
      "near",
      { cluster: "gone", server: "https://new" },
      UsageError,
      /^cluster "gone" does not exist/,
    ],
    [
      "--user that is missing, though --token is given",
      "near",
      { user: "gone", token: "hunter2" },
      UsageError,
      /^user "gone" does not exist/,
    ],
    [
      "nothing at all",
      undefined,
      { namespace: "apps" },
      InputError,
      /^no cluster is configured: no current-context in .*; select one of its contexts: /,
    ],
  ];
  test.for(rows)("%s", ([, context, flags, kind, sentence]) => {
    const choose = (): unknown => chooseContext(config(context), flags, "/work");
    expect(choose).toThrow(kind);
    expect(choose).toThrow(sentence);
    expect(choose).not.toThrow(/hunter2/);
  });
});
