import { expect, test } from "vitest";
import { followReport } from "../../../shared/io/watch/follow-report.ts";
import { createWatchTools, type WatchTools } from "../../../shared/io/watch/watch-tools.ts";
import { buildObject, connectionTo, gadgets, healthySetting, source, startRig, widgets } from "./rig.ts";
import type { ApiServer, Fault } from "./scripted-server.ts";

const [widget] = [widgets.plural, gadgets.plural];
type Rigged = Awaited<ReturnType<typeof startRig>>;

/** The tools of another watch over the same connection. */
function toolsOf({ connection, clock }: Rigged): WatchTools {
  return createWatchTools({ connection, clock, random: () => 0.5 });
}

/** Ends it here, and sees that nothing comes and nothing is left. */
async function expectEnd(rig: Rigged): Promise<void> {
  const reported = rig.reported.length;
  const asked = rig.server.asked.length;
  rig.followed.stop();
  await rig.waitUntilSettled();
  // What the server itself waits for: its next bookmarks.
  expect(rig.clock.timers()).toBe(1);
  expect(rig.server.open()).toBe(0);
  rig.server.fault = () => undefined;
  rig.server.store.put(widgets, buildObject("late", "False", "one"));
  await rig.pass(700_000);
  expect(rig.reported.length).toBe(reported);
  expect(rig.server.asked.length).toBe(asked);
  expect(rig.bugs).toEqual([]);
  // The last state can still be read, without a request.
  rig.followed.current();
  rig.followed.refresh();
  await rig.pass(60_000);
  expect(rig.reported.length).toBe(reported);
  expect(rig.server.asked.length).toBe(asked);
  rig.connection.close();
  await expect.poll(() => rig.server.sockets.size).toBe(0);
  expect(rig.clock.timers()).toBe(1);
}

const silent: Fault = "silence";

test.for([
  { title: "while it watches", settings: {} },
  { title: "while it watches over HTTP/1.1", settings: { protocols: ["http/1.1"] } },
])("it ends $title", async ({ settings }) => {
  const rig = await startRig({ ...healthySetting, ...settings });
  await expectEnd(rig);
  expect(rig.followed.current().report?.roots.length).toBe(4);
});

test("it ends before anything was answered", async () => {
  const rig = await startRig({ prepare: (server) => Object.assign(server, { fault: () => silent }) });
  expect(rig.reported.map(({ link }) => link.state)).toEqual(["connecting"]);
  await expectEnd(rig);
});

test("it ends while a list comes, and no watch is opened", async () => {
  let answer = (): void => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const rig = await startRig({
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
  const asked = rig.server.asked.length;
  rig.followed.stop();
  answer();
  await rig.pass(60_000);
  expect(rig.server.asked.length).toBe(asked);
  expect(rig.countWatches(widget)).toBe(0);
  expect(rig.reported.map(({ link }) => link.state)).toEqual(["connecting"]);
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
    title: "the server rejects the credentials",
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
  const rig = await startRig(healthySetting);
  await breaks(rig.server);
  await rig.pass(10_000);
  await expectEnd(rig);
});

test("it ends in the middle of what it tells", async () => {
  const rig = await startRig(healthySetting);
  const { length } = rig.reported;
  const seen: unknown[] = [];
  const other = followReport(
    {
      tools: toolsOf(rig),
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
    (bug) => rig.bugs.concat(bug),
  );
  await expect.poll(async () => rig.pass(50).then(() => seen.length)).toBe(2);
  rig.server.store.put(widgets, buildObject("b", "False", "one"));
  await rig.pass(1_000);
  expect(seen.length).toBe(2);
  // Two over one connection do not mind each other.
  expect(rig.reported.length).toBe(length + 1);
  await rig.expectCurrentObjects();
});

test("it ends when it tells that a kind is gone, and watches no definition", async () => {
  const rig = await startRig(healthySetting);
  const kind = { group: "example.com", kind: "Widget", plural: "widgets", versions: ["v1"], namespaced: true };
  const wanted = { wanted: [{ kind }] };
  const reportRequest = { scopes: [wanted], options: wanted };
  const following = { tools: toolsOf(rig), source, reportRequest };
  const other = followReport(
    following,
    ({ snapshot }) => {
      if (snapshot?.readings.some(({ outcome }) => outcome === "noSuchKind")) other.stop();
    },
    (bug) => rig.bugs.concat(bug),
  );
  await rig.pass(2_000);
  rig.followed.stop();
  for (const name of ["a", "b", "c"]) rig.server.store.remove(widgets, name, "one");
  rig.server.served.delete(widgets);
  rig.server.end(widget);
  await rig.pass(20_000);
  const asked = rig.server.asked.length;
  await rig.pass(700_000);
  expect(rig.server.open()).toBe(0);
  expect(rig.server.asked.length).toBe(asked);
  expect(rig.server.asked.filter(({ resource }) => resource.startsWith("customresourcedefinitions"))).toEqual([]);
});
