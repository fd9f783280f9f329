import { describeWays } from "./compare.ts";

const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const certificateFiles = { "client-certificate": "{materials}/alice.crt", "client-key": "{materials}/alice.key" };
const plain = { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null };
const token = { token: "s3cret-token" };
const basic = { username: "admin", password: "s3cret-password" };

describeWays("a token is sent as kubectl sends it", [
  { way: "a token", user: token },
  { way: "a token with characters of Latin 1 that are not ASCII", user: { token: "s3cret-ü" } },
  { way: "a token with characters beyond Latin 1", user: { token: "s3cret-€" } },
  { way: "a token that has expired", user: { token: "s3cret-expired" }, kubectl: "refuses" },
  { way: "a token with blanks around it", user: { token: " s3cret-token " } },
  {
    way: "a token with blanks around it over HTTP/1.1",
    user: { token: " s3cret-token " },
    cluster: { server: "https://127.0.0.1:{old}" },
  },
  { way: "a token with a line break", user: { token: "s3cret\ntoken" }, kubectl: "refuses" },
  { way: "a token with a control character", user: { token: "s3cret\u0001token" }, kubectl: "refuses" },
  { way: "a token file", user: { tokenFile: "{home}/token" }, files: { token: "s3cret-in-file" } },
  {
    way: "a token file, counted from the kubeconfig",
    user: { tokenFile: "./sub/token" },
    files: { "sub/token": "s3cret-in-file" },
  },
  {
    way: "a token file with white space around the token",
    user: { tokenFile: "token" },
    files: { token: "\n s3cret-in-file \r\n\n" },
  },
  {
    way: "a token file with a line break in the token",
    user: { tokenFile: "token" },
    files: { token: "s3cret\nin-file" },
    kubectl: "refuses",
  },
  {
    way: "a token file beside a token: the file counts",
    user: { ...token, tokenFile: "token" },
    files: { token: "s3cret-in-file" },
  },
  { way: "a token file that is missing beside a token", user: { ...token, tokenFile: "token" } },
  { way: "a token file that is empty beside a token", user: { ...token, tokenFile: "token" }, files: { token: "" } },
  { way: "a token file that is missing", user: { tokenFile: "token" }, kubectl: "refuses" },
  { way: "a token file of white space", user: { tokenFile: "token" }, files: { token: " \n" }, kubectl: "refuses" },
  { way: "a token file that is a folder", user: { tokenFile: "{home}" }, kubectl: "refuses" },
]);

describeWays("a password is sent as kubectl sends it", [
  { way: "name and password", user: basic },
  { way: "name and password that are not ASCII", user: { username: "admin", password: "s3cret-ü-€" } },
  { way: "a name with a colon", user: { username: "ad:min", password: "s3cret-password" } },
  { way: "a name alone", user: { username: "admin" } },
  { way: "a password alone", user: { password: "s3cret-password" }, kubectl: "refuses" },
  { way: "a password and a token", user: { ...basic, ...token }, kubectl: "refuses" },
  { way: "a password alone and a token", user: { password: "s3cret-password", ...token }, kubectl: "refuses" },
  {
    way: "a password without a name beside a token file",
    user: { password: "s3cret-password", tokenFile: "token" },
    files: { token: "s3cret-in-file" },
  },
  {
    way: "a password and a token file",
    user: { ...basic, tokenFile: "token" },
    files: { token: "s3cret-in-file" },
    kubectl: "refuses",
  },
]);

