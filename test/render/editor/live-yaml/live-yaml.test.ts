import { describe, expect, test } from "vitest";
import { toObject } from "../../../../shared/parse/kube-object.ts";
import { readYaml } from "../../../../shared/parse/yaml/read-yaml.ts";
import { compareYaml } from "../../../../shared/render/editor/live-yaml/diff.ts";
import type { LiveSeen } from "../../../../shared/render/editor/live-yaml/live-yaml.ts";
import { comparedYaml, liveYaml } from "../../../../shared/render/editor/live-yaml/live-yaml.ts";
import { isSameValue } from "../../../../shared/render/editor/live-yaml/same-value.ts";
import { randomFrom } from "../../../random.ts";
import { hostileText } from "../../hostile-text.ts";

type Fields = Readonly<Record<string, unknown>>;

const seen: LiveSeen = {
  ref: { group: "hco.kubevirt.io", kind: "HyperConverged", namespace: "kubevirt", name: "hco" },
  place: "admin@prod",
  isFiles: false,
  outcome: "found",
  link: "live",
};

function hyperConverged(spec: unknown, applied?: unknown, more: Fields = {}): Fields {
  const annotation = applied === undefined ? {} : { [lastApplied]: JSON.stringify({ ...own, spec: applied }) };
  return {
    ...own,
    metadata: {
      ...own.metadata,
      uid: "1",
      resourceVersion: "5",
      generation: 3,
      creationTimestamp: "2026-11-21T12:00:00Z",
      managedFields: [{ manager: "kubectl" }],
      annotations: { "deployed/by": "a-user", ...annotation },
    },
    spec,
    status: { conditions: [] },
    ...more,
  };
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const own = {
  apiVersion: "hco.kubevirt.io/v1beta1",
  kind: "HyperConverged",
  metadata: { name: "hco", namespace: "kubevirt" },
};

describe("only what the user applied, or removed, is compared", () => {
  const rows: [rule: string, file: unknown, live: unknown, applied: unknown, reported: unknown][] = [
    ["what nobody asked for is a default", { a: 1 }, { a: 1, b: 2 }, undefined, { a: 1 }],
    ["a default that was not applied before is one still", { a: 1 }, { a: 1, b: 2 }, { a: 1 }, { a: 1 }],
    [
      "what was applied and left the file would be taken away",
      { a: 1 },
      { a: 1, b: 2 },
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ],
    [
      "an applied field that was changed meanwhile and left the file would be removed",
      { a: 1 },
      { a: 1, b: 3 },
      { b: 2 },
      { a: 1, b: 3 },
    ],
    ["of that only what was applied", {}, { b: { c: 1, d: 2 } }, { b: { c: 1 } }, { b: { c: 1 } }],
    ["what differs differs", { a: 1 }, { a: 2 }, undefined, { a: 2 }],
    ["what is not there yet is missing", { a: 1, b: 1 }, { a: 1 }, undefined, { a: 1 }],
    ["defaults inside what was asked for", { a: { x: 1 } }, { a: { x: 1, y: 2 } }, undefined, { a: { x: 1 } }],
    ["keys stand as in the file", { b: 1, a: 1 }, { a: 1, b: 2 }, undefined, { b: 2, a: 1 }],
    ["a map of which nothing is left", { a: { x: 1 }, b: 1 }, { a: { y: 1 }, b: 1 }, undefined, { b: 1 }],
    ["an empty map", { a: {}, b: { x: 1 } }, { a: { y: 1 }, b: {} }, undefined, { a: {}, b: {} }],
    ["a map that became a word", { a: { x: 1 } }, { a: "x" }, undefined, { a: "x" }],
    ["a word that became a map", { a: "x" }, { a: { x: 1 } }, undefined, { a: { x: 1 } }],
    [
      "items by name",
      { l: [{ name: "b" }, { name: "a" }] },
      {
        l: [
          { name: "a", d: 1 },
          { name: "b", d: 1 },
        ],
      },
      undefined,
      { l: [{ name: "b" }, { name: "a" }] },
    ],
    [
      "items by key",
      { l: [{ key: "b", v: 1 }] },
      { l: [{ key: "b", v: 2, d: 1 }] },
      undefined,
      { l: [{ key: "b", v: 2 }] },
    ],
    ["items by place", { l: [{ v: 1 }, 2] }, { l: [{ v: 1, d: 1 }, 2, 3] }, undefined, { l: [{ v: 1 }, 2, 3] }],
    [
      "one name twice is no name",
      { l: [{ name: "a" }, { name: "a" }] },
      { l: [{ name: "a", d: 1 }] },
      undefined,
      { l: [{ name: "a" }] },
    ],
    ["a null asks for nothing", { a: null }, {}, undefined, {}],
    [
      "`__proto__` is a key like any other",
      JSON.parse('{"__proto__":{"a":1}}'),
      JSON.parse('{"__proto__":{"a":2,"b":1}}'),
      undefined,
      JSON.parse('{"__proto__":{"a":2}}'),
    ],
  ];
  test.for(rows)("%s", ([, file, live, applied, reported]) => {
    const object = toObject(hyperConverged(live, applied));
    expect(compareYaml({ ...own, spec: file }, object).live).toEqual({ ...own, spec: reported });
  });

  test("a null in the file is a difference where something is set", () => {
    const object = toObject(hyperConverged({ a: 1 }));
    expect(compareYaml({ ...own, spec: { a: null } }, object).file).toEqual({ ...own, spec: { a: null } });
    expect(compareYaml({ ...own, spec: { a: null } }, undefined).file).toEqual({ ...own, spec: {} });
  });

  test("neither the status nor the server's metadata is on any side", () => {
    const live = hyperConverged({});
    const sides = compareYaml({ ...live, status: { mine: true } }, toObject(live));
    const reported = { ...own, metadata: { ...own.metadata, annotations: { "deployed/by": "a-user" } }, spec: {} };
    expect(sides).toEqual({ file: reported, live: reported });
  });

  test("what others have added to a named list stays where kubectl merges it, and goes where it replaces it", () => {
    const spec = { containers: [{ name: "mine" }, { name: "injected" }] };
    const file = { spec: { containers: [{ name: "mine" }] } };
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } };
    expect(compareYaml({ ...pod, ...file }, toObject({ ...pod, spec })).live).toEqual({ ...pod, ...file });
    expect(compareYaml({ ...own, ...file }, toObject({ ...own, spec })).live).toEqual({ ...own, spec });
  });

  test("an object without a spec is compared by what it has", () => {
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" } };
    const live = toObject({ ...map, data: { a: "2", b: "3" } });
    expect(compareYaml({ ...map, data: { a: "1" } }, live).live).toEqual({ ...map, data: { a: "2" } });
  });

  test("the values of a Secret are on no side", () => {
    const secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", annotations: { [lastApplied]: "c2VjcmV0" } },
    };
    const file = { ...secret, data: { a: "c2VjcmV0" }, stringData: { b: "secret" } };
    const both = comparedYaml(file, toObject(file), seen);
    expect(`${both.file}${both.live}`).not.toMatch(/secret\b|c2VjcmV0/);
    expect(both.file).toBe(both.live);
  });

  test.for([undefined, null, 1, "text", [], { spec: [] }, { metadata: "x", spec: null }])(
    "whatever the document is: %j",
    (file) => {
      const both = comparedYaml(file, toObject(hyperConverged({ a: 1 }, { a: 1 })), seen);
      expect(readYaml(both.live).fault).toBeUndefined();
      expect(readYaml(both.file).fault).toBeUndefined();
    },
  );
});

