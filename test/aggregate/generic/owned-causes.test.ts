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
    name: "an-old-revision-does-not-explain-its-service",
    kind: "Service",
    label: "hello",
    path: ["hello"],
    says: /is waiting for a Revision to become ready/,
  },
];

function rootIn(name: string, kind: string, tree = false): PrintedRoot {
  const report = reportOf(readManifests(name), { tree });
  const root = report.roots.find(({ ref }) => ref.kind === kind);
  if (root === undefined) throw new Error(`no ${kind}`);
  return root;
}

describe.for(cases)("$name", ({ name, kind, label, path, says }) => {
  test("its first cause has this path and these words", () => {
    const [cause] = rootIn(name, kind).causes;
    expect(cause?.path).toEqual(path);
    expect(cause?.text).toMatch(says);
    expect(cause?.next[0]?.command).toContain(path.length === 1 ? label : (cause?.about.name ?? ""));
  });

  test("with --tree the causes are the same", () => {
    expect(rootIn(name, kind, true).causes).toEqual(rootIn(name, kind).causes);
  });

  test("the root is as bad as it is without the objects that it owns", () => {
    const alone = readManifests(name).filter((each) => each["kind"] === kind);
    expect(rootIn(name, kind).verdict).toBe(reportOf(alone).roots[0]?.verdict);
  });

  test("its first screen at 80 columns", async () => {
    const report = reportOf(readManifests(name), {
      isWanted: ({ ref }) => ref.kind === kind,
    });
    await expect(renderFirstText(report, { width: 80 })).toMatchFileSnapshot(`golden/owned-causes/${name}.txt`);
  });
});

test("a Certificate that is Ready has no cause, whatever became of its earlier request", () => {
  const root = rootIn("a-certificate-is-ready-after-an-old-request-failed", "Certificate");
  expect(root).toMatchObject({ verdict: "healthy", causes: [], children: [] });
});

const brokenStatus = (message: string): Manifest => ({
  conditions: [{ ...condition("Ready", "False", "Broken"), message }],
});
const silent = { conditions: [condition("Ready", "False")] };
const ready = { conditions: [condition("Ready", "True")] };

/** The label of the object that explains widget `a` first. */
function nameBlamed(...objects: readonly Manifest[]): string | undefined {
  return rootOf(reportOf(objects), "a").causes[0]?.about.name;
}

describe("an owned object explains its owner", () => {
  test("only if it is unhealthy", () => {
    expect(nameBlamed(widget("a", silent), widget("b", ready, ownedBy("a")))).toBe("a");
    expect(nameBlamed(widget("a", silent), widget("b", brokenStatus("no disk"), ownedBy("a")))).toBe("b");
  });

  test("only if its message says more than that of its owner", () => {
    expect(
      nameBlamed(widget("a", brokenStatus("b failed: no disk")), widget("b", brokenStatus("no disk"), ownedBy("a"))),
    ).toBe("a");
    expect(nameBlamed(widget("a", brokenStatus("b failed")), widget("b", silent, ownedBy("a")))).toBe("a");
  });

  test("an owner does not look below an owned object that reports healthy", () => {
    const objects = [widget("b", ready, ownedBy("a")), widget("c", brokenStatus("no disk"), ownedBy("b"))];
    expect(nameBlamed(widget("a", silent), ...objects)).toBe("a");
  });

  test("an owned object that is being deleted explains its owner only after an hour", () => {
    const deletedWidget = (deletionTimestamp: string): Manifest =>
      widget("b", brokenStatus("no disk"), { ...ownedBy("a"), deletionTimestamp, finalizers: ["acme.io/x"] });
    expect(nameBlamed(widget("a", silent), deletedWidget("2026-11-21T11:30:00Z"))).toBe("a");
    expect(nameBlamed(widget("a", silent), deletedWidget("2026-11-21T10:30:00Z"))).toBe("b");
  });

  test("the deepest first, and of two on one level the older", () => {
    const notReadySince = (time: string): Manifest => ({
      conditions: [{ ...condition("Ready", "False"), message: `since ${time}`, lastTransitionTime: time }],
    });
    const middle = widget("b", brokenStatus("waits for c and d"), ownedBy("a"));
    const c = widget("c", notReadySince("2026-11-21T11:00:00Z"), ownedBy("b"));
    const d = widget("d", notReadySince("2026-11-21T10:00:00Z"), ownedBy("b"));
    expect(nameBlamed(widget("a", silent), middle, c, d)).toBe("d");
  });

  test("beside a fault of the owner's own, which stays a cause", () => {
    const archive = { ...condition("ContinuousArchiving", "False", "Failing"), message: "exit status 1" };
    const cluster = {
      apiVersion: "postgresql.cnpg.io/v1",
      kind: "Cluster",
      metadata: { name: "a", namespace: "n", uid: "a" },
      status: { conditions: [condition("Ready", "True"), archive] },
    };
    const reference = { apiVersion: "postgresql.cnpg.io/v1", kind: "Cluster", name: "a", uid: "a" };
    const part = widget("b", brokenStatus("no disk"), { ownerReferences: [reference] });
    const root = rootOf(reportOf([cluster, part]), "a");
    expect(root.causes.map(({ about }) => about.name)).toEqual(["b", "a"]);
  });
});
