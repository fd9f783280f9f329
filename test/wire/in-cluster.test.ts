import { execFileSync } from "node:child_process";
import { describeAsKubectl, describeUntestable } from "./compare.ts";
import type { ConnectionCase } from "./connection-case.ts";

/**
 * kubectl knows one folder for the service account of a pod. Here each program gets a /run of its own, which no other
 * process sees and which is gone with it, and in it that folder with the files of `account`.
 */
const inPod = [
  "unshare",
  "--map-root-user",
  "--mount",
  "sh",
  "-c",
  [
    "mount -t tmpfs none /run && mkdir -p /var/run/secrets/kubernetes.io",
    "cp -r account /var/run/secrets/kubernetes.io/serviceaccount",
    'exec "$@"',
  ].join(" && "),
  "sh",
];

const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: "{main}" };
const account = { "account/token": "s3cret-pod\n", "account/namespace": "pod-space" };

/** A case in a pod, whose service account has an authority unless `trusted` is false. */
function pod(fields: ConnectionCase, { trusted = true } = {}): ConnectionCase {
  return {
    kubeconfigs: {},
    ...fields,
    env: { ...env, ...fields.env },
    files: { ...account, ...(trusted && { "account/ca.crt": "{text:ca.crt}" }), ...fields.files },
  };
}
const asked = "main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer s3cret-pod";
const lost =
  "any flag but a few makes kubectl forget that it runs in a pod and go to localhost:8080 (loader.go, IsDefaultConfig)";
const deaf =
  "kubectl in a pod hears of the flags only --server, --token and --certificate-authority (client_config.go, inClusterClientConfig)";
const elsewhere = {
  config: {
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "c" } }],
    users: [{ name: "c", user: { token: "s3cret-file" } }],
    clusters: [
      { name: "c", cluster: { server: "https://127.0.0.1:{other}", "certificate-authority-data": "{ca.crt}" } },
    ],
  },
};

const cases: readonly ConnectionCase[] = [
  pod({ title: "as its service account" }),
  pod({ title: "over IPv6", env: { KUBERNETES_SERVICE_HOST: "::1" } }),
  pod({ title: "by a name", env: { KUBERNETES_SERVICE_HOST: "localhost" } }),
  pod({
    title: "by the proxy of the environment",
    env: { KUBERNETES_SERVICE_HOST: "api.cluster.test", HTTPS_PROXY: "http://127.0.0.1:{proxy}" },
  }),
  pod({ title: "not without an authority that the machine knows", kubectl: "refuses" }, { trusted: false }),
  pod(
    { title: "without an authority of its own, by that of the machine", env: { SSL_CERT_FILE: "{materials}/ca.crt" } },
    { trusted: false },
  ),
  pod({ title: "not with an empty token", files: { "account/token": "" }, kubectl: "refuses" }),
  pod({ title: "not without a port", env: { KUBERNETES_SERVICE_PORT: "" }, kubectl: "refuses" }),
  pod({ title: "not without a host", env: { KUBERNETES_SERVICE_HOST: "" }, kubectl: "refuses" }),
  pod({ title: "but not where a kubeconfig leads elsewhere", kubeconfigs: elsewhere }),
  pod({ title: "where the kubeconfig is empty", kubeconfigs: { config: {} } }),
  pod({
    title: "where the kubeconfig has no current-context",
    kubeconfigs: { config: { ...elsewhere.config, "current-context": "" } },
  }),
  pod({
    title: "with --context of a kubeconfig",
    kubeconfigs: { config: { ...elsewhere.config, "current-context": "" } },
    flags: ["--context=c"],
  }),
  pod({ title: "with --token", flags: ["--token=s3cret-flag"] }),
  pod({
    title: "not as its service account with --server",
    flags: ["--server=https://127.0.0.1:{other}"],
    kubectl: "refuses",
  }),
  pod({
    title: "nor trusting its authority with --server and --token",
    flags: ["--server=https://127.0.0.1:{other}", "--token=s3cret-flag"],
    kubectl: "refuses",
  }),
  pod({ title: "with --certificate-authority", flags: ["--certificate-authority={materials}/ca.crt"] }),
  pod({ title: "with --insecure-skip-tls-verify", flags: ["--insecure-skip-tls-verify"] }),
  pod({
    title: "with --as",
    flags: ["--as=jane"],
    kubectl: "refuses",
    difference: { because: lost, ours: [`${asked} impersonate-user=jane`] },
  }),
  pod({
    title: "with --request-timeout",
    flags: ["--request-timeout=90s"],
    kubectl: "refuses",
    difference: { because: lost, ours: [asked] },
  }),
  pod({
    title: "with --tls-server-name",
    flags: ["--tls-server-name=localhost"],
    difference: { because: deaf, ours: [asked.replace("sni=-", "sni=localhost")] },
  }),
  pod({
    title: "with --client-certificate",
    flags: ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"],
    difference: { because: deaf, ours: [asked.replace("client=-", "client=bob")] },
  }),
  pod({
    title: "with --username",
    flags: ["--username=admin", "--password=s3cret"],
    difference: { because: deaf, ours: [] },
  }),
  pod({
    title: "with --disable-compression",
    flags: ["--disable-compression"],
    kubectl: "refuses",
    difference: { because: lost, ours: [asked] },
  }),
  pod({ title: "with --user", flags: ["--user=none"], kubectl: "refuses" }),
  pod({ title: "with -n", flags: ["-n", "apps"] }),
];

const rule = "a pod without a kubeconfig asks its own cluster as kubectl does";
if (canUnshare()) describeAsKubectl(rule, cases, inPod);
else describeUntestable(rule, "needs user and mount namespaces: unshare --map-root-user --mount");

function canUnshare(): boolean {
  try {
    execFileSync("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/run"], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}
