import { execFileSync } from "node:child_process";
import { describeUngone, describeWays } from "./compare.ts";
import type { Way } from "./way.ts";

/**
 * kubectl knows one folder for the service account of a pod. Here each program gets a /run of its own, which nobody else
 * sees and which is gone with it, and in it that folder with what the way has in `account`.
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
const pod = (way: Omit<Way, "env"> & Partial<Way>, trusted = true): Way => ({
  kubeconfigs: {},
  ...way,
  env: { ...env, ...way.env },
  files: { ...account, ...(trusted && { "account/ca.crt": "{text:ca.crt}" }), ...way.files },
});
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

const ways: readonly Way[] = [
  pod({ way: "as its service account" }),
  pod({ way: "over IPv6", env: { KUBERNETES_SERVICE_HOST: "::1" } }),
  pod({ way: "by a name", env: { KUBERNETES_SERVICE_HOST: "localhost" } }),
  pod({
    way: "by the proxy of the environment",
    env: { KUBERNETES_SERVICE_HOST: "api.cluster.test", HTTPS_PROXY: "http://127.0.0.1:{proxy}" },
  }),
  pod({ way: "not without an authority that the machine knows", kubectl: "refuses" }, false),
  pod(
    { way: "without an authority of its own, by that of the machine", env: { SSL_CERT_FILE: "{materials}/ca.crt" } },
    false,
  ),
  pod({ way: "not with an empty token", files: { "account/token": "" }, kubectl: "refuses" }),
  pod({ way: "not without a port", env: { KUBERNETES_SERVICE_PORT: "" }, kubectl: "refuses" }),
  pod({ way: "not without a host", env: { KUBERNETES_SERVICE_HOST: "" }, kubectl: "refuses" }),
  pod({ way: "but not where a kubeconfig leads elsewhere", kubeconfigs: elsewhere }),
  pod({ way: "where the kubeconfig is empty", kubeconfigs: { config: {} } }),
  pod({
    way: "where the kubeconfig has no current-context",
    kubeconfigs: { config: { ...elsewhere.config, "current-context": "" } },
  }),
  pod({
    way: "with --context of a kubeconfig",
    kubeconfigs: { config: { ...elsewhere.config, "current-context": "" } },
    flags: ["--context=c"],
  }),
  pod({ way: "with --token", flags: ["--token=s3cret-flag"] }),
  pod({
    way: "not as its service account with --server",
    flags: ["--server=https://127.0.0.1:{other}"],
    kubectl: "refuses",
  }),
  pod({
    way: "nor trusting its authority with --server and --token",
    flags: ["--server=https://127.0.0.1:{other}", "--token=s3cret-flag"],
    kubectl: "refuses",
  }),
  pod({ way: "with --certificate-authority", flags: ["--certificate-authority={materials}/ca.crt"] }),
  pod({ way: "with --insecure-skip-tls-verify", flags: ["--insecure-skip-tls-verify"] }),
  pod({
    way: "with --as",
    flags: ["--as=jane"],
    kubectl: "refuses",
    unlike: { because: lost, ours: [`${asked} impersonate-user=jane`] },
  }),
  pod({
    way: "with --request-timeout",
    flags: ["--request-timeout=90s"],
    kubectl: "refuses",
    unlike: { because: lost, ours: [asked] },
  }),
  pod({
    way: "with --tls-server-name",
    flags: ["--tls-server-name=localhost"],
    unlike: { because: deaf, ours: [asked.replace("sni=-", "sni=localhost")] },
  }),
  pod({
    way: "with --client-certificate",
    flags: ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"],
    unlike: { because: deaf, ours: [asked.replace("client=-", "client=bob")] },
  }),
  pod({
    way: "with --username",
    flags: ["--username=admin", "--password=s3cret"],
    unlike: { because: deaf, ours: [] },
  }),
  pod({
    way: "with --disable-compression",
    flags: ["--disable-compression"],
    kubectl: "refuses",
    unlike: { because: lost, ours: [asked] },
  }),
  pod({ way: "with --user", flags: ["--user=none"], kubectl: "refuses" }),
  pod({ way: "with -n", flags: ["-n", "apps"] }),
];

const rule = "a pod without a kubeconfig asks its own cluster as kubectl does";
if (canUnshare()) describeWays(rule, ways, inPod);
else describeUngone(rule, "needs user and mount namespaces: unshare --map-root-user --mount");

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
