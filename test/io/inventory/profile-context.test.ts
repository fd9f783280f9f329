import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AccessProvider, readAccessProviders } from "../../../shared/io/inventory/access-providers.ts";
import { profileContext } from "../../../shared/io/inventory/profile-context.ts";
import { readInventory } from "../../../shared/io/inventory/read-inventory.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "cp-creds", provideClusterInfo: true };
const usual: AccessProvider = { name: "google", exec, argumentsPolicy: "Ignore", variablesPolicy: "Ignore" };
const authority = Buffer.from("PEM").toString("base64");
const cluster = { server: "https://prod-1.example:6443", "certificate-authority-data": authority };
const extension = (name: string, value: unknown): object => ({ name, extension: value });
const config = extension("client.authentication.k8s.io/exec", { clusterName: "prod-1" });
const added = [
  extension("clusterprofiles.multicluster.x-k8s.io/exec/additional-args", ["--tenant", "t"]),
  extension("clusterprofiles.multicluster.x-k8s.io/exec/additional-envs", { TENANT: "theirs", OTHER: "o" }),
];

function contextOf(status: unknown, providers: readonly AccessProvider[] | undefined = [usual]) {
  const profile = { name: "prod-1", title: "ClusterProfile fleet/prod-1", status };
  return profileContext(profile, providers && { file: "/etc/providers.json", providers });
}

function offered(over: object = {}, name = "google"): object {
  return { accessProviders: [{ name, cluster: { ...cluster, ...over } }] };
}

describe("a profile leads to its cluster (KEP-5339)", () => {
  test("by the server, authority and TLS name of the profile, and the program of the provider file", () => {
    const {
      contextName,
      server,
      cluster: entry,
      user,
    } = contextOf(offered({ "tls-server-name": "api", extensions: [config, ...added] }));
    expect({ contextName, server, entry, user }).toEqual({
      contextName: "prod-1",
      server: "https://prod-1.example:6443",
      entry: expect.objectContaining({
        tlsServerName: "api",
        certificateAuthority: { data: Buffer.from("PEM") },
        execConfig: { clusterName: "prod-1" },
      }),
      user: { name: "google", file: "/etc/providers.json", exec: { ...exec, interactiveMode: "Never" } },
    });
  });

  test("whose server is verified, also where the hub says otherwise", () => {
    expect(contextOf(offered({ "insecure-skip-tls-verify": true })).cluster.insecureSkipTlsVerify).toBe(false);
  });

  test("of several providers by the first of the file, and accessProviders before credentialProviders", () => {
    const status = {
      credentialProviders: [
        { name: "google", cluster: { server: "https://old.example" } },
        { name: "secret", cluster: { server: "https://secret.example" } },
      ],
      ...offered(),
    };
    expect(contextOf(status).server).toBe("https://prod-1.example:6443");
    expect(contextOf(status, [{ ...usual, name: "secret" }, usual]).server).toBe("https://secret.example");
  });

  test.for([
    ["Append", "Ignore", { args: ["own", "--tenant", "t"], env: [{ name: "TENANT", value: "own" }] }],
    [
      "Ignore",
      "AppendIfNotExists",
      {
        args: ["own"],
        env: [
          { name: "TENANT", value: "theirs" },
          { name: "OTHER", value: "o" },
          { name: "TENANT", value: "own" },
        ],
      },
    ],
    [
      "Ignore",
      "Replace",
      {
        args: ["own"],
        env: [
          { name: "TENANT", value: "own" },
          { name: "TENANT", value: "theirs" },
          { name: "OTHER", value: "o" },
        ],
      },
    ],
  ] as const)("with arguments %s and variables %s of the profile", ([argumentsPolicy, variablesPolicy, expected]) => {
    const own = { ...exec, args: ["own"], env: [{ name: "TENANT", value: "own" }] };
    const provider = { name: "google", exec: own, argumentsPolicy, variablesPolicy };
    expect(contextOf(offered({ extensions: added }), [provider]).user?.exec).toMatchObject(expected);
  });
});

