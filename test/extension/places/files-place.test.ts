import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Demand } from "../../../extension/places/demand.ts";
import type { FilesPlace } from "../../../extension/places/place.ts";
import { findReadObject } from "../../../extension/session/follow-requests.ts";
import type { RequestedObject } from "../../../shared/manifest/requested-object.ts";
import { keyOf, type Ref } from "../../../shared/model/object.ts";
import type { Report } from "../../../shared/model/report.ts";
import type { Snapshot } from "../../../shared/model/snapshot.ts";
import { snapshotDocument } from "../../../shared/render/formats/snapshot-document.ts";
import { tarOf, writeFolder, zipOf } from "../../io/must-gather-layouts/archives.ts";
import { virtualization, yamlOf } from "../../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../../io/must-gather-layouts/objects.ts";
import { demand, hyperConvergedNamespace, placeRig, rootsOf } from "../place-rig.ts";

const collected = readCollected();
const mustGatherFiles = virtualization(collected, hyperConvergedNamespace, "must-gather/");
const root = "kubevirt-hyperconverged";
const input = collected.flatMap(({ objects }) => objects);
const deployment = collected.find(({ kind }) => kind.kind === "Deployment")?.objects[0]?.metadata.name ?? "";
const ref: Ref = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  namespace: hyperConvergedNamespace,
  name: deployment,
};
const kind = { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true };
const asked: readonly RequestedObject[] = [{ kind, namespace: hyperConvergedNamespace, name: deployment }];

const packMustGather = (folder: string): string =>
  tarOf(writeFolder(mustGatherFiles, join(folder, "gathered")), join(folder, "gathered.tar.gz"));
const dump = (folder: string): string => writeFileAt(join(folder, "dump.yaml"), input.map(yamlOf).join("---\n"));

const kinds: readonly {
  readonly what: string;
  readonly holds: FilesPlace["holds"];
  readonly make: (folder: string) => string;
}[] = [
  {
    what: "the folder of a gather",
    holds: "must-gather",
    make: (folder) => writeFolder(mustGatherFiles, join(folder, "gathered")),
  },
  {
    what: "a packed gather",
    holds: "must-gather",
    make: packMustGather,
  },
  {
    what: "a zip of a gather",
    holds: "must-gather",
    make: (folder) => writeFileAt(join(folder, "gathered.zip"), zipOf(mustGatherFiles)),
  },
  {
    what: "a dump",
    holds: "dump",
    make: dump,
  },
  {
    what: "a folder of manifests",
    holds: "dump",
    make: (folder) =>
      writeFolder(
        new Map(input.map((object, place) => [`${place % 3}/${place}.yaml`, yamlOf(object)])),
        join(folder, "manifests"),
      ),
  },
];

function writeFileAt(path: string, content: string | Buffer): string {
  writeFileSync(path, content);
  return path;
}

/** A place of files for which a surface has this demand. `make` writes the files, and returns their path. */
function showFiles(make: (folder: string) => string, holds: FilesPlace["holds"], wants: Demand = demand()) {
  const rig = placeRig();
  const path = make(rig.folder);
  const shared = rig.createPlace({ kind: "files", holds, path });
  shared.setDemand(wants);
  return { rig, path, shared };
}

test.for(kinds)("$what is read once, as a cluster that can no longer be asked", async ({ holds, make }) => {
  const { rig, path, shared } = showFiles(make, holds);
  await rig.until(() => shared.state().report !== undefined);
  const { phase, link, report, history, name, now } = shared.state();
  expect([phase, link, rootsOf(shared.state())]).toEqual(["shown", { state: "live" }, [root]]);
  expect(report?.source).toMatchObject({ kind: holds === "must-gather" ? "must-gather" : "files", name: path });
  expect(history?.report).toBe(report);
  expect(path.endsWith(name)).toBe(true);
  // Ages count from when it was made.
  expect(now()).toBe(Date.parse(report?.takenAt ?? "") / 1000);
  await rig.advance(3_600_000);
  expect(shared.state().now()).toBe(now());
  expect(rig.clock.timers()).toBe(0);
  expect(await shared.source?.namespaces()).toBeUndefined();
});

