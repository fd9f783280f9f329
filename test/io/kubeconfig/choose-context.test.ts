import { describe, expect, test } from "vitest";
import { type ChosenContext, type ContextFlags, chooseContext } from "../../../shared/io/kubeconfig/choose-context.ts";
import type { MergedKubeconfig } from "../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { config, inline } from "../contexts.ts";

const cwd = "/work";

const none: MergedKubeconfig = {
  contexts: new Map(),
  clusters: new Map(),
  users: new Map(),
  files: ["/home/dev/.kube/config"],
};
const inCluster: MergedKubeconfig["inCluster"] = {
  cluster: {
    name: "in-cluster",
    file: "/sa",
    server: "https://10.0.0.1",
    insecureSkipTlsVerify: false,
    disableCompression: false,
    certificateAuthority: { path: "/sa/ca.crt" },
  },
  user: { name: "service account", file: "/sa", tokenFile: "/sa/token" },
  namespace: "pod-space",
};

/** What the flags may change, flat; what is not there is left out. */
function flattenContext({ contextName, namespace, server, cluster, user, impersonate }: ChosenContext): object {
  const { certificateAuthority, tlsServerName, insecureSkipTlsVerify, disableCompression } = cluster;
  const { name: _name, file: _file, impersonate: _own, ...proof } = user ?? { name: "", file: "" };
  const all = { contextName, namespace, server, certificateAuthority, tlsServerName, impersonate, ...proof };
  const flags = {
    insecureSkipTlsVerify: insecureSkipTlsVerify || undefined,
    disableCompression: disableCompression || undefined,
  };
  return Object.fromEntries(Object.entries({ ...all, ...flags }).filter(([, value]) => value !== undefined));
}

const near = { namespace: "apps", server: "https://near:6443", token: "t" };
const trusted = { certificateAuthority: inline, tlsServerName: "api.near" };
const bob = { userName: "bob", uid: "7", groups: ["g"], extra: { a: ["b"], c: ["d"] } };

