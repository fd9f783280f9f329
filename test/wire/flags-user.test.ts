import { describeWays } from "./compare.ts";

const tokenFile = { user: { tokenFile: "token" }, files: { token: "s3cret-in-file" } };
const basic = { username: "admin", password: "s3cret-password" };
const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const certificateFiles = { "client-certificate": "{materials}/alice.crt", "client-key": "{materials}/alice.key" };
const byBob = ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"];
const none = { "certificate-authority-data": null };

describeWays("--token counts as in kubectl", [
  { way: "for another token", flags: ["--token=s3cret-flag"] },
  {
    way: "for a token file",
    ...tokenFile,
    flags: ["--token=s3cret-flag"],
    unlike: {
      because:
        "kubectl goes on sending the token of the file, and so asks as somebody else (transport/token_source.go)",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-flag"],
    },
  },
  { way: "beside a certificate", user: certificate, flags: ["--token=s3cret-flag"] },
  { way: "beside a password", user: basic, flags: ["--token=s3cret-flag"], kubectl: "refuses" },
  { way: "for nobody", user: {}, flags: ["--token=s3cret-flag"] },
  { way: "for a context without a user", user: null, flags: ["--token=s3cret-flag"] },
  { way: "empty", flags: ["--token="] },
  { way: "empty, for nobody", user: {}, flags: ["--token="], kubectl: "refuses" },
  { way: "with --user", flags: ["--token=s3cret-flag", "--user=bob"] },
  { way: "with --username", user: {}, flags: ["--token=s3cret-flag", "--username=admin"], kubectl: "refuses" },
  { way: "with --client-certificate", flags: ["--token=s3cret-flag", ...byBob] },
  { way: "over plain http", cluster: { ...none, server: "http://127.0.0.1:{plain}" }, flags: ["--token=s3cret-flag"] },
  {
    way: "for an auth-provider",
    user: { "auth-provider": { name: "gcp" } },
    flags: ["--token=s3cret-flag"],
    kubectl: "refuses",
    unlike: {
      because: "kubectl 1.26 removed it, and the token is what kubectl 1.25 sent",
      ours: ["main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-flag"],
    },
  },
]);

describeWays("--username and --password count as in kubectl", [
  { way: "for nobody", user: {}, flags: ["--username=admin", "--password=s3cret"] },
  { way: "for a context without a user", user: null, flags: ["--username=admin", "--password=s3cret"] },
  { way: "for another password", user: basic, flags: ["--username=root", "--password=s3cret"] },
  { way: "--username alone for another", user: basic, flags: ["--username=root"] },
  { way: "--password alone for another", user: basic, flags: ["--password=s3cret-flag"] },
  { way: "--username alone for nobody", user: {}, flags: ["--username=admin"] },
  { way: "--password alone for nobody", user: {}, flags: ["--password=s3cret"], kubectl: "refuses" },
  { way: "beside a token", flags: ["--username=admin", "--password=s3cret"], kubectl: "refuses" },
  { way: "--password alone beside a token", flags: ["--password=s3cret"], kubectl: "refuses" },
  { way: "beside a token file", ...tokenFile, flags: ["--username=admin", "--password=s3cret"], kubectl: "refuses" },
  { way: "beside a certificate", user: certificate, flags: ["--username=admin", "--password=s3cret"] },
]);

describeWays("--client-certificate and --client-key count as in kubectl", [
  { way: "for nobody", user: {}, flags: byBob },
  { way: "for a context without a user", user: null, flags: byBob },
  { way: "beside a token", flags: byBob },
  { way: "beside a password", user: basic, flags: byBob },
  { way: "for one as data", user: certificate, flags: byBob },
  { way: "for one in files", user: certificateFiles, flags: byBob },
  { way: "for one as data and in files", user: { ...certificate, ...certificateFiles }, flags: byBob },
  {
    way: "certificate alone for nobody",
    user: {},
    flags: ["--client-certificate={materials}/bob.crt"],
    kubectl: "refuses",
  },
  { way: "certificate alone beside a token", flags: ["--client-certificate={materials}/bob.crt"], kubectl: "refuses" },
  {
    way: "certificate alone for another one: the keys do not fit",
    user: certificate,
    flags: ["--client-certificate={materials}/bob.crt"],
    kubectl: "refuses",
  },
  {
    way: "certificate alone for the same one",
    user: certificate,
    flags: ["--client-certificate={materials}/alice.crt"],
  },
  { way: "key alone for the same one", user: certificate, flags: ["--client-key={materials}/alice.key"] },
  { way: "key alone beside a token", flags: ["--client-key={materials}/alice.key"] },
  { way: "that do not exist", flags: ["--client-certificate=none", "--client-key=none"], kubectl: "refuses" },
  {
    way: "relative to where we are",
    user: {},
    flags: ["--client-certificate=./pki/c", "--client-key=pki/k"],
    files: { "pki/c": "{text:alice.crt}", "pki/k": "{text:alice.key}" },
  },
  { way: "over plain http", cluster: { ...none, server: "http://127.0.0.1:{plain}" }, flags: byBob },
]);
