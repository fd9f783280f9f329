import { describeWays } from "./compare.ts";
import { respondLater, withPlugin } from "./plugin.ts";
import type { Fields } from "./way.ts";

const token = { token: "s3cret-plugin" };
const v1 = "client.authentication.k8s.io/v1";
const beta = "client.authentication.k8s.io/v1beta1";
// JSON in a script: the escapes of the line breaks are the plugin's.
const certificate = { clientCertificateData: "{json:alice.crt}", clientKeyData: "{json:alice.key}" };
const inFile = { "client-certificate-data": "{bob.crt}", "client-key-data": "{bob.key}" };
const plain = { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null };
const answer = (fields: Fields): string => JSON.stringify({ kind: "ExecCredential", apiVersion: v1, ...fields });

describeWays("a plugin's answer is sent as kubectl sends it", [
  { way: "a token", ...withPlugin(token) },
  { way: "a certificate", ...withPlugin(certificate) },
  { way: "both", ...withPlugin({ ...token, ...certificate }) },
  { way: "a token over HTTP/1.1", ...withPlugin(token), cluster: { server: "https://127.0.0.1:{old}" } },
  { way: "by v1beta1 without interactiveMode", ...withPlugin(token, { apiVersion: beta, interactiveMode: null }) },
  {
    way: "a token that has expired and is had anew",
    ...respondLater(answer({ status: { token: "s3cret-expired" } }), {}, {}, 0, answer({ status: token })),
  },
  {
    way: "a token that has expired and is had no other",
    ...withPlugin({ token: "s3cret-expired" }),
    kubectl: "refuses",
  },
  { way: "in YAML", ...respondLater(`apiVersion: ${v1}\nkind: ExecCredential\nstatus: {token: s3cret-plugin}\n`) },
  {
    way: "that expires in another time zone",
    ...withPlugin({ ...token, expirationTimestamp: "2999-01-01T00:00:00.5+01:00" }),
  },
  { way: "that expires never", ...withPlugin({ ...token, expirationTimestamp: null }) },
  { way: "without a kind", ...respondLater(JSON.stringify({ apiVersion: v1, status: token })) },
  { way: "with unknown fields", ...respondLater(answer({ status: { ...token, more: 1 }, more: 2 })) },
  { way: "with impersonation", ...withPlugin(token, {}, { as: "jane", "as-groups": ["a"] }) },
  {
    way: "behind a proxy",
    ...withPlugin(token),
    cluster: { server: "https://api.cluster.test:{main}", "proxy-url": "http://127.0.0.1:{proxy}" },
  },
]);

describeWays("a plugin's answer is refused where kubectl refuses it", [
  { way: "nothing", ...respondLater(""), kubectl: "refuses" },
  { way: "no JSON", ...respondLater("no JSON"), kubectl: "refuses" },
  { way: "words before JSON", ...respondLater(`logging in\n${answer({ status: token })}`), kubectl: "refuses" },
  { way: "words after JSON", ...respondLater(`${answer({ status: token })}\ndone`), kubectl: "refuses" },
  { way: "no status", ...respondLater(answer({})), kubectl: "refuses" },
  { way: "an empty status", ...withPlugin({}), kubectl: "refuses" },
  {
    way: "another group",
    ...respondLater(answer({ apiVersion: "example.com/v1", status: token })),
    kubectl: "refuses",
  },
  { way: "an empty token", ...withPlugin({ token: "" }), kubectl: "refuses" },
  { way: "another kind", ...respondLater(answer({ kind: "Secret", status: token })), kubectl: "refuses" },
  {
    way: "another version than asked for",
    ...respondLater(answer({ apiVersion: beta, status: token })),
    kubectl: "refuses",
  },
  { way: "no version", ...respondLater(JSON.stringify({ kind: "ExecCredential", status: token })), kubectl: "refuses" },
  { way: "a token that is a number", ...withPlugin({ token: 5 }), kubectl: "refuses" },
  { way: "a token with a line break", ...withPlugin({ token: "s3cret\nplugin" }), kubectl: "refuses" },
  {
    way: "a certificate without a key",
    ...withPlugin({ clientCertificateData: "{json:alice.crt}" }),
    kubectl: "refuses",
  },
  {
    way: "a key beside a token",
    ...withPlugin({ ...token, clientKeyData: "{json:alice.key}" }),
    kubectl: "refuses",
  },
  {
    way: "a key of another certificate",
    ...withPlugin({ clientCertificateData: "{json:alice.crt}", clientKeyData: "{json:bob.key}" }),
    kubectl: "refuses",
  },
  { way: "a key without a certificate", ...withPlugin({ clientKeyData: "{json:alice.key}" }), kubectl: "refuses" },
  {
    way: "a certificate that is no PEM",
    ...withPlugin({ clientCertificateData: "no", clientKeyData: "no" }),
    kubectl: "refuses",
  },
  { way: "a failure", ...respondLater(answer({ status: token }), {}, {}, 3), kubectl: "refuses" },
  { way: "a time that is none", ...withPlugin({ ...token, expirationTimestamp: "soon" }), kubectl: "refuses" },
]);