test("a kept snapshot is what it was when it was kept", async () => {
  const first = showFiles(dump, "dump");
  await first.rig.until(() => first.shared.state().snapshot !== undefined);
  const snapshot: Snapshot = {
    source: { kind: "cluster", name: "prod", server: "https://api" },
    takenAt: "2026-11-20T10:00:00Z",
    readings: first.shared.state().snapshot?.readings ?? [],
    damage: [],
  };
  const kept = showFiles((folder) => writeFileAt(join(folder, "kept.json"), snapshotDocument(snapshot)), "dump");
  await kept.rig.until(() => kept.shared.state().report !== undefined);
  const { report, now } = kept.shared.state();
  expect(report).toMatchObject({ takenAt: snapshot.takenAt, source: { name: "prod", snapshot: kept.path } });
  expect([rootsOf(kept.shared.state()), now()]).toEqual([[root], Date.parse(snapshot.takenAt) / 1000]);
});

const unusable: readonly {
  readonly title: string;
  readonly holds: FilesPlace["holds"];
  readonly make: (folder: string) => string;
  readonly says: RegExp;
}[] = [
  {
    title: "a folder that is no gather",
    holds: "must-gather",
    make: (folder) => writeFolder(new Map([["a.txt", "a"]]), join(folder, "x")),
    says: /no folder named namespaces .*it has a\.txt/,
  },
  {
    title: "an empty folder",
    holds: "must-gather",
    make: (folder) => writeFolder(new Map(), join(folder, "x")),
    says: /it is empty/,
  },
  {
    title: "a file that is no archive",
    holds: "must-gather",
    make: (folder) => writeFileAt(join(folder, "x.tar"), "text"),
    says: /not a must-gather/,
  },
  {
    title: "an empty archive",
    holds: "must-gather",
    make: (folder) => writeFileAt(join(folder, "x.tar"), ""),
    says: /it is empty/,
  },
  {
    title: "a gather that is not there",
    holds: "must-gather",
    make: (folder) => join(folder, "gone"),
    says: /cannot read .*gone/,
  },
  { title: "a dump that is not there", holds: "dump", make: (folder) => join(folder, "gone"), says: /gone/ },
  {
    title: "a file without objects",
    holds: "dump",
    make: (folder) => writeFileAt(join(folder, "x.yaml"), "just: text\n"),
    says: /x\.yaml/,
  },
  {
    title: "a name that acts",
    holds: "must-gather",
    make: (folder) => join(folder, "\u001b[31mgone\u202e"),
    says: /^[^\u001b\u202e]*$/,
  },
];
test("what was changed of a pasted text is said until the files are read without it", async () => {
  const text = ["$ kubectl get pod web -o yaml", "apiVersion: v1", "kind: Pod", "metadata:", "  name: web", ""].join(
    "\n",
  );
  const { rig, path, shared } = showFiles((folder) => writeFileAt(join(folder, "paste.txt"), text), "dump");
  await rig.until(() => shared.state().report !== undefined);
  expect(shared.state().pasteNote).toBe("read paste.txt as pasted text: commands and prompts removed");
  writeFileAt(path, text.slice(text.indexOf("\n") + 1));
  shared.refresh();
  await rig.until(() => shared.state().pasteNote === undefined);
});

test.for(unusable)("$title is said in one sentence", async ({ holds, make, says }) => {
  const { rig, shared } = showFiles(make, holds);
  await rig.until(() => shared.state().phase === "unusable");
  expect(shared.state().problem).toMatch(says);
  expect(shared.state().problem).not.toMatch(/\n| at .*\.ts:/);
  expect(shared.state()).not.toHaveProperty("report");
});

test("a must-gather is asked for no kind of root that it does not have", async () => {
  const { rig, shared } = showFiles((folder) => writeFolder(mustGatherFiles, join(folder, "gathered")), "must-gather");
  await rig.until(() => shared.state().report !== undefined);
  const gaps = shared.state().report?.completeness.gaps ?? [];
  expect(gaps.filter(({ group }) => /greenhouse|app\.k8s\.io/.test(group))).toEqual([]);
});

