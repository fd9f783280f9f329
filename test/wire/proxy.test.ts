import { describeWays } from "./compare.ts";
import { clusterName, otherName } from "./materials.ts";
import type { Fields, Way } from "./way.ts";

const hidden = `https://${clusterName}:{main}`;
const token = { token: "s3cret-token" };
const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const clusterBehind = (proxy: string, more: Fields = {}): { cluster: Fields } => ({
  cluster: { server: hidden, "proxy-url": proxy, ...more },
});
const http = "http://127.0.0.1:{proxy}";
const https = "https://127.0.0.1:{tlsproxy}";
const socks = "socks5://127.0.0.1:{socks}";
const plain = { server: `http://${clusterName}:{plain}`, "certificate-authority-data": null };

describeWays("proxy-url leads as in kubectl", [
  { way: "http", ...clusterBehind(http) },
  { way: "http with a slash", ...clusterBehind(`${http}/`) },
  { way: "http with encoded name and password", ...clusterBehind("http://m%40e:s3cret%3A%2F%C3%BC@127.0.0.1:{proxy}") },
  { way: "http with a name only", ...clusterBehind("http://me@127.0.0.1:{proxy}") },
  { way: "http with an empty name", ...clusterBehind("http://@127.0.0.1:{proxy}") },
  { way: "http by a name", ...clusterBehind("http://localhost:{proxy}") },
  { way: "http over IPv6", ...clusterBehind("http://[::1]:{proxy}") },
  { way: "http in capitals", ...clusterBehind("HTTP://127.0.0.1:{proxy}") },
  { way: "http to HTTP/1.1", ...clusterBehind(http, { server: `https://${clusterName}:{old}` }) },
  { way: "http to this machine", ...clusterBehind(http, { server: "https://127.0.0.1:{main}" }) },
  { way: "http to a name with a dot at its end", ...clusterBehind(http, { server: `https://${clusterName}.:{main}` }) },
  {
    way: "http to a name in capitals, whose certificate fits",
    ...clusterBehind(http, { server: `https://${clusterName}:{named}`, "tls-server-name": otherName }),
  },
  { way: "http with a client certificate", ...clusterBehind(http), user: certificate },
  { way: "http with impersonation", ...clusterBehind(http), user: { ...token, as: "jane", "as-groups": ["a", "b"] } },
  { way: "http to a plain server", ...clusterBehind(http, plain) },
  {
    way: "http to a plain server with name and password",
    ...clusterBehind("http://me:s3cret@127.0.0.1:{proxy}", plain),
  },
  {
    way: "http to a plain server on this machine",
    ...clusterBehind(http, { ...plain, server: "http://127.0.0.1:{plain}" }),
  },
  { way: "https", ...clusterBehind(https) },
  { way: "https by a name", ...clusterBehind("https://localhost:{tlsproxy}") },
  { way: "https with name and password", ...clusterBehind("https://me:s3cret@127.0.0.1:{tlsproxy}") },
  { way: "https with a client certificate", ...clusterBehind(https), user: certificate },
  { way: "https with tls-server-name", ...clusterBehind(https, { "tls-server-name": "localhost" }) },
  {
    way: "https with a tls-server-name that the proxy does not fit",
    ...clusterBehind(https, { server: `https://${clusterName}:{named}`, "tls-server-name": otherName }),
    kubectl: "refuses",
  },
  {
    way: "https that nobody trusts",
    ...clusterBehind(https, {
      "certificate-authority-data": "{foreign-ca.crt}",
      server: `https://${clusterName}:{foreign}`,
    }),
    kubectl: "refuses",
  },
  {
    way: "https, nothing checked",
    ...clusterBehind(https, { "certificate-authority-data": null, "insecure-skip-tls-verify": true }),
  },
  {
    way: "https to a plain server",
    ...clusterBehind(https, { server: `http://${clusterName}:{plain}` }),
    kubectl: "refuses",
  },
  { way: "socks5", ...clusterBehind(socks) },
  { way: "socks5h", ...clusterBehind("socks5h://127.0.0.1:{socks}"), kubectl: "refuses" },
  { way: "socks5 with name and password", ...clusterBehind("socks5://me:s3cret@127.0.0.1:{socks}") },
  { way: "socks5 to this machine over IPv6", ...clusterBehind(socks, { server: "https://[::1]:{main}" }) },
  { way: "socks5 to a plain server", ...clusterBehind(socks, plain) },
  { way: "socks4", ...clusterBehind("socks4://127.0.0.1:{socks}"), kubectl: "refuses" },
  { way: "no scheme", ...clusterBehind("127.0.0.1:{proxy}"), kubectl: "refuses" },
  { way: "a proxy that is not there", ...clusterBehind("http://127.0.0.1:1"), kubectl: "refuses" },
  {
    way: "http that does not know us",
    ...clusterBehind("http://stranger:s3cret@127.0.0.1:{proxy}"),
    kubectl: "refuses",
  },
  {
    way: "https that does not know us",
    ...clusterBehind("https://stranger:s3cret@127.0.0.1:{tlsproxy}"),
    kubectl: "refuses",
  },
  {
    way: "socks5 that does not know us",
    ...clusterBehind("socks5://stranger:s3cret@127.0.0.1:{socks}"),
    kubectl: "refuses",
  },
]);

