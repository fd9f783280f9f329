import { describeAsKubectl } from "./compare.ts";

const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const certificateFiles = { "client-certificate": "{materials}/alice.crt", "client-key": "{materials}/alice.key" };
const plain = { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null };
const token = { token: "s3cret-token" };
const basic = { username: "admin", password: "s3cret-password" };

describeAsKubectl("a token is sent as kubectl sends it", [
  { title: "a token", user: token },
  { title: "a token with characters of Latin 1 that are not ASCII", user: { token: "s3cret-ü" } },
  { title: "a token with characters beyond Latin 1", user: { token: "s3cret-€" } },
  { title: "a token that has expired", user: { token: "s3cret-expired" }, kubectl: "refuses" },
  { title: "a token with blanks around it", user: { token: " s3cret-token " } },
  {
    title: "a token with blanks around it over HTTP/1.1",
    user: { token: " s3cret-token " },
    cluster: { server: "https://127.0.0.1:{old}" },
  },
  { title: "a token with a line break", user: { token: "s3cret\ntoken" }, kubectl: "refuses" },
  { title: "a token with a control character", user: { token: "s3cret\u0001token" }, kubectl: "refuses" },
  { title: "a token file", user: { tokenFile: "{home}/token" }, files: { token: "s3cret-in-file" } },
  {
    title: "a token file, counted from the kubeconfig",
    user: { tokenFile: "./sub/token" },
    files: { "sub/token": "s3cret-in-file" },
  },
  {
    title: "a token file with white space around the token",
    user: { tokenFile: "token" },
    files: { token: "\n s3cret-in-file \r\n\n" },
  },
  {
    title: "a token file with a line break in the token",
    user: { tokenFile: "token" },
    files: { token: "s3cret\nin-file" },
    kubectl: "refuses",
  },
  {
    title: "a token file beside a token: the file counts",
    user: { ...token, tokenFile: "token" },
    files: { token: "s3cret-in-file" },
  },
  { title: "a token file that is missing beside a token", user: { ...token, tokenFile: "token" } },
  { title: "a token file that is empty beside a token", user: { ...token, tokenFile: "token" }, files: { token: "" } },
  { title: "a token file that is missing", user: { tokenFile: "token" }, kubectl: "refuses" },
  { title: "a token file of white space", user: { tokenFile: "token" }, files: { token: " \n" }, kubectl: "refuses" },
  { title: "a token file that is a folder", user: { tokenFile: "{home}" }, kubectl: "refuses" },
]);

describeAsKubectl("a password is sent as kubectl sends it", [
  { title: "name and password", user: basic },
  { title: "name and password that are not ASCII", user: { username: "admin", password: "s3cret-ü-€" } },
  { title: "a name with a colon", user: { username: "ad:min", password: "s3cret-password" } },
  { title: "a name alone", user: { username: "admin" } },
  { title: "a password alone", user: { password: "s3cret-password" }, kubectl: "refuses" },
  { title: "a password and a token", user: { ...basic, ...token }, kubectl: "refuses" },
  { title: "a password alone and a token", user: { password: "s3cret-password", ...token }, kubectl: "refuses" },
  {
    title: "a password without a name beside a token file",
    user: { password: "s3cret-password", tokenFile: "token" },
    files: { token: "s3cret-in-file" },
  },
  {
    title: "a password and a token file",
    user: { ...basic, tokenFile: "token" },
    files: { token: "s3cret-in-file" },
    kubectl: "refuses",
  },
]);

