import { describeWays } from "./compare.ts";
import { clusterName, otherName } from "./materials.ts";
import type { Fields, Way } from "./way.ts";

const hidden = `https://${clusterName}:{main}`;
const token = { token: "s3cret-token" };
const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const by = (proxy: string, more: Fields = {}): { cluster: Fields } => ({
  cluster: { server: hidden, "proxy-url": proxy, ...more },
});
const http = "http://127.0.0.1:{proxy}";
const https = "https://127.0.0.1:{tlsproxy}";
const socks = "socks5://127.0.0.1:{socks}";
const plain = { server: `http://${clusterName}:{plain}`, "certificate-authority-data": null };

describeWays("proxy-url leads as in kubectl", [
  { way: "http", ...by(http) },
  { way: "http with a slash", ...by(`${http}/`) },
  { way: "http with encoded name and password", ...by("http://m%40e:s3cret%3A%2F%C3%BC@127.0.0.1:{proxy}") },
  { way: "http with a name only", ...by("http://me@127.0.0.1:{proxy}") },
  { way: "http by a name", ...by("http://localhost:{proxy}") },
  { way: "http over IPv6", ...by("http://[::1]:{proxy}") },
  { way: "http in capitals", ...by("HTTP://127.0.0.1:{proxy}") },
  { way: "http to HTTP/1.1", ...by(http, { server: `https://${clusterName}:{old}` }) },
  { way: "http to this machine", ...by(http, { server: "https://127.0.0.1:{main}" }) },
  { way: "http to a name with a dot at its end", ...by(http, { server: `https://${clusterName}.:{main}` }) },
  {
    way: "http to a name in capitals, whose certificate fits",
    ...by(http, { server: `https://${clusterName}:{named}`, "tls-server-name": otherName }),
  },
  { way: "http with a client certificate", ...by(http), user: certificate },
  { way: "http with impersonation", ...by(http), user: { ...token, as: "jane", "as-groups": ["a", "b"] } },
  { way: "http to a plain server", ...by(http, plain) },
  { way: "http to a plain server with name and password", ...by("http://me:s3cret@127.0.0.1:{proxy}", plain) },
  { way: "http to a plain server on this machine", ...by(http, { ...plain, server: "http://127.0.0.1:{plain}" }) },
  { way: "https", ...by(https) },
  { way: "https by a name", ...by("https://localhost:{tlsproxy}") },
  { way: "https with name and password", ...by("https://me:s3cret@127.0.0.1:{tlsproxy}") },
  { way: "https with a client certificate", ...by(https), user: certificate },
  { way: "https with tls-server-name", ...by(https, { "tls-server-name": "localhost" }) },
  {
    way: "https with a tls-server-name that the proxy does not fit",
    ...by(https, { server: `https://${clusterName}:{named}`, "tls-server-name": otherName }),
    kubectl: "refuses",
  },
  {
    way: "https that nobody trusts",
    ...by(https, { "certificate-authority-data": "{foreign-ca.crt}", server: `https://${clusterName}:{foreign}` }),
    kubectl: "refuses",
  },
  {
    way: "https, nothing checked",
    ...by(https, { "certificate-authority-data": null, "insecure-skip-tls-verify": true }),
  },
  { way: "https to a plain server", ...by(https, { server: `http://${clusterName}:{plain}` }), kubectl: "refuses" },
  { way: "socks5", ...by(socks) },
  { way: "socks5h", ...by("socks5h://127.0.0.1:{socks}"), kubectl: "refuses" },
  { way: "socks5 with name and password", ...by("socks5://me:s3cret@127.0.0.1:{socks}") },
  { way: "socks5 to this machine over IPv6", ...by(socks, { server: "https://[::1]:{main}" }) },
  { way: "socks5 to a plain server", ...by(socks, plain) },
  { way: "socks4", ...by("socks4://127.0.0.1:{socks}"), kubectl: "refuses" },
  { way: "no scheme", ...by("127.0.0.1:{proxy}"), kubectl: "refuses" },
  { way: "a proxy that is not there", ...by("http://127.0.0.1:1"), kubectl: "refuses" },
  { way: "http that does not know us", ...by("http://stranger:s3cret@127.0.0.1:{proxy}"), kubectl: "refuses" },
  { way: "https that does not know us", ...by("https://stranger:s3cret@127.0.0.1:{tlsproxy}"), kubectl: "refuses" },
  { way: "socks5 that does not know us", ...by("socks5://stranger:s3cret@127.0.0.1:{socks}"), kubectl: "refuses" },
]);

