import { describeAsKubectl } from "./compare.ts";
import { otherName } from "./materials.ts";

const authorityFile = { "certificate-authority-data": null, "certificate-authority": "{materials}/ca.crt" };
const none = { "certificate-authority-data": null };
const insecure = { "certificate-authority-data": null, "insecure-skip-tls-verify": true };
const foreign = { server: "https://127.0.0.1:{foreign}" };
const named = { server: "https://127.0.0.1:{named}" };
const empty = { "certificate-authority-data": null, "certificate-authority": "empty" };
const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

describeAsKubectl("a server is trusted where kubectl trusts it", [
  { title: "authority as data" },
  { title: "authority in a file", cluster: authorityFile },
  {
    title: "authority in a file, counted from the kubeconfig",
    cluster: { ...none, "certificate-authority": "pki/ca" },
    files: { "pki/ca": "{text:ca.crt}" },
  },
  {
    title: "several authorities and other text in one file",
    cluster: { ...none, "certificate-authority": "bundle" },
    files: { bundle: "some words\n{text:foreign-ca.crt}\nmore words\n{text:ca.crt}" },
  },
  {
    title: "authority twice, as data and in a file",
    cluster: { "certificate-authority": "{materials}/ca.crt" },
    kubectl: "refuses",
  },
  {
    title: "authority in a file that is missing",
    cluster: { ...none, "certificate-authority": "none" },
    kubectl: "refuses",
  },
  { title: "authority in a file that is empty", cluster: empty, files: { empty: "" }, kubectl: "refuses" },
  { title: "authority in a file that is no PEM", cluster: empty, files: { empty: "no PEM" }, kubectl: "refuses" },
  { title: "authority that is broken", cluster: empty, files: { empty: broken }, kubectl: "refuses" },
  {
    title: "a broken authority before the right one",
    cluster: { ...none, "certificate-authority": "bundle" },
    files: { bundle: `${broken}{text:ca.crt}` },
  },
  { title: "authority in a folder", cluster: { ...none, "certificate-authority": "{materials}" }, kubectl: "refuses" },
  { title: "no authority: the machine does not know it", cluster: none, kubectl: "refuses" },
  { title: "another authority", cluster: { "certificate-authority-data": "{foreign-ca.crt}" }, kubectl: "refuses" },
  {
    title: "the server of another authority, with that one",
    cluster: { ...foreign, "certificate-authority-data": "{foreign-ca.crt}" },
  },
  {
    title: "the server's own certificate as the authority",
    cluster: { ...none, "certificate-authority": "{materials}/main.crt" },
  },
  { title: "not checked", cluster: insecure },
  { title: "not checked, of another authority", cluster: { ...insecure, ...foreign } },
  { title: "not checked, and an authority", cluster: { "insecure-skip-tls-verify": true }, kubectl: "refuses" },
  {
    title: "not checked, and an authority's file that is missing",
    cluster: { ...insecure, "certificate-authority": "none" },
    kubectl: "refuses",
  },
  { title: "insecure-skip-tls-verify: false", cluster: { "insecure-skip-tls-verify": false } },
]);

describeAsKubectl("the authorities of the machine are those of kubectl", [
  { title: "SSL_CERT_FILE", cluster: none, env: { SSL_CERT_FILE: "{materials}/ca.crt" } },
  { title: "SSL_CERT_DIR", cluster: none, env: { SSL_CERT_DIR: "{materials}" } },
  {
    title: "SSL_CERT_FILE beside an authority",
    cluster: foreign,
    env: { SSL_CERT_FILE: "{materials}/foreign-ca.crt" },
    kubectl: "refuses",
  },
  {
    title: "NODE_TLS_REJECT_UNAUTHORIZED is not heard",
    cluster: foreign,
    env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    kubectl: "refuses",
  },
  {
    title: "NODE_EXTRA_CA_CERTS",
    cluster: none,
    env: { NODE_EXTRA_CA_CERTS: "{materials}/ca.crt" },
    kubectl: "refuses",
    difference: {
      because: "a machine that gives Node its authorities so means every program on Node",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-token"],
    },
  },
  {
    title: "NODE_EXTRA_CA_CERTS beside an authority is not heard",
    cluster: foreign,
    env: { NODE_EXTRA_CA_CERTS: "{materials}/foreign-ca.crt" },
    kubectl: "refuses",
  },
]);

describeAsKubectl("the name in the certificate is the one kubectl wants", [
  { title: "an address is no name", cluster: { server: "https://127.0.0.1:{main}" } },
  { title: "a name", cluster: { server: "https://localhost:{main}" } },
  { title: "an IPv6 address", cluster: { server: "https://[::1]:{main}" } },
  { title: "another name", cluster: named, kubectl: "refuses" },
  { title: "tls-server-name", cluster: { ...named, "tls-server-name": otherName } },
  { title: "tls-server-name in capitals", cluster: { ...named, "tls-server-name": otherName.toUpperCase() } },
  { title: "tls-server-name with a dot at its end", cluster: { ...named, "tls-server-name": `${otherName}.` } },
  { title: "a star for a label", cluster: { ...named, "tls-server-name": "any.star.test" } },
  { title: "a star before one label", cluster: { ...named, "tls-server-name": "foo.two" } },
  { title: "a star for a label with an underscore", cluster: { ...named, "tls-server-name": "a_b.star.test" } },
  { title: "a star for two labels", cluster: { ...named, "tls-server-name": "a.b.star.test" }, kubectl: "refuses" },
  {
    title: "a star for a part of a label",
    cluster: { ...named, "tls-server-name": "foo.part.test" },
    kubectl: "refuses",
  },
  { title: "tls-server-name of another server", cluster: { "tls-server-name": otherName }, kubectl: "refuses" },
  {
    title: "tls-server-name that is an address",
    cluster: { server: "https://localhost:{main}", "tls-server-name": "127.0.0.1" },
  },
  {
    title: "tls-server-name that is an IPv6 address",
    cluster: { server: "https://localhost:{main}", "tls-server-name": "::1" },
  },
  { title: "tls-server-name that is another address", cluster: { "tls-server-name": "127.0.0.9" }, kubectl: "refuses" },
  { title: "tls-server-name, not checked", cluster: { ...insecure, "tls-server-name": "whatever.test" } },
  {
    title: "tls-server-name with an underscore, not checked",
    cluster: { ...insecure, "tls-server-name": "what_ever.test" },
  },
  {
    title: "tls-server-name for a plain server",
    cluster: { ...none, server: "http://127.0.0.1:{plain}", "tls-server-name": otherName },
  },
]);