describeWays("a plugin is called as kubectl calls it", [
  { way: "with arguments", ...withPlugin(token, { args: ["a", "b c", ""] }) },
  {
    way: "with variables over those of the shell",
    ...withPlugin(token, { env: [{ name: "PROBE", value: "from the kubeconfig" }] }),
    env: { PROBE: "from the shell" },
  },
  {
    way: "with a variable twice",
    ...withPlugin(token, {
      env: [
        { name: "PROBE", value: "1" },
        { name: "PROBE", value: "2" },
      ],
    }),
  },
  { way: "with the variables of the shell", ...withPlugin(token), env: { PROBE: "from the shell" } },
  { way: "told about the cluster", ...withPlugin(token, { provideClusterInfo: true }) },
  {
    way: "told about the cluster by v1beta1",
    ...withPlugin(token, { provideClusterInfo: true, apiVersion: beta }),
  },
  {
    way: "told everything about the cluster",
    ...withPlugin(token, { provideClusterInfo: true }),
    cluster: {
      "tls-server-name": "localhost",
      "disable-compression": true,
      extensions: [
        { name: "client.authentication.k8s.io/exec", extension: { audience: "x", apiVersion: "a/v1", kind: "B" } },
      ],
    },
  },
  {
    way: "told about a cluster that is not checked and lies behind a proxy",
    ...withPlugin(token, { provideClusterInfo: true }),
    cluster: {
      "certificate-authority-data": null,
      "insecure-skip-tls-verify": true,
      "proxy-url": "http://127.0.0.1:{proxy}",
    },
  },
  {
    way: "told about a cluster whose authority stands in a file",
    ...withPlugin(token, { provideClusterInfo: true }),
    cluster: { "certificate-authority-data": null, "certificate-authority": "{materials}/ca.crt" },
  },
  {
    way: "told about the cluster of --server",
    ...withPlugin(token, { provideClusterInfo: true }),
    flags: ["--server=https://127.0.0.1:{other}"],
  },
  {
    way: "told about a cluster with a path",
    ...withPlugin(token, { provideClusterInfo: true }),
    cluster: { server: "https://127.0.0.1:{main}/k8s/" },
  },
  {
    way: "told about a cluster with a slash",
    ...withPlugin(token, { provideClusterInfo: true }),
    cluster: { server: "https://127.0.0.1:{main}/" },
  },
  {
    way: "told about a cluster with a query",
    ...withPlugin(token, { provideClusterInfo: true }),
    cluster: { server: "https://127.0.0.1:{main}/k8s?a=b" },
  },
  { way: "by a path that is not clean", ...withPlugin(token, { command: "sub//../plugin" }) },
  { way: "by its whole path", ...withPlugin(token, { command: "{home}/plugin" }) },
  { way: "from PATH", ...withPlugin(token, { command: "plugin" }), env: { PATH: "{home}:/usr/bin:/bin" } },
  { way: "not from where we are", ...withPlugin(token, { command: "plugin" }), kubectl: "refuses" },
  { way: "counted from the kubeconfig", ...withPlugin(token, { command: "../plugin" }), kubectl: "refuses" },
  {
    way: "not from a relative PATH",
    ...withPlugin(token, { command: "plugin" }),
    env: { PATH: ".:/usr/bin:/bin" },
    kubectl: "refuses",
  },
  { way: "that is a directory", ...withPlugin(token, { command: "{materials}" }), kubectl: "refuses" },
  { way: "that is not executable", ...withPlugin(token, { command: "{materials}/ca.crt" }), kubectl: "refuses" },
  { way: "that is not there", ...withPlugin(token, { command: "./none" }), kubectl: "refuses" },
  { way: "interactive if there is a terminal", ...withPlugin(token, { interactiveMode: "IfAvailable" }) },
  {
    way: "interactive always, without a terminal",
    ...withPlugin(token, { interactiveMode: "Always" }),
    kubectl: "refuses",
  },
]);