const through = (env: Readonly<Record<string, string>>, more: Partial<Way> = {}): Partial<Way> => ({
  cluster: { server: hidden },
  env,
  ...more,
});

describeWays("the environment leads as in kubectl", [
  { way: "HTTPS_PROXY", ...through({ HTTPS_PROXY: http }) },
  { way: "both: the one in capitals", ...through({ HTTPS_PROXY: http, https_proxy: socks }) },
  { way: "an empty one in capitals", ...through({ HTTPS_PROXY: "", https_proxy: http }) },
  { way: "HTTPS_PROXY that is https", ...through({ HTTPS_PROXY: https }) },
  { way: "HTTPS_PROXY that is socks5", ...through({ HTTPS_PROXY: socks }) },
  { way: "HTTPS_PROXY that is socks5h", ...through({ HTTPS_PROXY: "socks5h://127.0.0.1:{socks}" }) },
  { way: "HTTPS_PROXY without a scheme", ...through({ HTTPS_PROXY: "127.0.0.1:{proxy}" }) },
  { way: "HTTPS_PROXY of a name without a scheme", ...through({ HTTPS_PROXY: "localhost:{proxy}" }) },
  {
    way: "HTTPS_PROXY with a scheme that nobody knows",
    ...through({ HTTPS_PROXY: "ftp://127.0.0.1:{proxy}" }),
    unlike: {
      because: "net/http takes every scheme that it does not know for http; nobody who writes ftp means that",
      ours: [],
    },
  },
  { way: "HTTPS_PROXY that is no address", ...through({ HTTPS_PROXY: "http://[" }), kubectl: "refuses" },
  { way: "HTTP_PROXY for https", ...through({ HTTP_PROXY: http }), kubectl: "refuses" },
  { way: "ALL_PROXY", ...through({ ALL_PROXY: http }), kubectl: "refuses" },
  { way: "HTTP_PROXY for a plain server", ...through({ HTTP_PROXY: http }, { cluster: plain }) },
  { way: "http_proxy for a plain server", ...through({ http_proxy: http }, { cluster: plain }) },
  { way: "HTTPS_PROXY for a plain server", ...through({ HTTPS_PROXY: http }, { cluster: plain }), kubectl: "refuses" },
  {
    way: "HTTP_PROXY in a CGI program",
    ...through({ HTTP_PROXY: http, REQUEST_METHOD: "GET" }, { cluster: plain }),
    kubectl: "refuses",
  },
  {
    way: "http_proxy in a CGI program",
    ...through({ http_proxy: http, REQUEST_METHOD: "GET" }, { cluster: plain }),
    kubectl: "refuses",
  },
  { way: "HTTPS_PROXY in a CGI program", ...through({ HTTPS_PROXY: http, REQUEST_METHOD: "GET" }) },
  { way: "proxy-url, whatever NO_PROXY says", ...by(socks), env: { HTTPS_PROXY: http, NO_PROXY: "*" } },
  { way: "an empty proxy-url", ...through({ HTTPS_PROXY: http }, { cluster: { server: hidden, "proxy-url": "" } }) },
  {
    way: "HTTPS_PROXY for --server",
    ...through({ HTTPS_PROXY: http }, { cluster: {}, flags: [`--server=${hidden}`] }),
  },
]);

describeWays(
  "requests to this machine skip the proxy of the environment, as in kubectl",
  ["127.0.0.1", "127.9.9.9", "localhost", "[::1]"].map((host) => ({
    way: host,
    cluster: { server: `https://${host}:{main}`, "tls-server-name": "localhost" },
    env: { HTTPS_PROXY: http },
  })),
);

describeWays("requests to this machine skip the proxy of the environment under every spelling", [
  {
    way: "LOCALHOST",
    cluster: { server: "https://LOCALHOST:{main}" },
    env: { HTTPS_PROXY: http },
    unlike: {
      because: "names of hosts know no capitals; net/http compares letter by letter (httpproxy, useProxy)",
      ours: ["main h2 sni=localhost client=- host=localhost:main authorization=Bearer s3cret-token"],
    },
  },
]);