describeAsKubectl("a client certificate is shown as kubectl shows it", [
  { title: "certificate and key as data", user: certificate },
  { title: "certificate and key in files", user: certificateFiles },
  {
    title: "certificate and key in files, counted from the kubeconfig",
    user: { "client-certificate": "pki/c", "client-key": "./pki/k" },
    files: { "pki/c": "{text:alice.crt}", "pki/k": "{text:alice.key}" },
  },
  { title: "with a token", user: { ...certificate, ...token } },
  { title: "with a token file", user: { ...certificate, tokenFile: "token" }, files: { token: "s3cret-in-file" } },
  { title: "with a password", user: { ...certificate, ...basic } },
  {
    title: "of another authority",
    user: { "client-certificate": "{materials}/foreign.crt", "client-key": "{materials}/foreign.key" },
  },
  { title: "over HTTP/1.1", user: certificate, cluster: { server: "https://127.0.0.1:{old}" } },
  ...[
    { title: "an RSA key", certificate: "rsa.crt", key: "rsa.key" },
    { title: "an RSA key of PKCS#1", certificate: "rsa.crt", key: "rsa-pkcs1.key" },
    { title: "a key of the curve P-384", certificate: "p384.crt", key: "p384.key" },
    { title: "an Ed25519 key", certificate: "ed25519.crt", key: "ed25519.key" },
  ].map(({ title, certificate, key }) => ({
    title,
    user: { "client-certificate": `{materials}/${certificate}`, "client-key": `{materials}/${key}` },
  })),
  { title: "without a key", user: { "client-certificate-data": "{alice.crt}" }, kubectl: "refuses" },
  {
    title: "without a key, with a token",
    user: { "client-certificate-data": "{alice.crt}", ...token },
    kubectl: "refuses",
  },
  {
    title: "with the key of another one",
    user: { "client-certificate-data": "{alice.crt}", "client-key-data": "{bob.key}" },
    kubectl: "refuses",
  },
  {
    title: "with its key twice, as data and in a file",
    user: { ...certificate, "client-key": "{materials}/alice.key" },
    kubectl: "refuses",
  },
  {
    title: "with itself twice, as data and in a file",
    user: { ...certificate, "client-certificate": "{materials}/bob.crt" },
    kubectl: "refuses",
  },
  {
    title: "in a file that is missing, with a token",
    user: { "client-certificate": "none", "client-key": "none", ...token },
    kubectl: "refuses",
  },
  { title: "a key alone", user: { "client-key-data": "{alice.key}" }, kubectl: "refuses" },
  { title: "a key alone beside a token", user: { "client-key-data": "{alice.key}", ...token } },
  { title: "a key alone, in a file that is missing, beside a token", user: { "client-key": "none", ...token } },
  {
    title: "a certificate that is no PEM",
    user: { "client-certificate-data": "bm8=", "client-key-data": "bm8=" },
    kubectl: "refuses",
  },
]);

describeAsKubectl("no credentials are sent to no server", [
  { title: "a context without a user", user: null, kubectl: "refuses" },
  { title: "a user without anything", user: {}, kubectl: "refuses" },
  {
    title: "a context whose user does not exist",
    kubeconfigs: {
      config: {
        "current-context": "c",
        clusters: [
          { name: "c", cluster: { server: "https://127.0.0.1:{main}", "certificate-authority-data": "{ca.crt}" } },
        ],
        contexts: [{ name: "c", context: { cluster: "c", user: "ghost" } }],
      },
    },
    kubectl: "refuses",
  },
]);

describeAsKubectl("over plain http no credentials are sent", [
  { title: "of a token", cluster: plain, user: token },
  { title: "of a token file that is missing", cluster: plain, user: { tokenFile: "token" } },
  { title: "of a token file and a password", cluster: plain, user: { ...basic, tokenFile: "token" } },
  { title: "of a certificate", cluster: plain, user: certificate },
  { title: "of an unknown auth-provider", cluster: plain, user: { "auth-provider": { name: "none" } } },
  { title: "of a user without credentials", cluster: plain, user: {} },
  { title: "of no user", cluster: plain, user: null },
  { title: "but a contradiction is refused", cluster: plain, user: { ...token, ...basic }, kubectl: "refuses" },
  {
    title: "but a certificate without a key is refused",
    cluster: plain,
    user: { "client-certificate-data": "{alice.crt}" },
    kubectl: "refuses",
  },
]);

describeAsKubectl("an auth-provider that is gone is refused", [
  { title: "gcp", user: { "auth-provider": { name: "gcp" } }, kubectl: "refuses" },
  {
    title: "azure beside a token",
    user: { "auth-provider": { name: "azure" }, ...token },
    kubectl: "refuses",
    difference: {
      because: "kubectl 1.26 removed it, and the token beside it is what kubectl 1.25 sent",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-token"],
    },
  },
  {
    title: "an unknown one beside a certificate",
    user: { "auth-provider": { name: "none" }, ...certificate },
    kubectl: "refuses",
  },
]);
