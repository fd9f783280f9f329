import { describe, expect, test } from "vitest";
import { DefinitionCache, type DefinitionOrigin } from "../../../extension/schema/definition-cache.ts";
import type { StoredDefinitions } from "../../../extension/schema/stored-definitions.ts";
import type { Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { definitionOf, forms } from "../../schema/definitions.ts";

const shop = { group: "example.com", kind: "Shop" };
const query = { verb: "get", group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", plural: "" } as const;
const asked = { ...query, versions: ["v1"], namespaced: false, name: "shops.example.com" };
const answered = (definition: object): Reading => ({
  query: asked,
  outcome: "found",
  objects: [toObject({ ...definition })],
});
const found = answered(definitionOf({ v1: forms }));
const absent: Reading = { query: asked, outcome: "absent" };
const forbidden: Reading = { query: asked, outcome: "forbidden", cause: "no" };
const unread: Reading = { query: asked, outcome: "unread", cause: "timeout" };

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
    /** What is known after the reading that a look begins. */
    async look(more: Partial<DefinitionOrigin> = {}) {
      cache.lookUp(origin(more), shop);
      await settle();
      return cache.lookUp(origin(more), shop);
    },
    say: (next: Reading | undefined) => {
      answer = next;
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    reads: () => reads,
    changes: () => changes,
  };
}

describe("a CRD is read once", () => {
  test("three hundred manifests of one kind cause one request", async () => {
    const { look, reads, changes } = scene();
    for (let index = 0; index < 300; index += 1) expect((await look())?.schema.kind).toBe("Shop");
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
    const { look, reads } = scene();
    expect(await look({ isOpen: false })).toBeUndefined();
    expect(reads()).toBe(0);
  });

  test("again after a minute where it is not followed, and a schema that stays the same is no change", async () => {
    const { look, pass, reads, changes } = scene();
    const first = await look();
    pass(60_000);
    expect((await look())?.schema).toBe(first?.schema);
    expect([reads(), changes()]).toEqual([2, 1]);
  });

  test("and never again from files", async () => {
    const { look, pass, reads } = scene();
    await look({ isFixed: true });
    pass(86_400_000);
    await look({ isFixed: true });
    expect(reads()).toBe(1);
  });

  test("a schema that changes while it is in use is replaced, and the old one counts until then", async () => {
    const { cache, origin, look, settle, pass, say, changes } = scene();
    const first = await look();
    say(answered(definitionOf({ v2: forms })));
    pass(60_000);
    expect(cache.lookUp(origin(), shop)?.schema).toBe(first?.schema);
    await settle();
    expect([...(cache.lookUp(origin(), shop)?.schema.versions.keys() ?? [])]).toEqual(["v2"]);
    expect(changes()).toBe(2);
  });
});

describe("a CRD that is followed is read again with each of its versions", () => {
  const one = "u 1";
  const two = "u 2";
  const at = (version: string): Partial<DefinitionOrigin> => ({
    followedVersions: new Map([["example.com/Shop", version]]),
  });
  const answer = (generation: number, version: string): Reading =>
    answered({ ...definitionOf({ [version]: forms }), metadata: { name: "shops.example.com", uid: "u", generation } });

  test("and not by its age", async () => {
    const { look, say, pass, reads } = scene();
    say(answer(1, "v1"));
    await look();
    pass(86_400_000);
    await look(at(one));
    expect(reads()).toBe(1);
  });

  test("at once when it changes", async () => {
    const { look, say, reads, changes } = scene();
    say(answer(1, "v1"));
    await look(at(one));
    say(answer(2, "v2"));
    expect([...((await look(at(two)))?.schema.versions.keys() ?? [])]).toEqual(["v2"]);
    expect([reads(), changes()]).toEqual([2, 2]);
  });

  test("once while the watch is behind the reading", async () => {
    const { look, say, reads } = scene();
    say(answer(1, "v1"));
    await look();
    say(answer(3, "v2"));
    for (let times = 0; times < 3; times += 1) await look(at(two));
    expect(reads()).toBe(2);
  });

  test("when it is created, and when it is deleted", async () => {
    const { look, say } = scene();
    say(absent);
    expect(await look(at(""))).toBeUndefined();
    say(answer(1, "v1"));
    expect((await look(at(one)))?.isReliable).toBe(true);
    say(absent);
    expect(await look(at(""))).toBeUndefined();
  });

  test("and after a minute where reading the new version failed", async () => {
    const { look, say, pass } = scene();
    say(answer(1, "v1"));
    await look(at(one));
    say(unread);
    expect((await look(at(two)))?.isReliable).toBe(false);
    say(answer(2, "v2"));
    pass(60_000);
    expect([...((await look(at(two)))?.schema.versions.keys() ?? [])]).toEqual(["v2"]);
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
    const { look, say, pass, reads } = scene();
    say(answer);
    expect(await look()).toBeUndefined();
    pass(minutes * 60_000 - 1);
    await look();
    expect(reads()).toBe(1);
    pass(1);
    say(found);
    expect((await look())?.isReliable).toBe(true);
  });

  test("a CRD of another kind, of no schema, or that is too large is none", async () => {
    for (const definition of [
      definitionOf({ v1: forms }, { names: { kind: "Other" } }),
      definitionOf({}),
      definitionOf({ v1: { type: "object", description: "x".repeat(8_000_001) } }),
    ]) {
      const { look, say } = scene();
      say(answered(definition));
      expect(await look()).toBeUndefined();
    }
  });
});

describe("the last schema of a server", () => {
  const kept = async (): Promise<ReadonlyMap<string, string>> => {
    const { look, disk } = scene();
    await look();
    return disk;
  };

  test("serves without a connection, and is called old", async () => {
    const { look, reads } = scene(await kept());
    expect(await look({ isOpen: false })).toMatchObject({ isOld: true, isReliable: true });
    expect(reads()).toBe(0);
  });

  test("is not used for another server, and not for files", async () => {
    const { look, cache, origin, settle } = scene(await kept());
    expect(await look({ isOpen: false, storageKey: "other" })).toBeUndefined();
    const { storageKey: _, ...files } = origin({ isOpen: false, key: "files" });
    cache.lookUp(files, shop);
    await settle();
    expect(cache.lookUp(files, shop)).toBeUndefined();
  });

  test("is replaced by the current one as soon as there is a connection", async () => {
    const { look, reads } = scene(await kept());
    await look({ isOpen: false });
    expect(await look()).toMatchObject({ isOld: false, isReliable: true });
    expect(reads()).toBe(1);
  });

  test("describes fields where the server does not answer, but marks none as wrong", async () => {
    const { look, say } = scene(await kept());
    say(unread);
    expect(await look()).toMatchObject({ isOld: true, isReliable: false });
  });

  test("is dropped where the server says that the CRD does not exist", async () => {
    const { look, say, disk } = scene(await kept());
    say(absent);
    expect(await look()).toBeUndefined();
    expect(disk.size).toBe(0);
  });

  test("serves all contexts of the server, and what one of them may not read does not count for another", async () => {
    const { look, say } = scene(await kept());
    say(forbidden);
    expect(await look({ key: "guest" })).toBeUndefined();
    expect(await look({ key: "admin", isOpen: false })).toMatchObject({ isOld: true, isReliable: true });
  });

  test("is dropped where the CRD has no schema any more", async () => {
    const { look, say, disk } = scene(await kept());
    say(answered(definitionOf({})));
    expect(await look()).toBeUndefined();
    expect(disk.size).toBe(0);
  });

  test("is not used where the server refuses the CRD", async () => {
    const { look, say } = scene(await kept());
    say(forbidden);
    expect(await look()).toBeUndefined();
  });

  test("that is damaged is none", async () => {
    const { look } = scene(new Map([...(await kept()).keys()].map((key) => [key, '{"spec": 5}'])));
    expect(await look({ isOpen: false })).toBeUndefined();
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
