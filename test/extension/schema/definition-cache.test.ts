import { describe, expect, test } from "vitest";
import { DefinitionCache, type DefinitionOrigin } from "../../../extension/schema/definition-cache.ts";
import type { StoredDefinitions } from "../../../extension/schema/stored-definitions.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { definitionOf, forms } from "../../schema/definitions.ts";

const shop = { group: "example.com", kind: "Shop" };
const definitionQuery = {
  verb: "get",
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "",
  versions: ["v1"],
  namespaced: false,
  name: "shops.example.com",
} as const;
const readingOf = (definition: object): Reading => ({
  query: definitionQuery,
  outcome: "found",
  objects: [toObject({ ...definition })],
});
const found = readingOf(definitionOf({ v1: forms }));
const absent: Reading = { query: definitionQuery, outcome: "absent" };
const forbidden: Reading = { query: definitionQuery, outcome: "forbidden", cause: "no" };
const unread: Reading = { query: definitionQuery, outcome: "unread", cause: "timeout" };

/** A cache over a scripted cluster and a memory in place of the disk. */
function scene(kept: ReadonlyMap<string, string> = new Map()) {
  const disk = new Map(kept);
  const bugs: unknown[] = [];
  let now = 0;
  let changes = 0;
  let reads = 0;
  let answer: Reading | undefined = found;
  const stored: StoredDefinitions = {
    read: async (key) => JSON.parse(disk.get(key) ?? "null"),
    write: async (key, text) => void disk.set(key, text),
    remove: async (key) => void disk.delete(key),
  };
  const cache = new DefinitionCache({
    stored,
    nowMs: () => now,
    failed: (bug) => bugs.push(bug),
    changed: () => {
      changes += 1;
    },
  });
  const origin = (more: Partial<DefinitionOrigin> = {}): DefinitionOrigin => ({
    key: "prod",
    storageKey: "server",
    isOpen: true,
    read: async () => {
      reads += 1;
      return answer;
    },
    ...more,
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    cache,
    origin,
    settle,
    disk,
    bugs,
    /** What is known after the request that looking up the kind may send. */
    async lookUpLater(more: Partial<DefinitionOrigin> = {}) {
      cache.lookUp(origin(more), shop);
      await settle();
      return cache.lookUp(origin(more), shop);
    },
    serve: (next: Reading | undefined) => {
      answer = next;
    },
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    reads: () => reads,
    changes: () => changes,
  };
}

function versionsOf(found: ReturnType<DefinitionCache["lookUp"]>): readonly string[] {
  return [...(found?.schema.versions.keys() ?? [])];
}

describe("a CRD is read once", () => {
  test("three hundred manifests of one kind cause one request", async () => {
    const { lookUpLater, reads, changes } = scene();
    for (let index = 0; index < 300; index += 1) expect((await lookUpLater())?.schema.kind).toBe("Shop");
    expect([reads(), changes()]).toEqual([1, 1]);
  });

  test("of each server and of each kind", async () => {
    const { cache, origin, settle, reads } = scene();
    for (const key of ["prod", "dev"])
      for (const kind of ["Shop", "Till"]) {
        cache.lookUp(origin({ key }), { ...shop, kind });
        cache.lookUp(origin({ key }), { ...shop, kind });
        await settle();
      }
    expect(reads()).toBe(4);
  });

  test("not while the place is closed", async () => {
    const { lookUpLater, reads } = scene();
    expect(await lookUpLater({ isOpen: false })).toBeUndefined();
    expect(reads()).toBe(0);
  });

  test("again after a minute where it is not followed, and a schema that stays the same is no change", async () => {
    const { lookUpLater, advance, reads, changes } = scene();
    const first = await lookUpLater();
    advance(60_000);
    expect((await lookUpLater())?.schema).toBe(first?.schema);
    expect([reads(), changes()]).toEqual([2, 1]);
  });

  test("and never again from files", async () => {
    const { lookUpLater, advance, reads } = scene();
    await lookUpLater({ isFixed: true });
    advance(86_400_000);
    await lookUpLater({ isFixed: true });
    expect(reads()).toBe(1);
  });

  test("a schema that changes while it is in use is replaced, and the old one counts until then", async () => {
    const { cache, origin, lookUpLater, settle, advance, serve, changes } = scene();
    const first = await lookUpLater();
    serve(readingOf(definitionOf({ v2: forms })));
    advance(60_000);
    expect(cache.lookUp(origin(), shop)?.schema).toBe(first?.schema);
    await settle();
    expect(versionsOf(cache.lookUp(origin(), shop))).toEqual(["v2"]);
    expect(changes()).toBe(2);
  });
});

describe("a CRD that is followed is read again with each of its versions", () => {
  /** The versions of the first and of the second CRD, as a watch has them. */
  const one = "u 1";
  const two = "u 2";
  const at = (version: string): Partial<DefinitionOrigin> => ({
    followedVersions: new Map([["example.com/Shop", version]]),
  });
  const definitionAt = (generation: number, version: string): Reading =>
    readingOf({ ...definitionOf({ [version]: forms }), metadata: { name: "shops.example.com", uid: "u", generation } });

  test("and not by its age", async () => {
    const { lookUpLater, serve, advance, reads } = scene();
    serve(definitionAt(1, "v1"));
    await lookUpLater();
    advance(86_400_000);
    await lookUpLater(at(one));
    expect(reads()).toBe(1);
  });

  test("at once when it changes", async () => {
    const { lookUpLater, serve, reads, changes } = scene();
    serve(definitionAt(1, "v1"));
    await lookUpLater(at(one));
    serve(definitionAt(2, "v2"));
    expect(versionsOf(await lookUpLater(at(two)))).toEqual(["v2"]);
    expect([reads(), changes()]).toEqual([2, 2]);
  });

  test("once while the watch is behind the reading", async () => {
    const { lookUpLater, serve, reads } = scene();
    serve(definitionAt(1, "v1"));
    await lookUpLater();
    serve(definitionAt(3, "v2"));
    for (let times = 0; times < 3; times += 1) await lookUpLater(at(two));
    expect(reads()).toBe(2);
  });

  test("when it is created, and when it is deleted", async () => {
    const { lookUpLater, serve } = scene();
    serve(absent);
    expect(await lookUpLater(at(""))).toBeUndefined();
    serve(definitionAt(1, "v1"));
    expect((await lookUpLater(at(one)))?.isReliable).toBe(true);
    serve(absent);
    expect(await lookUpLater(at(""))).toBeUndefined();
  });

  test("and after a minute where reading the new version failed", async () => {
    const { lookUpLater, serve, advance } = scene();
    serve(definitionAt(1, "v1"));
    await lookUpLater(at(one));
    serve(unread);
    expect((await lookUpLater(at(two)))?.isReliable).toBe(false);
    serve(definitionAt(2, "v2"));
    advance(60_000);
    expect(versionsOf(await lookUpLater(at(two)))).toEqual(["v2"]);
  });
});

describe("what cannot be read says nothing about fields", () => {
  const rows: readonly [what: string, answer: Reading | undefined, minutes: number][] = [
    ["an absent CRD", absent, 1],
    ["a forbidden CRD", forbidden, 5],
    ["a CRD that was not read", unread, 1],
    ["no answer", undefined, 1],
  ];
  test.for(rows)("%s is not requested again at once", async ([, answer, minutes]) => {
    const { lookUpLater, serve, advance, reads } = scene();
    serve(answer);
    expect(await lookUpLater()).toBeUndefined();
    advance(minutes * 60_000 - 1);
    await lookUpLater();
    expect(reads()).toBe(1);
    advance(1);
    serve(found);
    expect((await lookUpLater())?.isReliable).toBe(true);
  });

  test("a CRD of another kind, of no schema, or that is too large is none", async () => {
    for (const definition of [
      definitionOf({ v1: forms }, { names: { kind: "Other" } }),
      definitionOf({}),
      definitionOf({ v1: { type: "object", description: "x".repeat(8_000_001) } }),
    ]) {
      const { lookUpLater, serve } = scene();
      serve(readingOf(definition));
      expect(await lookUpLater()).toBeUndefined();
    }
  });
});

describe("the last schema of a server", () => {
  const kept = async (): Promise<ReadonlyMap<string, string>> => {
    const { lookUpLater, disk } = scene();
    await lookUpLater();
    return disk;
  };

  test("serves without a connection, and is called old", async () => {
    const { lookUpLater, reads } = scene(await kept());
    expect(await lookUpLater({ isOpen: false })).toMatchObject({ isOld: true, isReliable: true });
    expect(reads()).toBe(0);
  });

  test("is not used for another server, and not for files", async () => {
    const { lookUpLater, cache, origin, settle } = scene(await kept());
    expect(await lookUpLater({ isOpen: false, storageKey: "other" })).toBeUndefined();
    const { storageKey: _, ...files } = origin({ isOpen: false, key: "files" });
    cache.lookUp(files, shop);
    await settle();
    expect(cache.lookUp(files, shop)).toBeUndefined();
  });

  test("is replaced by the current one as soon as there is a connection", async () => {
    const { lookUpLater, reads } = scene(await kept());
    await lookUpLater({ isOpen: false });
    expect(await lookUpLater()).toMatchObject({ isOld: false, isReliable: true });
    expect(reads()).toBe(1);
  });

  test("describes fields where the server does not answer, but marks none as wrong", async () => {
    const { lookUpLater, serve } = scene(await kept());
    serve(unread);
    expect(await lookUpLater()).toMatchObject({ isOld: true, isReliable: false });
  });

  test("is dropped where the server says that the CRD does not exist", async () => {
    const { lookUpLater, serve, disk } = scene(await kept());
    serve(absent);
    expect(await lookUpLater()).toBeUndefined();
    expect(disk.size).toBe(0);
  });

  test("serves all contexts of the server, and what one of them may not read does not count for another", async () => {
    const { lookUpLater, serve } = scene(await kept());
    serve(forbidden);
    expect(await lookUpLater({ key: "guest" })).toBeUndefined();
    expect(await lookUpLater({ key: "admin", isOpen: false })).toMatchObject({ isOld: true, isReliable: true });
  });

  test("is dropped where the CRD has no schema any more", async () => {
    const { lookUpLater, serve, disk } = scene(await kept());
    serve(readingOf(definitionOf({})));
    expect(await lookUpLater()).toBeUndefined();
    expect(disk.size).toBe(0);
  });

  test("is not used where the server refuses the CRD", async () => {
    const { lookUpLater, serve } = scene(await kept());
    serve(forbidden);
    expect(await lookUpLater()).toBeUndefined();
  });

  test("that is damaged is none", async () => {
    const { lookUpLater } = scene(new Map([...(await kept()).keys()].map((key) => [key, '{"spec": 5}'])));
    expect(await lookUpLater({ isOpen: false })).toBeUndefined();
  });
});

test("the schemas of the kinds used longest ago are dropped beyond the limit", async () => {
  const { cache, origin, settle, reads } = scene();
  const kinds = Array.from({ length: 61 }, (_, index) => ({ ...shop, kind: `Kind${index}` }));
  for (const kind of kinds) {
    cache.lookUp(origin(), kind);
    await settle();
  }
  cache.lookUp(origin(), kinds[60] ?? shop);
  expect(reads()).toBe(61);
  cache.lookUp(origin(), kinds[0] ?? shop);
  await settle();
  expect(reads()).toBe(62);
});
