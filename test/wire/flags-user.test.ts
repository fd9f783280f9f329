import { describeAsKubectl } from "./compare.ts";

const tokenFile = { user: { tokenFile: "token" }, files: { token: "s3cret-in-file" } };
const basic = { username: "admin", password: "s3cret-password" };
const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const certificateFiles = { "client-certificate": "{materials}/alice.crt", "client-key": "{materials}/alice.key" };
const byBob = ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"];
const none = { "certificate-authority-data": null };

describeAsKubectl("--token counts as in kubectl", [
  { title: "for another token", flags: ["--token=s3cret-flag"] },
  {
    title: "for a token file",
    ...tokenFile,
    flags: ["--token=s3cret-flag"],
    difference: {
      because:
        "kubectl keeps sending the token of the file, and so authenticates as another user (transport/token_source.go)",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-flag"],
    },
  },
  { title: "beside a certificate", user: certificate, flags: ["--token=s3cret-flag"] },
  { title: "beside a password", user: basic, flags: ["--token=s3cret-flag"], kubectl: "refuses" },
  { title: "for a user without credentials", user: {}, flags: ["--token=s3cret-flag"] },
  { title: "for a context without a user", user: null, flags: ["--token=s3cret-flag"] },
  { title: "empty", flags: ["--token="] },
  { title: "empty, for a user without credentials", user: {}, flags: ["--token="], kubectl: "refuses" },
  { title: "with --user", flags: ["--token=s3cret-flag", "--user=bob"] },
  { title: "with --username", user: {}, flags: ["--token=s3cret-flag", "--username=admin"], kubectl: "refuses" },
  { title: "with --client-certificate", flags: ["--token=s3cret-flag", ...byBob] },
  {
    title: "over plain http",
    cluster: { ...none, server: "http://127.0.0.1:{plain}" },
    flags: ["--token=s3cret-flag"],
  },
  {
    title: "for an auth-provider",
    user: { "auth-provider": { name: "gcp" } },
    flags: ["--token=s3cret-flag"],
    kubectl: "refuses",
    difference: {
      because: "kubectl 1.26 removed it, and the token is what kubectl 1.25 sent",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-flag"],
    },
  },
]);

describeAsKubectl("--username and --password count as in kubectl", [
  { title: "for a user without credentials", user: {}, flags: ["--username=admin", "--password=s3cret"] },
  { title: "for a context without a user", user: null, flags: ["--username=admin", "--password=s3cret"] },
  { title: "for another password", user: basic, flags: ["--username=root", "--password=s3cret"] },
  { title: "--username alone for another", user: basic, flags: ["--username=root"] },
  { title: "--password alone for another", user: basic, flags: ["--password=s3cret-flag"] },
  { title: "--username alone for a user without credentials", user: {}, flags: ["--username=admin"] },
  {
    title: "--password alone for a user without credentials",
    user: {},
    flags: ["--password=s3cret"],
    kubectl: "refuses",
  },
  { title: "beside a token", flags: ["--username=admin", "--password=s3cret"], kubectl: "refuses" },
  { title: "--password alone beside a token", flags: ["--password=s3cret"], kubectl: "refuses" },
  { title: "beside a token file", ...tokenFile, flags: ["--username=admin", "--password=s3cret"], kubectl: "refuses" },
  { title: "beside a certificate", user: certificate, flags: ["--username=admin", "--password=s3cret"] },
]);

describeAsKubectl("--client-certificate and --client-key count as in kubectl", [
  { title: "for a user without credentials", user: {}, flags: byBob },
  { title: "for a context without a user", user: null, flags: byBob },
  { title: "beside a token", flags: byBob },
  { title: "beside a password", user: basic, flags: byBob },
  { title: "for one as data", user: certificate, flags: byBob },
  { title: "for one in files", user: certificateFiles, flags: byBob },
  { title: "for one as data and in files", user: { ...certificate, ...certificateFiles }, flags: byBob },
  {
    title: "certificate alone for a user without credentials",
    user: {},
    flags: ["--client-certificate={materials}/bob.crt"],
    kubectl: "refuses",
  },
  {
    title: "certificate alone beside a token",
    flags: ["--client-certificate={materials}/bob.crt"],
    kubectl: "refuses",
  },
  {
    title: "certificate alone for another one: the keys do not fit",
    user: certificate,
    flags: ["--client-certificate={materials}/bob.crt"],
    kubectl: "refuses",
  },
  {
    title: "certificate alone for the same one",
    user: certificate,
    flags: ["--client-certificate={materials}/alice.crt"],
  },
  { title: "key alone for the same one", user: certificate, flags: ["--client-key={materials}/alice.key"] },
  { title: "key alone beside a token", flags: ["--client-key={materials}/alice.key"] },
  { title: "that do not exist", flags: ["--client-certificate=none", "--client-key=none"], kubectl: "refuses" },
  {
    title: "relative to where we are",
    user: {},
    flags: ["--client-certificate=./pki/c", "--client-key=pki/k"],
    files: { "pki/c": "{text:alice.crt}", "pki/k": "{text:alice.key}" },
  },
  { title: "over plain http", cluster: { ...none, server: "http://127.0.0.1:{plain}" }, flags: byBob },
]);
