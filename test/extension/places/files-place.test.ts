import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FilesPlace } from "../../../extension/places/place.ts";
import { findReadObject } from "../../../extension/session/follow-requests.ts";
import type { RequestedObject } from "../../../shared/manifest/followed-objects.ts";
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

/** A place of files that are read. */
function files(make: (folder: string) => string, holds: FilesPlace["holds"]) {
  const rig = placeRig();
  const path = make(rig.folder);
  const held = rig.hold({ kind: "files", holds, path });
  return { rig, path, held };
}

test.for(kinds)("$what is read once, as a cluster that can no longer be asked", async ({ holds, make }) => {
  const { rig, path, held } = files(make, holds);
  held.setDemand(demand(), undefined);
  await rig.until(() => held.state().report !== undefined);
  const { phase, link, report, history, name, now } = held.state();
  expect([phase, link, rootsOf(held.state())]).toEqual(["shown", { state: "live" }, [root]]);
  expect(report?.source).toMatchObject({ kind: holds === "must-gather" ? "must-gather" : "files", name: path });
  expect(history?.report).toBe(report);
  expect(path.endsWith(name)).toBe(true);
  // Ages count from when it was made.
  expect(now()).toBe(Date.parse(report?.takenAt ?? "") / 1000);
  await rig.go(3_600_000);
  expect(held.state().now()).toBe(now());
  expect(rig.clock.timers()).toBe(0);
  expect(await held.namespaces()).toBeUndefined();
});

test("a kept snapshot is what it was when it was kept", async () => {
  const first = files(dump, "dump");
  first.held.setDemand(demand(), undefined);
  await first.rig.until(() => first.held.state().snapshot !== undefined);
  const snapshot: Snapshot = {
    source: { kind: "cluster", name: "prod", server: "https://api" },
    takenAt: "2026-11-20T10:00:00Z",
    readings: first.held.state().snapshot?.readings ?? [],
    damage: [],
  };
  const kept = files((folder) => writeFileAt(join(folder, "kept.json"), snapshotDocument(snapshot)), "dump");
  kept.held.setDemand(demand(), undefined);
  await kept.rig.until(() => kept.held.state().report !== undefined);
  const { report, now } = kept.held.state();
  expect(report).toMatchObject({ takenAt: snapshot.takenAt, source: { name: "prod", snapshot: kept.path } });
  expect([rootsOf(kept.held.state()), now()]).toEqual([[root], Date.parse(snapshot.takenAt) / 1000]);
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
  const { rig, path, held } = files((folder) => writeFileAt(join(folder, "paste.txt"), text), "dump");
  held.setDemand(demand(), undefined);
  await rig.until(() => held.state().report !== undefined);
  expect(held.state().pasteNote).toBe("read paste.txt as pasted text: commands and prompts removed");
  writeFileAt(path, text.slice(text.indexOf("\n") + 1));
  held.refresh();
  await rig.until(() => held.state().pasteNote === undefined);
});

test.for(unusable)("$title is said in one sentence", async ({ holds, make, says }) => {
  const { rig, held } = files(make, holds);
  held.setDemand(demand(), undefined);
  await rig.until(() => held.state().phase === "unusable");
  expect(held.state().problem).toMatch(says);
  expect(held.state().problem).not.toMatch(/\n| at .*\.ts:/);
  expect(held.state()).not.toHaveProperty("report");
});

test("a must-gather is asked for no kind of root that it does not have", async () => {
  const { rig, held } = files((folder) => writeFolder(mustGatherFiles, join(folder, "gathered")), "must-gather");
  held.setDemand(demand(), undefined);
  await rig.until(() => held.state().report !== undefined);
  const gaps = held.state().report?.completeness.gaps ?? [];
  expect(gaps.filter(({ group }) => /greenhouse|app\.k8s\.io/.test(group))).toEqual([]);
});

