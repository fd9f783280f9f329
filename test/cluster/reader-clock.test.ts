import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Report } from "../../shared/model/report.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Following, followCluster, isLive, waitForVerdict } from "./following.ts";
import { scenarios } from "./scenarios.ts";

const hour = 3_600_000;

describeCluster("a reader whose clock is wrong", (cluster) => {
  let one: Following | undefined;

  beforeEach(() => scenarios.healthy(cluster, new Date()));
  afterEach(() => one?.close());

  function codesIn({ findings }: Report): readonly string[] {
    return findings.map(({ code }) => code);
  }

  test.for([-hour, hour, 0])("by %s milliseconds sees what others see, and is reported once", async (skew) => {
    const clock = { ...systemClock, now: () => Date.now() + skew };
    one = await followCluster(cluster, { clock });
    const { report, snapshot } = await waitForVerdict(one, isLive);
    const reported = report?.findings.filter(({ code }) => code === "reader-clock") ?? [];
    expect(reported).toMatchObject(skew === 0 ? [] : [{ direction: skew > 0 ? "ahead" : "behind" }]);
    expect(report?.verdict).toBe("healthy");
    expect(report === undefined ? [] : codesIn(report)).not.toContain("clock-ahead");
    expect(Math.round((snapshot?.readerClock ?? 0) / 60)).toBe(skew / 60_000);
    // The server's clock is this machine's.
    const ages = one.seen.flatMap((seen) => (seen.snapshot === undefined ? [] : [Date.parse(seen.snapshot.takenAt)]));
    expect(ages.filter((at) => Math.abs(at - Date.now()) > hour / 2)).toEqual([]);
  });
});
