import { describe, expect, test } from "vitest";
import { InputError } from "../../../shared/io/errors/errors.ts";
import { proxyFor } from "../../../shared/io/proxy/choose-proxy.ts";
import { type ForwardProxy, proxyAddressText, proxyAuthorization } from "../../../shared/io/proxy/forward-proxy.ts";

// What the environment means was asked of golang.org/x/net/http/httpproxy v0.49.0 (FromEnvironment, ProxyFunc, Go 1.26),
// row by row; rows where we differ stand in tables of their own.

const server = "https://api.example.com:6443";
const serverWithoutTls = "http://api.example.com";
const proxyAddress = "http://p:3128";

/** `direct`, `http://p:3128`, or `http://p:3128 as USER with PASSWORD`. */
function describeProxy(proxy: ForwardProxy | undefined): string {
  if (proxy === undefined) return "direct";
  const address = proxyAddressText(proxy);
  if (proxy.user === undefined) return address;
  return `${address} as ${proxy.user.name} with ${proxy.user.password}`;
}

describe("the variable of the server's scheme names the proxy, in capitals before small letters", () => {
  const rows: readonly { readonly to: string; readonly env: Record<string, string>; readonly proxy: string }[] = [
    { to: server, env: {}, proxy: "direct" },
    { to: server, env: { HTTPS_PROXY: proxyAddress }, proxy: proxyAddress },
    { to: server, env: { https_proxy: proxyAddress }, proxy: proxyAddress },
    { to: server, env: { HTTPS_PROXY: "http://up:1", https_proxy: "http://low:2" }, proxy: "http://up:1" },
    { to: server, env: { HTTPS_PROXY: "", https_proxy: "http://low:2" }, proxy: "http://low:2" },
    { to: server, env: { HTTP_PROXY: proxyAddress }, proxy: "direct" },
    { to: server, env: { ALL_PROXY: proxyAddress }, proxy: "direct" },
    { to: serverWithoutTls, env: { HTTP_PROXY: proxyAddress }, proxy: proxyAddress },
    { to: serverWithoutTls, env: { HTTPS_PROXY: proxyAddress }, proxy: "direct" },
    { to: serverWithoutTls, env: { HTTP_PROXY: "http://up:1", http_proxy: "http://low:2" }, proxy: "http://up:1" },
    { to: serverWithoutTls, env: { HTTP_PROXY: proxyAddress, REQUEST_METHOD: "" }, proxy: proxyAddress },
    { to: server, env: { HTTPS_PROXY: proxyAddress, REQUEST_METHOD: "GET" }, proxy: proxyAddress },
    { to: server, env: { HTTPS_PROXY: proxyAddress, no_proxy: "example.com" }, proxy: "direct" },
    { to: server, env: { HTTPS_PROXY: proxyAddress, NO_PROXY: "x.org", no_proxy: "example.com" }, proxy: proxyAddress },
  ];
  test.for(rows)("the proxy for $to is $proxy with $env", async ({ to, env, proxy }) => {
    expect(describeProxy(await proxyFor(to, undefined, env))).toBe(proxy);
  });

  test("the chosen proxy has the name of its variable", async () => {
    expect(await proxyFor(server, undefined, { https_proxy: proxyAddress })).toMatchObject({
      from: "https_proxy",
      byEnvironment: true,
    });
  });

  test.for([serverWithoutTls, "http://127.0.0.1:8080"])(
    "HTTP_PROXY is refused in a CGI program, where a client may set it, for %s",
    async (to) => {
      const chooseProxy = (): Promise<unknown> =>
        proxyFor(to, undefined, { HTTP_PROXY: proxyAddress, REQUEST_METHOD: "GET" });
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
  test.for(rows)("HTTPS_PROXY=$text means $proxy", async ({ text, proxy }) => {
    expect(describeProxy(await proxyFor(server, undefined, { HTTPS_PROXY: text }))).toBe(proxy);
  });

  test("an address that is only a port is a proxy on localhost", async () => {
    expect(describeProxy(await proxyFor(server, undefined, { HTTPS_PROXY: "http://:3128" }))).toBe(
      "http://localhost:3128",
    );
  });
});

describe("an address that is no proxy for Go is refused without repeating it", () => {
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
    "constructor://p:80",
    "http://",
    "http://p:0",
    "http://p:99999",
    "http://u:%FF@p:1",
  ];
  test.for(rows)("HTTPS_PROXY=%s is refused", async (text) => {
    const chooseProxy = (): Promise<unknown> => proxyFor(server, undefined, { HTTPS_PROXY: text });
    await expect(chooseProxy()).rejects.toThrow(InputError);
    await expect(chooseProxy()).rejects.toThrow(/^HTTPS_PROXY is not the address of a proxy; use http:\/\/HOST:PORT/);
    await expect(chooseProxy()).rejects.not.toThrow(/SECRET/);
  });
});

describe("the proxy of the environment is not used for this machine", () => {
  const rows = [
    { to: "https://localhost:6443", proxy: "direct" },
    { to: "https://127.0.0.1:6443", proxy: "direct" },
    { to: "https://127.8.9.1", proxy: "direct" },
    { to: "https://[::1]:6443", proxy: "direct" },
    { to: "https://[::ffff:127.0.0.1]", proxy: "direct" },
    { to: "https://localhost.example.com", proxy: proxyAddress },
    { to: "https://0.0.0.0", proxy: proxyAddress },
  ];
  test.for(rows)("the proxy for $to is $proxy", async ({ to, proxy }) => {
    expect(describeProxy(await proxyFor(to, undefined, { HTTPS_PROXY: proxyAddress }))).toBe(proxy);
  });

  test.for(rows)("the proxy-url of a kubeconfig is used for $to, whatever NO_PROXY is", async ({ to }) => {
    const environment = { HTTPS_PROXY: proxyAddress, NO_PROXY: "*" };
    expect(describeProxy(await proxyFor(to, "http://own:1", environment))).toBe("http://own:1");
  });
});

describe("NO_PROXY exempts names with their subdomains, addresses and blocks", () => {
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
    ...proxied.map((entry) => [to, entry, proxyAddress] as const),
  ]);
  test.for(single)("the proxy for %s with NO_PROXY=%s is %s", async ([to, entry, proxy]) => {
    expect(describeProxy(await proxyFor(to, undefined, { HTTPS_PROXY: proxyAddress, NO_PROXY: entry }))).toBe(proxy);
  });
});

