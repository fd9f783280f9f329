import { describeAsKubectl } from "./compare.ts";
import { otherName } from "./materials.ts";

const token = { token: "s3cret-token" };
const byBob = ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"];
const none = { "certificate-authority-data": null };
const insecure = { ...none, "insecure-skip-tls-verify": true };
const named = { server: "https://127.0.0.1:{named}" };
const foreign = { server: "https://127.0.0.1:{foreign}" };
const trusted = "--certificate-authority={materials}/ca.crt";

describeAsKubectl("--server counts as in kubectl", [
  { title: "for another server", flags: ["--server=https://127.0.0.1:{other}"] },
  { title: "-s", flags: ["-s", "https://127.0.0.1:{other}"] },
  { title: "with a path", flags: ["--server=https://127.0.0.1:{other}/k8s/"] },
  { title: "without a scheme", flags: ["--server=127.0.0.1:{other}"], kubectl: "refuses" },
  { title: "without a scheme and without an authority", cluster: none, flags: ["--server=127.0.0.1:{plain}"] },
  { title: "plain", flags: ["--server=http://127.0.0.1:{plain}"] },
  { title: "empty", flags: ["--server="] },
  {
    title: "drops the tls-server-name of the file",
    cluster: { ...named, "tls-server-name": otherName },
    flags: ["--server=https://127.0.0.1:{named}"],
    kubectl: "refuses",
  },
  {
    title: "drops the tls-server-name of the file, which did not fit",
    cluster: { "tls-server-name": otherName },
    flags: ["--server=https://127.0.0.1:{main}"],
  },
  {
    title: "with --tls-server-name",
    cluster: { "tls-server-name": "localhost" },
    flags: ["--server=https://127.0.0.1:{named}", `--tls-server-name=${otherName}`],
  },
  { title: "of another authority", flags: ["--server=https://127.0.0.1:{foreign}"], kubectl: "refuses" },
  {
    title: "with the proxy of the file",
    cluster: { "proxy-url": "http://127.0.0.1:{proxy}" },
    flags: ["--server=https://api.cluster.test:{main}"],
  },
  { title: "without a kubeconfig", kubeconfigs: {}, flags: ["--server=http://127.0.0.1:{plain}"] },
  {
    title: "without a kubeconfig, over TLS, anonymous",
    kubeconfigs: {},
    flags: ["--server=https://127.0.0.1:{main}", trusted],
    kubectl: "refuses",
  },
  {
    title: "without a kubeconfig, over TLS, with --token",
    kubeconfigs: {},
    flags: ["--server=https://127.0.0.1:{main}", trusted, "--token=s3cret-flag"],
  },
  {
    title: "without a kubeconfig, over TLS, with --client-certificate",
    kubeconfigs: {},
    flags: ["--server=https://127.0.0.1:{main}", trusted, ...byBob],
  },
  {
    title: "without a kubeconfig, not checked",
    kubeconfigs: {},
    flags: ["--server=https://127.0.0.1:{main}", "--insecure-skip-tls-verify", "--token=s3cret-flag"],
  },
  {
    title: "without a kubeconfig, without a scheme, not checked",
    kubeconfigs: {},
    flags: ["--server=127.0.0.1:{main}", "--insecure-skip-tls-verify", "--token=s3cret-flag"],
    kubectl: "refuses",
  },
  {
    title: "without a kubeconfig, as another user",
    kubeconfigs: {},
    flags: ["--server=http://127.0.0.1:{plain}", "--as=jane"],
  },
  {
    title: "--token without a kubeconfig and without --server",
    kubeconfigs: {},
    flags: ["--token=s3cret-flag"],
    kubectl: "refuses",
  },
  {
    title: "for a kubeconfig without current-context",
    kubeconfigs: { config: { users: [{ name: "me", user: token }], clusters: [] } },
    flags: ["--server=https://127.0.0.1:{main}", trusted, "--user=me"],
  },
  {
    title: "for a context whose cluster does not exist",
    kubeconfigs: {
      config: {
        "current-context": "c",
        users: [{ name: "me", user: token }],
        contexts: [{ name: "c", context: { cluster: "none", user: "me" } }],
      },
    },
    flags: ["--server=https://127.0.0.1:{main}", trusted],
  },
  {
    title: "for a context without a cluster and a user",
    kubeconfigs: { config: { "current-context": "c", contexts: [{ name: "c", context: {} }] } },
    flags: ["--server=https://127.0.0.1:{main}", trusted, "--token=s3cret-flag"],
  },
  {
    title: "for a current-context that does not exist",
    kubeconfigs: { config: { "current-context": "none" } },
    flags: ["--server=https://127.0.0.1:{main}", trusted, "--token=s3cret-flag"],
    kubectl: "refuses",
  },
  {
    title: "--cluster without current-context, --user",
    kubeconfigs: {
      config: {
        users: [{ name: "me", user: token }],
        clusters: [
          { name: "c", cluster: { server: "https://127.0.0.1:{main}", "certificate-authority-data": "{ca.crt}" } },
        ],
      },
    },
    flags: ["--cluster=c", "--user=me"],
  },
]);

