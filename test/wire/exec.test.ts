import { describeAsKubectl } from "./compare.ts";
import type { Fields } from "./connection-case.ts";
import { withPlugin } from "./plugin.ts";

const token = { token: "s3cret-plugin" };
const v1 = "client.authentication.k8s.io/v1";
const beta = "client.authentication.k8s.io/v1beta1";
// JSON in a script: the escapes of the line breaks are the plugin's.
const certificate = { clientCertificateData: "{json:alice.crt}", clientKeyData: "{json:alice.key}" };
const inFile = { "client-certificate-data": "{bob.crt}", "client-key-data": "{bob.key}" };
const plain = { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null };
const answer = (fields: Fields): string => JSON.stringify({ kind: "ExecCredential", apiVersion: v1, ...fields });

describeAsKubectl("a plugin's answer is sent as kubectl sends it", [
  { title: "a token", ...withPlugin({ status: token }) },
  { title: "a certificate", ...withPlugin({ status: certificate }) },
  { title: "both", ...withPlugin({ status: { ...token, ...certificate } }) },
  { title: "a token over HTTP/1.1", ...withPlugin({ status: token }), cluster: { server: "https://127.0.0.1:{old}" } },
  {
    title: "by v1beta1 without interactiveMode",
    ...withPlugin({ status: token, exec: { apiVersion: beta, interactiveMode: null } }),
  },
  {
    title: "a token that has expired and is obtained again",
    ...withPlugin({ output: answer({ status: { token: "s3cret-expired" } }), laterOutput: answer({ status: token }) }),
  },
  {
    title: "a token that has expired, of which the plugin has no other",
    ...withPlugin({ status: { token: "s3cret-expired" } }),
    kubectl: "refuses",
  },
  {
    title: "in YAML",
    ...withPlugin({ output: `apiVersion: ${v1}\nkind: ExecCredential\nstatus: {token: s3cret-plugin}\n` }),
  },
  {
    title: "that expires in another time zone",
    ...withPlugin({ status: { ...token, expirationTimestamp: "2999-01-01T00:00:00.5+01:00" } }),
  },
  { title: "that expires never", ...withPlugin({ status: { ...token, expirationTimestamp: null } }) },
  { title: "without a kind", ...withPlugin({ output: JSON.stringify({ apiVersion: v1, status: token }) }) },
  { title: "with unknown fields", ...withPlugin({ output: answer({ status: { ...token, more: 1 }, more: 2 }) }) },
  { title: "with impersonation", ...withPlugin({ status: token, user: { as: "jane", "as-groups": ["a"] } }) },
  {
    title: "behind a proxy",
    ...withPlugin({ status: token }),
    cluster: { server: "https://api.cluster.test:{main}", "proxy-url": "http://127.0.0.1:{proxy}" },
  },
]);

describeAsKubectl("a plugin's answer is refused where kubectl refuses it", [
  { title: "nothing", ...withPlugin({ output: "" }), kubectl: "refuses" },
  { title: "no JSON", ...withPlugin({ output: "no JSON" }), kubectl: "refuses" },
  {
    title: "words before JSON",
    ...withPlugin({ output: `logging in\n${answer({ status: token })}` }),
    kubectl: "refuses",
  },
  { title: "words after JSON", ...withPlugin({ output: `${answer({ status: token })}\ndone` }), kubectl: "refuses" },
  { title: "no status", ...withPlugin({ output: answer({}) }), kubectl: "refuses" },
  { title: "an empty status", ...withPlugin({ status: {} }), kubectl: "refuses" },
  {
    title: "another group",
    ...withPlugin({ output: answer({ apiVersion: "example.com/v1", status: token }) }),
    kubectl: "refuses",
  },
  { title: "an empty token", ...withPlugin({ status: { token: "" } }), kubectl: "refuses" },
  { title: "another kind", ...withPlugin({ output: answer({ kind: "Secret", status: token }) }), kubectl: "refuses" },
  {
    title: "another version than asked for",
    ...withPlugin({ output: answer({ apiVersion: beta, status: token }) }),
    kubectl: "refuses",
  },
  {
    title: "no version",
    ...withPlugin({ output: JSON.stringify({ kind: "ExecCredential", status: token }) }),
    kubectl: "refuses",
  },
  { title: "a token that is a number", ...withPlugin({ status: { token: 5 } }), kubectl: "refuses" },
  { title: "a token with a line break", ...withPlugin({ status: { token: "s3cret\nplugin" } }), kubectl: "refuses" },
  {
    title: "a certificate without a key",
    ...withPlugin({ status: { clientCertificateData: "{json:alice.crt}" } }),
    kubectl: "refuses",
  },
  {
    title: "a key beside a token",
    ...withPlugin({ status: { ...token, clientKeyData: "{json:alice.key}" } }),
    kubectl: "refuses",
  },
  {
    title: "a key of another certificate",
    ...withPlugin({ status: { clientCertificateData: "{json:alice.crt}", clientKeyData: "{json:bob.key}" } }),
    kubectl: "refuses",
  },
  {
    title: "a key without a certificate",
    ...withPlugin({ status: { clientKeyData: "{json:alice.key}" } }),
    kubectl: "refuses",
  },
  {
    title: "a certificate that is no PEM",
    ...withPlugin({ status: { clientCertificateData: "no", clientKeyData: "no" } }),
    kubectl: "refuses",
  },
  { title: "a failure", ...withPlugin({ output: answer({ status: token }), exitCode: 3 }), kubectl: "refuses" },
  {
    title: "a time that is none",
    ...withPlugin({ status: { ...token, expirationTimestamp: "soon" } }),
    kubectl: "refuses",
  },
]);

