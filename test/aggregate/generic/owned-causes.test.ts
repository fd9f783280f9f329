import { describe, expect, test } from "vitest";
import { renderFirstText } from "../../../shared/render/formats/text/text.ts";
import type { PrintedRoot } from "../../printed.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, ownedBy, readManifests, rootOf, widget } from "./objects.ts";

/** Each case with its root, the first cause's path and whether the message of that cause is the expected one. */
const cases = [
  {
    name: "a-challenge-explains-its-certificate",
    kind: "Certificate",
    label: "shop",
    path: ["shop", "shop-1", "shop-1-2415368792", "shop-1-2415368792-1187654321"],
    says: /wrong status code '404'/,
  },
  {
    name: "a-denied-certificaterequest-explains-its-certificate",
    kind: "Certificate",
    label: "shop",
    path: ["shop", "shop-1"],
    says: /No policy approved this request/,
  },
  {
    name: "a-failed-challenge-explains-its-certificate",
    kind: "Certificate",
    label: "shop",
    path: ["shop", "shop-1", "shop-1-2415368792", "shop-1-2415368792-1187654321"],
    says: /no valid A records found/,
  },
  {
    name: "a-machine-that-failed-explains-its-cluster",
    kind: "Cluster",
    label: "prod",
    path: ["prod", "prod-cp", "prod-cp-x7k2p"],
    says: /CreateError: .* InvalidAMIID\.NotFound/,
  },
  {
    name: "a-machine-that-is-replaced-does-not-explain-its-owner",
    kind: "MachineDeployment",
    label: "prod-md",
    path: ["prod-md"],
    says: /Minimum availability requires 2 replicas/,
  },
  {
    name: "the-image-of-a-revision-explains-its-service",
    kind: "Service",
    label: "hello",
    path: [
      "hello",
      "hello",
      "hello-00001",
      "hello-00001-deployment",
      "hello-00001-deployment-6d5f",
      "hello-00001-deployment-6d5f-z4m8q",
      "user-container",
    ],
    says: /ImagePullBackOff: .*not found/,
  },
  {
    name: "an-enactment-that-failed-explains-its-policy",
    kind: "NodeNetworkConfigurationPolicy",
    label: "br1-eth1",
    path: ["br1-eth1", "worker-1.br1-eth1"],
    says: /Interface eth1 not found/,
  },
  {
    name: "an-old-revision-does-not-explain-its-service",
    kind: "Service",
    label: "hello",
    path: ["hello"],
    says: /is waiting for a Revision to become ready/,
  },
];

function findRoot(name: string, kind: string, options: { readonly tree?: boolean } = {}): PrintedRoot {
  const report = reportOf(readManifests(name), options);
  const root = report.roots.find(({ ref }) => ref.kind === kind);
  if (root === undefined) throw new Error(`no ${kind}`);
  return root;
}

describe.for(cases)(
  "the case $name has the cause that its owned objects explain",
  ({ name, kind, label, path, says }) => {
    test("the first cause has the path, the message and the command of the deepest object", () => {
      const [cause] = findRoot(name, kind).causes;
      expect(cause?.path).toEqual(path);
      expect(cause?.text).toMatch(says);
      expect(cause?.next[0]?.command).toContain(path.length === 1 ? label : (cause?.about.name ?? ""));
    });

    test("--tree does not change the causes", () => {
      expect(findRoot(name, kind, { tree: true }).causes).toEqual(findRoot(name, kind).causes);
    });

    test("the owned objects do not change the verdict", () => {
      const rootManifest = readManifests(name).filter((manifest) => manifest["kind"] === kind);
      expect(findRoot(name, kind).verdict).toBe(reportOf(rootManifest).roots[0]?.verdict);
    });

    test("the first screen at 80 columns is a golden file", async () => {
      const report = reportOf(readManifests(name), {
        isWanted: ({ ref }) => ref.kind === kind,
      });
      await expect(renderFirstText(report, { width: 80 })).toMatchFileSnapshot(`golden/owned-causes/${name}.txt`);
    });
  },
);

test.for([
  ["about an older generation of its policy", { policyGeneration: 1 }, "Failing"],
  ["that was aborted", { policyGeneration: 2 }, "Aborted"],
] as const)("an enactment %s does not come first", ([, status, type]) => {
  const enactment = (name: string, state: Manifest, fault: string): Manifest => ({
    apiVersion: "nmstate.io/v1beta1",
    kind: "NodeNetworkConfigurationEnactment",
    metadata: { name, uid: name, labels: { "nmstate.io/policy": "br1" } },
    status: { ...state, conditions: [{ ...condition(fault, "True", "FailedToConfigure"), message: `${name} failed` }] },
  });
  const policy: Manifest = {
    apiVersion: "nmstate.io/v1",
    kind: "NodeNetworkConfigurationPolicy",
    metadata: { name: "br1", uid: "br1", generation: 2 },
    status: { conditions: [condition("Degraded", "True", "FailedToConfigure")] },
  };
  const objects = [policy, enactment("w1.br1", status, type), enactment("w2.br1", { policyGeneration: 2 }, "Failing")];
  expect(rootOf(reportOf(objects), "br1").causes[0]?.about.name).toBe("w2.br1");
});