describe("flags change what the context says, as client-go merges them (client_config.go)", () => {
  const rows: [rule: string, context: string, flags: ContextFlags, chosen: object][] = [
    ["no flag changes nothing", "near", {}, { ...near, ...trusted }],
    [
      "empty flags are none",
      "near",
      {
        context: "",
        cluster: "",
        user: "",
        server: "",
        token: "",
        as: "",
        asUserExtra: [""],
        certificateAuthority: "",
        namespace: "",
        tlsServerName: "",
      },
      { ...near, ...trusted },
    ],
    ["--namespace", "near", { namespace: "other" }, { ...near, ...trusted, namespace: "other" }],
    ["--cluster", "near", { cluster: "loose" }, { ...near, server: "https://loose", insecureSkipTlsVerify: true }],
    [
      "--user",
      "near",
      { user: "cert" },
      {
        namespace: "apps",
        server: "https://near:6443",
        ...trusted,
        clientCertificate: inline,
        clientKey: inline,
      },
    ],
    [
      "--server leaves the authority and drops the name of the other server",
      "near",
      { server: "https://new/p/" },
      { ...near, certificateAuthority: inline, server: "https://new/p" },
    ],
    [
      "--server with its own name",
      "near",
      { server: "https://new", tlsServerName: "n" },
      { ...near, certificateAuthority: inline, server: "https://new", tlsServerName: "n" },
    ],
    [
      "--tls-server-name",
      "near",
      { tlsServerName: "n" },
      { ...near, certificateAuthority: inline, tlsServerName: "n" },
    ],
    [
      "--insecure-skip-tls-verify drops the authority",
      "near",
      { insecureSkipTlsVerify: true },
      { ...near, tlsServerName: "api.near", insecureSkipTlsVerify: true },
    ],
    [
      "--insecure-skip-tls-verify=false is no flag",
      "loose",
      { insecureSkipTlsVerify: false },
      { ...near, server: "https://loose", insecureSkipTlsVerify: true },
    ],
    [
      "--certificate-authority drops the data and counts from the working directory",
      "near",
      { certificateAuthority: "pki/ca" },
      { ...near, tlsServerName: "api.near", certificateAuthority: { path: "/work/pki/ca" } },
    ],
    [
      "--certificate-authority ends the trust in anybody",
      "loose",
      { certificateAuthority: "/ca" },
      { ...near, server: "https://loose", certificateAuthority: { path: "/ca" } },
    ],
    [
      "--certificate-authority settles which form counts",
      "both",
      { certificateAuthority: "/ca" },
      { ...near, server: "https://both", certificateAuthority: { path: "/ca" } },
    ],
    ["--disable-compression", "near", { disableCompression: true }, { ...near, ...trusted, disableCompression: true }],
    [
      "--disable-compression=false leaves what the cluster says",
      "far",
      { disableCompression: false },
      {
        ...near,
        server: "https://far",
        certificateAuthority: { path: "/home/dev/.kube/ca.crt" },
        disableCompression: true,
      },
    ],
    ["--token", "near", { token: "new" }, { ...near, ...trusted, token: "new" }],
    [
      "--token beats a tokenFile too",
      "as tokenFile",
      { token: "new" },
      { server: "https://near:6443", ...trusted, token: "new" },
    ],
    [
      "--token goes beside a certificate",
      "as cert",
      { token: "new" },
      {
        server: "https://near:6443",
        ...trusted,
        clientCertificate: inline,
        clientKey: inline,
        token: "new",
      },
    ],
    [
      "--client-certificate and --client-key drop the data",
      "as cert",
      { clientCertificate: "c", clientKey: "k" },
      {
        server: "https://near:6443",
        ...trusted,
        clientCertificate: { path: "/work/c" },
        clientKey: { path: "/work/k" },
      },
    ],
    [
      "--client-certificate goes with the key of the entry",
      "as cert",
      { clientCertificate: "c" },
      {
        server: "https://near:6443",
        ...trusted,
        clientCertificate: { path: "/work/c" },
        clientKey: inline,
      },
    ],
    [
      "the entry's impersonation",
      "as acting",
      {},
      { server: "https://near:6443", ...trusted, token: "t", impersonate: bob },
    ],
    [
      "--as takes the rest of the entry along",
      "as acting",
      { as: "eve" },
      {
        server: "https://near:6443",
        ...trusted,
        token: "t",
        impersonate: { ...bob, userName: "eve" },
      },
    ],
    [
      "--as-group replaces all groups, --as-user-extra key by key",
      "as acting",
      { asUid: "8", asGroups: ["h", "i"], asUserExtra: ["a=1", "a=2=3", "e="] },
      {
        server: "https://near:6443",
        ...trusted,
        token: "t",
        impersonate: { userName: "bob", uid: "8", groups: ["h", "i"], extra: { a: ["1", "2=3"], c: ["d"], e: [""] } },
      },
    ],
    [
      "an empty --as-group is a group",
      "as acting",
      { asGroups: [""] },
      { server: "https://near:6443", ...trusted, token: "t", impersonate: { ...bob, groups: [""] } },
    ],
    [
      "--as completes what the entry began",
      "as impersonatingNoUser",
      { as: "eve" },
      {
        server: "https://near:6443",
        ...trusted,
        token: "t",
        impersonate: { userName: "eve", uid: "7", groups: [], extra: {} },
      },
    ],
    ["a server without a scheme is one of http", "bare", {}, { ...near, server: "http://127.0.0.1:8001" }],
    [
      "--server stands in for a cluster that is missing",
      "nowhere",
      { server: "https://new" },
      { server: "https://new", token: "t" },
    ],
    [
      "--server stands in for a cluster that is not named",
      "nothing",
      { server: "https://new", token: "n" },
      { server: "https://new", token: "n" },
    ],
    [
      "--token stands in for a user that is missing",
      "noUser",
      { token: "n" },
      { server: "https://near:6443", ...trusted, token: "n" },
    ],
  ];
  test.for(rows)("%s", ([, context, flags, chosen]) => {
    expect(flattenContext(chooseContext(config(context), flags, cwd))).toEqual({ ...chosen, contextName: context });
    expect(flattenContext(chooseContext(config("loose"), { ...flags, context }, cwd))).toEqual({
      ...chosen,
      contextName: context,
    });
  });
});

