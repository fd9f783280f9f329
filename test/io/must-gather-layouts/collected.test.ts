import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type OpenedMustGather, openMustGather } from "../../../shared/io/must-gather/open-must-gather.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { writeFolder } from "./archives.ts";
import { type Layout, virtualization, yamlOf } from "./layouts.ts";
import { readCollected } from "./objects.ts";

const folder = temporaryFolder();

const namespace = "kubevirt-hyperconverged";
const cnv = virtualization(readCollected(), namespace);
const pods: Kind = { group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const deployments: Kind = { ...pods, group: "apps", kind: "Deployment", plural: "deployments" };
const kubeVirts: Kind = { ...pods, group: "kubevirt.io", kind: "KubeVirt", plural: "kubevirts" };
const cdis: Kind = { ...pods, group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", namespaced: false };
const virtualMachines: Kind = { ...kubeVirts, kind: "VirtualMachine", plural: "virtualmachines" };

let made = 0;
function write(...layouts: readonly Layout[]): string {
  made += 1;
  return writeFolder(new Map(layouts.flatMap((layout) => [...layout])), join(folder, `${made}`));
}

function list(kind: Kind, more: Partial<Query> = {}): Query {
  return { verb: "list", ...kind, ...more };
}

/** Each reading that is left in the end: `found a, b`, or the outcome with its cause. */
async function describeReadings(path: string | OpenedMustGather, query: Query): Promise<readonly string[]> {
  const mustGather = typeof path === "string" ? await openMustGather(path) : path;
  const reading = await mustGather.reader.read(query);
  const { readings } = mustGather.whole({
    source: { kind: "must-gather", name: "" },
    takenAt: "",
    readings: [reading],
    damage: [],
  });
  return readings.map(describeReading);
}

function describeReading(reading: Reading): string {
  const place = reading.query.namespace === undefined ? "" : `${reading.query.namespace} `;
  if (reading.outcome === "found")
    return `${place}found ${reading.objects.map(({ ref }) => ref.name).join(", ")}`.trim();
  return `${place}${reading.outcome}${"cause" in reading ? `: ${reading.cause}` : ""}`;
}

function without(layout: Layout, pattern: RegExp): Layout {
  return new Map([...layout].filter(([path]) => !pattern.test(path)));
}

function placeBelow(layout: Layout, base: string): Layout {
  return new Map([...layout].map(([path, text]) => [`${base}${path}`, text]));
}

const pod = (name: string, place = namespace): string =>
  yamlOf({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: place } });
const podList = (...names: readonly string[]): string =>
  yamlOf({ apiVersion: "v1", kind: "PodList", items: names.map((name) => ({ metadata: { name, namespace } })) });
const texts = (...entries: readonly (readonly [string, string])[]): Layout => new Map(entries);
const home = `namespaces/${namespace}`;

describe("a list is complete only where all of it was surely collected", () => {
  const rows: [rule: string, layout: Layout, query: Query, said: readonly string[]][] = [
    [
      "a kind that a HyperConverged records is not called missing",
      without(cnv, /cdis/),
      list(cdis),
      ["unread: not collected"],
    ],
    [
      "CNV's image has all of kubevirt.io, but for what a HyperConverged records",
      without(cnv, /cdis\.cdi\.kubevirt\.io\/cdi/),
      list(cdis),
      [
        "unread: HyperConverged kubevirt-hyperconverged records CDI cdi-kubevirt-hyperconverged, but its file is missing",
      ],
    ],
    [
      "without its mark it says nothing",
      without(cnv, /^version$|cdis\.cdi\.kubevirt\.io\/cdi/),
      list(cdis),
      ["unread: not collected"],
    ],
    [
      "a list without the namespaces of the must-gather is not complete",
      without(cnv, /^namespaces/),
      list(hcoProfile.root),
      ["unread: not collected"],
    ],
    [
      "CRDs without the mark of a complete must-gather say nothing",
      without(cnv, /^version$/),
      list(virtualMachines),
      ["unread: not collected"],
    ],
    [
      "with its mark they do",
      cnv,
      list(virtualMachines),
      ["noSuchKind: the must-gather has custom resource definitions, but none of virtualmachines.kubevirt.io"],
    ],
    [
      "single objects are not all",
      texts([`${home}/apps/deployments/a.yaml`, pod("a").replace("Pod", "Deployment").replace("v1", "apps/v1")]),
      list(deployments, { namespace }),
      [`${namespace} unread: only individual objects were collected, which may not be all`, "found a"].map((line) =>
        line === "found a" ? `${namespace} found a` : line,
      ),
    ],
    [
      "a single Pod is not all",
      texts([`${home}/pods/a/a.yaml`, pod("a")]),
      list(pods, { namespace }),
      [`${namespace} unread: only individual objects were collected, which may not be all`, `${namespace} found a`],
    ],
    ["a list is", texts([`${home}/core/pods.yaml`, podList("a")]), list(pods, { namespace }), [`${namespace} found a`]],
    [
      "an empty file is none, and Pods beside it are read",
      texts([`${home}/core/pods.yaml`, ""], [`${home}/pods/a/a.yaml`, pod("a")]),
      list(pods, { namespace }),
      [`${namespace} unread: ${home}/core/pods.yaml: it is empty`, `${namespace} found a`],
    ],
    [
      "an empty list beside Pods is not all",
      texts([`${home}/core/pods.yaml`, podList()], [`${home}/pods/a/a.yaml`, pod("a")]),
      list(pods, { namespace }),
      [`${namespace} unread: only individual objects were collected, which may not be all`, `${namespace} found a`],
    ],
    [
      "a packed list is named",
      texts([`${home}/core/pods.yaml.gz`, "x"]),
      list(pods, { namespace }),
      [`${namespace} unread: ${home}/core/pods.yaml.gz: compressed files are not supported: unpack it with gunzip`],
    ],
    [
      "a file that is cut is no object",
      new Map([
        ...cnv,
        [
          `cluster-scoped-resources/cdis.cdi.kubevirt.io/cdi-kubevirt-hyperconverged.yaml`,
          'apiVersion: cdi.kubevirt.io/v1beta1\nkind: CDI\nmetadata:\n  name: cdi-kubevirt-hyperconverged\nstatus:\n  conditions:\n  - status: "True"\n',
        ],
      ]),
      list(cdis),
      [
        "unread: cluster-scoped-resources/cdis.cdi.kubevirt.io/cdi-kubevirt-hyperconverged.yaml: truncated: it ends in the middle of a line or a field",
      ],
    ],
    [
      "a truncated file is replaced by another one that holds the object",
      new Map([...cnv, [`${home}/crs/kubevirts.kubevirt.io/kubevirt-kubevirt-hyperconverged.yaml`, "kind: Kube"]]),
      list(kubeVirts, { namespace }),
      [`${namespace} found kubevirt-kubevirt-hyperconverged`],
    ],
    [
      "an image inside an image counts",
      new Map([...placeBelow(without(cnv, /^cluster/), "inspect.local.1/"), ...without(cnv, /^namespaces/)]),
      list(hcoProfile.root),
      ["found kubevirt-hyperconverged"],
    ],
  ];
  test.for(rows)("%s", async ([, layout, query, answer]) => {
    expect(await describeReadings(write(layout), query)).toEqual(answer);
  });
});

describe("what cannot be read is a gap of what it may have held, by its path", () => {
  const readDamaged = async (link: string, query: Query): Promise<string> => {
    const path = write(cnv, texts([`${home}/core/pods.yaml`, podList("a")]));
    rmSync(join(path, link), { recursive: true, force: true });
    mkdirSync(join(path, link, ".."), { recursive: true });
    symlinkSync(tmpdir(), join(path, link));
    return (await describeReadings(path, query)).join("; ");
  };
  const rows: [link: string, query: Query, isGap: boolean][] = [
    [`${home}/pods/bad`, list(pods, { namespace }), false],
    [`${home}/pods/bad`, list(deployments, { namespace }), false],
    [`${home}/core/pods.yaml`, list(pods, { namespace }), true],
    [`${home}/core`, list(pods, { namespace }), true],
    [`${home}/crs`, list(hcoProfile.root), true],
    ["namespaces/other", list(hcoProfile.root), true],
    ["namespaces/other", list(cdis), false],
    ["namespaces/cdis.yaml", list(cdis), false],
    ["cluster-scoped-resources/cdis.cdi.kubevirt.io", list(cdis), true],
    ["cluster-scoped-resources", list(cdis), true],
    ["cluster-scoped-resources/nodes", list(cdis), false],
  ];
  test.for(rows)("%s for %o: %s", async ([link, query, isGap]) => {
    const answer = await readDamaged(link, query);
    expect([answer, /unread: .*a link that leaves/.test(answer)]).toEqual([answer, isGap]);
  });

  test("a folder without permission too", async () => {
    const path = write(cnv);
    for (const folder of [dirname(path), path]) chmodSync(folder, 0o755);
    chmodSync(join(path, "namespaces"), 0);
    // Root may read every file, so a test that runs as root reads as the user `nobody`.
    const user = process.geteuid?.();
    if (user === 0) process.seteuid?.(65534);
    const lines = await describeReadings(path, list(hcoProfile.root)).finally(() => {
      if (user === 0) process.seteuid?.(0);
    });
    chmodSync(join(path, "namespaces"), 0o755);
    expect(lines).toEqual([expect.stringMatching(/unread: namespaces: not readable: permission denied/)]);
  });
});

describe("what a must-gather holds can be named", () => {
  const mustGather = (): Promise<OpenedMustGather> =>
    openMustGather(
      write(
        texts(
          [
            `${home}/subscriptions`,
            `---------------\n${yamlOf({ apiVersion: "operators.coreos.com/v1alpha1", kind: "Subscription", metadata: { name: "hco", namespace } })}`,
          ],
          [
            `${home}/route.openshift.io/routes.yaml`,
            yamlOf({
              apiVersion: "route.openshift.io/v1",
              kind: "RouteList",
              items: [{ metadata: { name: "r", namespace } }],
            }),
          ],
          [
            "cluster-scoped-resources/apiextensions.k8s.io/customresourcedefinitions/olds.example.com.yaml",
            yamlOf({
              apiVersion: "apiextensions.k8s.io/v1beta1",
              kind: "CustomResourceDefinition",
              metadata: { name: "olds.example.com" },
              spec: {
                group: "example.com",
                version: "v1alpha1",
                names: { kind: "Old", plural: "olds" },
                scope: "Namespaced",
              },
            }),
          ],
        ),
      ),
    );
  test("without a CRD, by the first object", async () => {
    const resources = await (await mustGather()).resources();
    expect(resources.find(({ plural }) => plural === "subscriptions")).toMatchObject({
      kind: "Subscription",
      versions: ["v1alpha1"],
      shortNames: ["sub", "subs"],
    });
    expect(resources.find(({ plural }) => plural === "routes")).toMatchObject({
      kind: "Route",
      group: "route.openshift.io",
      singular: "route",
      namespaced: true,
    });
  });
  test("by a CRD of v1beta1 with one version", async () => {
    const resources = await (await mustGather()).resources();
    expect(resources.find(({ plural }) => plural === "olds")).toMatchObject({
      kind: "Old",
      versions: ["v1alpha1"],
      singular: "old",
    });
  });
});

describe("a part of a must-gather is one too", () => {
  const path = write(cnv);
  test.for<[part: string, query: Query, said: RegExp]>([
    ["cluster-scoped-resources", list(cdis), /found cdi-kubevirt-hyperconverged/],
    [`${home}/crs`, list(hcoProfile.root, { namespace }), /found kubevirt-hyperconverged/],
    [home, list(hcoProfile.root, { namespace }), /found kubevirt-hyperconverged/],
    ["namespaces", list(hcoProfile.root), /found kubevirt-hyperconverged/],
  ])("%s", async ([part, query, answer]) => {
    expect((await describeReadings(join(path, part), query)).join("; ")).toMatch(answer);
  });

  test.for([
    [
      "its own file",
      new Map([
        ["namespaces/renamed/x.yaml", "kind: Namespace\nmetadata:\n  name: x\n"],
        ["namespaces/renamed/core/pods.yaml", podList("a").replaceAll(namespace, "x")],
      ]),
    ],
    ["its objects", new Map([["namespaces/renamed/core/pods.yaml", podList("a").replaceAll(namespace, "x")]])],
  ] as const)("a namespace whose folder was renamed is known by %s", async ([, layout]) => {
    expect(await describeReadings(write(layout), list(pods, { namespace: "x" }))).toEqual(["x found a"]);
  });
});

describe("a search for must-gathers ends, and reports where it did", () => {
  test("each real folder is read once, so that links do not make too many of them", async () => {
    const path = write(placeBelow(cnv, "a/b/c/"));
    for (const name of ["a/one", "a/b/two", "a/b/c/three", "a/b/c/namespaces/four"]) {
      symlinkSync(join(path, "a"), join(path, name));
      symlinkSync(path, join(path, `${name}-top`));
    }
    const mustGather = await openMustGather(path);
    expect((await describeReadings(mustGather, list(hcoProfile.root))).join()).toContain(
      "found kubevirt-hyperconverged",
    );
    expect(
      mustGather.whole({ source: { kind: "must-gather", name: "" }, takenAt: "", readings: [], damage: [] }).damage,
    ).toEqual([]);
  });
  test("too many folders", async () => {
    const path = write(placeBelow(cnv, "a/"));
    for (let index = 0; index < 5100; index += 1) mkdirSync(join(path, "b", `${index}`), { recursive: true });
    const mustGather = await openMustGather(path);
    const { damage } = mustGather.whole({
      source: { kind: "must-gather", name: "" },
      takenAt: "",
      readings: [],
      damage: [],
    });
    expect(damage).toEqual([{ where: ".", cause: expect.stringMatching(/stops after 5000 folders/) }]);
    await expect(openMustGather(join(path, "b"))).rejects.toThrow(/stops after 5000 folders/);
  });
  test("too deep", async () => {
    await expect(openMustGather(write(placeBelow(cnv, "1/2/3/4/5/6/7/8/9/")))).rejects.toThrow(/stops 8 levels below/);
  });
  test("empty folders with the names of a must-gather are none", async () => {
    const path = write(placeBelow(cnv, "inside/"));
    mkdirSync(join(path, "namespaces"));
    mkdirSync(join(path, "cluster-scoped-resources"));
    expect((await describeReadings(path, list(hcoProfile.root))).join()).toContain("found kubevirt-hyperconverged");
  });
  test("an archive some levels below is named with its path", async () => {
    await expect(openMustGather(write(texts(["case/files/mg.tar.gz", "x"])))).rejects.toThrow(
      /to read the must-gather in case\/files\/mg\.tar\.gz, specify that file/,
    );
  });
});

describe("the output of kubectl cluster-info dump", () => {
  const section = ["Event", "ReplicationController", "Service", "DaemonSet", "Deployment", "ReplicaSet", "Pod"].map(
    (kind) => ({ apiVersion: "v1", kind: `${kind}List`, items: [{ metadata: { name: "a", namespace: "x" } }] }),
  );
  const logs =
    "==== START logs for container c of pod x/a ====\n{ no list\n}\nlast ==== END logs for container c of pod x/a ====\n";
  const dump = [{ apiVersion: "v1", kind: "NodeList", items: [] }, ...section]
    .map((list) => `${JSON.stringify(list, null, 4)}\n`)
    .join("")
    .concat(logs);
  const readDump = async (text: string): Promise<readonly string[]> => {
    made += 1;
    const path = join(folder, `${made}.txt`);
    writeFileSync(path, text);
    return describeReadings(path, list(pods, { namespace: "x" }));
  };
  const endOfPart = (part: string): number => dump.indexOf(part);

  test("is whole", async () => expect(await readDump(dump)).toEqual(["x found a"]));
  test.for<[what: string, end: number]>([
    ["in the last list", endOfPart('"PodList"')],
    ["between lists", endOfPart('{\n    "apiVersion": "v1",\n    "kind": "ReplicaSetList"')],
    ["in a log", endOfPart("last ====")],
    ["in the line around a log", endOfPart("==== START") + 9],
  ])("that is cut %s says nothing of what it lacks", async ([, end]) => {
    const lines = await readDump(dump.slice(0, end));
    const isHeld = end > endOfPart("==== START");
    expect(isHeld ? lines : lines.map((line) => line.replace(/: the dump is truncated.*/, ""))).toEqual(
      isHeld ? ["x found a"] : ["x unread"],
    );
    const mustGather = await openMustGather(join(folder, `${made}.txt`));
    const { damage } = mustGather.whole({
      source: { kind: "must-gather", name: "" },
      takenAt: "",
      readings: [],
      damage: [],
    });
    expect(damage.map(({ cause }) => cause)).toEqual([expect.stringMatching(/the dump is truncated/)]);
  });
});

describe("must-gathers are not mixed", () => {
  const stampLayout = (base: string, at: string, layout: Layout = cnv): Layout =>
    new Map([...placeBelow(layout, `${base}/image/`), [`${base}/timestamp`, `${at}\n`]]);
  const elsewhere = new Map(
    [...cnv].map(([path, text]) => [
      path.replaceAll(namespace, "second"),
      text.replaceAll(`namespace: ${namespace}`, "namespace: second"),
    ]),
  );

  test("of two times, by the timestamp nearest above them", async () => {
    const path = write(stampLayout("one", "2026-11-21T12:00:00Z"), stampLayout("two", "2026-11-21T14:00:00Z"));
    await expect(openMustGather(path)).rejects.toThrow(
      /must-gathers of two times: one of 2026-11-21T12:00:00Z, two of 2026-11-21T14:00:00Z; specify one of them/,
    );
  });
  test("of a few minutes apart are read as the images of one must-gather", async () => {
    const path = write(stampLayout("one", "2026-11-21T12:00:00Z"), stampLayout("two", "2026-11-21T12:05:00Z"));
    expect((await openMustGather(path)).takenAt).toBe("2026-11-21T12:05:00Z");
  });
  test("of two HyperConvergeds in two namespaces, which one cluster does not have", async () => {
    const path = write(
      stampLayout("one", "2026-11-21T12:00:00Z"),
      stampLayout("two", "2026-11-21T12:05:00Z", elsewhere),
    );
    const mustGather = await openMustGather(path);
    await expect(mustGather.reader.read(list(hcoProfile.root))).rejects.toThrow(
      /must-gathers of two clusters or times: HyperConverged kubevirt-hyperconverged\/.* in one\/image and second\/.* in two\/image; specify one of them/,
    );
  });
});