test("a must-gather without a root kind reports unknown, not that no root exists", async () => {
  const layout = virtualization(
    collected.filter(({ kind: one }) => one.kind === "Deployment"),
    hyperConvergedNamespace,
  );
  const { rig, shared } = showFiles((folder) => writeFolder(layout, join(folder, "gathered")), "must-gather");
  await rig.until(() => shared.state().report !== undefined);
  expect([rootsOf(shared.state()), shared.state().phase]).toEqual([[], "unusable"]);
  expect(shared.state().problem).toMatch(/^Unknown: hyperconvergeds/);
});

describe("reading again", () => {
  test("shows what the files hold now", async () => {
    const { rig, path, shared } = showFiles((folder) => writeFileAt(join(folder, "x"), ""), "dump");
    await rig.until(() => shared.state().phase === "unusable");
    writeFileSync(path, input.map(yamlOf).join("---\n"));
    shared.refresh();
    await rig.until(() => shared.state().phase === "shown");
    expect([rootsOf(shared.state()), shared.state().problem]).toEqual([[root], undefined]);
  });

  test("what is gone by now says so, and what was read stays", async () => {
    const { rig, path, shared } = showFiles(dump, "dump");
    await rig.until(() => shared.state().phase === "shown");
    rmSync(path);
    shared.refresh();
    await rig.until(() => shared.state().problem !== undefined);
    expect(shared.state()).toMatchObject({ phase: "shown", problem: expect.stringContaining(path) });
    expect(rootsOf(shared.state())).toEqual([root]);
  });

  test("that takes longer than the one after it is overtaken", async () => {
    const slow = "slow";
    const quick = "quick";
    const object = input.find(({ kind: one }) => one === "HyperConverged");
    const text = yamlOf(object);
    const { rig, path, shared } = showFiles((folder) => {
      const many = Array.from({ length: 400 }, (_, place) => [`${place}.yaml`, text] as const);
      writeFolder(new Map(many), join(folder, slow));
      writeFolder(new Map([["0.yaml", text.replace(`name: ${root}\n`, "name: renamed\n")]]), join(folder, quick));
      symlinkSync(join(folder, slow), join(folder, "link"));
      return join(folder, "link");
    }, "dump");
    await rig.until(() => shared.state().phase === "shown");
    shared.refresh();
    await new Promise((resolve) => setTimeout(resolve, 5));
    rmSync(path);
    symlinkSync(join(rig.folder, quick), path);
    shared.refresh();
    await rig.until(() => String(rootsOf(shared.state())) === "renamed");
    for (let time = 0; time < 20; time += 1) await rig.advance(0);
    expect(shared.state()).not.toHaveProperty("problem");
    expect(rootsOf(shared.state())).toEqual(["renamed"]);
  });
});

describe("the log of a container of an operator that fails", () => {
  const unhealthyObjects = readCollected(
    readFileSync("test/golden/cdi-crashes-and-aaq-cannot-pull-its-image/input.yaml", "utf8"),
  );
  const log = `namespaces/${hyperConvergedNamespace}/pods/cdi-deployment-ff221a4411-53124/cdi-controller/cdi-controller/logs/current.log`;
  const gathered = new Map([
    ...virtualization(unhealthyObjects, hyperConvergedNamespace),
    [log, "starting\npanic: boom\n"],
  ]);
  const crashing: RequestedObject = { kind, namespace: hyperConvergedNamespace, name: "cdi-deployment" };

  test("stands below its cause, of a root and of an object that a document names, unless the settings turn logs off", async () => {
    const { rig, shared } = showFiles((folder) => writeFolder(gathered, join(folder, "gathered")), "must-gather");
    const quotesPanic = (report: Report | undefined): boolean =>
      report?.roots.some(({ causes }) => causes.some((cause) => cause.log?.lines.includes("panic: boom"))) === true;
    shared.setDemand(demand({ named: [crashing] }));
    await rig.until(() => quotesPanic(shared.state().report) && quotesPanic(shared.state().named));
    rig.mayReadLogs = false;
    shared.refresh();
    await rig.until(() => shared.state().report !== undefined && !quotesPanic(shared.state().report));
    await rig.until(() => shared.state().named !== undefined && !quotesPanic(shared.state().named));
    rig.mayReadLogs = true;
    shared.refresh();
    await rig.until(() => quotesPanic(shared.state().report) && quotesPanic(shared.state().named));
  });
});