describeAsKubectl("flags trust a server as in kubectl", [
  { title: "--insecure-skip-tls-verify over authority data", cluster: foreign, flags: ["--insecure-skip-tls-verify"] },
  {
    title: "--insecure-skip-tls-verify over an authority's file that is missing",
    cluster: { ...none, "certificate-authority": "none" },
    flags: ["--insecure-skip-tls-verify"],
  },
  {
    title: "--insecure-skip-tls-verify=false over the file's true",
    cluster: { ...insecure, ...foreign },
    flags: ["--insecure-skip-tls-verify=false"],
  },
  ...["1", "True"].map((value) => ({
    title: `--insecure-skip-tls-verify=${value}`,
    cluster: foreign,
    flags: [`--insecure-skip-tls-verify=${value}`],
  })),
  ...["F"].map((value) => ({
    title: `--insecure-skip-tls-verify=${value}`,
    flags: [`--insecure-skip-tls-verify=${value}`],
  })),
  ...["tRUE", ""].map((value) => ({
    title: `--insecure-skip-tls-verify=${value}`,
    flags: [`--insecure-skip-tls-verify=${value}`],
    kubectl: "refuses" as const,
  })),
  {
    title: "--insecure-skip-tls-verify with --certificate-authority",
    flags: ["--insecure-skip-tls-verify", trusted],
    kubectl: "refuses",
  },
  { title: "--certificate-authority for none", cluster: none, flags: [trusted] },
  {
    title: "--certificate-authority over data",
    cluster: { "certificate-authority-data": "{foreign-ca.crt}" },
    flags: [trusted],
  },
  {
    title: "--certificate-authority over a file",
    cluster: { ...none, "certificate-authority": "{materials}/foreign-ca.crt" },
    flags: [trusted],
  },
  {
    title: "--certificate-authority over data and a file",
    cluster: { "certificate-authority": "{materials}/foreign-ca.crt" },
    flags: [trusted],
  },
  { title: "--certificate-authority over insecure", cluster: insecure, flags: [trusted] },
  {
    title: "--certificate-authority over insecure, of another authority",
    cluster: { ...insecure, ...foreign },
    flags: [trusted],
    kubectl: "refuses",
  },
  { title: "--certificate-authority that is missing", flags: ["--certificate-authority=none"], kubectl: "refuses" },
  {
    title: "--certificate-authority that is wrong",
    flags: ["--certificate-authority={materials}/foreign-ca.crt"],
    kubectl: "refuses",
  },
  { title: "an empty --certificate-authority", flags: ["--certificate-authority="] },
  { title: "--tls-server-name", cluster: named, flags: [`--tls-server-name=${otherName}`] },
  {
    title: "--tls-server-name over another",
    cluster: { ...named, "tls-server-name": "localhost" },
    flags: [`--tls-server-name=${otherName}`],
  },
  { title: "--tls-server-name that does not fit", flags: [`--tls-server-name=${otherName}`], kubectl: "refuses" },
  {
    title: "an empty --tls-server-name",
    cluster: { ...named, "tls-server-name": otherName },
    flags: ["--tls-server-name="],
  },
]);