describe("what was applied unchanged shows no difference, whatever was added to the live side", () => {
  test.for(Array.from({ length: 100 }, (_, seed) => seed))("seed %i", (seed) => {
    const next = randomFrom(seed);
    const spec = randomYaml(next, 0);
    const both = comparedYaml({ ...own, spec }, toObject(hyperConverged(growRandomly(spec, next), spec)), seen);
    expect(both.live).toBe(both.file);
  });

  function randomYaml(next: () => number, depth: number): unknown {
    if (depth > 3 || next() < 0.3) return next() < 0.5 ? hostileText(next) : Math.floor(next() * 9);
    const items = Array.from({ length: 1 + Math.floor(next() * 3) }, () => randomYaml(next, depth + 1));
    if (next() < 0.3) return items;
    return Object.fromEntries(items.map((item, index) => [`k${index}`, item]));
  }

  /** With defaults in every map. */
  function growRandomly(value: unknown, next: () => number): unknown {
    if (Array.isArray(value)) return value.map((item) => growRandomly(item, next));
    if (typeof value !== "object" || value === null) return value;
    const more = next() < 0.5 ? { z: randomYaml(next, 2) } : {};
    return {
      ...more,
      ...Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, growRandomly(entry, next)])),
    };
  }
});

describe("what the API server writes otherwise is the same only where that is certain", () => {
  const rows: [file: unknown, live: unknown, path: string, same: boolean][] = [
    ["1000m", "1", "spec.resources.requests.cpu", true],
    [1, "1", "spec.resources.limits.cpu", true],
    [0.5, "500m", "spec.resources.limits.cpu", true],
    ["1024Mi", "1Gi", "spec.resources.requests.memory", true],
    ["1e3", "1k", "spec.hard.pods", true],
    ["0.1Gi", "107374182400m", "spec.resources.requests.storage", true],
    ["1G", "1Gi", "spec.resources.requests.memory", false],
    ["1000m", "1", "spec.text", false],
    ["1000m", "1", "metadata.labels.storage", false],
    ["48h", "48h0m0s", "spec.certConfig.ca.duration", true],
    ["90m", "1h30m0s", "spec.certConfig.ca.duration", true],
    ["90s", "1m30s", "spec.x", true],
    ["0s", "0s", "spec.x", true],
    ["48h", "2d", "spec.x", false],
    ["1h", "60m", "spec.x", false],
    ["1h", "1h0m0s", "metadata.annotations.x", false],
    [80, "80", "spec.port", false],
    [true, "true", "spec.x", false],
  ];
  test.for(rows)("%j and %j at %s: %j", ([file, live, path, same]) => {
    expect(isSameValue(file, live, path.split("."))).toBe(same);
  });
});