describeAsKubectl("a plugin is called as kubectl calls it", [
  { title: "with arguments", ...withPlugin({ status: token, exec: { args: ["a", "b c", ""] } }) },
  {
    title: "with variables over those of the shell",
    ...withPlugin({ status: token, exec: { env: [{ name: "PROBE", value: "from the kubeconfig" }] } }),
    env: { PROBE: "from the shell" },
  },
  {
    title: "with a variable twice",
    ...withPlugin({
      status: token,
      exec: {
        env: [
          { name: "PROBE", value: "1" },
          { name: "PROBE", value: "2" },
        ],
      },
    }),
  },
  {
    title: "with an empty variable, and with a PATH of its own",
    ...withPlugin({
      status: token,
      exec: {
        env: [
          { name: "PROBE", value: "" },
          { name: "PATH", value: "/nowhere" },
        ],
      },
    }),
  },
  { title: "with the variables of the shell", ...withPlugin({ status: token }), env: { PROBE: "from the shell" } },
  { title: "with information about the cluster", ...withPlugin({ status: token, exec: { provideClusterInfo: true } }) },
  {
    title: "with information about the cluster by v1beta1",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true, apiVersion: beta } }),
  },
  {
    title: "with all information about the cluster",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    cluster: {
      "tls-server-name": "localhost",
      "disable-compression": true,
      extensions: [
        { name: "example.org/other", extension: { no: true } },
        {
          name: "client.authentication.k8s.io/exec",
          extension: { audience: "x", apiVersion: "a/v1", kind: "B", deep: [1, null, { ü: "ü" }] },
        },
      ],
    },
  },
  {
    title: "with information about a cluster that is not checked and lies behind a proxy",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    cluster: {
      "certificate-authority-data": null,
      "insecure-skip-tls-verify": true,
      "proxy-url": "http://127.0.0.1:{proxy}",
    },
  },
  {
    title: "with information about a cluster whose authority stands in a file",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    cluster: { "certificate-authority-data": null, "certificate-authority": "{materials}/ca.crt" },
  },
  {
    title: "with information about the cluster of --server",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    flags: ["--server=https://127.0.0.1:{other}"],
  },
  {
    title: "with information about a cluster with a path",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    cluster: { server: "https://127.0.0.1:{main}/k8s/" },
  },
  {
    title: "with information about a cluster with a slash",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    cluster: { server: "https://127.0.0.1:{main}/" },
  },
  {
    title: "with information about a cluster with a query",
    ...withPlugin({ status: token, exec: { provideClusterInfo: true } }),
    cluster: { server: "https://127.0.0.1:{main}/k8s?a=b" },
  },
  { title: "by a path that is not clean", ...withPlugin({ status: token, exec: { command: "sub//../plugin" } }) },
  { title: "by its whole path", ...withPlugin({ status: token, exec: { command: "{home}/plugin" } }) },
  {
    title: "from PATH",
    ...withPlugin({ status: token, exec: { command: "plugin" } }),
    env: { PATH: "{home}:/usr/bin:/bin" },
  },
  {
    title: "from PATH, past a file of its name that is not executable",
    ...withPlugin({ status: token, file: "ca.crt", exec: { command: "ca.crt" } }),
    env: { PATH: "{materials}:{home}:/usr/bin:/bin" },
  },
  { title: "not from where we are", ...withPlugin({ status: token, exec: { command: "plugin" } }), kubectl: "refuses" },
  {
    title: "counted from the kubeconfig",
    ...withPlugin({ status: token, exec: { command: "../plugin" } }),
    kubectl: "refuses",
  },
  {
    title: "not from a relative PATH",
    ...withPlugin({ status: token, exec: { command: "plugin" } }),
    env: { PATH: ".:/usr/bin:/bin" },
    kubectl: "refuses",
  },
  {
    title: "that is a directory",
    ...withPlugin({ status: token, exec: { command: "{materials}" } }),
    kubectl: "refuses",
  },
  {
    title: "that is not executable",
    ...withPlugin({ status: token, exec: { command: "{materials}/ca.crt" } }),
    kubectl: "refuses",
  },
  { title: "that is not there", ...withPlugin({ status: token, exec: { command: "./none" } }), kubectl: "refuses" },
  {
    title: "interactive if there is a terminal, without one",
    ...withPlugin({ status: token, exec: { interactiveMode: "IfAvailable" } }),
    input: "typed",
  },
  {
    title: "never interactive, without what is on standard input",
    ...withPlugin({ status: token, exec: { interactiveMode: "Never" } }),
    input: "typed",
  },
  {
    title: "interactive always, without a terminal",
    ...withPlugin({ status: token, exec: { interactiveMode: "Always" } }),
    kubectl: "refuses",
  },
]);

