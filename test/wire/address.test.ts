import { describeWays } from "./compare.ts";
import type { Fields } from "./way.ts";

const none = { "certificate-authority-data": null };
const clusterAt = (server: string, more: Fields = {}): { cluster: Fields } => ({ cluster: { server, ...more } });
const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };

// client_config.go, ClientConfig: IsConfigTransportTLS is asked before the cluster's TLS fields are merged in.
const openly = "kubectl talks in the open, without credentials, where a kubeconfig asks for TLS";

describeWays("the address of the server is read as kubectl reads it", [
  { way: "slashes at its end", ...clusterAt("https://127.0.0.1:{main}//") },
  { way: "a path", ...clusterAt("https://127.0.0.1:{main}/k8s/clusters/c-1") },
  { way: "a path with slashes at its end", ...clusterAt("https://127.0.0.1:{main}/k8s//") },
  { way: "a path with two slashes inside", ...clusterAt("https://127.0.0.1:{main}/a//b") },
  { way: "a path with dots inside", ...clusterAt("https://127.0.0.1:{main}/a/../b/./c") },
  { way: "a path with an encoded slash", ...clusterAt("https://127.0.0.1:{main}/a%2Fb") },
  { way: "a path with encoded dots", ...clusterAt("https://127.0.0.1:{main}/a/%2e%2E/../b%2f../c") },
  {
    way: "a path with a percent sign that encodes nothing",
    ...clusterAt("https://127.0.0.1:{main}/a%zz"),
    kubectl: "refuses",
  },
  {
    way: "a path with every other sign",
    ...clusterAt("https://127.0.0.1:{main}/!\"$&'()*+,-.;<=>@[\\]^_`{|}~%3f%25%ff:"),
  },
  { way: "a path with an encoded blank", ...clusterAt("https://127.0.0.1:{main}/a%20b") },
  { way: "a path with a letter that is not ASCII", ...clusterAt("https://127.0.0.1:{main}/ü") },
  { way: "a path over HTTP/1.1", ...clusterAt("https://127.0.0.1:{old}/k8s") },
  { way: "a path of a plain server", ...clusterAt("http://127.0.0.1:{plain}/k8s", none) },
  { way: "a path with a query", ...clusterAt("https://127.0.0.1:{main}/k8s?a=b") },
  { way: "a path with a fragment", ...clusterAt("https://127.0.0.1:{main}/k8s#a") },
  { way: "a path with a fragment and a query", ...clusterAt("https://127.0.0.1:{main}/k8s#a/b?c=d#e") },
  { way: "a path that is a fragment", ...clusterAt("https://127.0.0.1:{main}/#a") },
  { way: "a fragment", ...clusterAt("https://127.0.0.1:{main}#a/b") },
  { way: "a name with a blank", ...clusterAt("https://local host:{main}"), kubectl: "refuses" },
  { way: "a name with a backslash", ...clusterAt("https://localhost\\a:{main}"), kubectl: "refuses" },
  { way: "a line break at its end", ...clusterAt("https://127.0.0.1:{main}/\n"), kubectl: "refuses" },
  { way: "a query", ...clusterAt("https://127.0.0.1:{main}?a=b") },
  { way: "a scheme in capitals", ...clusterAt("HTTPS://127.0.0.1:{main}") },
  {
    way: "a name in capitals",
    ...clusterAt("https://LOCALHOST:{main}"),
    unlike: {
      because: "URLs are read as browsers read them, and this is the same host",
      ours: ["main h2 sni=localhost client=- host=localhost:main authorization=Bearer s3cret-token"],
    },
  },
  { way: "an IPv6 address in brackets", ...clusterAt("https://[::1]:{main}") },
  {
    way: "an IPv6 address in its long form",
    ...clusterAt("https://[0:0:0:0:0:0:0:1]:{main}"),
    unlike: {
      because: "URLs are read as browsers read them, and this is the same host",
      ours: ["main h2 sni=- client=- host=[::1]:main authorization=Bearer s3cret-token"],
    },
  },
  { way: "an IPv4 address as one number", ...clusterAt("https://2130706433:{main}"), kubectl: "refuses" },
  { way: "an IPv4 address with a dot at its end", ...clusterAt("https://127.0.0.1.:{main}"), kubectl: "refuses" },
  { way: "a plain server", ...clusterAt("http://127.0.0.1:{plain}", none) },
  { way: "a plain server, with an authority", ...clusterAt("http://127.0.0.1:{plain}") },
  { way: "no scheme, with an authority", ...clusterAt("127.0.0.1:{main}"), kubectl: "refuses" },
  { way: "no scheme, with a name", ...clusterAt("localhost:{main}"), kubectl: "refuses" },
  {
    way: "no scheme, not checked",
    ...clusterAt("127.0.0.1:{main}", { ...none, "insecure-skip-tls-verify": true }),
    kubectl: "refuses",
  },
  { way: "no scheme, with a slash", ...clusterAt("127.0.0.1:{main}/"), kubectl: "refuses" },
  { way: "no scheme, with a path", ...clusterAt("127.0.0.1:{main}/k8s"), kubectl: "refuses" },
  {
    way: "no scheme, with a client certificate only",
    ...clusterAt("127.0.0.1:{main}", none),
    user: certificate,
    kubectl: "refuses",
  },
  { way: "no scheme and nothing about TLS", ...clusterAt("127.0.0.1:{plain}", none) },
  {
    way: "no scheme and nothing about TLS but a name, at a plain server",
    ...clusterAt("127.0.0.1:{plain}", { ...none, "tls-server-name": "localhost" }),
    unlike: { because: openly, ours: [] },
  },
  {
    way: "no scheme, with an authority, at a plain server",
    ...clusterAt("127.0.0.1:{plain}"),
    unlike: { because: openly, ours: [] },
  },
  {
    way: "no scheme, not checked, at a plain server",
    ...clusterAt("127.0.0.1:{plain}", { ...none, "insecure-skip-tls-verify": true }),
    unlike: { because: openly, ours: [] },
  },
  { way: "no scheme, IPv6", ...clusterAt("[::1]:{main}"), kubectl: "refuses" },
  { way: "no port, where nothing listens", ...clusterAt("https://127.0.0.1"), kubectl: "refuses" },
  { way: "another scheme", ...clusterAt("ftp://127.0.0.1:{main}"), kubectl: "refuses" },
  { way: "blanks around it", ...clusterAt(" https://127.0.0.1:{main} "), kubectl: "refuses" },
  { way: "TLS at a plain server", ...clusterAt("https://127.0.0.1:{plain}"), kubectl: "refuses" },
  { way: "plain at a TLS server", ...clusterAt("http://127.0.0.1:{main}", none), kubectl: "refuses" },
  {
    way: "name and password in it",
    ...clusterAt("https://admin:s3cret@127.0.0.1:{main}"),
    unlike: { because: "net/http would send them beside the user's own; an address is shown in reports", ours: [] },
  },
]);

describeWays("a server that leads elsewhere", [
  {
    way: "to another server",
    ...clusterAt("https://127.0.0.1:{main}/to/{other}"),
    unlike: {
      because: "net/http follows, and client-go hands its token to whoever stands there (transport/round_trippers.go)",
      ended: "refuses",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main prefix=/to/other authorization=Bearer s3cret-token"],
    },
  },
]);

describeWays("without a server there is nothing to connect to", [
  { way: "a cluster without a server", cluster: { server: null }, kubectl: "refuses" },
  { way: "no kubeconfig", kubeconfigs: {}, kubectl: "refuses" },
  {
    way: "no kubeconfig, and KUBERNETES_MASTER",
    kubeconfigs: {},
    env: { KUBERNETES_MASTER: "http://127.0.0.1:{plain}" },
  },
]);