describe("a request has the path of kubectl's (rest/request.go: NewRequest)", () => {
  const rows: [rule: string, server: string, address: string][] = [
    ["slashes at the end are none", "https://new//", "https://new"],
    ["doubled slashes are one", "https://new//a//b//", "https://new/a/b"],
    ["dots lead on", "https://new/a/../b/./c/../..", "https://new"],
    ["encoded slashes and dots count as written ones", "https://new/a/%2e%2E%2Fb", "https://new/b"],
    [
      "what Go encodes, and nothing else",
      "https://new/ü b!%7e%41$&+,:;=@[]%ff",
      "https://new/%C3%BC%20b%21~A$&+,:;=@%5B%5D%FF",
    ],
    ["a fragment behind a path is part of it", "https://new/k8s#a/b", "https://new/k8s%23a/b"],
    ["a query is none", "https://new/k8s?a=/b#c", "https://new/k8s"],
    ["a query without a path is dropped", "https://new?a=b", "https://new"],
    ["a fragment without a path is dropped", "https://new:6443#a/b", "https://new:6443"],
    ["a scheme in capitals", "HTTPS://new", "https://new"],
  ];
  test.for(rows)("%s", ([, server, address]) => {
    expect(chooseContext(none, { server }).server).toBe(address);
  });
});

describe("without a context", () => {
  const pod = {
    contextName: "in-cluster",
    namespace: "pod-space",
    server: "https://10.0.0.1",
    certificateAuthority: { path: "/sa/ca.crt" },
  };
  const account = { tokenFile: "/sa/token" };
  const rows: [rule: string, from: MergedKubeconfig, flags: ContextFlags, chosen: object][] = [
    [
      "--server is enough",
      none,
      { server: "https://new:6443" },
      { contextName: "new:6443", server: "https://new:6443" },
    ],
    [
      "--server without a scheme",
      none,
      { server: "127.0.0.1:8001" },
      { contextName: "127.0.0.1:8001", server: "http://127.0.0.1:8001" },
    ],
    [
      "--server and who we are",
      none,
      { server: "https://new", token: "n", as: "eve" },
      {
        contextName: "new",
        server: "https://new",
        token: "n",
        impersonate: { userName: "eve", groups: [], extra: {} },
      },
    ],
    [
      "--cluster and --user",
      config(undefined),
      { cluster: "loose", user: "token" },
      { contextName: "loose", server: "https://loose", insecureSkipTlsVerify: true, token: "t" },
    ],
    [
      "KUBERNETES_MASTER",
      { ...none, defaultServer: "http://master:8080" },
      {},
      { contextName: "master:8080", server: "http://master:8080" },
    ],
    [
      "KUBERNETES_MASTER is the server of a cluster that names none",
      config("silent", { defaultServer: "https://master" }),
      {},
      {
        contextName: "silent",
        namespace: "apps",
        server: "https://master",
        certificateAuthority: { path: "/home/dev/.kube/ca.crt" },
        token: "t",
      },
    ],
    ["a pod asks its own cluster", { ...none, inCluster }, {}, { ...pod, ...account }],
    ["before KUBERNETES_MASTER", { ...none, inCluster, defaultServer: "https://master" }, {}, { ...pod, ...account }],
    [
      "in another namespace",
      { ...none, inCluster },
      { namespace: "other" },
      { ...pod, ...account, namespace: "other" },
    ],
    ["--token in a pod takes the place of its account", { ...none, inCluster }, { token: "n" }, { ...pod, token: "n" }],
    [
      "--certificate-authority in a pod",
      { ...none, inCluster },
      { certificateAuthority: "ca" },
      { ...pod, ...account, certificateAuthority: { path: "/work/ca" } },
    ],
    [
      "--as in a pod",
      { ...none, inCluster },
      { as: "eve" },
      { ...pod, ...account, impersonate: { userName: "eve", groups: [], extra: {} } },
    ],
    ["--user in a pod", config(undefined, { inCluster }), { user: "token" }, { ...pod, token: "t" }],
    [
      "--server in a pod: its account's token goes to no other server",
      { ...none, inCluster },
      { server: "https://new" },
      { contextName: "new", server: "https://new" },
    ],
    [
      "a pod with a current-context",
      config("loose", { inCluster }),
      {},
      { ...near, contextName: "loose", server: "https://loose", insecureSkipTlsVerify: true },
    ],
  ];
  test.for(rows)("%s", ([, from, flags, chosen]) => {
    expect(flattenContext(chooseContext(from, flags, cwd))).toEqual(chosen);
  });
});