describe("the first line says how good what is shown is", () => {
  const object = toObject(hyperConverged({ a: 1 }));
  const rows: [change: Partial<LiveSeen>, isShown: boolean, said: string][] = [
    [{}, true, "live"],
    [{ link: "stale", until: "2026-11-21T12:00:00Z" }, true, "as of 2026-11-21T12:00:00Z, refreshing"],
    [
      { link: "unreachable", until: "2026-11-21T12:00:00Z", problem: "no route to host" },
      true,
      "as of 2026-11-21T12:00:00Z, the server is unreachable (no route to host)",
    ],
    [{ link: "authRequired" }, false, "login needed"],
    [{ outcome: "absent" }, false, "the object does not exist"],
    [{ outcome: "absent" }, true, "deleted; showing its last state"],
    [{ outcome: "forbidden" }, false, "forbidden"],
    [{ outcome: "noSuchKind" }, false, "the kind is not installed"],
    [{ outcome: "unread", problem: "time\nout\u001b[2J" }, false, "could not be read (time out^[[2J)"],
    [{ isFiles: true, link: "idle" }, true, "as collected"],
    [{ isFiles: true, outcome: "unread" }, false, "not in these files"],
    [{ isFiles: true, outcome: "noSuchKind" }, false, "not in these files"],
  ];
  test.for(rows)("%j, shown: %j: %s", ([change, isShown, said]) => {
    const text = liveYaml(isShown ? object : undefined, { ...seen, ...change });
    expect(text.split("\n")[0]).toBe(
      `# HyperConverged kubevirt/hco ${change.isFiles ? "in" : "on"} admin@prod: ${said}`,
    );
    expect(text.includes("spec:\n  a: 1\n")).toBe(isShown);
  });

  test("files that are still read, or cannot be read, lack no object", () => {
    const { outcome: _, ...unanswered } = { ...seen, isFiles: true, link: "idle" as const };
    const firstText = (problem?: string): string =>
      liveYaml(undefined, { ...unanswered, ...(problem !== undefined && { problem }) });
    expect(firstText()).toBe("# HyperConverged kubevirt/hco in admin@prod: being read\n");
    expect(firstText("no archive")).toBe(
      "# HyperConverged kubevirt/hco in admin@prod: could not be read (no archive)\n",
    );
  });

  test("the lines below the first one stay when it changes", () => {
    const lines = [{}, { link: "stale" as const }, { outcome: "absent" as const }].map(
      (change) => liveYaml(object, { ...seen, ...change }).split("\n").length,
    );
    expect(new Set(lines).size).toBe(1);
  });

  test("the text says that an object of a long list is not whole", () => {
    const unkept = "as one of many objects, it is kept without fields that no report uses, such as hardware and probes";
    const text = liveYaml(object, { ...seen, isReduced: true });
    expect(text.split("\n")[1]).toBe(`# metadata.managedFields is omitted; ${unkept}`);
    const { live } = comparedYaml(object.raw, object, { ...seen, isReduced: true });
    expect(live.split("\n")[0]).toBe(
      `# compared: fields in the file, without status, defaults and fields set by controllers; ${unkept}`,
    );
  });

  test("managedFields are omitted, and the text says so", () => {
    const text = liveYaml(object, seen);
    expect(text.split("\n")[1]).toBe("# metadata.managedFields is omitted");
    expect(text).not.toContain("manager");
    expect(text).toContain('  creationTimestamp: "2026-11-21T12:00:00Z"\n');
  });
});
