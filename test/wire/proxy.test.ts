import { describeAsKubectl } from "./compare.ts";
import type { ConnectionCase, Fields } from "./connection-case.ts";
import { clusterName, otherName } from "./materials.ts";

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

describeAsKubectl("proxy-url leads as in kubectl", [
  { title: "http", ...clusterBehind(http) },
  { title: "http with a slash", ...clusterBehind(`${http}/`) },
  {
    title: "http with encoded name and password",
    ...clusterBehind("http://m%40e:s3cret%3A%2F%C3%BC@127.0.0.1:{proxy}"),
  },
  { title: "http with a name only", ...clusterBehind("http://me@127.0.0.1:{proxy}") },
  { title: "http with an empty name", ...clusterBehind("http://@127.0.0.1:{proxy}") },
  { title: "http by a name", ...clusterBehind("http://localhost:{proxy}") },
  { title: "http over IPv6", ...clusterBehind("http://[::1]:{proxy}") },
  { title: "http in capitals", ...clusterBehind("HTTP://127.0.0.1:{proxy}") },
  { title: "http to HTTP/1.1", ...clusterBehind(http, { server: `https://${clusterName}:{old}` }) },
  { title: "http to this machine", ...clusterBehind(http, { server: "https://127.0.0.1:{main}" }) },
  {
    title: "http to a name with a dot at its end",
    ...clusterBehind(http, { server: `https://${clusterName}.:{main}` }),
  },
  {
    title: "http to a name in capitals, whose certificate fits",
    ...clusterBehind(http, { server: `https://${clusterName}:{named}`, "tls-server-name": otherName }),
  },
  { title: "http with a client certificate", ...clusterBehind(http), user: certificate },
  { title: "http with impersonation", ...clusterBehind(http), user: { ...token, as: "jane", "as-groups": ["a", "b"] } },
  { title: "http to a plain server", ...clusterBehind(http, plain) },
  {
    title: "http to a plain server with name and password",
    ...clusterBehind("http://me:s3cret@127.0.0.1:{proxy}", plain),
  },
  {
    title: "http to a plain server on this machine",
    ...clusterBehind(http, { ...plain, server: "http://127.0.0.1:{plain}" }),
  },
  { title: "https", ...clusterBehind(https) },
  { title: "https by a name", ...clusterBehind("https://localhost:{tlsproxy}") },
  { title: "https with name and password", ...clusterBehind("https://me:s3cret@127.0.0.1:{tlsproxy}") },
  { title: "https with a client certificate", ...clusterBehind(https), user: certificate },
  { title: "https with tls-server-name", ...clusterBehind(https, { "tls-server-name": "localhost" }) },
  {
    title: "https with a tls-server-name that the proxy does not fit",
    ...clusterBehind(https, { server: `https://${clusterName}:{named}`, "tls-server-name": otherName }),
    kubectl: "refuses",
  },
  {
    title: "https that is not trusted",
    ...clusterBehind(https, {
      "certificate-authority-data": "{foreign-ca.crt}",
      server: `https://${clusterName}:{foreign}`,
    }),
    kubectl: "refuses",
  },
  {
    title: "https, nothing checked",
    ...clusterBehind(https, { "certificate-authority-data": null, "insecure-skip-tls-verify": true }),
  },
  {
    title: "https to a plain server",
    ...clusterBehind(https, { server: `http://${clusterName}:{plain}` }),
    kubectl: "refuses",
  },
  { title: "socks5", ...clusterBehind(socks) },
  { title: "socks5h", ...clusterBehind("socks5h://127.0.0.1:{socks}"), kubectl: "refuses" },
  { title: "socks5 with name and password", ...clusterBehind("socks5://me:s3cret@127.0.0.1:{socks}") },
  { title: "socks5 to this machine over IPv6", ...clusterBehind(socks, { server: "https://[::1]:{main}" }) },
  { title: "socks5 to a plain server", ...clusterBehind(socks, plain) },
  { title: "socks4", ...clusterBehind("socks4://127.0.0.1:{socks}"), kubectl: "refuses" },
  { title: "no scheme", ...clusterBehind("127.0.0.1:{proxy}"), kubectl: "refuses" },
  { title: "a proxy that is not there", ...clusterBehind("http://127.0.0.1:1"), kubectl: "refuses" },
  {
    title: "http that does not know us",
    ...clusterBehind("http://stranger:s3cret@127.0.0.1:{proxy}"),
    kubectl: "refuses",
  },
  {
    title: "https that does not know us",
    ...clusterBehind("https://stranger:s3cret@127.0.0.1:{tlsproxy}"),
    kubectl: "refuses",
  },
  {
    title: "socks5 that does not know us",
    ...clusterBehind("socks5://stranger:s3cret@127.0.0.1:{socks}"),
    kubectl: "refuses",
  },
]);

