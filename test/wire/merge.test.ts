import { describeWays } from "./compare.ts";
import type { Fields } from "./way.ts";

const clusterOf = (name: string, server: string, more: Fields = {}): Fields => ({
  name,
  cluster: { server: `https://127.0.0.1:{${server}}`, "certificate-authority-data": "{ca.crt}", ...more },
});
const userOf = (name: string, token: string): Fields => ({ name, user: { token } });
const contextOf = (name: string, cluster: string, user: string): Fields => ({ name, context: { cluster, user } });

const first = {
  "current-context": "one",
  clusters: [clusterOf("c", "main")],
  users: [userOf("u", "s3cret-first")],
  contexts: [contextOf("one", "c", "u")],
};
const second = {
  "current-context": "two",
  clusters: [clusterOf("c", "other"), clusterOf("d", "other", { "disable-compression": true })],
  users: [userOf("u", "s3cret-second"), userOf("v", "s3cret-v")],
  contexts: [contextOf("one", "d", "v"), contextOf("two", "d", "u"), contextOf("mixed", "c", "v")],
};

describeWays("several kubeconfigs are one, as in kubectl", [
  { way: "the first one counts", kubeconfigs: { first, second } },
  { way: "the other way round", kubeconfigs: { second, first } },
  { way: "a context of the second with a user of the first", kubeconfigs: { first, second }, flags: ["--context=two"] },
  {
    way: "a context of the second with a cluster of the first",
    kubeconfigs: { first, second },
    flags: ["--context=mixed"],
  },
  { way: "no current-context in the first", kubeconfigs: { first: { ...first, "current-context": "" }, second } },
  { way: "no current-context at all", kubeconfigs: { first: { ...first, "current-context": "" } }, kubectl: "refuses" },
  { way: "an empty first one", kubeconfigs: { empty: {}, first } },
  { way: "entries of one, users of another", kubeconfigs: { first: { ...first, users: [] }, second } },
  {
    way: "a user of the first hides all of the second's",
    kubeconfigs: { first: { ...first, users: [{ name: "u", user: {} }] }, second },
    kubectl: "refuses",
  },
  { way: "missing files are passed over", kubeconfigs: { first }, env: { KUBECONFIG: "{home}/none:{home}/first::" } },
  {
    way: "a broken file beside a good one",
    kubeconfigs: { first },
    files: { broken: "{" },
    env: { KUBECONFIG: "{home}/first:{home}/broken" },
    kubectl: "refuses",
  },
  { way: "a relative KUBECONFIG", kubeconfigs: { first }, env: { KUBECONFIG: "first" } },
  { way: "an empty KUBECONFIG: the one at home", kubeconfigs: { ".kube/config": first }, env: { KUBECONFIG: "" } },
  { way: "--kubeconfig beside KUBECONFIG", kubeconfigs: { first, second }, flags: ["--kubeconfig=second"] },
  { way: "an empty --kubeconfig", kubeconfigs: { first, second }, flags: ["--kubeconfig="] },
  {
    way: "paths count from the file they stand in",
    kubeconfigs: {
      first: { ...first, users: [] },
      "sub/more": { users: [{ name: "u", user: { tokenFile: "token" } }] },
    },
    files: { "sub/token": "s3cret-sub" },
  },
]);

describeWays("a kubeconfig is read as kubectl reads it", [
  {
    way: "a name twice in one file",
    kubeconfigs: { first: { ...first, users: [userOf("u", "s3cret-a"), userOf("u", "s3cret-b")] } },
    kubectl: "refuses",
  },
  { way: "another kind", kubeconfigs: { first: { ...first, kind: "Pod", apiVersion: "v1" } }, kubectl: "refuses" },
  {
    way: "another apiVersion",
    kubeconfigs: { first: { ...first, kind: "Config", apiVersion: "v2" } },
    kubectl: "refuses",
  },
  {
    way: "fields that nobody knows",
    kubeconfigs: { first: { ...first, more: { a: 1 }, users: [{ name: "u", user: { token: "s3cret", more: true } }] } },
  },
  {
    way: "a token that is a number",
    kubeconfigs: { first: { ...first, users: [{ name: "u", user: { token: 12345 } }] } },
    kubectl: "refuses",
  },
  {
    way: "clusters that are no list",
    kubeconfigs: { first: { ...first, clusters: { name: "c" } } },
    kubectl: "refuses",
  },
  {
    way: "names of fields in capitals",
    kubeconfigs: { first: { ...first, users: [{ name: "u", user: { Token: "s3cret-capital" } }] } },
    kubectl: "refuses",
  },
  {
    way: "a namespace in the context",
    kubeconfigs: {
      first: { ...first, contexts: [{ name: "one", context: { cluster: "c", user: "u", namespace: "Not A Name" } }] },
    },
  },
]);
