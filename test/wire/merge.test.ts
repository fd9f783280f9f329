import { describeAsKubectl } from "./compare.ts";

const main = { server: "https://127.0.0.1:{main}", "certificate-authority-data": "{ca.crt}" };
const other = { server: "https://127.0.0.1:{other}", "certificate-authority-data": "{ca.crt}" };

/** A kubeconfig with a context, a cluster and a user that are all named `common`. */
const first = {
  "current-context": "common",
  clusters: [{ name: "common", cluster: main }],
  users: [{ name: "common", user: { token: "s3cret-first" } }],
  contexts: [{ name: "common", context: { cluster: "common", user: "common" } }],
};

/** A kubeconfig with entries that are named as those of the first one, and with entries of its own. */
const second = {
  "current-context": "own-cluster",
  clusters: [
    { name: "common", cluster: other },
    { name: "own", cluster: other },
  ],
  users: [
    { name: "common", user: { token: "s3cret-second" } },
    { name: "own", user: { token: "s3cret-own" } },
  ],
  contexts: [
    { name: "common", context: { cluster: "own", user: "own" } },
    { name: "own-cluster", context: { cluster: "own", user: "common" } },
    { name: "own-user", context: { cluster: "common", user: "own" } },
  ],
};

const firstAndSecond = { KUBECONFIG: "{home}/first:{home}/second" };

describeAsKubectl("several kubeconfigs are merged as kubectl merges them", [
  {
    title: "the first file decides where both have an entry of one name",
    kubeconfigs: { first, second },
    env: firstAndSecond,
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "the other file decides where KUBECONFIG lists it first",
    kubeconfigs: { first, second },
    env: { KUBECONFIG: "{home}/second:{home}/first" },
    reaches: { server: "other", token: "s3cret-second" },
  },
  {
    title: "a context of the second file may name a user of the first one",
    kubeconfigs: { first, second },
    env: firstAndSecond,
    flags: ["--context=own-cluster"],
    reaches: { server: "other", token: "s3cret-first" },
  },
  {
    title: "a context of the second file may name a cluster of the first one",
    kubeconfigs: { first, second },
    env: firstAndSecond,
    flags: ["--context=own-user"],
    reaches: { server: "main", token: "s3cret-own" },
  },
  {
    title: "an empty current-context of the first file leaves that of the second one",
    kubeconfigs: { first: { ...first, "current-context": "" }, second },
    env: firstAndSecond,
    reaches: { server: "other", token: "s3cret-first" },
  },
  {
    title: "an empty current-context of the only file is refused",
    kubeconfigs: { first: { ...first, "current-context": "" } },
    env: { KUBECONFIG: "{home}/first" },
    kubectl: "refuses",
  },
  {
    title: "an empty first file changes nothing",
    kubeconfigs: { empty: {}, first },
    env: { KUBECONFIG: "{home}/empty:{home}/first" },
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "a context of the first file may name a user of the second one",
    kubeconfigs: { first: { ...first, users: [] }, second },
    env: firstAndSecond,
    reaches: { server: "main", token: "s3cret-second" },
  },
  {
    title: "a user of the first file without credentials hides one of the second file with a token",
    kubeconfigs: { first: { ...first, users: [{ name: "common", user: {} }] }, second },
    env: firstAndSecond,
    kubectl: "refuses",
  },
  {
    title: "missing files and empty names are skipped",
    kubeconfigs: { first },
    env: { KUBECONFIG: "{home}/none:{home}/first::" },
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "a broken file beside a good one is refused",
    kubeconfigs: { first },
    files: { broken: "{" },
    env: { KUBECONFIG: "{home}/first:{home}/broken" },
    kubectl: "refuses",
  },
  {
    title: "a relative path in KUBECONFIG counts from the working directory",
    kubeconfigs: { first },
    env: { KUBECONFIG: "first" },
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "an empty KUBECONFIG stands for the file in the home",
    kubeconfigs: { ".kube/config": first },
    env: { KUBECONFIG: "" },
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "--kubeconfig replaces the files of KUBECONFIG",
    kubeconfigs: { first, second },
    env: firstAndSecond,
    flags: ["--kubeconfig=second"],
    reaches: { server: "other", token: "s3cret-second" },
  },
  {
    title: "an empty --kubeconfig leaves the files of KUBECONFIG",
    kubeconfigs: { first, second },
    env: firstAndSecond,
    flags: ["--kubeconfig="],
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "a relative path in a kubeconfig counts from the folder of that file",
    kubeconfigs: {
      first: { ...first, users: [] },
      "folder/more": { users: [{ name: "common", user: { tokenFile: "token" } }] },
    },
    files: { "folder/token": "s3cret-in-folder" },
    env: { KUBECONFIG: "{home}/first:{home}/folder/more" },
    reaches: { server: "main", token: "s3cret-in-folder" },
  },
]);

describeAsKubectl("a kubeconfig is read as kubectl reads it", [
  {
    title: "two users of one name are refused",
    kubeconfigs: { first: { ...first, users: [...first.users, ...first.users] } },
    kubectl: "refuses",
  },
  {
    title: "another kind is refused",
    kubeconfigs: { first: { ...first, kind: "Pod", apiVersion: "v1" } },
    kubectl: "refuses",
  },
  {
    title: "another apiVersion is refused",
    kubeconfigs: { first: { ...first, kind: "Config", apiVersion: "v2" } },
    kubectl: "refuses",
  },
  {
    title: "unknown fields are ignored",
    kubeconfigs: {
      first: { ...first, unknown: { a: 1 }, users: [{ name: "common", user: { token: "s3cret-first", unknown: 1 } }] },
    },
    reaches: { server: "main", token: "s3cret-first" },
  },
  {
    title: "a token that is a number is refused",
    kubeconfigs: { first: { ...first, users: [{ name: "common", user: { token: 12345 } }] } },
    kubectl: "refuses",
  },
  {
    title: "clusters that are no list are refused",
    kubeconfigs: { first: { ...first, clusters: { name: "common" } } },
    kubectl: "refuses",
  },
  {
    title: "the name of a field in capitals is no such field",
    kubeconfigs: { first: { ...first, users: [{ name: "common", user: { Token: "s3cret-capital" } }] } },
    kubectl: "refuses",
  },
  {
    title: "a namespace of the context that no namespace can be called does no harm",
    kubeconfigs: {
      first: {
        ...first,
        contexts: [{ name: "common", context: { cluster: "common", user: "common", namespace: "Not A Name" } }],
      },
    },
    reaches: { server: "main", token: "s3cret-first" },
  },
]);