test("a must-gather without a root kind reports unknown, not that no root exists", async () => {
  const layout = virtualization(
    collected.filter(({ kind: one }) => one.kind === "Deployment"),
    hyperConvergedNamespace,
  );
  const { rig, held } = files((folder) => writeFolder(layout, join(folder, "gathered")), "must-gather");
  held.setDemand(demand(), undefined);
  await rig.until(() => held.state().report !== undefined);
  expect([rootsOf(held.state()), held.state().phase]).toEqual([[], "unusable"]);
  expect(held.state().problem).toMatch(/^Unknown: hyperconvergeds/);
});

describe("reading again", () => {
  test("shows what the files hold now", async () => {
    const { rig, path, held } = files((folder) => writeFileAt(join(folder, "x"), ""), "dump");
    held.setDemand(demand(), undefined);
    await rig.until(() => held.state().phase === "unusable");
    writeFileSync(path, input.map(yamlOf).join("---\n"));
    held.refresh();
    await rig.until(() => held.state().phase === "shown");
    expect([rootsOf(held.state()), held.state().problem]).toEqual([[root], undefined]);
  });

  test("what is gone by now says so, and what was read stays", async () => {
    const { rig, path, held } = files(dump, "dump");
    held.setDemand(demand(), undefined);
    await rig.until(() => held.state().phase === "shown");
    rmSync(path);
    held.refresh();
    await rig.until(() => held.state().problem !== undefined);
    expect(held.state()).toMatchObject({ phase: "shown", problem: expect.stringContaining(path) });
    expect(rootsOf(held.state())).toEqual([root]);
  });

  test("that takes longer than the one after it is overtaken", async () => {
    const slow = "slow";
    const quick = "quick";
    const object = input.find(({ kind: one }) => one === "HyperConverged");
    const text = yamlOf(object);
    const { rig, path, held } = files((folder) => {
      const many = Array.from({ length: 400 }, (_, place) => [`${place}.yaml`, text] as const);
      writeFolder(new Map(many), join(folder, slow));
      writeFolder(new Map([["0.yaml", text.replace(`name: ${root}\n`, "name: renamed\n")]]), join(folder, quick));
      symlinkSync(join(folder, slow), join(folder, "link"));
      return join(folder, "link");
    }, "dump");
    held.setDemand(demand(), undefined);
    await rig.until(() => held.state().phase === "shown");
    held.refresh();
    await new Promise((resolve) => setTimeout(resolve, 5));
    rmSync(path);
    symlinkSync(join(rig.folder, quick), path);
    held.refresh();
    await rig.until(() => String(rootsOf(held.state())) === "renamed");
    for (let time = 0; time < 20; time += 1) await rig.go(0);
    expect(held.state()).not.toHaveProperty("problem");
    expect(rootsOf(held.state())).toEqual(["renamed"]);
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
    const { rig, held } = files((folder) => writeFolder(gathered, join(folder, "gathered")), "must-gather");
    const quotesPanic = (report: Report | undefined): boolean =>
      report?.roots.some(({ causes }) => causes.some((cause) => cause.log?.lines.includes("panic: boom"))) === true;
    held.setDemand(demand({ named: [crashing] }), undefined);
    await rig.until(() => quotesPanic(held.state().report) && quotesPanic(held.state().named));
    rig.mayReadLogs = false;
    held.refresh();
    await rig.until(() => held.state().report !== undefined && !quotesPanic(held.state().report));
    await rig.until(() => held.state().named !== undefined && !quotesPanic(held.state().named));
    rig.mayReadLogs = true;
    held.refresh();
    await rig.until(() => quotesPanic(held.state().report) && quotesPanic(held.state().named));
  });
});

describe("of a dump", () => {
  test("an object that it has is read whole, and one that it lacks is known to be missing", async () => {
    const { rig, held } = files(dump, "dump");
    const other: Ref = { ...ref, name: "gone" };
    held.setDemand(demand({ objects: [ref, other] }), undefined);
    await rig.until(() => held.state().objects !== undefined);
    expect(findReadObject(held.state(), ref)?.raw).toMatchObject({ metadata: { name: deployment } });
    expect(held.state().objects?.get(keyOf(other))).toMatchObject({ outcome: "unread" });
  });

  test("an object that a document names is evaluated", async () => {
    const { rig, held } = files(dump, "dump");
    held.setDemand(demand({ named: asked }), undefined);
    await rig.until(() => held.state().named !== undefined);
    expect(held.state().named?.roots.map((node) => node.ref.name)).toEqual([deployment]);
  });
});

