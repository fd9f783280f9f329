import { describe, expect, test } from "vitest";
import { InputError } from "../../../shared/io/errors/errors.ts";
import { proxyFor } from "../../../shared/io/proxy/choose-proxy.ts";
import { type ForwardProxy, proxyAddressText, proxyAuthorization } from "../../../shared/io/proxy/forward-proxy.ts";

// What the environment means was asked of golang.org/x/net/http/httpproxy v0.49.0 (FromEnvironment, ProxyFunc, Go 1.26),
// row by row; rows where we differ stand in tables of their own.

const server = "https://api.example.com:6443";
const plain = "http://api.example.com";
const http = "http://p:3128";

function showProxy(proxy: ForwardProxy | undefined): string {
  if (proxy === undefined) return "direct";
  const { user } = proxy;
  return user === undefined
    ? proxyAddressText(proxy)
    : `${proxyAddressText(proxy)} as ${user.name} with ${user.password}`;
}

describe("the variable of the server's scheme names the proxy, in capitals before small letters", () => {
  const rows: readonly { readonly to: string; readonly env: Record<string, string>; readonly proxy: string }[] = [
    { to: server, env: {}, proxy: "direct" },
    { to: server, env: { HTTPS_PROXY: http }, proxy: http },
    { to: server, env: { https_proxy: http }, proxy: http },
    { to: server, env: { HTTPS_PROXY: "http://up:1", https_proxy: "http://low:2" }, proxy: "http://up:1" },
    { to: server, env: { HTTPS_PROXY: "", https_proxy: "http://low:2" }, proxy: "http://low:2" },
    { to: server, env: { HTTP_PROXY: http }, proxy: "direct" },
    { to: server, env: { ALL_PROXY: http }, proxy: "direct" },
    { to: plain, env: { HTTP_PROXY: http }, proxy: http },
    { to: plain, env: { HTTPS_PROXY: http }, proxy: "direct" },
    { to: plain, env: { HTTP_PROXY: "http://up:1", http_proxy: "http://low:2" }, proxy: "http://up:1" },
    { to: plain, env: { HTTP_PROXY: http, REQUEST_METHOD: "" }, proxy: http },
    { to: server, env: { HTTPS_PROXY: http, REQUEST_METHOD: "GET" }, proxy: http },
    { to: server, env: { HTTPS_PROXY: http, no_proxy: "example.com" }, proxy: "direct" },
    { to: server, env: { HTTPS_PROXY: http, NO_PROXY: "x.org", no_proxy: "example.com" }, proxy: http },
  ];
  test.for(rows)("$to with $env: $proxy", async ({ to, env, proxy }) => {
    expect(showProxy(await proxyFor(to, undefined, env))).toBe(proxy);
  });

  test("the chosen proxy names its variable", async () => {
    expect(await proxyFor(server, undefined, { https_proxy: http })).toMatchObject({
      from: "https_proxy",
      byEnvironment: true,
    });
  });

  test.for([plain, "http://127.0.0.1:8080"])(
    "HTTP_PROXY is refused in a CGI program, where a client may set it: %s",
    async (to) => {
      const chooseProxy = (): Promise<unknown> => proxyFor(to, undefined, { HTTP_PROXY: http, REQUEST_METHOD: "GET" });
      await expect(chooseProxy()).rejects.toThrow(InputError);
      await expect(chooseProxy()).rejects.toThrow(
        /^HTTP_PROXY is not safe to use in a CGI program \(REQUEST_METHOD is set\); unset one/,
      );
    },
  );
});

