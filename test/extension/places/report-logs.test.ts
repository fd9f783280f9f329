import { expect, test, vi } from "vitest";
import { createReportLogs } from "../../../extension/places/report-logs.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { LogRequest } from "../../../shared/logs/plan-logs.ts";
import type { Report } from "../../../shared/model/report.ts";
import { recorded } from "../../golden/recorded.ts";
import { treeRows } from "../../outline/fronts.ts";

const sick = aggregate(recorded("cdi-crashes-and-aaq-cannot-pull-its-image"));
const healthy = aggregate(recorded("all-six-components-are-healthy"));

/** The logs of a place whose containers all have the same text, and what was requested so far. */
function rig(text: string) {
  const requests: LogRequest[] = [];
  const arrived = vi.fn();
  const failures: unknown[] = [];
  const logs = createReportLogs(
    {
      async read(asked) {
        requests.push(...asked);
        return { texts: asked.map((request) => ({ request, text })), isForbidden: false };
      },
    },
    arrived,
    (error) => failures.push(error),
  );
  return { logs, requests, arrived, failures };
}

function quoted({ roots }: Report): readonly string[] {
  return roots.flatMap(({ causes }) => causes.flatMap(({ log }) => log?.lines ?? []));
}

test("a Report is shown at once, and again with the lines when they were read", async () => {
  const { logs, arrived } = rig("panic: boom\n");
  expect(quoted(logs.explain(sick))).toEqual([]);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  const explained = logs.explain(sick);
  expect(quoted(explained)).toEqual(["panic: boom"]);
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

test("a healthy Report reads none", async () => {
  const { logs, requests, failures } = rig("panic: boom\n");
  expect(logs.explain(healthy)).toBe(healthy);
  expect([requests, failures]).toEqual([[], []]);
});
