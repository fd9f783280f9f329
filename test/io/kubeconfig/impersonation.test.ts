import { afterEach, describe, expect, test } from "vitest";
import { InputError } from "../../../shared/io/errors/errors.ts";
import { type ImpersonatedUser, impersonationHeaders } from "../../../shared/io/kubeconfig/impersonation.ts";
import { connectTo } from "../../../shared/io/reader/connect-cluster.ts";
import { makeCertificates } from "../certificates.ts";
import { buildContext, inline } from "../chosen.ts";
import { type Protocol, startTestServer, type TestServer } from "../server.ts";

const bob: ImpersonatedUser = { userName: "bob", groups: [], extra: {} };

describe("impersonation becomes headers as client-go writes them (transport/round_trippers.go)", () => {
  const rows: [rule: string, more: Partial<ImpersonatedUser>, headers: object][] = [
    ["a user", {}, {}],
    ["a UID", { uid: "7" }, { "impersonate-uid": "7" }],
    ["an empty UID is none", { uid: "" }, {}],
    ["every group is a header", { groups: ["g", "h"] }, { "impersonate-group": ["g", "h"] }],
    [
      "every value of an extra is a header",
      { extra: { scopes: ["a", "b"] } },
      { "impersonate-extra-scopes": ["a", "b"] },
    ],
    ["an extra without values is none", { extra: { scopes: [] } }, {}],
    ["an extra may have an empty value", { extra: { scopes: [""] } }, { "impersonate-extra-scopes": [""] }],
    [
      "what no header name may hold is escaped",
      { extra: { "a/b c": ["x"] } },
      { "impersonate-extra-a%2fb%20c": ["x"] },
    ],
    ["the percent sign is escaped", { extra: { "50%": ["x"] } }, { "impersonate-extra-50%25": ["x"] }],
    ["every byte of UTF-8 is escaped", { extra: { Ü: ["x"] } }, { "impersonate-extra-%c3%9c": ["x"] }],
    ["other signs stay", { extra: { "a.b-c_d~!": ["x"] } }, { "impersonate-extra-a.b-c_d~!": ["x"] }],
    [
      "keys that differ in case only go together",
      { extra: { k: ["a"], K: ["b"] } },
      { "impersonate-extra-k": ["a", "b"] },
    ],
    [
      "values go out as UTF-8, a character for each byte",
      { groups: ["Jörg"] },
      { "impersonate-group": ["J\xc3\xb6rg"] },
    ],
    ["without the space around them", { uid: " 7\t" }, { "impersonate-uid": "7" }],
  ];
  test.for(rows)("%s", ([, more, headers]) => {
    expect(impersonationHeaders({ ...bob, ...more })).toEqual({ "impersonate-user": "bob", ...headers });
  });
});

describe("a value that no header can hold is refused, and nothing is sent", () => {
  const rows: [what: string, more: Partial<ImpersonatedUser>, sentence: RegExp][] = [
    [
      "a user with a line break",
      { userName: "bob\nImpersonate-Group: system:masters" },
      /the user name contains a control/,
    ],
    ["a UID with a zero", { uid: "7\0" }, /the UID contains a control character/],
    ["a group with a carriage return", { groups: ["g", "h\r"] }, /a group contains a control character/],
    ["an extra with a DEL", { extra: { k: ["\x7f"] } }, /a user extra contains a control character/],
  ];
  test.for(rows)("%s", ([, more, sentence]) => {
    expect(() => impersonationHeaders({ ...bob, ...more })).toThrow(InputError);
    expect(() => impersonationHeaders({ ...bob, ...more })).toThrow(sentence);
  });
});

describe("every value goes out as a header of its own, beside the proof of who we are", () => {
  const { server: pair, authority } = makeCertificates();
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const one of servers.splice(0)) await one.close();
  });

  const rows: [protocol: Protocol, scheme: string, authorization: string | undefined][] = [
    ["h2", "https", "Bearer t"],
    ["http/1.1", "https", "Bearer t"],
    ["plain", "http", undefined],
  ];
  test.for(rows)("over %s", async ([protocol, scheme, authorization]) => {
    const one = await startTestServer(protocol, pair, () => ({}));
    servers.push(one);
    const impersonate = { userName: "Jörg", groups: ["g", "h"], extra: { "a/b": ["x", ""] } };
    const ours = buildContext(
      `${scheme}://127.0.0.1:${one.port}`,
      { certificateAuthority: inline(authority) },
      { token: "t" },
    );
    const connection = await connectTo({ ...ours, impersonate }, { userAgent: "test" });
    await connection.get("/");
    connection.close();
    const { rawHeaders = [], headers = {} } = one.requests[0] ?? {};
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
    );
    expect(pairs.filter(([name]) => name?.startsWith("impersonate-"))).toEqual([
      ["impersonate-user", "J\xc3\xb6rg"],
      ["impersonate-group", "g"],
      ["impersonate-group", "h"],
      ["impersonate-extra-a%2fb", "x"],
      ["impersonate-extra-a%2fb", ""],
    ]);
    expect(headers["authorization"]).toBe(authorization);
  });
});