const wayThrough = (env: Readonly<Record<string, string>>, more: Partial<Way> = {}): Partial<Way> => ({
  cluster: { server: hidden },
  env,
  ...more,
});

describeWays("the environment leads as in kubectl", [
  { way: "HTTPS_PROXY", ...wayThrough({ HTTPS_PROXY: http }) },
  { way: "both: the one in capitals", ...wayThrough({ HTTPS_PROXY: http, https_proxy: socks }) },
  { way: "an empty one in capitals", ...wayThrough({ HTTPS_PROXY: "", https_proxy: http }) },
  { way: "HTTPS_PROXY that is https", ...wayThrough({ HTTPS_PROXY: https }) },
  { way: "HTTPS_PROXY that is socks5", ...wayThrough({ HTTPS_PROXY: socks }) },
  { way: "HTTPS_PROXY that is socks5h", ...wayThrough({ HTTPS_PROXY: "socks5h://127.0.0.1:{socks}" }) },
  { way: "HTTPS_PROXY without a scheme", ...wayThrough({ HTTPS_PROXY: "127.0.0.1:{proxy}" }) },
  { way: "HTTPS_PROXY of a name without a scheme", ...wayThrough({ HTTPS_PROXY: "localhost:{proxy}" }) },
  {
    way: "HTTPS_PROXY with a scheme that nobody knows",
    ...wayThrough({ HTTPS_PROXY: "ftp://127.0.0.1:{proxy}" }),
    unlike: {
      because: "net/http takes every scheme that it does not know for http; nobody who writes ftp means that",
      ours: [],
    },
  },
  { way: "HTTPS_PROXY that is no address", ...wayThrough({ HTTPS_PROXY: "http://[" }), kubectl: "refuses" },
  { way: "HTTP_PROXY for https", ...wayThrough({ HTTP_PROXY: http }), kubectl: "refuses" },
  { way: "ALL_PROXY", ...wayThrough({ ALL_PROXY: http }), kubectl: "refuses" },
  { way: "HTTP_PROXY for a plain server", ...wayThrough({ HTTP_PROXY: http }, { cluster: plain }) },
  { way: "http_proxy for a plain server", ...wayThrough({ http_proxy: http }, { cluster: plain }) },
  {
    way: "HTTPS_PROXY for a plain server",
    ...wayThrough({ HTTPS_PROXY: http }, { cluster: plain }),
    kubectl: "refuses",
  },
  {
    way: "HTTP_PROXY in a CGI program",
    ...wayThrough({ HTTP_PROXY: http, REQUEST_METHOD: "GET" }, { cluster: plain }),
    kubectl: "refuses",
  },
  {
    way: "http_proxy in a CGI program",
    ...wayThrough({ http_proxy: http, REQUEST_METHOD: "GET" }, { cluster: plain }),
    kubectl: "refuses",
  },
  { way: "HTTPS_PROXY in a CGI program", ...wayThrough({ HTTPS_PROXY: http, REQUEST_METHOD: "GET" }) },
  { way: "proxy-url, whatever NO_PROXY says", ...clusterBehind(socks), env: { HTTPS_PROXY: http, NO_PROXY: "*" } },
  { way: "an empty proxy-url", ...wayThrough({ HTTPS_PROXY: http }, { cluster: { server: hidden, "proxy-url": "" } }) },
  {
    way: "HTTPS_PROXY for --server",
    ...wayThrough({ HTTPS_PROXY: http }, { cluster: {}, flags: [`--server=${hidden}`] }),
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