test("a Certificate that is Ready has no cause although its earlier request failed", () => {
  const root = findRoot("a-certificate-is-ready-after-an-old-request-failed", "Certificate");
  expect(root).toMatchObject({ verdict: "healthy", causes: [], children: [] });
});

const buildBrokenStatus = (message: string): Manifest => ({
  conditions: [{ ...condition("Ready", "False", "Broken"), message }],
});
const notReady = { conditions: [condition("Ready", "False")] };
const ready = { conditions: [condition("Ready", "True")] };

/** The name of the object that explains the Widget `shop` first. */
function findExplainingObject(...objects: readonly Manifest[]): string | undefined {
  return rootOf(reportOf(objects), "shop").causes[0]?.about.name;
}

describe("an owned object explains its owner", () => {
  test("an unhealthy owned object explains its owner", () => {
    const database = widget("database", buildBrokenStatus("no disk"), ownedBy("shop"));
    expect(findExplainingObject(widget("shop", notReady), database)).toBe("database");
  });

  test("a healthy owned object does not explain its owner", () => {
    const database = widget("database", ready, ownedBy("shop"));
    expect(findExplainingObject(widget("shop", notReady), database)).toBe("shop");
  });

  test("an owned object does not explain an owner whose message has its message", () => {
    const shop = widget("shop", buildBrokenStatus("database failed: no disk"));
    const database = widget("database", buildBrokenStatus("no disk"), ownedBy("shop"));
    expect(findExplainingObject(shop, database)).toBe("shop");
  });

  test("an owned object without a message does not explain an owner that has one", () => {
    const shop = widget("shop", buildBrokenStatus("database failed"));
    expect(findExplainingObject(shop, widget("database", notReady, ownedBy("shop")))).toBe("shop");
  });

  test("an owned object that reports healthy hides the objects below it", () => {
    const database = widget("database", ready, ownedBy("shop"));
    const disk = widget("disk", buildBrokenStatus("no disk"), ownedBy("database"));
    expect(findExplainingObject(widget("shop", notReady), database, disk)).toBe("shop");
  });

  test.for([
    { rule: "has been deleted for half an hour does not explain", since: "2026-11-21T11:30:00Z", explaining: "shop" },
    {
      rule: "has been deleted for longer than an hour explains",
      since: "2026-11-21T10:30:00Z",
      explaining: "database",
    },
  ])("an owned object that $rule its owner", ({ since, explaining }) => {
    const metadata = { ...ownedBy("shop"), deletionTimestamp: since, finalizers: ["acme.io/backup"] };
    const database = widget("database", buildBrokenStatus("no disk"), metadata);
    expect(findExplainingObject(widget("shop", notReady), database)).toBe(explaining);
  });

  test("the older of two owned objects on one level explains their owner", () => {
    const notReadySince = (time: string): Manifest => ({
      conditions: [{ ...condition("Ready", "False"), message: `since ${time}`, lastTransitionTime: time }],
    });
    const database = widget("database", buildBrokenStatus("waits for its disks"), ownedBy("shop"));
    const youngerDisk = widget("disk-1", notReadySince("2026-11-21T11:00:00Z"), ownedBy("database"));
    const olderDisk = widget("disk-2", notReadySince("2026-11-21T10:00:00Z"), ownedBy("database"));
    expect(findExplainingObject(widget("shop", notReady), database, youngerDisk, olderDisk)).toBe("disk-2");
  });

  test("an owned object and a fault of the owner itself are two causes", () => {
    const archive = { ...condition("ContinuousArchiving", "False", "Failing"), message: "exit status 1" };
    const cluster = {
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Cluster",
      metadata: { name: "shop", namespace: "n", uid: "uid-of-shop" },
      status: { conditions: [condition("Ready", "True"), archive] },
    };
    const reference = { apiVersion: "postgresql.cnpg.io/v1", kind: "Cluster", name: "shop", uid: "uid-of-shop" };
    const disk = widget("disk", buildBrokenStatus("no disk"), { ownerReferences: [reference] });
    const root = rootOf(reportOf([cluster, disk]), "shop");
    expect(root.causes.map(({ about }) => about.name)).toEqual(["disk", "shop"]);
  });
});