describe("a profile that leads to no cluster says why in one sentence", () => {
  test.for<[rule: string, status: unknown, providers: readonly AccessProvider[] | undefined, error: string]>([
    ["without a status", undefined, [usual], "the ClusterProfile has no access provider"],
    [
      "with odd lists",
      { accessProviders: "x", credentialProviders: 7 },
      [usual],
      "the ClusterProfile has no access provider",
    ],
    [
      "without a provider file",
      offered(),
      undefined,
      'no credentials: --inventory-providers names no file with provider "google"',
    ],
    [
      "of another provider",
      offered({}, "eks"),
      [usual],
      'no credentials: /etc/providers.json does not have provider "eks"',
    ],
    [
      "with an entry that is no cluster",
      { accessProviders: [{ name: "google", cluster: 7 }] },
      [usual],
      "its server is not an https address",
    ],
    [
      "over http, where a token would be readable",
      offered({ server: "http://prod-1" }),
      [usual],
      "its server is not an https address",
    ],
    ["without a scheme", offered({ server: "prod-1:6443" }), [usual], "its server is not an https address"],
    ["with a malformed server", offered({ server: "https://a b/%zz" }), [usual], "is not an http or https address"],
    [
      "with a user in its server",
      offered({ server: "https://me:pw@prod-1" }),
      [usual],
      "set user name and password in users",
    ],
    ["with a server of the wrong type", offered({ server: 7 }), [usual], "its server is not an https address"],
    ["with a path to an authority", offered({ "certificate-authority": "/etc/shadow" }), [usual], "is a path"],
    ["with an authority that is no base64", offered({ "certificate-authority-data": "%%" }), [usual], "base64"],
    [
      "with arguments of the wrong type",
      offered({ extensions: [extension("clusterprofiles.multicluster.x-k8s.io/exec/additional-args", { a: 1 })] }),
      [{ ...usual, argumentsPolicy: "Append" }],
      "wrong type",
    ],
  ])("%s", ([, status, providers, error]) => {
    expect(() =>
      profileContext(
        { name: "p", title: "ClusterProfile a/p", status },
        providers && { file: "/etc/providers.json", providers },
      ),
    ).toThrow(error);
  });
});

describe("the provider file", () => {
  const folder = temporaryFolder();
  const file = (text: string): string => {
    writeFileSync(join(folder, "providers.json"), text);
    return "providers.json";
  };

  test("is that of other tools, with a relative path from the working directory", async () => {
    const written = JSON.stringify({
      providers: [{ name: "google", execConfig: exec, profileSourcedCLIArgsPolicy: "Append" }],
    });
    expect(await readAccessProviders(file(written), folder)).toEqual({
      file: join(folder, "providers.json"),
      providers: [{ ...usual, argumentsPolicy: "Append" }],
    });
  });

  test.for([
    ["not json", "is not JSON"],
    ["[]", "providers.json"],
    ['{"providers":[{"name":"a"}]}', "providers[0] requires name and execConfig"],
    [
      '{"providers":[{"name":"a","execConfig":{},"profileSourcedCLIArgsPolicy":"Always"}]}',
      '"Always", which is not supported',
    ],
  ])("that is %s is refused", async ([text = "", error = ""]) => {
    await expect(readAccessProviders(file(text), folder)).rejects.toThrow(error);
  });

  test("that does not exist is refused", async () => {
    await expect(readAccessProviders("nowhere.json", folder)).rejects.toThrow(
      "cannot read --inventory-providers nowhere.json: ",
    );
  });
});

