import { expect, test } from "vitest";
import { readReportLogs } from "../../../plugin/status/report-logs.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { LogRequest } from "../../../shared/logs/plan-logs.ts";
import type { FetchedLogs } from "../../../shared/logs/read-logs.ts";
import { lateLogsText } from "../../../shared/render/words/log-notes.ts";
import { readGoldenCase } from "../../golden/recorded.ts";

const snapshot = readGoldenCase("cdi-crashes-and-aaq-cannot-pull-its-image");

/** What standard error says where the server answers the requests for logs so. */
async function readNotes(answer: (requests: readonly LogRequest[]) => FetchedLogs): Promise<readonly string[]> {
  const notes: string[] = [];
  const open = { read: async (requests: readonly LogRequest[]) => answer(requests), close: () => {} };
  const printMessage = (text: string): void => void notes.push(text);
  await readReportLogs(aggregate(snapshot), { snapshot, requested: { unknown: [] }, open }, { printMessage });
  return notes;
}

test.for<{ rule: string; answer: (requests: readonly LogRequest[]) => FetchedLogs; notes: readonly object[] }>([
  {
    rule: "a log that was read needs no note",
    answer: (requests) => ({ texts: requests.map((request) => ({ request, text: "boom" })), isForbidden: false }),
    notes: [],
  },
  {
    rule: "a log that the server did not return in time is named",
    answer: (late) => ({ texts: [], isForbidden: false, late }),
    notes: [
      expect.stringMatching(
        /^note: the log of container cdi-controller of Pod \S+ was not read: the server did not return it within 3s; kubectl logs waits longer\n$/,
      ),
    ],
  },
  {
    rule: "a log that the server failed to read at once is named as such",
    answer: (failed) => ({ texts: [], isForbidden: false, failed }),
    notes: [
      expect.stringMatching(
        /^note: the log of container cdi-controller of Pod \S+ was not read: the server failed; kubectl logs shows why\n$/,
      ),
    ],
  },
  {
    rule: "a server that forbids logs is no late one",
    answer: () => ({ texts: [], isForbidden: true, late: [], failed: [] }),
    notes: [expect.stringMatching(/^note: the logs of containers are forbidden: .*\n$/)],
  },
])("$rule", async ({ answer, notes }) => {
  expect(await readNotes(answer)).toEqual(notes);
});

test("of many late logs three are named", () => {
  const containers = ["a", "b", "c", "d", "e"].map((container) => ({ namespace: "cdi", pod: "p", container }));
  expect(lateLogsText(containers, 3000)).toBe(
    "note: the logs of container a of Pod cdi/p, container b of Pod cdi/p, container c of Pod cdi/p and 2 more were not read: the server did not return them within 3s; kubectl logs waits longer",
  );
});