describe("of a dump", () => {
  test("an object that it has is read whole, and one that it lacks is known to be missing", async () => {
    const other: Ref = { ...ref, name: "gone" };
    const { rig, shared } = showFiles(dump, "dump", demand({ objects: [ref, other] }));
    await rig.until(() => shared.state().objects !== undefined);
    expect(findReadObject(shared.state(), ref)?.raw).toMatchObject({ metadata: { name: deployment } });
    expect(shared.state().objects?.get(keyOf(other))).toMatchObject({ outcome: "unread" });
  });

  test("an object that a document names is evaluated", async () => {
    const { rig, shared } = showFiles(dump, "dump", demand({ named: asked }));
    await rig.until(() => shared.state().named !== undefined);
    expect(shared.state().named?.roots.map((node) => node.ref.name)).toEqual([deployment]);
  });
});

describe.for(kinds.filter(({ holds }) => holds === "must-gather"))("of $what", ({ make }) => {
  async function openFilesPlace() {
    const one = showFiles(make, "must-gather");
    await one.rig.until(() => one.shared.state().phase === "shown");
    return one;
  }

  test("named objects are evaluated, and single ones read whole, each once", async () => {
    const { rig, path, shared } = await openFilesPlace();
    shared.setDemand(demand({ named: asked, objects: [ref] }));
    await rig.until(() => shared.state().named !== undefined);
    const { named, namedSnapshot, report } = shared.state();
    expect(named?.roots.map((node) => node.ref.name)).toEqual([deployment]);
    expect(namedSnapshot?.takenAt).toBe(report?.takenAt);
    expect(findReadObject(shared.state(), ref)?.raw).toMatchObject({
      kind: "Deployment",
      metadata: { name: deployment },
    });
    shared.takeReported();
    // It need not even be there any more.
    rmSync(path, { recursive: true });
    for (let time = 0; time < 3; time += 1) shared.setDemand(demand({ named: [...asked], objects: [{ ...ref }] }));
    await rig.advance(1_000);
    expect(shared.takeReported()).toEqual([]);
    expect(shared.state().named).toBe(named);
  });

  test("what was named is taken back when nothing named is looked at", async () => {
    const { rig, shared } = await openFilesPlace();
    shared.setDemand(demand({ named: asked, objects: [ref] }));
    await rig.until(() => shared.state().named !== undefined);
    shared.setDemand(demand());
    await rig.until(() => shared.state().named === undefined);
    expect(shared.state()).not.toHaveProperty("namedSnapshot");
    expect(shared.state()).not.toHaveProperty("objects");
    expect(shared.state().phase).toBe("shown");
  });

  test("what no surface shows any more when it has been read is dropped", async () => {
    const { rig, shared } = await openFilesPlace();
    shared.setDemand(demand({ named: asked, objects: [ref] }));
    shared.setDemand(demand());
    await rig.advance(1_000);
    for (let time = 0; time < 5; time += 1) await rig.advance(0);
    expect(shared.takeReported().filter(({ named }) => named !== undefined)).toEqual([]);
    expect(shared.state()).not.toHaveProperty("named");
  });

  test.for([0, 1, 2, 5, 20])("closed after %i turns it tells nothing more, and nothing fails", async (turns) => {
    const { rig, shared } = await openFilesPlace();
    shared.setDemand(demand({ named: asked, objects: [ref] }));
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    shared.close();
    await rig.advance(1_000);
    expect(rig.bugs).toEqual([]);
  });
});

test.for([0, 1, 2, 5, 20])("files that are closed %i turns after they were opened tell nothing more", async (turns) => {
  const { rig, shared } = showFiles(packMustGather, "must-gather", demand({ named: asked }));
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  shared.close();
  await rig.advance(1_000);
  expect([rig.bugs, rig.clock.timers()]).toEqual([[], 0]);
});

test("a folder in which one file cannot be used is read, and says which", async () => {
  const { rig, shared } = showFiles((folder) => {
    mkdirSync(join(folder, "m"));
    writeFileSync(join(folder, "m", "good.yaml"), input.map(yamlOf).join("---\n"));
    writeFileSync(join(folder, "m", "bad.yaml"), "a: [");
    return join(folder, "m");
  }, "dump");
  await rig.until(() => shared.state().phase === "shown");
  expect(shared.state().snapshot?.damage.map(({ where }) => where)).toEqual([expect.stringContaining("bad.yaml")]);
});