describe("the address of a proxy is read as Go reads it", () => {
  const rows = [
    { text: "p:3128", proxy: "http://p:3128" },
    { text: "p", proxy: "http://p:80" },
    { text: "10.0.0.9:3128", proxy: "http://10.0.0.9:3128" },
    { text: "user:pw@p:3128", proxy: "http://p:3128 as user with pw" },
    { text: "HTTP://p", proxy: "http://p:80" },
    { text: "https://p", proxy: "https://p:443" },
    { text: "socks5://p", proxy: "socks5://p:1080" },
    { text: "socks5h://p", proxy: "socks5://p:1080" },
    { text: "socks5://u:x@p:1081", proxy: "socks5://p:1081 as u with x" },
    { text: "http://dom%5Cuser:p%40ss%3A@p:3128", proxy: "http://p:3128 as dom\\user with p@ss:" },
    { text: "http://@p:3128", proxy: "http://p:3128 as  with " },
    { text: "http://u@p:3128", proxy: "http://p:3128 as u with " },
    { text: "http://a@b@p:1", proxy: "http://p:1 as a@b with " },
    { text: "http://[fd00::1]:3128", proxy: "http://[fd00::1]:3128" },
    { text: "http://[fd00::1]", proxy: "http://[fd00::1]:80" },
    { text: "[fd00::1]:3128", proxy: "http://[fd00::1]:3128" },
    { text: "http://p:3128/path?x#y", proxy: "http://p:3128" },
    { text: "http://p:", proxy: "http://p:80" },
    { text: "http://u:%zz@p:1", proxy: "direct" },
    { text: "http://p:3128\n", proxy: "direct" },
  ];
  test.for(rows)("$text: $proxy", async ({ text, proxy }) => {
    expect(showProxy(await proxyFor(server, undefined, { HTTPS_PROXY: text }))).toBe(proxy);
  });

  test("a port alone is one of this machine", async () => {
    expect(showProxy(await proxyFor(server, undefined, { HTTPS_PROXY: "http://:3128" }))).toBe("http://localhost:3128");
  });
});

describe("an address where Go would look for a host called http, or for none, is refused without repeating it", () => {
  const rows = [
    "http://pro xy:1",
    "http://p:abc",
    "http://u:SECRET#w@p:1",
    "http://u:SECRET/w@p:1",
    "http://p:1:2",
    "http://p%41:1",
    "http://u:[SECRET@p:1",
    'http://u"x:SECRET@p:1',
    "//p:3128",
    "/p",
    "ftp://p:21",
    "http://",
    "http://p:0",
    "http://p:99999",
    "http://u:%FF@p:1",
  ];
  test.for(rows)("%s", async (text) => {
    const chooseProxy = (): Promise<unknown> => proxyFor(server, undefined, { HTTPS_PROXY: text });
    await expect(chooseProxy()).rejects.toThrow(InputError);
    await expect(chooseProxy()).rejects.toThrow(/^HTTPS_PROXY is not the address of a proxy; use http:\/\/HOST:PORT/);
    await expect(chooseProxy()).rejects.not.toThrow(/SECRET/);
  });
});

describe("this machine needs no proxy of the environment", () => {
  const rows = [
    { to: "https://localhost:6443", proxy: "direct" },
    { to: "https://127.0.0.1:6443", proxy: "direct" },
    { to: "https://127.8.9.1", proxy: "direct" },
    { to: "https://[::1]:6443", proxy: "direct" },
    { to: "https://[::ffff:127.0.0.1]", proxy: "direct" },
    { to: "https://localhost.example.com", proxy: http },
    { to: "https://0.0.0.0", proxy: http },
  ];
  test.for(rows)("$to: $proxy", async ({ to, proxy }) => {
    expect(showProxy(await proxyFor(to, undefined, { HTTPS_PROXY: http }))).toBe(proxy);
    expect(showProxy(await proxyFor(to, "http://own:1", { HTTPS_PROXY: http, NO_PROXY: "*" }))).toBe("http://own:1");
  });
});