describeAsKubectl("a plugin is not called where kubectl does not call it", [
  { title: "beside a token", ...withPlugin({ status: token, user: { token: "s3cret-token" } }) },
  {
    title: "beside a token file",
    ...withPlugin({ status: token, user: { tokenFile: "{materials}/openssl.cnf" } }),
    kubectl: "refuses",
  },
  {
    title: "beside a password without a name, which does not count",
    ...withPlugin({ status: token, user: { password: "s3cret" } }),
  },
  { title: "beside a password", ...withPlugin({ status: token, user: { username: "admin", password: "s3cret" } }) },
  { title: "beside a certificate", ...withPlugin({ status: token, user: inFile }) },
  { title: "with --token", ...withPlugin({ status: token }), flags: ["--token=s3cret-flag"] },
  { title: "with --username", ...withPlugin({ status: token }), flags: ["--username=admin", "--password=s3cret"] },
  {
    title: "with --client-certificate",
    ...withPlugin({ status: token }),
    flags: ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"],
  },
  { title: "with --user", ...withPlugin({ status: token }), flags: ["--user=bob"] },
  { title: "for a plain server", ...withPlugin({ status: token }), cluster: plain },
  {
    title: "for a server that is both trusted and not checked",
    ...withPlugin({ status: token }),
    cluster: { "insecure-skip-tls-verify": true },
    kubectl: "refuses",
  },
  {
    title: "for an authority that is no certificate",
    ...withPlugin({ status: token }),
    cluster: { "certificate-authority-data": "bm8=" },
    kubectl: "refuses",
  },
  {
    title: "for a proxy that cannot be one",
    ...withPlugin({ status: token }),
    cluster: { "proxy-url": "ftp://127.0.0.1:{proxy}" },
    kubectl: "refuses",
  },
  {
    title: "for a server that is not trusted",
    ...withPlugin({ status: token }),
    cluster: { server: "https://127.0.0.1:{foreign}" },
    kubectl: "refuses",
  },
]);

describeAsKubectl("an exec section is refused where kubectl refuses it", [
  { title: "without a command", ...withPlugin({ status: token, exec: { command: "" } }), kubectl: "refuses" },
  { title: "without apiVersion", ...withPlugin({ status: token, exec: { apiVersion: "" } }), kubectl: "refuses" },
  {
    title: "of v1alpha1",
    ...withPlugin({ status: token, exec: { apiVersion: "client.authentication.k8s.io/v1alpha1" } }),
    kubectl: "refuses",
  },
  {
    title: "of v1 without interactiveMode",
    ...withPlugin({ status: token, exec: { interactiveMode: null } }),
    kubectl: "refuses",
  },
  {
    title: "with another interactiveMode",
    ...withPlugin({ status: token, exec: { interactiveMode: "Sometimes" } }),
    kubectl: "refuses",
  },
  {
    title: "with a variable without a name",
    ...withPlugin({ status: token, exec: { env: [{ name: "", value: "x" }] } }),
    kubectl: "refuses",
  },
  {
    title: "with arguments that are no list",
    ...withPlugin({ status: token, exec: { args: "login" } }),
    kubectl: "refuses",
  },
  {
    title: "with arguments that are numbers",
    ...withPlugin({ status: token, exec: { args: [1] } }),
    kubectl: "refuses",
  },
  {
    title: "with an auth-provider",
    ...withPlugin({ status: token, user: { "auth-provider": { name: "oidc" } } }),
    kubectl: "refuses",
  },
  {
    title: "without a command, beside a token",
    ...withPlugin({ status: token, exec: { command: "" }, user: { token: "s3cret-token" } }),
    kubectl: "refuses",
  },
  {
    title: "of v1alpha1, beside a token",
    ...withPlugin({
      status: token,
      exec: { apiVersion: "client.authentication.k8s.io/v1alpha1" },
      user: { token: "s3cret-token" },
    }),
    kubectl: "refuses",
  },
  {
    title: "of v1alpha1, for a plain server",
    ...withPlugin({ status: token, exec: { apiVersion: "client.authentication.k8s.io/v1alpha1" } }),
    cluster: plain,
  },
  {
    title: "without a command, for a plain server",
    ...withPlugin({ status: token, exec: { command: "" } }),
    cluster: plain,
    kubectl: "refuses",
  },
]);
