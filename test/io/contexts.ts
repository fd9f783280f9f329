import { type PemMaterial, readEntries } from "../../shared/io/kubeconfig/entries.ts";
import type { MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";

/** Where all of it is said to stand. */
const file = "/home/dev/.kube/config";
const data = Buffer.from("inline").toString("base64");
/** What the entries hold as data. */
export const inline: PemMaterial = { data: Buffer.from("inline") };

const clusters: Readonly<Record<string, object>> = {
  near: { server: "https://near:6443/", "certificate-authority-data": data, "tls-server-name": "api.near" },
  far: { server: "https://far", "certificate-authority": "ca.crt", "disable-compression": true },
  loose: { server: "https://loose", "insecure-skip-tls-verify": true },
  both: { server: "https://both", "certificate-authority": "ca.crt", "certificate-authority-data": data },
  silent: { "certificate-authority": "ca.crt" },
  bare: { server: "127.0.0.1:8001" },
  bareWithPath: { server: "127.0.0.1:8001/prefix" },
  bareWithTls: { server: "127.0.0.1:6443", "certificate-authority": "ca.crt" },
  files: { server: "ftp://near" },
  socket: { server: "unix:///run/api.sock" },
  noHost: { server: "https://" },
  blank: { server: "https://two words" },
  secret: { server: "https://me:hunter2@near" },
};
const users: Readonly<Record<string, object>> = {
  token: { token: "t" },
  tokenFile: { tokenFile: "token", token: "t" },
  cert: { "client-certificate-data": data, "client-key-data": data },
  bothCert: { "client-certificate-data": data, "client-certificate": "me.crt", "client-key-data": data },
  bothKey: { "client-certificate-data": data, "client-key": "me.key", "client-key-data": data },
  noKey: { "client-certificate-data": data },
  twoPrograms: { exec: { command: "aws" }, "auth-provider": { name: "oidc" } },
  twoProofs: { token: "t", password: "hunter2" },
  acting: { token: "t", as: "bob", "as-uid": "7", "as-groups": ["g"], "as-user-extra": { a: ["b"], c: ["d"] } },
  impersonatingNoUser: { token: "t", "as-uid": "7" },
};
const contexts: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.keys(clusters).map((cluster) => [cluster, { cluster, user: "token", namespace: "apps" }]),
  ),
  ...Object.fromEntries(Object.keys(users).map((user) => [`as ${user}`, { cluster: "near", user }])),
  nothing: {},
  nowhere: { cluster: "gone", user: "token" },
  noUser: { cluster: "near", user: "gone" },
};

const list = (entries: object, inner: string): object[] =>
  Object.entries(entries).map(([name, entry]) => ({ name, [inner]: entry }));

/** A kubeconfig with a context for every cluster and every user below, and some that lead nowhere. */
export function config(currentContext: string | undefined, more: Partial<MergedKubeconfig> = {}): MergedKubeconfig {
  const parts = {
    clusters: list(clusters, "cluster"),
    users: list(users, "user"),
    contexts: list(contexts, "context"),
  };
  const entries = readEntries(parts, file);
  const byName = <E extends { readonly name: string }>(all: readonly E[]): ReadonlyMap<string, E> =>
    new Map(all.map((one) => [one.name, one]));
  return {
    ...(currentContext !== undefined && { currentContext }),
    contexts: byName(entries.contexts),
    clusters: byName(entries.clusters),
    users: byName(entries.users),
    files: [file],
    ...more,
  };
}