describe("NO_PROXY exempts names with all below them, addresses and blocks", () => {
  const v4 = "https://10.1.2.3:6443";
  const v6 = "https://[fd00::1]:6443";
  const rows: [to: string, exempt: readonly string[], proxied: readonly string[]][] = [
    [
      server,
      [
        "example.com",
        ".example.com",
        "*.example.com",
        "api.example.com",
        "API.Example.COM",
        " x.org , example.com ",
        "example.com:6443",
        ".example.com:6443",
        "*",
        "x.org,*",
        "*,x",
        "example.com:",
        "com",
      ],
      [
        ".api.example.com",
        "*.api.example.com",
        "ample.com",
        "example.com:443",
        "**",
        "api.*",
        ":6443",
        "api.example.com.",
        "https://api.example.com",
        "api.example.com/",
        "x;example.com",
        "x example.com",
        "10.0.0.0/8",
      ],
    ],
    ["https://example.com", ["example.com", "example.com:443"], [".example.com", "*.example.com"]],
    ["https://example.com.", [], ["example.com"]],
    [
      v4,
      ["10.0.0.0/8", "10.1.2.3", "10.1.2.3:6443", "10.1.2.3/32", "::ffff:10.1.2.3", "::ffff:10.0.0.0/104", "0.0.0.0/0"],
      [
        "10.1.2.3:443",
        "10.1.2",
        "10.*",
        "10.1.2.4/30",
        "10.1.2.4/31",
        "010.0.0.0/8",
        "10.0.0.0/33",
        "::/0",
        "2.3",
        ".3",
        "10.0.0.0/8:6443",
      ],
    ],
    [
      v6,
      ["fd00::/8", "fd00::1", "[fd00::1]:6443", "FD00:0::1", "fd00::0/127"],
      ["[fd00::1]", "[fd00::1]:443", "0.0.0.0/0", "fd00::2/127"],
    ],
    ["https://api.xn--bcher-kva.example", ["bücher.example", ".BÜCHER.example", "*.bücher.example"], []],
  ];
  const single = rows.flatMap(([to, exempt, proxied]) => [
    ...exempt.map((entry) => [to, entry, "direct"] as const),
    ...proxied.map((entry) => [to, entry, http] as const),
  ]);
  test.for(single)("%s with %s: %s", async ([to, entry, proxy]) => {
    expect(showProxy(await proxyFor(to, undefined, { HTTPS_PROXY: http, NO_PROXY: entry }))).toBe(proxy);
  });
});

describe("proxy-url must be what parseProxyURL of client-go takes", () => {
  test.for(["http://p:1", "https://p:1", "socks5://p:1"])("%s", async (text) => {
    expect(await proxyFor(server, text, {}, 'proxy-url of cluster "x"')).toMatchObject({
      from: 'proxy-url of cluster "x"',
      byEnvironment: false,
    });
    expect(showProxy(await proxyFor(server, text, {}))).toBe(text);
  });

  test.for([
    "socks5h://p",
    "ftp://p",
    "p:3128",
    "p",
    "127.0.0.1:3128",
    "http:p",
    "http://",
    "http://a b",
    "%zz",
    "//p",
  ])("proxy-url refuses %s", async (text) => {
    const chooseProxy = (): Promise<unknown> => proxyFor(server, text, {}, 'proxy-url of cluster "x"');
    await expect(chooseProxy()).rejects.toThrow(InputError);
    await expect(chooseProxy()).rejects.toThrow(
      /^proxy-url of cluster "x" is not the address of a proxy; .* https:\/\/ or socks5:\/\/,/,
    );
  });

  test("an empty one is none", async () => {
    expect(showProxy(await proxyFor(server, "", { HTTPS_PROXY: http }))).toBe(http);
  });
});

test("user and password are proved by Basic, also where they are empty", async () => {
  const proofOf = async (text: string): Promise<unknown> => {
    const proxy = await proxyFor(server, text, {});
    return proxy && proxyAuthorization(proxy)["proxy-authorization"];
  };
  expect(await proofOf("http://Aladdin:open%20sesame@p")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  expect(await proofOf("http://@p")).toBe("Basic Og==");
  expect(await proofOf("http://p")).toBeUndefined();
});
