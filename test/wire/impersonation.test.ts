import { describeWays } from "./compare.ts";

const token = { token: "s3cret-token" };
const plain = { server: "http://127.0.0.1:{plain}", "certificate-authority-data": null };
const old = { server: "https://127.0.0.1:{old}" };

describeWays("a kubeconfig impersonates as in kubectl", [
  { way: "a user", user: { ...token, as: "jane" } },
  { way: "a user with one group twice", user: { ...token, as: "jane", "as-groups": ["a", "a"] } },
  {
    way: "a user with extras",
    user: { ...token, as: "jane", "as-user-extra": { reason: ["one", "two"], Scope: ["x"] } },
  },
  {
    way: "everything",
    user: { ...token, as: "jane", "as-uid": "7", "as-groups": ["a"], "as-user-extra": { reason: ["one"] } },
  },
  {
    way: "everything over HTTP/1.1",
    cluster: old,
    user: { ...token, as: "jane", "as-uid": "7", "as-groups": ["a", "b"], "as-user-extra": { reason: ["one", "two"] } },
  },
  {
    way: "odd characters in the keys of extras",
    user: { ...token, as: "jane", "as-user-extra": { "example.org/a b%ü:": ["x"], "A_b~!": ["y"] } },
  },
  { way: "an empty key of extras", user: { ...token, as: "jane", "as-user-extra": { "": ["x"] } } },
  {
    way: "two keys of extras that differ in capitals",
    cluster: old,
    user: { ...token, as: "jane", "as-user-extra": { Scope: ["x"], other: ["y"] } },
  },
  { way: "an extra without values", user: { ...token, as: "jane", "as-user-extra": { reason: [], scope: null } } },
  {
    way: "names that are not ASCII",
    user: { ...token, as: "jäne", "as-groups": ["größe"], "as-user-extra": { a: ["ü€"] } },
  },
  {
    way: "names that are not ASCII over HTTP/1.1",
    cluster: old,
    user: { ...token, as: "jäne", "as-groups": ["größe"] },
  },
  { way: "commas and blanks in names", user: { ...token, as: "jane, the first", "as-groups": ["a, b"] } },
  { way: "empty groups", user: { ...token, as: "jane", "as-groups": ["", "a"] } },
  { way: "blanks around a name", user: { ...token, as: " jane " }, cluster: old },
  { way: "a name with a line break", user: { ...token, as: "ja\nne" }, kubectl: "refuses" },
  {
    way: "a group with a line break",
    user: { ...token, as: "jane", "as-groups": ["a\r\nImpersonate-User: root"] },
    kubectl: "refuses",
  },
  { way: "an empty user", user: { ...token, as: "" } },
  { way: "a uid without a user", user: { ...token, "as-uid": "7" }, kubectl: "refuses" },
  { way: "groups without a user", user: { ...token, "as-groups": ["a"] }, kubectl: "refuses" },
  { way: "extras without a user", user: { ...token, "as-user-extra": { a: ["b"] } }, kubectl: "refuses" },
  { way: "no groups without a user", user: { ...token, "as-groups": [] } },
  {
    way: "with a certificate",
    user: { as: "jane", "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" },
  },
  { way: "with a password", user: { as: "jane", username: "admin", password: "s3cret" } },
  { way: "of nobody", user: { as: "jane" }, kubectl: "refuses" },
  {
    way: "over plain http, where no credentials are sent",
    cluster: plain,
    user: { ...token, as: "jane", "as-groups": ["a"] },
  },
  { way: "without a user over plain http", cluster: plain, user: { ...token, "as-groups": ["a"] }, kubectl: "refuses" },
]);

describeWays("flags impersonate as in kubectl", [
  { way: "--as", flags: ["--as=jane"] },
  { way: "--as twice: the last one", flags: ["--as=jane", "--as=joe"] },
  { way: "--as-group, repeated", flags: ["--as=jane", "--as-group=a", "--as-group=b"] },
  { way: "--as-group with a comma is one group", flags: ["--as=jane", "--as-group=a,b"] },
  { way: "--as-uid", flags: ["--as=jane", "--as-uid=7"] },
  {
    way: "--as-user-extra, repeated",
    flags: ["--as=jane", "--as-user-extra=a=1", "--as-user-extra=a=2", "--as-user-extra=b=3"],
  },
  { way: "--as-user-extra with more equals signs", flags: ["--as=jane", "--as-user-extra=a=1=2"] },
  { way: "--as-user-extra without a value", flags: ["--as=jane", "--as-user-extra=a="] },
  {
    way: "--as-user-extra without an equals sign",
    flags: ["--as=jane", "--as-user-extra=a", "--as-user-extra=b=1"],
    unlike: { because: "kubectl leaves it out in silence, and so asks as somebody else (config_flags.go)", ours: [] },
  },
  { way: "--as-group without --as", flags: ["--as-group=a"], kubectl: "refuses" },
  { way: "an empty --as", flags: ["--as="] },
  { way: "an empty --as with a group", flags: ["--as=", "--as-group=a"], kubectl: "refuses" },
  { way: "an empty --as-group without a user", flags: ["--as-group="], kubectl: "refuses" },
  { way: "an empty --as-group", flags: ["--as=jane", "--as-group="] },
]);

const file = { ...token, as: "jane", "as-uid": "7", "as-groups": ["a"], "as-user-extra": { k: ["1"], l: ["2"] } };
describeWays("flags and kubeconfig impersonate together as in kubectl", [
  { way: "--as replaces the user alone", user: file, flags: ["--as=joe"] },
  { way: "--as-group replaces the groups", user: file, flags: ["--as-group=b"] },
  { way: "--as-uid replaces the uid", user: file, flags: ["--as-uid=8"] },
  { way: "--as-user-extra joins other keys", user: file, flags: ["--as-user-extra=m=3"] },
  { way: "--as-user-extra of the same key", user: file, flags: ["--as-user-extra=k=3"] },
  { way: "an empty --as leaves the user", user: file, flags: ["--as="] },
  { way: "--as-group for the user of the file", user: { ...token, as: "jane" }, flags: ["--as-group=b"] },
  { way: "--as for the groups of the file", user: { ...token, "as-groups": ["a"] }, flags: ["--as=joe"] },
  { way: "with --token", user: file, flags: ["--token=s3cret-flag"] },
  { way: "with --user, whose own counts", user: file, flags: ["--user=bob", "--as=joe"] },
]);