/** The server behind a name that only a proxy knows, with these variables. */
function withEnvironment(
  env: Readonly<Record<string, string>>,
  more: Partial<ConnectionCase> = {},
): Partial<ConnectionCase> {
  return { cluster: { server: hidden }, env, ...more };
}

describeAsKubectl("the environment leads as in kubectl", [
  { title: "HTTPS_PROXY", ...withEnvironment({ HTTPS_PROXY: http }) },
  { title: "both: the one in capitals", ...withEnvironment({ HTTPS_PROXY: http, https_proxy: socks }) },
  { title: "an empty one in capitals", ...withEnvironment({ HTTPS_PROXY: "", https_proxy: http }) },
  { title: "HTTPS_PROXY that is https", ...withEnvironment({ HTTPS_PROXY: https }) },
  { title: "HTTPS_PROXY that is socks5", ...withEnvironment({ HTTPS_PROXY: socks }) },
  { title: "HTTPS_PROXY that is socks5h", ...withEnvironment({ HTTPS_PROXY: "socks5h://127.0.0.1:{socks}" }) },
  { title: "HTTPS_PROXY without a scheme", ...withEnvironment({ HTTPS_PROXY: "127.0.0.1:{proxy}" }) },
  { title: "HTTPS_PROXY of a name without a scheme", ...withEnvironment({ HTTPS_PROXY: "localhost:{proxy}" }) },
  {
    title: "HTTPS_PROXY with an unknown scheme",
    ...withEnvironment({ HTTPS_PROXY: "ftp://127.0.0.1:{proxy}" }),
    difference: {
      because: "net/http takes every scheme that it does not know for http, which a user who writes ftp does not mean",
      ours: [],
    },
  },
  { title: "HTTPS_PROXY that is no address", ...withEnvironment({ HTTPS_PROXY: "http://[" }), kubectl: "refuses" },
  { title: "HTTP_PROXY for https", ...withEnvironment({ HTTP_PROXY: http }), kubectl: "refuses" },
  { title: "ALL_PROXY", ...withEnvironment({ ALL_PROXY: http }), kubectl: "refuses" },
  { title: "HTTP_PROXY for a plain server", ...withEnvironment({ HTTP_PROXY: http }, { cluster: plain }) },
  { title: "http_proxy for a plain server", ...withEnvironment({ http_proxy: http }, { cluster: plain }) },
  {
    title: "HTTPS_PROXY for a plain server",
    ...withEnvironment({ HTTPS_PROXY: http }, { cluster: plain }),
    kubectl: "refuses",
  },
  {
    title: "HTTP_PROXY in a CGI program",
    ...withEnvironment({ HTTP_PROXY: http, REQUEST_METHOD: "GET" }, { cluster: plain }),
    kubectl: "refuses",
  },
  {
    title: "http_proxy in a CGI program",
    ...withEnvironment({ http_proxy: http, REQUEST_METHOD: "GET" }, { cluster: plain }),
    kubectl: "refuses",
  },
  { title: "HTTPS_PROXY in a CGI program", ...withEnvironment({ HTTPS_PROXY: http, REQUEST_METHOD: "GET" }) },
  { title: "proxy-url, whatever NO_PROXY says", ...clusterBehind(socks), env: { HTTPS_PROXY: http, NO_PROXY: "*" } },
  {
    title: "an empty proxy-url",
    ...withEnvironment({ HTTPS_PROXY: http }, { cluster: { server: hidden, "proxy-url": "" } }),
  },
  {
    title: "HTTPS_PROXY for --server",
    ...withEnvironment({ HTTPS_PROXY: http }, { cluster: {}, flags: [`--server=${hidden}`] }),
  },
]);

describeAsKubectl(
  "requests to this machine skip the proxy of the environment, as in kubectl",
  ["127.0.0.1", "127.9.9.9", "localhost", "[::1]"].map((host) => ({
    title: host,
    cluster: { server: `https://${host}:{main}`, "tls-server-name": "localhost" },
    env: { HTTPS_PROXY: http },
  })),
);

describeAsKubectl("requests to this machine skip the proxy of the environment under every spelling", [
  {
    title: "LOCALHOST",
    cluster: { server: "https://LOCALHOST:{main}" },
    env: { HTTPS_PROXY: http },
    difference: {
      because: "names of hosts know no capitals; net/http compares letter by letter (httpproxy, useProxy)",
      ours: ["main h2 sni=localhost client=- host=localhost:main authorization=Bearer s3cret-token"],
    },
  },
]);