describeWays("a client certificate is shown as kubectl shows it", [
  { way: "certificate and key as data", user: certificate },
  { way: "certificate and key in files", user: certificateFiles },
  {
    way: "certificate and key in files, counted from the kubeconfig",
    user: { "client-certificate": "pki/c", "client-key": "./pki/k" },
    files: { "pki/c": "{text:alice.crt}", "pki/k": "{text:alice.key}" },
  },
  { way: "with a token", user: { ...certificate, ...token } },
  { way: "with a token file", user: { ...certificate, tokenFile: "token" }, files: { token: "s3cret-in-file" } },
  { way: "with a password", user: { ...certificate, ...basic } },
  {
    way: "of another authority",
    user: { "client-certificate": "{materials}/foreign.crt", "client-key": "{materials}/foreign.key" },
  },
  { way: "over HTTP/1.1", user: certificate, cluster: { server: "https://127.0.0.1:{old}" } },
  ...[
    ["an RSA key", "rsa.crt", "rsa.key"],
    ["an RSA key of PKCS#1", "rsa.crt", "rsa-pkcs1.key"],
    ["a key of the curve P-384", "p384.crt", "p384.key"],
    ["an Ed25519 key", "ed25519.crt", "ed25519.key"],
  ].map(([way = "", certificate, key]) => ({
    way,
    user: { "client-certificate": `{materials}/${certificate}`, "client-key": `{materials}/${key}` },
  })),
  { way: "without a key", user: { "client-certificate-data": "{alice.crt}" }, kubectl: "refuses" },
  {
    way: "without a key, with a token",
    user: { "client-certificate-data": "{alice.crt}", ...token },
    kubectl: "refuses",
  },
  {
    way: "with the key of another one",
    user: { "client-certificate-data": "{alice.crt}", "client-key-data": "{bob.key}" },
    kubectl: "refuses",
  },
  {
    way: "with its key twice, as data and in a file",
    user: { ...certificate, "client-key": "{materials}/alice.key" },
    kubectl: "refuses",
  },
  {
    way: "with itself twice, as data and in a file",
    user: { ...certificate, "client-certificate": "{materials}/bob.crt" },
    kubectl: "refuses",
  },
  {
    way: "in a file that is missing, with a token",
    user: { "client-certificate": "none", "client-key": "none", ...token },
    kubectl: "refuses",
  },
  { way: "a key alone", user: { "client-key-data": "{alice.key}" }, kubectl: "refuses" },
  { way: "a key alone beside a token", user: { "client-key-data": "{alice.key}", ...token } },
  { way: "a key alone, in a file that is missing, beside a token", user: { "client-key": "none", ...token } },
  {
    way: "a certificate that is no PEM",
    user: { "client-certificate-data": "bm8=", "client-key-data": "bm8=" },
    kubectl: "refuses",
  },
]);

describeWays("no credentials are sent to no server", [
  { way: "a context without a user", user: null, kubectl: "refuses" },
  { way: "a user without anything", user: {}, kubectl: "refuses" },
  {
    way: "a context whose user does not exist",
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

describeWays("over plain http no credentials are sent", [
  { way: "of a token", cluster: plain, user: token },
  { way: "of a token file that is missing", cluster: plain, user: { tokenFile: "token" } },
  { way: "of a token file and a password", cluster: plain, user: { ...basic, tokenFile: "token" } },
  { way: "of a certificate", cluster: plain, user: certificate },
  { way: "of an auth-provider that nobody knows", cluster: plain, user: { "auth-provider": { name: "none" } } },
  { way: "of nobody", cluster: plain, user: {} },
  { way: "of no user", cluster: plain, user: null },
  { way: "but a contradiction is refused", cluster: plain, user: { ...token, ...basic }, kubectl: "refuses" },
  {
    way: "but a certificate without a key is refused",
    cluster: plain,
    user: { "client-certificate-data": "{alice.crt}" },
    kubectl: "refuses",
  },
]);

describeWays("an auth-provider that is gone is refused", [
  { way: "gcp", user: { "auth-provider": { name: "gcp" } }, kubectl: "refuses" },
  {
    way: "azure beside a token",
    user: { "auth-provider": { name: "azure" }, ...token },
    kubectl: "refuses",
    unlike: {
      because: "kubectl 1.26 removed it, and the token beside it is what kubectl 1.25 sent",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-token"],
    },
  },
  {
    way: "an unknown one beside a certificate",
    user: { "auth-provider": { name: "none" }, ...certificate },
    kubectl: "refuses",
  },
]);
