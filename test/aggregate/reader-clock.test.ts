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
const hour = 3_600_000;
/** An hour after the last that the case has on record. */
const server = Date.parse(readGoldenCase(healthyCase).takenAt) + hour;

/** What a reader whose clock is skewed reads from the server, where CDI has been degraded for `age` by its own clock. */
function read(skew: number, age: number, component = 0): Snapshot {
  const now = server + skew + 500;
  const clock = createServerClock(() => now);
  // The API server writes Date in this form.
  clock.sent()({ status: 200, headers: { date: new Date(server).toUTCString() } });
  const one = watchedCluster([...objectsIn(readGoldenCase(healthyCase)), ...gadgets]);
  replaceObject(one, "CDI", (raw) => {
    const degraded = raw.status.conditions.find(({ type }: { type: string }) => type === "Degraded");
    Object.assign(degraded, { status: "True", reason: "Broken", message: "" });
    degraded.lastTransitionTime = formatStamp(server + component - age);
  });
  const time = serverTime(now, clock.ahead());
  return { ...one.settled((each) => planReads(each, {}), time.takenAt), ...time };
}

test.each([-3600, 3600])("a healthy report names no command for the clock of a reader that is %i s off", (seconds) => {
  const snapshot = readFromCluster(situation("all-six-components-are-healthy"));
  const report = aggregate({ ...snapshot, readerClock: seconds });
  expect([report.verdict, listClockFindings(report), report.next]).toEqual(["healthy", ["reader-clock Clock"], []]);
});

/** The report without what is said of the reader's clock. */
function besideClock(report: Report): object {
  return { ...report, findings: report.findings.filter(({ code }) => code !== "reader-clock") };
}

function listClockFindings({ findings }: Report): readonly string[] {
  return findings.flatMap((one) => (/clock/.test(one.code) ? [`${one.code} ${one.about.kind}`] : []));
}

describe("a reader's wrong clock is reported once and changes nothing else, verdict, ages and the operator's turn included", () => {
  const rows = [
    { rule: "all clocks agree", skew: 0, component: 0, clocks: [] },
    { rule: "the reader is an hour behind", skew: -hour, component: 0, clocks: ["reader-clock Clock"] },
    { rule: "the reader is an hour ahead", skew: hour, component: 0, clocks: ["reader-clock Clock"] },
    { rule: "the reader is 61 seconds behind", skew: -61_000, component: 0, clocks: ["reader-clock Clock"] },
    {
      rule: "the reader is a minute behind, which is not worth a word",
      skew: -60_000,
      component: 0,
      clocks: [],
    },
    {
      rule: "the reader is 20 seconds ahead, which is not worth a word",
      skew: 20_000,
      component: 0,
      clocks: [],
    },
    { rule: "the component is an hour ahead", skew: 0, component: hour, clocks: ["clock-ahead CDI"] },
    { rule: "the component is an hour behind", skew: 0, component: -hour, clocks: [] },
    {
      rule: "reader and component are an hour ahead",
      skew: hour,
      component: hour,
      clocks: ["clock-ahead CDI", "reader-clock Clock"],
    },
    {
      rule: "the reader is an hour behind, the component ahead",
      skew: -hour,
      component: hour,
      clocks: ["clock-ahead CDI", "reader-clock Clock"],
    },
    {
      rule: "the reader is an hour ahead, the component behind",
      skew: hour,
      component: -hour,
      clocks: ["reader-clock Clock"],
    },
  ];
  const ages = [0, 4_000, 5_000, 600_000];
  test.for(rows)("$rule", ({ skew, component, clocks }) => {
    for (const age of ages) {
      const report = aggregate(read(skew, age, component));
      expect(listClockFindings(report)).toEqual(clocks);
      expect(besideClock(report)).toEqual(aggregate(read(0, age, component)));
    }
  });

  test("the settling rule itself depends on the age", () => {
    expect(ages.map((age) => aggregate(read(-hour, age)).roots[0]?.driftHeld)).toEqual([
      "settling",
      "settling",
      null,
      null,
    ]);
  });
});

describe("the sentence has the direction, the amount and what to do", () => {
  const rows = [
    { readerClock: 3600, words: "the clock of this machine is 60m ahead of the API server's: " },
    { readerClock: -3599, words: "the clock of this machine is 60m behind the API server's: " },
    { readerClock: -91, words: "the clock of this machine is 2m behind the API server's: " },
    { readerClock: 400 * 86_400, words: "the clock of this machine is 400d ahead of the API server's: " },
  ];
  test.for(rows)("$readerClock", ({ readerClock, words }) => {
    const { findings } = aggregate({ ...read(0, 0), readerClock });
    const reported = findings.filter(({ code }) => code === "reader-clock").map((one) => describeFinding(one));
    expect(reported).toEqual([`${words}ages are computed from the server's clock; correct this machine's clock`]);
  });
});

test("a saved snapshot keeps it", () => {
  const snapshot = read(hour, 0);
  const saved = snapshotIn(JSON.parse(snapshotDocument(snapshot)));
  expect("fault" in saved ? saved : listClockFindings(aggregate(saved))).toEqual(["reader-clock Clock"]);
});

test.for([hour, -hour, 0])(
  "the reader's time between two reports is counted by the server's clock, skewed by %s",
  (skew) => {
    const now = server + 7_000;
    expect(byServerClock(formatStamp(now + skew), aggregate(read(skew, 0)))).toBe(formatStamp(now));
  },
);
