import { describe, expect, test } from "vitest";
import { type LinkState, type LinkStatus, linkOfAll, waitingForLogin } from "../../../../shared/io/watch/link-state.ts";
import { parseWatchEvent } from "../../../../shared/io/watch/watch-stream.ts";
import type { Query } from "../../../../shared/model/snapshot.ts";
import { pick, randomFrom } from "../../../random.ts";
import { hostileText } from "../../../render/hostile-text.ts";

const query: Query = { verb: "list", group: "g", kind: "K", plural: "ks", versions: ["v1"], namespaced: true };

test.for([
  { line: '{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"7"}}}', is: "put" },
  { line: '{"type":"MODIFIED","object":{"metadata":{"name":"a","resourceVersion":"7"}}}', is: "put" },
  { line: '{"type":"DELETED","object":{"metadata":{"name":"a","resourceVersion":"7"}}}', is: "remove" },
  { line: '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7"}}}', is: "bookmark" },
  { line: '{"type":"ERROR","object":{"kind":"Status","code":410}}', is: "expired" },
  { line: '{"type":"ERROR","object":{"kind":"Status","code":500,"message":"x"}}', is: "error" },
  {
    line: '{"type":"ERROR","object":{"code":504,"details":{"causes":[{"reason":"ResourceVersionTooLarge"}]}}}',
    is: "expired",
  },
  { line: '{"type":"ADDED","object":{"metadata":{}}}', is: "garbage" },
  { line: '{"type":"NEW","object":{"metadata":{"name":"a"}}}', is: "garbage" },
  { line: '{"type":"ADDED"}', is: "garbage" },
  { line: '{"type":"ADDED","object":{"meta', is: "garbage" },
  { line: "", is: "garbage" },
  { line: "null", is: "garbage" },
])('the line $line of a watch is the event "$is"', ({ line, is }) => {
  expect(parseWatchEvent(line, query, "v1").is).toBe(is);
});

test("an object without a kind of its own has the requested kind", () => {
  const kind = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "a" } };
  const event = parseWatchEvent(JSON.stringify({ type: "ADDED", object: kind }), query, "v1");
  expect(event).toMatchObject({ object: { ref: { group: "g", version: "v1", kind: "K", name: "a" } } });
});

test("each random line is an event with a name, a cause or neither", () => {
  const next = randomFrom(11);
  const randomValue = (depth: number): unknown => {
    const kind = Math.floor(next() * (depth > 3 ? 5 : 7));
    if (kind === 0) return null;
    if (kind === 1) return next() * 1000;
    if (kind === 2) return hostileText(next, 5);
    if (kind === 3) return next() < 0.5;
    if (kind === 4) return pick(next, ["410", 410, "true", "ADDED"]);
    if (kind === 5) return Array.from({ length: Math.floor(next() * 3) }, () => randomValue(depth + 1));
    const keys = [
      "metadata",
      "name",
      "resourceVersion",
      "annotations",
      "kind",
      "code",
      "details",
      "causes",
      "__proto__",
    ];
    return Object.fromEntries(Array.from({ length: 4 }, () => [pick(next, keys), randomValue(depth + 1)]));
  };
  for (let repetition = 0; repetition < 5_000; repetition += 1) {
    const type = pick<unknown>(next, ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", randomValue(3)]);
    const text = JSON.stringify({ type, object: randomValue(0) });
    const line = next() < 0.2 ? text.slice(0, Math.floor(next() * text.length)) : text;
    const event = parseWatchEvent(line, query, "v1");
    expect(["put", "remove", "bookmark", "expired", "error", "garbage"]).toContain(event.is);
    if ("object" in event) expect(event.object.ref.name).not.toBe("");
    if (event.is === "error") expect(event.cause).not.toBe("");
  }
});

describe("the link of several queries is the worst of their links", () => {
  const order: readonly LinkState[] = ["authRequired", "unreachable", "stale", "connecting", "live"];
  test("the link of random queries has the worst state and the earliest time", () => {
    const next = randomFrom(5);
    const states: readonly LinkState[] = [...order, "forbidden", "gone", "idle"];
    for (let repetition = 0; repetition < 2_000; repetition += 1) {
      const links: readonly LinkStatus[] = Array.from({ length: 1 + Math.floor(next() * 5) }, () => {
        const state = pick(next, states);
        const isDoubted = state === "stale" || state === "unreachable" || state === "authRequired";
        return { state, ...(isDoubted && { cause: state, until: Math.floor(next() * 100) }) };
      });
      const all = linkOfAll(links);
      const worst = order.find((state) => links.some((link) => link.state === state)) ?? "live";
      expect(all.state).toBe(worst);
      const times = links.flatMap(({ until }) => until ?? []);
      expect(all.until).toBe(times.length === 0 ? undefined : Math.min(...times));
      expect(all.cause).toBe(worst === "live" || worst === "connecting" ? undefined : worst);
    }
  });

  test("a login that is under way comes before one that failed", () => {
    const failed: LinkStatus = { state: "authRequired", cause: "the plugin failed", until: 1 };
    const waiting: LinkStatus = { state: "authRequired", cause: waitingForLogin, until: 2 };
    const stale: LinkStatus = { state: "stale", cause: waitingForLogin };
    expect(linkOfAll([failed, waiting])).toEqual({ ...waiting, until: 1 });
    expect(linkOfAll([stale, failed])).toEqual(failed);
  });

  test("the link of no queries is idle", () => {
    expect(linkOfAll([])).toEqual({ state: "idle" });
  });
});
