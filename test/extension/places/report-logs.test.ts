import { describe, expect, test, vi } from "vitest";
import { ReportLogs } from "../../../extension/places/report-logs.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { LogRequest } from "../../../shared/logs/plan-logs.ts";
import type { LogReader } from "../../../shared/logs/read-logs.ts";
import type { RequestedObject } from "../../../shared/manifest/requested-object.ts";
import type { Report } from "../../../shared/model/report.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { readGoldenCase } from "../../golden/recorded.ts";
import { drivenClock } from "../../io/watch/driven-clock.ts";
import { treeRows } from "../../outline/fronts.ts";

const sick = aggregate(readGoldenCase("cdi-crashes-and-aaq-cannot-pull-its-image"));
const healthy = aggregate(readGoldenCase("all-six-components-are-healthy"));

/**
 * The logs of a place whose containers all have the same text, and what was requested so far. Undefined in place of the
 * text: logs are forbidden. `dependencies` is what follows the settings, and remembers what was logged.
 */
function rig(text: string | undefined, named: readonly RequestedObject[] = []) {
  const requests: LogRequest[] = [];
  const arrived = vi.fn();
  const failures: unknown[] = [];
  const logged: string[] = [];
  const settings = { logs: true };
  const clock = drivenClock();
  const stopped = new AbortController();
  /** While true no request gets a response. */
  const server = { isSilent: false };
  const dependencies = {
    clock,
    random: () => 0.5,
    mayReadLogs: () => settings.logs,
    memory: {},
    log: (line: string) => logged.push(line),
    failed: (error: unknown) => failures.push(error),
  };
  const reader: LogReader = {
    async read(asked) {
      requests.push(...asked);
      if (server.isSilent) return { texts: [], isForbidden: false, late: asked };
      if (text === undefined) return { texts: [], isForbidden: true };
      return { texts: asked.map((request) => ({ request, text })), isForbidden: false };
    },
  };
  const create = (): ReportLogs =>
    new ReportLogs({ reader, dependencies, stopped: stopped.signal, arrived, named: () => named });
  return { logs: create(), create, clock, stopped, server, settings, requests, arrived, failures, logged };
}

function listQuotedLines({ roots }: Report): readonly string[] {
  return roots.flatMap(({ causes }) => causes.flatMap(({ log }) => log?.lines ?? []));
}

test("a Report is shown at once, and again with the lines when they were read", async () => {
  const { logs, arrived } = rig("panic: boom\n");
  expect(listQuotedLines(logs.explain(sick))).toEqual([]);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  const explained = logs.explain(sick);
  expect(listQuotedLines(explained)).toEqual(["panic: boom"]);
  const rows = treeRows(explained).map(({ label }) => label);
  expect(rows.indexOf("panic: boom")).toBe(rows.indexOf("CDI") + 1);
});

test("each log is read once until the user refreshes, also an empty one", async () => {
  const { logs, requests, arrived } = rig("");
  for (let time = 0; time < 3; time += 1) logs.explain(sick);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  logs.explain(sick);
  expect(requests.map(({ container }) => container)).toEqual(["cdi-controller"]);
  logs.forget();
  logs.explain(sick);
  await vi.waitFor(() => expect(requests.length).toBe(2));
});

describe("a log that the server does not return in time is requested again after a pause", () => {
  /** A sick Report whose log has been requested once, without a response. */
  async function unanswered() {
    const silent = rig("panic: boom\n");
    silent.server.isSilent = true;
    silent.logs.explain(sick);
    await vi.waitFor(() => expect(silent.clock.timers()).toBe(1));
    return silent;
  }

  test("its lines arrive without another Report", async () => {
    const { logs, clock, server, requests, arrived } = await unanswered();
    logs.explain(sick);
    clock.next(60_000);
    await vi.waitFor(() => expect([requests.length, clock.timers()]).toEqual([2, 1]));
    expect(arrived).not.toHaveBeenCalled();
    server.isSilent = false;
    clock.next(120_000);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
    expect([listQuotedLines(logs.explain(sick)), requests.length]).toEqual([["panic: boom"], 3]);
  });

  test("not where the root is healthy by then, but with the next Report that needs it", async () => {
    const { logs, clock, server, requests, arrived } = await unanswered();
    logs.explain(healthy);
    clock.next(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect([requests.length, clock.timers()]).toEqual([1, 0]);
    server.isSilent = false;
    logs.explain(sick);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
    expect(requests.length).toBe(2);
  });

  test("not after the place was left, and no timer stays", async () => {
    const { clock, stopped, requests, failures } = await unanswered();
    stopped.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect([requests.length, clock.timers(), failures]).toEqual([1, 0, []]);
  });
});

test("a healthy Report reads none", async () => {
  const { logs, requests, failures } = rig("panic: boom\n");
  expect(logs.explain(healthy)).toBe(healthy);
  expect([requests, failures]).toEqual([[], []]);
});

test("a setting turns logs off, and their lines with them", async () => {
  const { logs, settings, requests, arrived } = rig("panic: boom\n");
  settings.logs = false;
  expect(logs.explain(sick)).toBe(sick);
  settings.logs = true;
  logs.explain(sick);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  expect(listQuotedLines(logs.explain(sick))).toEqual(["panic: boom"]);
  settings.logs = false;
  expect([logs.explain(sick), requests.length]).toEqual([sick, 1]);
});

test("that logs are forbidden is logged once for a place, and never while the setting turns them off", async () => {
  const { logs, create, settings, arrived, logged } = rig(undefined);
  settings.logs = false;
  logs.explain(sick);
  settings.logs = true;
  for (const each of [logs, create()]) {
    arrived.mockClear();
    each.explain(sick);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
    each.forget();
    each.explain(sick);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2));
  }
  expect(logged).toEqual([
    'note: the logs of containers are forbidden: reading them requires get on pods/log; "hcoStatus.logs": false omits them and this note',
  ]);
});

describe("of an object that is no operator's the log is read where an open document names it", () => {
  const pod = aggregate(
    snapshotOf([toObject(crashingPod("shop", "web-1"))], {
      takenAt: "2026-11-28T12:00:00Z",
      source: { kind: "cluster", name: "prod" },
    }),
    { others: true },
  );
  const requestPods = (namespace: string): readonly RequestedObject[] => [
    { kind: { group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true }, name: "web-1", namespace },
  ];

  test("its lines stand below its cause", async () => {
    const { logs, arrived, requests } = rig("panic: boom\n", requestPods("shop"));
    logs.explain(pod);
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
    expect(requests).toEqual([{ namespace: "shop", pod: "web-1", container: "main", isPrevious: false }]);
    expect(listQuotedLines(logs.explain(pod))).toEqual(["panic: boom"]);
  });

  test.each([
    ["none is named", []],
    ["one of another namespace", requestPods("other")],
  ] as const)("%s: none is read", async (_, others) => {
    const { logs, requests } = rig("panic: boom\n", others);
    logs.explain(pod);
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests).toEqual([]);
  });
});

/** A Pod whose only container waits for its next run. */
function crashingPod(namespace: string, name: string): object {
  const state = { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s" } };
  const lastState = { terminated: { exitCode: 2, reason: "Error", finishedAt: "2026-11-28T11:59:00Z" } };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, uid: "u", creationTimestamp: "2026-11-28T10:00:00Z" },
    spec: { containers: [{ name: "main", image: "x" }] },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "False", lastTransitionTime: "2026-11-28T10:01:00Z" }],
      containerStatuses: [{ name: "main", ready: false, restartCount: 9, state, lastState }],
    },
  };
}