describeWays("a plugin is not called where kubectl does not call it", [
  { way: "beside a token", ...withPlugin(token, {}, { token: "s3cret-token" }) },
  {
    way: "beside a token file",
    ...withPlugin(token, {}, { tokenFile: "{materials}/openssl.cnf" }),
    kubectl: "refuses",
  },
  { way: "beside a password without a name, which does not count", ...withPlugin(token, {}, { password: "s3cret" }) },
  { way: "beside a password", ...withPlugin(token, {}, { username: "admin", password: "s3cret" }) },
  { way: "beside a certificate", ...withPlugin(token, {}, inFile) },
  { way: "with --token", ...withPlugin(token), flags: ["--token=s3cret-flag"] },
  { way: "with --username", ...withPlugin(token), flags: ["--username=admin", "--password=s3cret"] },
  {
    way: "with --client-certificate",
    ...withPlugin(token),
    flags: ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"],
  },
  { way: "with --user", ...withPlugin(token), flags: ["--user=bob"] },
  { way: "for a plain server", ...withPlugin(token), cluster: plain },
  {
    way: "for a server that is both trusted and not checked",
    ...withPlugin(token),
    cluster: { "insecure-skip-tls-verify": true },
    kubectl: "refuses",
  },
  {
    way: "for an authority that is no certificate",
    ...withPlugin(token),
    cluster: { "certificate-authority-data": "bm8=" },
    kubectl: "refuses",
  },
  {
    way: "for a proxy that cannot be one",
    ...withPlugin(token),
    cluster: { "proxy-url": "ftp://127.0.0.1:{proxy}" },
    kubectl: "refuses",
  },
  {
    way: "for a server that nobody trusts",
    ...withPlugin(token),
    cluster: { server: "https://127.0.0.1:{foreign}" },
    kubectl: "refuses",
  },
]);

describeWays("an exec section is refused where kubectl refuses it", [
  { way: "without a command", ...withPlugin(token, { command: "" }), kubectl: "refuses" },
  { way: "without apiVersion", ...withPlugin(token, { apiVersion: "" }), kubectl: "refuses" },
  {
    way: "of v1alpha1",
    ...withPlugin(token, { apiVersion: "client.authentication.k8s.io/v1alpha1" }),
    kubectl: "refuses",
  },
  { way: "of v1 without interactiveMode", ...withPlugin(token, { interactiveMode: null }), kubectl: "refuses" },
  { way: "with another interactiveMode", ...withPlugin(token, { interactiveMode: "Sometimes" }), kubectl: "refuses" },
  {
    way: "with a variable without a name",
    ...withPlugin(token, { env: [{ name: "", value: "x" }] }),
    kubectl: "refuses",
  },
  { way: "with arguments that are no list", ...withPlugin(token, { args: "login" }), kubectl: "refuses" },
  { way: "with arguments that are numbers", ...withPlugin(token, { args: [1] }), kubectl: "refuses" },
  { way: "with an auth-provider", ...withPlugin(token, {}, { "auth-provider": { name: "oidc" } }), kubectl: "refuses" },
  {
    way: "without a command, beside a token",
    ...withPlugin(token, { command: "" }, { token: "s3cret-token" }),
    kubectl: "refuses",
  },
  {
    way: "of v1alpha1, beside a token",
    ...withPlugin(token, { apiVersion: "client.authentication.k8s.io/v1alpha1" }, { token: "s3cret-token" }),
    kubectl: "refuses",
  },
  {
    way: "of v1alpha1, for a plain server",
    ...withPlugin(token, { apiVersion: "client.authentication.k8s.io/v1alpha1" }),
    cluster: plain,
  },
  {
    way: "without a command, for a plain server",
    ...withPlugin(token, { command: "" }),
    cluster: plain,
    kubectl: "refuses",
  },
]);