describe("the inventory of a hub", () => {
  const profile = (namespace: string, name: string, labels: object = {}) =>
    toObject({
      apiVersion: "multicluster.x-k8s.io/v1alpha1",
      kind: "ClusterProfile",
      metadata: { namespace, name, labels },
    });
  const managedCluster = (name: string, conditions: unknown) =>
    toObject({
      apiVersion: "cluster.open-cluster-management.io/v1",
      kind: "ManagedCluster",
      metadata: { name },
      status: { conditions },
    });
  type Held = readonly ReturnType<typeof toObject>[] | "noSuchKind" | "forbidden";

  function hub(profiles: Held, clusters: Held = "noSuchKind") {
    const asked: Query[] = [];
    const read = async (query: Query): Promise<Reading> => {
      asked.push(query);
      const held = query.kind === "ClusterProfile" ? profiles : clusters;
      return typeof held === "string"
        ? { query, outcome: held, cause: "no permission" }
        : { query, outcome: "found", objects: held };
    };
    return { reader: { read }, asked };
  }

  test("names two profiles of one name by their namespaces", async () => {
    const { reader } = hub([profile("a", "prod-1"), profile("b", "prod-1"), profile("a", "prod-2")]);
    const names = (await readInventory(reader, "hub", {})).map(({ name }) => name);
    expect(names).toEqual(["a/prod-1", "b/prod-1", "prod-2"]);
  });

  test("has the labels of each profile apart, so that ten thousand of them reach no context", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`label-${place}`, "x".repeat(10)]));
    const { reader } = hub([profile("a", "prod-1", { ...many, long: "x".repeat(10_240) })]);
    const [{ labels, ...kept } = { labels: new Map() }] = await readInventory(reader, "hub", {});
    expect([labels.size, JSON.stringify(kept).length < 200]).toEqual([10_001, true]);
  });

  test("is filtered by the server, as kubectl get does", async () => {
    const { reader, asked } = hub([profile("a", "prod-1")]);
    const filter = { namespace: "a", labelSelector: "tier=prod", fieldSelector: "metadata.name=prod-1" };
    await readInventory(reader, "hub", filter);
    expect(asked).toEqual([expect.objectContaining(filter)]);
  });

  test("without profiles has the ManagedClusters of Open Cluster Management, without access", async () => {
    const available = [{ type: "ManagedClusterConditionAvailable", status: "Unknown" }];
    const { reader } = hub("noSuchKind", [managedCluster("edge-1", available), managedCluster("edge-2", "odd")]);
    expect(await readInventory(reader, "hub", {})).toEqual([
      {
        name: "edge-1",
        fault: "no ClusterProfile, Open Cluster Management reports Available=Unknown",
        labels: new Map(),
      },
      {
        name: "edge-2",
        fault: "no ClusterProfile, Open Cluster Management reports no availability",
        labels: new Map(),
      },
    ]);
  });

  test.for<[rule: string, profiles: Held, clusters: Held, error: string]>([
    [
      "that forbids the list, whatever other clusters there are",
      "forbidden",
      [managedCluster("edge-1", [])],
      "cannot list clusterprofiles.multicluster.x-k8s.io on the hub hub: no permission; kubectl hco-status permissions --inventory prints the role for the hub",
    ],
    [
      "that forbids both lists",
      "forbidden",
      "forbidden",
      "cannot list clusterprofiles.multicluster.x-k8s.io and managedclusters.cluster.open-cluster-management.io on the hub hub: no permission; kubectl",
    ],
    [
      "that has no profiles and forbids the others",
      "noSuchKind",
      "forbidden",
      "cannot list managedclusters.cluster.open-cluster-management.io on the hub hub: no permission; kubectl",
    ],
    ["without the kinds", "noSuchKind", "noSuchKind", "the hub hub has neither ClusterProfiles nor ManagedClusters"],
    ["without a profile", [], [], "no ClusterProfile found on the hub hub"],
  ])("%s is one sentence", async ([, profiles, clusters, error]) => {
    await expect(readInventory(hub(profiles, clusters).reader, "hub", {})).rejects.toThrow(error);
  });
});