describe("proxy-url must be an address that parseProxyURL of client-go accepts", () => {
  test.for(["http://p:1", "https://p:1", "socks5://p:1"])("proxy-url accepts %s", async (text) => {
    expect(await proxyFor(server, text, {}, 'proxy-url of cluster "x"')).toMatchObject({
      from: 'proxy-url of cluster "x"',
      byEnvironment: false,
    });
    expect(describeProxy(await proxyFor(server, text, {}))).toBe(text);
  });

  test.for([
    "socks5h://p",
    "ftp://p",
    "constructor://p:80",
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

  test("an empty proxy-url leaves the proxy of the environment", async () => {
    expect(describeProxy(await proxyFor(server, "", { HTTPS_PROXY: proxyAddress }))).toBe(proxyAddress);
  });
});

test("proxy-authorization has user and password, also where they are empty", async () => {
  const readAuthorization = async (proxyUrl: string): Promise<unknown> => {
    const proxy = await proxyFor(server, proxyUrl, {});
    return proxy && proxyAuthorization(proxy)["proxy-authorization"];
  };
  expect(await readAuthorization("http://Aladdin:open%20sesame@p")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  expect(await readAuthorization("http://@p")).toBe("Basic Og==");
  expect(await readAuthorization("http://p")).toBeUndefined();
});
