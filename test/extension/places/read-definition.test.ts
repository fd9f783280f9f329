import { describe, expect, test } from "vitest";
import { versionOfDefinition } from "../../../extension/places/definitions/read-definition.ts";
import type { FilesPlace } from "../../../extension/places/place.ts";
import { tarOf, writeFolder } from "../../io/must-gather-layouts/archives.ts";
import { virtualization, yamlOf } from "../../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../../io/must-gather-layouts/objects.ts";
import type { Fault } from "../../io/watch/scripted-server.ts";
import type { Served } from "../../io/watch/store.ts";
import {
  applications,
  cluster,
  demand,
  hyperConvergedNamespace,
  hyperConvergeds,
  isLive,
  placeRig,
  script,
} from "../place-rig.ts";

const definitions: Served = {
  plural: "customresourcedefinitions.apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  version: "v1",
  namespaced: false,
};
const shops: Served = { plural: "shops.example.com", kind: "Shop", version: "v1", namespaced: true };
const hyperConverged = { group: "hco.kubevirt.io", kind: "HyperConverged" };

const group = "example.com";
/** One kind more than the CRDs that are followed at once. */
const many: readonly Served[] = Array.from({ length: 21 }, (_, index) => ({
  plural: `kind${index}s.${group}`,
  kind: `Kind${index}`,
  version: "v1",
  namespaced: true,
}));

/** A place that is live at a server with CRDs. */
async function openLivePlace(
  fault: (resource: string) => Fault | undefined = () => undefined,
  more: readonly Served[] = [],
) {
  const rig = placeRig();
  const server = await cluster("one", [hyperConvergeds, applications, shops, definitions, ...more]);
  for (const name of [hyperConvergeds, shops, ...more].map(({ plural }) => plural))
    server.store.put(definitions, { name, spec: { group: name.slice(name.indexOf(".") + 1), names: {} } });
  script(server, (asked) => fault(asked.resource));
  rig.write({ mine: { server: server.address() } });
  const shared = rig.showPlace();
  await rig.until(() => isLive(shared, "one"), "it is live");
  // The kinds that are served are read once, at the start.
  await rig.until(() => server.asked.some((asked) => asked.resource === applications.plural));
  server.forget();
  return { rig, server, shared };
}

