import { expect, test } from "vitest";
import { followReport } from "../../../shared/io/watch/follow-report.ts";
import { createWatchTools, type WatchTools } from "../../../shared/io/watch/watch-tools.ts";
import { connectionTo, gadgetOrWidget, gadgets, healthySetting, source, startRig, widgets } from "./rig.ts";
import type { ApiServer, Fault } from "./scripted-server.ts";

const [widget] = [widgets.plural, gadgets.plural];
type Rigged = Awaited<ReturnType<typeof startRig>>;

/** The tools of another watch over the same connection. */
function toolsOf({ connection, clock }: Rigged): WatchTools {
  return createWatchTools({ connection, clock, random: () => 0.5 });
}

/** Ends it here, and sees that nothing comes and nothing is left. */
async function expectEnd(r: Rigged): Promise<void> {
  const reported = r.reported.length;
  const asked = r.server.asked.length;
  r.followed.stop();
  await r.waitUntilSettled();
  // What the server itself waits for: its next bookmarks.
  expect(r.clock.timers()).toBe(1);
  expect(r.server.open()).toBe(0);
  r.server.fault = () => undefined;
  r.server.store.put(widgets, gadgetOrWidget("late", "False", "one"));
  await r.pass(700_000);
  expect(r.reported.length).toBe(reported);
  expect(r.server.asked.length).toBe(asked);
  expect(r.bugs).toEqual([]);
  // The last state can still be read, without a request.
  r.followed.current();
  r.followed.refresh();
  await r.pass(60_000);
  expect(r.reported.length).toBe(reported);
  expect(r.server.asked.length).toBe(asked);
  r.connection.close();
  await expect.poll(() => r.server.sockets.size).toBe(0);
  expect(r.clock.timers()).toBe(1);
}

const silent: Fault = "silence";

test.for([
  { title: "while it watches", settings: {} },
  { title: "while it watches over HTTP/1.1", settings: { protocols: ["http/1.1"] } },
])("it ends $title", async ({ settings }) => {
  const r = await startRig({ ...healthySetting, ...settings });
  await expectEnd(r);
  expect(r.followed.current().report?.roots.length).toBe(4);
});

test("it ends before anything was answered", async () => {
  const r = await startRig({ prepare: (server) => Object.assign(server, { fault: () => silent }) });
  expect(r.reported.map(({ link }) => link.state)).toEqual(["connecting"]);
  await expectEnd(r);
});

test("it ends while a list comes, and no watch is opened", async () => {
  let answer = (): void => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const r = await startRig({
    ...healthySetting,
    over: async (server) => {
      const connection = await connectionTo(server);
      const get: typeof connection.get = async (...asked) => {
        const said = await connection.get(...asked);
        await slow;
        return said;
      };
      return { ...connection, get };
    },
  });
  const asked = r.server.asked.length;
  r.followed.stop();
  answer();
  await r.pass(60_000);
  expect(r.server.asked.length).toBe(asked);
  expect(r.asked(widget, true)).toBe(0);
  expect(r.reported.map(({ link }) => link.state)).toEqual(["connecting"]);
});

test.for<{ readonly title: string; readonly breaks: (server: ApiServer) => unknown }>([
  { title: "the server is down", breaks: (server) => server.down() },
  {
    title: "it is told to wait",
    breaks(server) {
      server.fault = () => ({ status: 429, headers: { "retry-after": "60" } });
      server.end();
    },
  },
  {
    title: "it may not look",
    breaks(server) {
      server.fault = () => ({ status: 403 });
      server.end();
    },
  },
  {
    title: "the kind is gone",
    breaks(server) {
      server.served.clear();
      server.end();
    },
  },
  {
    title: "nobody knows us",
    breaks(server) {
      server.manner.tokens = new Set();
      server.end();
    },
  },
  {
    title: "a watch is opened",
    breaks(server) {
      server.fault = () => "silence";
      server.end();
    },
  },
])("it ends while $title", async ({ breaks }) => {
  const r = await startRig(healthySetting);
  await breaks(r.server);
  await r.pass(10_000);
  await expectEnd(r);
});

test("it ends in the middle of what it tells", async () => {
  const r = await startRig(healthySetting);
  const { length } = r.reported;
  const seen: unknown[] = [];
  const other = followReport(
    {
      tools: toolsOf(r),
      source,
      reportRequest: {
        scopes: [
          {
            wanted: [
              { kind: { group: "example.com", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true } },
            ],
          },
        ],
        options: {},
      },
    },
    (one) => {
      seen.push(one);
      if (one.report !== undefined) other.stop();
    },
    (bug) => r.bugs.concat(bug),
  );
  await expect.poll(async () => r.pass(50).then(() => seen.length)).toBe(2);
  r.server.store.put(widgets, gadgetOrWidget("b", "False", "one"));
  await r.pass(1_000);
  expect(seen.length).toBe(2);
  // Two over one connection do not mind each other.
  expect(r.reported.length).toBe(length + 1);
  await r.expectTruth();
});

test("it ends when it tells that a kind is gone, and watches no definition", async () => {
  const r = await startRig(healthySetting);
  const kind = { group: "example.com", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true };
  const wanted = { wanted: [{ kind }] };
  const reportRequest = { scopes: [wanted], options: wanted };
  const following = { tools: toolsOf(r), source, reportRequest };
  const other = followReport(
    following,
    ({ snapshot }) => {
      if (snapshot?.readings.some(({ outcome }) => outcome === "noSuchKind")) other.stop();
    },
    (bug) => r.bugs.concat(bug),
  );
  await r.pass(2_000);
  r.followed.stop();
  for (const name of ["a", "b", "c"]) r.server.store.remove(widgets, name, "one");
  r.server.served.delete(widgets);
  r.server.end(widget);
  await r.pass(20_000);
  const asked = r.server.asked.length;
  await r.pass(700_000);
  expect(r.server.open()).toBe(0);
  expect(r.server.asked.length).toBe(asked);
  expect(r.server.asked.filter(({ resource }) => resource.startsWith("customresourcedefinitions"))).toEqual([]);
});