describe.for(kinds.filter(({ holds }) => holds === "must-gather"))("of $what", ({ make }) => {
  async function openFilesPlace() {
    const one = files(make, "must-gather");
    one.held.setDemand(demand(), undefined);
    await one.rig.until(() => one.held.state().phase === "shown");
    return one;
  }

  test("named objects are evaluated, and single ones read whole, each once", async () => {
    const { rig, path, held } = await openFilesPlace();
    held.setDemand(demand({ named: asked, objects: [ref] }), undefined);
    await rig.until(() => held.state().named !== undefined);
    const { named, namedSnapshot, report } = held.state();
    expect(named?.roots.map((node) => node.ref.name)).toEqual([deployment]);
    expect(namedSnapshot?.takenAt).toBe(report?.takenAt);
    expect(findReadObject(held.state(), ref)?.raw).toMatchObject({
      kind: "Deployment",
      metadata: { name: deployment },
    });
    held.takeReported();
    // It need not even be there any more.
    rmSync(path, { recursive: true });
    for (let time = 0; time < 3; time += 1)
      held.setDemand(demand({ named: [...asked], objects: [{ ...ref }] }), undefined);
    await rig.go(1_000);
    expect(held.takeReported()).toEqual([]);
    expect(held.state().named).toBe(named);
  });

  test("what was named is taken back when nothing named is looked at", async () => {
    const { rig, held } = await openFilesPlace();
    held.setDemand(demand({ named: asked, objects: [ref] }), undefined);
    await rig.until(() => held.state().named !== undefined);
    held.setDemand(demand(), undefined);
    await rig.until(() => held.state().named === undefined);
    expect(held.state()).not.toHaveProperty("namedSnapshot");
    expect(held.state()).not.toHaveProperty("objects");
    expect(held.state().phase).toBe("shown");
  });

  test("what no surface shows any more when it has been read is dropped", async () => {
    const { rig, held } = await openFilesPlace();
    held.setDemand(demand({ named: asked, objects: [ref] }), undefined);
    held.setDemand(demand(), undefined);
    await rig.go(1_000);
    for (let time = 0; time < 5; time += 1) await rig.go(0);
    expect(held.takeReported().filter(({ named }) => named !== undefined)).toEqual([]);
    expect(held.state()).not.toHaveProperty("named");
  });

  test.for([0, 1, 2, 5, 20])("closed after %i turns it tells nothing more, and nothing fails", async (turns) => {
    const { rig, held } = await openFilesPlace();
    held.setDemand(demand({ named: asked, objects: [ref] }), undefined);
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    held.close();
    await rig.go(1_000);
    expect(rig.bugs).toEqual([]);
  });
});

test.for([0, 1, 2, 5, 20])("files that are closed %i turns after they were opened tell nothing more", async (turns) => {
  const { rig, held } = files(packMustGather, "must-gather");
  held.setDemand(demand({ named: asked }), undefined);
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  held.close();
  await rig.go(1_000);
  expect([rig.bugs, rig.clock.timers()]).toEqual([[], 0]);
});

test("a folder in which one file cannot be used is read, and says which", async () => {
  const { rig, held } = files((folder) => {
    mkdirSync(join(folder, "m"));
    writeFileSync(join(folder, "m", "good.yaml"), input.map(yamlOf).join("---\n"));
    writeFileSync(join(folder, "m", "bad.yaml"), "a: [");
    return join(folder, "m");
  }, "dump");
  held.setDemand(demand(), undefined);
  await rig.until(() => held.state().phase === "shown");
  expect(held.state().snapshot?.damage.map(({ where }) => where)).toEqual([expect.stringContaining("bad.yaml")]);
});