describe("the CRD of a kind of a cluster", () => {
  const rows: readonly [what: string, kind: typeof hyperConverged, name: string][] = [
    ["a kind of a table is named by the table", hyperConverged, hyperConvergeds.plural],
    ["another kind is named by what the server serves", { group: "example.com", kind: "Shop" }, shops.plural],
  ];
  test.for(rows)("%s, in one request", async ([, kind, name]) => {
    const { server, shared } = await openLivePlace();
    const reading = await shared.source?.readDefinition(kind);
    expect(reading).toMatchObject({ outcome: "found", objects: [{ ref: { name } }] });
    expect(server.asked.map((asked) => [asked.resource, asked.name])).toEqual([[definitions.plural, name]]);
  });

  const none: readonly [what: string, kind: typeof hyperConverged][] = [
    ["a built-in kind has none", { group: "apps", kind: "Deployment" }],
    ["a Secret has none", { group: "", kind: "Secret" }],
    ["a kind that the server does not serve has none", { group: "example.com", kind: "Till" }],
  ];
  test.for(none)("%s, and nothing is requested", async ([, kind]) => {
    const { server, shared } = await openLivePlace();
    expect(await shared.source?.readDefinition(kind)).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  const refusals: readonly [outcome: string, fault: Fault | undefined][] = [
    ["forbidden", { status: 403, message: "no" }],
    ["unread", { status: 500, message: "broken" }],
  ];
  test.for(refusals)("%s stays what it is", async ([outcome, fault]) => {
    const { shared } = await openLivePlace((asked) => (asked === definitions.plural ? fault : undefined));
    expect((await shared.source?.readDefinition(hyperConverged))?.outcome).toBe(outcome);
  });

  test("that does not exist is absent", async () => {
    const { server, shared } = await openLivePlace();
    server.store.remove(definitions, hyperConvergeds.plural);
    expect((await shared.source?.readDefinition(hyperConverged))?.outcome).toBe("absent");
  });

  test("is followed from then on by one watch for itself: when it changes, is deleted and is created again", async () => {
    const { rig, server, shared } = await openLivePlace();
    const reading = await shared.source?.readDefinition(hyperConverged);
    const version = (): string | undefined => shared.state().definitions?.get("hco.kubevirt.io/HyperConverged");
    await rig.until(() => version() === versionOfDefinition(reading), "the version is known");
    const watches = server.asked.filter(({ isWatch }) => isWatch);
    expect(watches.map(({ resource, parameters }) => [resource, parameters.get("fieldSelector")])).toEqual([
      [definitions.plural, `metadata.name=${hyperConvergeds.plural}`],
    ]);
    await shared.source?.readDefinition(hyperConverged);
    server.store.remove(definitions, hyperConvergeds.plural);
    await rig.until(() => version() === "", "it is absent");
    server.store.put(definitions, { name: hyperConvergeds.plural, spec: { group: "hco.kubevirt.io", names: {} } });
    await rig.until(() => version() !== "" && version() !== versionOfDefinition(reading), "it is another one");
    expect(server.asked.filter(({ isWatch }) => isWatch)).toHaveLength(1);
  });

  test("is requested for its metadata alone, seldom, where the user may not watch it", async () => {
    const { rig, server, shared } = await openLivePlace();
    script(server, ({ isWatch }) => (isWatch ? { status: 403, message: "no" } : undefined));
    await shared.source?.readDefinition(hyperConverged);
    await rig.until(() => shared.state().definitions?.size === 1);
    server.forget();
    await rig.advance(300_000);
    const gets = server.asked.filter(({ resource, isWatch }) => resource === definitions.plural && !isWatch);
    expect(gets.length).toBeGreaterThan(4);
    expect(gets.length).toBeLessThan(15);
  });

  test("that is forbidden from then on is not followed", async () => {
    const { rig, server, shared } = await openLivePlace();
    let isRead = false;
    script(server, ({ resource }) => {
      if (resource !== definitions.plural) return undefined;
      if (isRead) return { status: 403, message: "no" };
      isRead = true;
      return undefined;
    });
    expect((await shared.source?.readDefinition(hyperConverged))?.outcome).toBe("found");
    await rig.advance(600_000);
    expect(shared.state().definitions?.size ?? 0).toBe(0);
    server.forget();
    await rig.advance(600_000);
    expect(server.asked.filter(({ resource }) => resource === definitions.plural)).toEqual([]);
  });

  test("that was forbidden for a while is followed again when it is read again", async () => {
    const { rig, server, shared } = await openLivePlace();
    const version = (): string | undefined => shared.state().definitions?.get("hco.kubevirt.io/HyperConverged");
    await shared.source?.readDefinition(hyperConverged);
    await rig.until(() => version() !== undefined, "it is followed");
    script(server, ({ resource }) => (resource === definitions.plural ? { status: 403, message: "no" } : undefined));
    shared.refresh();
    await rig.until(() => version() === undefined, "it is not followed");
    script(server, () => undefined);
    const reading = await shared.source?.readDefinition(hyperConverged);
    await rig.until(() => version() === versionOfDefinition(reading), "it is followed again");
    server.store.put(definitions, {
      name: hyperConvergeds.plural,
      spec: { group: "hco.kubevirt.io", names: { a: 1 } },
    });
    await rig.until(() => version() !== versionOfDefinition(reading), "it has changed");
  });

  test("is not followed beyond the limit, and those that are followed stay so", async () => {
    const { rig, server, shared } = await openLivePlace(undefined, many);
    for (const { kind } of many) expect((await shared.source?.readDefinition({ group, kind }))?.outcome).toBe("found");
    await rig.until(() => shared.state().definitions?.size === 20, "as many as the limit are followed");
    await rig.advance(1_000);
    expect([...(shared.state().definitions?.keys() ?? [])]).toEqual(
      many.slice(0, 20).map(({ kind }) => `${group}/${kind}`),
    );
    expect(server.asked.filter(({ isWatch }) => isWatch).map(({ resource }) => resource)).toHaveLength(20);
  });

  const ends: readonly [what: string, end: (scene: Awaited<ReturnType<typeof openLivePlace>>) => void, link: string][] =
    [
      [
        "other credentials are written",
        ({ rig, server }) => rig.write({ mine: { server: server.address(), user: { token: "second" } } }),
        "connecting",
      ],
      ["its context is gone", ({ rig }) => rig.write({ other: { server: "https://127.0.0.1:1" } }, "gone"), "idle"],
      [
        "a program would have to log in",
        ({ rig, server }) => rig.write({ mine: { server: server.address(), user: { exec: { command: "none" } } } }),
        "idle",
      ],
      [
        "the server refuses the credentials",
        ({ server, shared }) => {
          server.manner.tokens = new Set(["second"]);
          shared.refresh();
        },
        "authRequired",
      ],
    ];
  test.for(ends)(
    "is not followed any more when %s, and never seems unfollowed over a live link",
    async ([, end, link]) => {
      const scene = await openLivePlace();
      const { rig, shared } = scene;
      await shared.source?.readDefinition(hyperConverged);
      await rig.until(() => shared.state().definitions?.size === 1);
      shared.takeReported();
      end(scene);
      shared.source?.rereadKubeconfig();
      await rig.until(() => shared.state().definitions === undefined, "nothing is followed");
      const first = shared.takeReported().find((shown) => (shown.definitions?.size ?? 0) === 0);
      expect([first?.definitions, first?.link.state]).toEqual([undefined, link]);
    },
  );

  test("is not followed any more once the place is left", async () => {
    const { rig, server, shared } = await openLivePlace();
    await shared.source?.readDefinition(hyperConverged);
    await rig.until(() => shared.state().definitions?.size === 1);
    shared.setDemand(demand(), "untrusted");
    expect(shared.state().definitions).toBeUndefined();
    await rig.until(() => server.open() === 0, "no watch is left");
  });

  test("is not read while the place is barred or closed", async () => {
    const { server, shared } = await openLivePlace();
    shared.setDemand(demand(), "untrusted");
    expect(await shared.source?.readDefinition(hyperConverged)).toBeUndefined();
    shared.close();
    expect(await shared.source?.readDefinition(hyperConverged)).toBeUndefined();
    expect(server.asked).toEqual([]);
  });
});

describe("the CRD of a kind of files", () => {
  const collected = readCollected();
  const mustGatherFiles = virtualization(collected, hyperConvergedNamespace, "must-gather/");
  const rows: readonly [what: string, holds: FilesPlace["holds"], make: (folder: string) => string][] = [
    ["a must-gather", "must-gather", (folder) => writeFolder(mustGatherFiles, `${folder}/gathered`)],
    [
      "a packed must-gather",
      "must-gather",
      (folder) => tarOf(writeFolder(mustGatherFiles, `${folder}/a`), `${folder}/a.tar.gz`),
    ],
    [
      "a dump",
      "dump",
      (folder) =>
        writeFolder(
          new Map(collected.flatMap(({ objects }) => objects).map((one, index) => [`${index}.yaml`, yamlOf(one)])),
          `${folder}/d`,
        ),
    ],
  ];
  test.for(rows)("%s", async ([, holds, make]) => {
    const rig = placeRig();
    const shared = rig.createPlace({ kind: "files", holds, path: make(rig.folder) });
    expect(await shared.source?.readDefinition(hyperConverged)).toBeUndefined();
    shared.setDemand(demand());
    await rig.until(() => shared.state().report !== undefined);
    const reading = await shared.source?.readDefinition(hyperConverged);
    expect(reading).toMatchObject({ outcome: "found", objects: [{ ref: { name: hyperConvergeds.plural } }] });
    const other = await shared.source?.readDefinition({ group: "example.com", kind: "Shop" });
    expect(other).toBeUndefined();
  });
});
