import { describeAsKubectl } from "./compare.ts";
import type { Fields } from "./connection-case.ts";

const none = { "certificate-authority-data": null };
const clusterAt = (server: string, more: Fields = {}): { cluster: Fields } => ({ cluster: { server, ...more } });
const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };

// client_config.go, ClientConfig: IsConfigTransportTLS is asked before the cluster's TLS fields are merged in.
const openly = "kubectl talks in the open, without credentials, where a kubeconfig asks for TLS";

describeAsKubectl("the address of the server is read as kubectl reads it", [
  { title: "slashes at its end", ...clusterAt("https://127.0.0.1:{main}//") },
  { title: "a path", ...clusterAt("https://127.0.0.1:{main}/k8s/clusters/c-1") },
  { title: "a path with slashes at its end", ...clusterAt("https://127.0.0.1:{main}/k8s//") },
  { title: "a path with two slashes inside", ...clusterAt("https://127.0.0.1:{main}/a//b") },
  { title: "a path with dots inside", ...clusterAt("https://127.0.0.1:{main}/a/../b/./c") },
  { title: "a path with an encoded slash", ...clusterAt("https://127.0.0.1:{main}/a%2Fb") },
  { title: "a path with encoded dots", ...clusterAt("https://127.0.0.1:{main}/a/%2e%2E/../b%2f../c") },
  {
    title: "a path with a percent sign that encodes nothing",
    ...clusterAt("https://127.0.0.1:{main}/a%zz"),
    kubectl: "refuses",
  },
  {
    title: "a path with every other sign",
    ...clusterAt("https://127.0.0.1:{main}/!\"$&'()*+,-.;<=>@[\\]^_`{|}~%3f%25%ff:"),
  },
  { title: "a path with an encoded blank", ...clusterAt("https://127.0.0.1:{main}/a%20b") },
  { title: "a path with a letter that is not ASCII", ...clusterAt("https://127.0.0.1:{main}/ü") },
  { title: "a path over HTTP/1.1", ...clusterAt("https://127.0.0.1:{old}/k8s") },
  { title: "a path of a plain server", ...clusterAt("http://127.0.0.1:{plain}/k8s", none) },
  { title: "a path with a query", ...clusterAt("https://127.0.0.1:{main}/k8s?a=b") },
  { title: "a path with a fragment", ...clusterAt("https://127.0.0.1:{main}/k8s#a") },
  { title: "a path with a fragment and a query", ...clusterAt("https://127.0.0.1:{main}/k8s#a/b?c=d#e") },
  { title: "a path that is a fragment", ...clusterAt("https://127.0.0.1:{main}/#a") },
  { title: "a fragment", ...clusterAt("https://127.0.0.1:{main}#a/b") },
  { title: "a name with a blank", ...clusterAt("https://local host:{main}"), kubectl: "refuses" },
  { title: "a name with a backslash", ...clusterAt("https://localhost\\a:{main}"), kubectl: "refuses" },
  { title: "a line break at its end", ...clusterAt("https://127.0.0.1:{main}/\n"), kubectl: "refuses" },
  { title: "a query", ...clusterAt("https://127.0.0.1:{main}?a=b") },
  { title: "a scheme in capitals", ...clusterAt("HTTPS://127.0.0.1:{main}") },
  {
    title: "a name in capitals",
    ...clusterAt("https://LOCALHOST:{main}"),
    difference: {
      because: "URLs are read as browsers read them, and this is the same host",
      ours: ["main h2 sni=localhost client=- host=localhost:main authorization=Bearer s3cret-token"],
    },
  },
  { title: "an IPv6 address in brackets", ...clusterAt("https://[::1]:{main}") },
  {
    title: "an IPv6 address in its long form",
    ...clusterAt("https://[0:0:0:0:0:0:0:1]:{main}"),
    difference: {
      because: "URLs are read as browsers read them, and this is the same host",
      ours: ["main h2 sni=- client=- host=[::1]:main authorization=Bearer s3cret-token"],
    },
  },
  { title: "an IPv4 address as one number", ...clusterAt("https://2130706433:{main}"), kubectl: "refuses" },
  { title: "an IPv4 address with a dot at its end", ...clusterAt("https://127.0.0.1.:{main}"), kubectl: "refuses" },
  { title: "a plain server", ...clusterAt("http://127.0.0.1:{plain}", none) },
  { title: "a plain server, with an authority", ...clusterAt("http://127.0.0.1:{plain}") },
  { title: "no scheme, with an authority", ...clusterAt("127.0.0.1:{main}"), kubectl: "refuses" },
  { title: "no scheme, with a name", ...clusterAt("localhost:{main}"), kubectl: "refuses" },
  {
    title: "no scheme, not checked",
    ...clusterAt("127.0.0.1:{main}", { ...none, "insecure-skip-tls-verify": true }),
    kubectl: "refuses",
  },
  { title: "no scheme, with a slash", ...clusterAt("127.0.0.1:{main}/"), kubectl: "refuses" },
  { title: "no scheme, with a path", ...clusterAt("127.0.0.1:{main}/k8s"), kubectl: "refuses" },
  {
    title: "no scheme, with a client certificate only",
    ...clusterAt("127.0.0.1:{main}", none),
    user: certificate,
    kubectl: "refuses",
  },
  { title: "no scheme and nothing about TLS", ...clusterAt("127.0.0.1:{plain}", none) },
  {
    title: "no scheme and nothing about TLS but a name, at a plain server",
    ...clusterAt("127.0.0.1:{plain}", { ...none, "tls-server-name": "localhost" }),
    difference: { because: openly, ours: [] },
  },
  {
    title: "no scheme, with an authority, at a plain server",
    ...clusterAt("127.0.0.1:{plain}"),
    difference: { because: openly, ours: [] },
  },
  {
    title: "no scheme, not checked, at a plain server",
    ...clusterAt("127.0.0.1:{plain}", { ...none, "insecure-skip-tls-verify": true }),
    difference: { because: openly, ours: [] },
  },
  { title: "no scheme, IPv6", ...clusterAt("[::1]:{main}"), kubectl: "refuses" },
  { title: "no port, where nothing listens", ...clusterAt("https://127.0.0.1"), kubectl: "refuses" },
  { title: "another scheme", ...clusterAt("ftp://127.0.0.1:{main}"), kubectl: "refuses" },
  { title: "blanks around it", ...clusterAt(" https://127.0.0.1:{main} "), kubectl: "refuses" },
  { title: "TLS at a plain server", ...clusterAt("https://127.0.0.1:{plain}"), kubectl: "refuses" },
  { title: "plain at a TLS server", ...clusterAt("http://127.0.0.1:{main}", none), kubectl: "refuses" },
  {
    title: "name and password in it",
    ...clusterAt("https://admin:s3cret@127.0.0.1:{main}"),
    difference: { because: "net/http would send them beside the user's own; an address is shown in reports", ours: [] },
  },
]);

describeAsKubectl("a server that leads elsewhere", [
  {
    title: "to another server",
    ...clusterAt("https://127.0.0.1:{main}/to/{other}"),
    difference: {
      because: "net/http follows, and client-go sends its token to that other server (transport/round_trippers.go)",
      ended: "refuses",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main prefix=/to/other authorization=Bearer s3cret-token"],
    },
  },
]);

describeAsKubectl("without a server there is nothing to connect to", [
  { title: "a cluster without a server", cluster: { server: null }, kubectl: "refuses" },
  { title: "no kubeconfig", kubeconfigs: {}, kubectl: "refuses" },
  {
    title: "no kubeconfig, and KUBERNETES_MASTER",
    kubeconfigs: {},
    env: { KUBERNETES_MASTER: "http://127.0.0.1:{plain}" },
  },
]);
