import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { createServerClock, serverTime } from "../../shared/io/connection/server-clock.ts";
import { byServerClock } from "../../shared/model/finding/reader-clock.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { formatStamp } from "../../shared/model/time.ts";
import { describeFinding } from "../../shared/outline/findings/describe.ts";
import { snapshotIn } from "../../shared/parse/documents/snapshot-document.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { readFromCluster, readCaseAsCluster as situation } from "./gate-situation.ts";
import { gadgets, objectsIn, replaceObject } from "./random-events.ts";
import { watchedCluster } from "./watched-cluster.ts";

const healthyCase = "openshift-with-ssp-and-an-operatorcondition-is-healthy";
const hourMs = 3_600_000;
/** An hour after the newest time in the case. */
const serverTimeMs = Date.parse(readGoldenCase(healthyCase).takenAt) + hourMs;

interface Clocks {
  /** How many milliseconds the reader's clock is ahead of the server's. */
  readonly readerMs?: number;
  /** How many milliseconds the clock of CDI is ahead of the server's. */
  readonly componentMs?: number;
  /** For how many milliseconds CDI has been degraded by its own clock. */
  readonly degradedMs?: number;
}

/** The snapshot of a cluster with a degraded CDI, and the time as the reader computes it. */
function readSnapshot({ readerMs = 0, componentMs = 0, degradedMs = 0 }: Clocks): Snapshot {
  const now = serverTimeMs + readerMs + 500;
  const clock = createServerClock(() => now);
  // The API server writes Date in this form.
  clock.sent()({ status: 200, headers: { date: new Date(serverTimeMs).toUTCString() } });
  const cluster = watchedCluster([...objectsIn(readGoldenCase(healthyCase)), ...gadgets]);
  replaceObject(cluster, "CDI", (raw) => {
    const degraded = raw.status.conditions.find(({ type }: { type: string }) => type === "Degraded");
    Object.assign(degraded, { status: "True", reason: "Broken", message: "" });
    degraded.lastTransitionTime = formatStamp(serverTimeMs + componentMs - degradedMs);
  });
  const time = serverTime(now, clock.ahead());
  return { ...cluster.settled((each) => planReads(each, {}), time.takenAt), ...time };
}

test.each([-3600, 3600])("a healthy report has no next command where the reader's clock is %i s off", (seconds) => {
  const snapshot = readFromCluster(situation("all-six-components-are-healthy"));
  const report = aggregate({ ...snapshot, readerClock: seconds });
  expect([report.verdict, listClockFindings(report), report.next]).toEqual(["healthy", ["reader-clock Clock"], []]);
});

/** The report without the finding about the reader's clock. */
function removeClockFinding(report: Report): object {
  return { ...report, findings: report.findings.filter(({ code }) => code !== "reader-clock") };
}

function listClockFindings({ findings }: Report): readonly string[] {
  return findings.flatMap(({ code, about }) => (/clock/.test(code) ? [`${code} ${about.kind}`] : []));
}

describe("a wrong clock of the reader is one finding, and changes nothing else in the report", () => {
  const rows = [
    { rule: "clocks that agree are no finding", readerMs: 0, componentMs: 0, findings: [] },
    {
      rule: "a reader an hour behind is a finding",
      readerMs: -hourMs,
      componentMs: 0,
      findings: ["reader-clock Clock"],
    },
    { rule: "a reader an hour ahead is a finding", readerMs: hourMs, componentMs: 0, findings: ["reader-clock Clock"] },
    {
      rule: "a reader 61 seconds behind is a finding",
      readerMs: -61_000,
      componentMs: 0,
      findings: ["reader-clock Clock"],
    },
    {
      rule: "a reader a minute behind is no finding",
      readerMs: -60_000,
      componentMs: 0,
      findings: [],
    },
    {
      rule: "a reader 20 seconds ahead is no finding",
      readerMs: 20_000,
      componentMs: 0,
      findings: [],
    },
    { rule: "a component an hour ahead is a finding", readerMs: 0, componentMs: hourMs, findings: ["clock-ahead CDI"] },
    { rule: "a component an hour behind is no finding", readerMs: 0, componentMs: -hourMs, findings: [] },
    {
      rule: "a reader and a component an hour ahead are two findings",
      readerMs: hourMs,
      componentMs: hourMs,
      findings: ["clock-ahead CDI", "reader-clock Clock"],
    },
    {
      rule: "a reader an hour behind and a component an hour ahead are two findings",
      readerMs: -hourMs,
      componentMs: hourMs,
      findings: ["clock-ahead CDI", "reader-clock Clock"],
    },
    {
      rule: "a reader an hour ahead and a component an hour behind are one finding",
      readerMs: hourMs,
      componentMs: -hourMs,
      findings: ["reader-clock Clock"],
    },
  ];
  const agesMs = [0, 4_000, 5_000, 600_000];
  test.for(rows)("$rule", ({ readerMs, componentMs, findings }) => {
    for (const degradedMs of agesMs) {
      const report = aggregate(readSnapshot({ readerMs, componentMs, degradedMs }));
      expect(listClockFindings(report)).toEqual(findings);
      expect(removeClockFinding(report)).toEqual(aggregate(readSnapshot({ componentMs, degradedMs })));
    }
  });

  test("drift is held as settling for less than five seconds", () => {
    const reports = agesMs.map((degradedMs) => aggregate(readSnapshot({ readerMs: -hourMs, degradedMs })));
    expect(reports.map(({ roots }) => roots[0]?.driftHeld)).toEqual(["settling", "settling", null, null]);
  });
});

describe("the sentence about the reader's clock has the direction, the amount and the remedy", () => {
  const rows = [
    { readerClock: 3600, words: "the clock of this machine is 60m ahead of the API server's: " },
    { readerClock: -3599, words: "the clock of this machine is 60m behind the API server's: " },
    { readerClock: -91, words: "the clock of this machine is 2m behind the API server's: " },
    { readerClock: 400 * 86_400, words: "the clock of this machine is 400d ahead of the API server's: " },
  ];
  test.for(rows)(
    "a reader that is $readerClock seconds off has its direction and amount in the sentence",
    ({ readerClock, words }) => {
      const { findings } = aggregate({ ...readSnapshot({}), readerClock });
      const sentences = findings
        .filter(({ code }) => code === "reader-clock")
        .map((finding) => describeFinding(finding));
      expect(sentences).toEqual([`${words}ages are computed from the server's clock; correct this machine's clock`]);
    },
  );
});

test("a saved snapshot keeps the finding about the reader's clock", () => {
  const document = snapshotDocument(readSnapshot({ readerMs: hourMs }));
  const saved = snapshotIn(JSON.parse(document));
  expect("fault" in saved ? saved : listClockFindings(aggregate(saved))).toEqual(["reader-clock Clock"]);
});

test.for([hourMs, -hourMs, 0])(
  "the time between two reports is counted by the server's clock where the reader's is %s ms off",
  (readerMs) => {
    const now = serverTimeMs + 7_000;
    const report = aggregate(readSnapshot({ readerMs }));
    expect(byServerClock(formatStamp(now + readerMs), report)).toBe(formatStamp(now));
  },
);
