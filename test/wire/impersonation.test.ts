import { describeAsKubectl } from "./compare.ts";

const token = { token: "s3cret-token" };
const plain = { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null };
const old = { server: "https://127.0.0.1:{old}" };

describeAsKubectl("a kubeconfig impersonates as in kubectl", [
  { title: "a user", user: { ...token, as: "jane" } },
  { title: "a user with one group twice", user: { ...token, as: "jane", "as-groups": ["a", "a"] } },
  {
    title: "a user with extras",
    user: { ...token, as: "jane", "as-user-extra": { reason: ["one", "two"], Scope: ["x"] } },
  },
  {
    title: "everything",
    user: { ...token, as: "jane", "as-uid": "7", "as-groups": ["a"], "as-user-extra": { reason: ["one"] } },
  },
  {
    title: "everything over HTTP/1.1",
    cluster: old,
    user: { ...token, as: "jane", "as-uid": "7", "as-groups": ["a", "b"], "as-user-extra": { reason: ["one", "two"] } },
  },
  {
    title: "odd characters in the keys of extras",
    user: { ...token, as: "jane", "as-user-extra": { "example.org/a b%ü:": ["x"], "A_b~!": ["y"] } },
  },
  { title: "an empty key of extras", user: { ...token, as: "jane", "as-user-extra": { "": ["x"] } } },
  {
    title: "two keys of extras that differ in capitals",
    cluster: old,
    user: { ...token, as: "jane", "as-user-extra": { Scope: ["x"], other: ["y"] } },
  },
  { title: "an extra without values", user: { ...token, as: "jane", "as-user-extra": { reason: [], scope: null } } },
  {
    title: "names that are not ASCII",
    user: { ...token, as: "jäne", "as-groups": ["größe"], "as-user-extra": { a: ["ü€"] } },
  },
  {
    title: "names that are not ASCII over HTTP/1.1",
    cluster: old,
    user: { ...token, as: "jäne", "as-groups": ["größe"] },
  },
  { title: "commas and blanks in names", user: { ...token, as: "jane, the first", "as-groups": ["a, b"] } },
  { title: "empty groups", user: { ...token, as: "jane", "as-groups": ["", "a"] } },
  { title: "blanks around a name", user: { ...token, as: " jane " }, cluster: old },
  { title: "a name with a line break", user: { ...token, as: "ja\nne" }, kubectl: "refuses" },
  {
    title: "a group with a line break",
    user: { ...token, as: "jane", "as-groups": ["a\r\nImpersonate-User: root"] },
    kubectl: "refuses",
  },
  { title: "an empty user", user: { ...token, as: "" } },
  { title: "a uid without a user", user: { ...token, "as-uid": "7" }, kubectl: "refuses" },
  { title: "groups without a user", user: { ...token, "as-groups": ["a"] }, kubectl: "refuses" },
  { title: "extras without a user", user: { ...token, "as-user-extra": { a: ["b"] } }, kubectl: "refuses" },
  { title: "no groups without a user", user: { ...token, "as-groups": [] } },
  {
    title: "with a certificate",
    user: { as: "jane", "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" },
  },
  { title: "with a password", user: { as: "jane", username: "admin", password: "s3cret" } },
  { title: "of a user without credentials", user: { as: "jane" }, kubectl: "refuses" },
  {
    title: "over plain http, where no credentials are sent",
    cluster: plain,
    user: { ...token, as: "jane", "as-groups": ["a"] },
  },
  {
    title: "without a user over plain http",
    cluster: plain,
    user: { ...token, "as-groups": ["a"] },
    kubectl: "refuses",
  },
]);

describeAsKubectl("flags impersonate as in kubectl", [
  { title: "--as", flags: ["--as=jane"] },
  { title: "--as twice: the last one", flags: ["--as=jane", "--as=joe"] },
  { title: "--as-group, repeated", flags: ["--as=jane", "--as-group=a", "--as-group=b"] },
  { title: "--as-group with a comma is one group", flags: ["--as=jane", "--as-group=a,b"] },
  { title: "--as-uid", flags: ["--as=jane", "--as-uid=7"] },
  {
    title: "--as-user-extra, repeated",
    flags: ["--as=jane", "--as-user-extra=a=1", "--as-user-extra=a=2", "--as-user-extra=b=3"],
  },
  { title: "--as-user-extra with more equals signs", flags: ["--as=jane", "--as-user-extra=a=1=2"] },
  { title: "--as-user-extra without a value", flags: ["--as=jane", "--as-user-extra=a="] },
  {
    title: "--as-user-extra without an equals sign",
    flags: ["--as=jane", "--as-user-extra=a", "--as-user-extra=b=1"],
    difference: {
      because: "kubectl skips it without a message, and so impersonates another user (config_flags.go)",
      ours: [],
    },
  },
  { title: "--as with a line break", flags: ["--as=jane\nb"], kubectl: "refuses" },
  { title: "--as-uid without --as", flags: ["--as-uid=7"], kubectl: "refuses" },
  { title: "--as-group without --as", flags: ["--as-group=a"], kubectl: "refuses" },
  { title: "an empty --as", flags: ["--as="] },
  { title: "an empty --as with a group", flags: ["--as=", "--as-group=a"], kubectl: "refuses" },
  { title: "an empty --as-group without a user", flags: ["--as-group="], kubectl: "refuses" },
  { title: "an empty --as-group", flags: ["--as=jane", "--as-group="] },
]);

const file = { ...token, as: "jane", "as-uid": "7", "as-groups": ["a"], "as-user-extra": { k: ["1"], l: ["2"] } };
describeAsKubectl("flags and kubeconfig impersonate together as in kubectl", [
  { title: "--as replaces the user alone", user: file, flags: ["--as=joe"] },
  { title: "--as-group replaces the groups", user: file, flags: ["--as-group=b"] },
  { title: "--as-uid replaces the uid", user: file, flags: ["--as-uid=8"] },
  { title: "--as-user-extra joins other keys", user: file, flags: ["--as-user-extra=m=3"] },
  { title: "--as-user-extra of the same key", user: file, flags: ["--as-user-extra=k=3"] },
  { title: "an empty --as leaves the user", user: file, flags: ["--as="] },
  { title: "--as-group for the user of the file", user: { ...token, as: "jane" }, flags: ["--as-group=b"] },
  { title: "--as for the groups of the file", user: { ...token, "as-groups": ["a"] }, flags: ["--as=joe"] },
  { title: "with --token", user: file, flags: ["--token=s3cret-flag"] },
  { title: "with --user, whose own counts", user: file, flags: ["--user=bob", "--as=joe"] },
]);
