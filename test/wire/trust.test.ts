import { describeWays } from "./compare.ts";
import { otherName } from "./materials.ts";

const authorityFile = { "certificate-authority-data": null, "certificate-authority": "{materials}/ca.crt" };
const none = { "certificate-authority-data": null };
const insecure = { "certificate-authority-data": null, "insecure-skip-tls-verify": true };
const foreign = { server: "https://127.0.0.1:{foreign}" };
const named = { server: "https://127.0.0.1:{named}" };
const empty = { "certificate-authority-data": null, "certificate-authority": "empty" };
const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

describeWays("a server is trusted where kubectl trusts it", [
  { way: "authority as data" },
  { way: "authority in a file", cluster: authorityFile },
  {
    way: "authority in a file, counted from the kubeconfig",
    cluster: { ...none, "certificate-authority": "pki/ca" },
    files: { "pki/ca": "{text:ca.crt}" },
  },
  {
    way: "several authorities and other text in one file",
    cluster: { ...none, "certificate-authority": "bundle" },
    files: { bundle: "some words\n{text:foreign-ca.crt}\nmore words\n{text:ca.crt}" },
  },
  {
    way: "authority twice, as data and in a file",
    cluster: { "certificate-authority": "{materials}/ca.crt" },
    kubectl: "refuses",
  },
  {
    way: "authority in a file that is missing",
    cluster: { ...none, "certificate-authority": "none" },
    kubectl: "refuses",
  },
  { way: "authority in a file that is empty", cluster: empty, files: { empty: "" }, kubectl: "refuses" },
  { way: "authority in a file that is no PEM", cluster: empty, files: { empty: "no PEM" }, kubectl: "refuses" },
  { way: "authority that is broken", cluster: empty, files: { empty: broken }, kubectl: "refuses" },
  {
    way: "a broken authority before the right one",
    cluster: { ...none, "certificate-authority": "bundle" },
    files: { bundle: `${broken}{text:ca.crt}` },
  },
  { way: "authority in a folder", cluster: { ...none, "certificate-authority": "{materials}" }, kubectl: "refuses" },
  { way: "no authority: the machine does not know it", cluster: none, kubectl: "refuses" },
  { way: "another authority", cluster: { "certificate-authority-data": "{foreign-ca.crt}" }, kubectl: "refuses" },
  {
    way: "the server of another authority, with that one",
    cluster: { ...foreign, "certificate-authority-data": "{foreign-ca.crt}" },
  },
  {
    way: "the server's own certificate as the authority",
    cluster: { ...none, "certificate-authority": "{materials}/main.crt" },
  },
  { way: "not checked", cluster: insecure },
  { way: "not checked, of another authority", cluster: { ...insecure, ...foreign } },
  { way: "not checked, and an authority", cluster: { "insecure-skip-tls-verify": true }, kubectl: "refuses" },
  {
    way: "not checked, and an authority's file that is missing",
    cluster: { ...insecure, "certificate-authority": "none" },
    kubectl: "refuses",
  },
  { way: "insecure-skip-tls-verify: false", cluster: { "insecure-skip-tls-verify": false } },
]);

describeWays("the authorities of the machine are those of kubectl", [
  { way: "SSL_CERT_FILE", cluster: none, env: { SSL_CERT_FILE: "{materials}/ca.crt" } },
  { way: "SSL_CERT_DIR", cluster: none, env: { SSL_CERT_DIR: "{materials}" } },
  {
    way: "SSL_CERT_FILE beside an authority",
    cluster: foreign,
    env: { SSL_CERT_FILE: "{materials}/foreign-ca.crt" },
    kubectl: "refuses",
  },
  {
    way: "NODE_TLS_REJECT_UNAUTHORIZED is not heard",
    cluster: foreign,
    env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    kubectl: "refuses",
  },
  {
    way: "NODE_EXTRA_CA_CERTS",
    cluster: none,
    env: { NODE_EXTRA_CA_CERTS: "{materials}/ca.crt" },
    kubectl: "refuses",
    unlike: {
      because: "a machine that gives Node its authorities so means every program on Node",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-token"],
    },
  },
  {
    way: "NODE_EXTRA_CA_CERTS beside an authority is not heard",
    cluster: foreign,
    env: { NODE_EXTRA_CA_CERTS: "{materials}/foreign-ca.crt" },
    kubectl: "refuses",
  },
]);

describeWays("the name in the certificate is the one kubectl wants", [
  { way: "an address is no name", cluster: { server: "https://127.0.0.1:{main}" } },
  { way: "a name", cluster: { server: "https://localhost:{main}" } },
  { way: "an IPv6 address", cluster: { server: "https://[::1]:{main}" } },
  { way: "another name", cluster: named, kubectl: "refuses" },
  { way: "tls-server-name", cluster: { ...named, "tls-server-name": otherName } },
  { way: "tls-server-name in capitals", cluster: { ...named, "tls-server-name": otherName.toUpperCase() } },
  { way: "tls-server-name with a dot at its end", cluster: { ...named, "tls-server-name": `${otherName}.` } },
  { way: "a star for a label", cluster: { ...named, "tls-server-name": "any.star.test" } },
  { way: "a star before one label", cluster: { ...named, "tls-server-name": "foo.two" } },
  { way: "a star for a label with an underscore", cluster: { ...named, "tls-server-name": "a_b.star.test" } },
  { way: "a star for two labels", cluster: { ...named, "tls-server-name": "a.b.star.test" }, kubectl: "refuses" },
  {
    way: "a star for a part of a label",
    cluster: { ...named, "tls-server-name": "foo.part.test" },
    kubectl: "refuses",
  },
  { way: "tls-server-name of another server", cluster: { "tls-server-name": otherName }, kubectl: "refuses" },
  {
    way: "tls-server-name that is an address",
    cluster: { server: "https://localhost:{main}", "tls-server-name": "127.0.0.1" },
  },
  {
    way: "tls-server-name that is an IPv6 address",
    cluster: { server: "https://localhost:{main}", "tls-server-name": "::1" },
  },
  { way: "tls-server-name that is another address", cluster: { "tls-server-name": "127.0.0.9" }, kubectl: "refuses" },
  { way: "tls-server-name, not checked", cluster: { ...insecure, "tls-server-name": "whatever.test" } },
  {
    way: "tls-server-name with an underscore, not checked",
    cluster: { ...insecure, "tls-server-name": "what_ever.test" },
  },
  {
    way: "tls-server-name for a plain server",
    cluster: { ...none, server: "http://127.0.0.1:{plain}", "tls-server-name": otherName },
  },
]);
