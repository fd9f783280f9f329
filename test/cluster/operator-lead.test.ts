import { afterEach, expect, test } from "vitest";
import type { FindingCode } from "../../shared/model/finding/evidence.ts";
import type { Report } from "../../shared/model/report.ts";
import type { ReportChange } from "../../shared/model/report-change.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { applyOne, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Following, followCluster, waitForVerdict } from "./following.ts";
import { call } from "./http.ts";
import { hyperConverged, servedName } from "./hyperconverged.ts";
import { type Installation, type Installed, install } from "./installation.ts";
import type { Reporter } from "./last-writer.ts";
import type { Stored } from "./manifest.ts";
import { leaseOf, passLease, renewLease, rollOut } from "./operator-rollout.ts";
import { type PacedOperator, playOperator } from "./paced-operator.ts";
import { pathOf } from "./resources.ts";
import { skippingClock } from "./skipping-clock.ts";
import { type Running, watchInPipe } from "./watched.ts";

const name = "hyperconverged-cluster-operator";

describeCluster("the operator that leads, one that waits for its Lease, and one that has stopped", (cluster) => {
  let one: Following | undefined;
  let running: Running | undefined;
  afterEach(async () => {
    one?.close();
    one = undefined;
    running?.end("SIGKILL");
    await running?.ended;
    running = undefined;
  });

  async function prepareInstallation(how: Partial<Installation> = {}): Promise<Installed> {
    await wipe(cluster);
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: servedName.namespace } });
    return await install(cluster, { now: new Date(), ...how });
  }

  function operatorOf({ components }: Installed, ...rest: ["1.20.0"] | []): PacedOperator {
    return playOperator(
      cluster,
      [...components].map(([each, stored]) => ({ name: each, stored })),
      11,
      ...rest,
    );
  }

  function cdiOf({ components }: Installed): Stored {
    const cdi = components.get("CDI");
    if (cdi === undefined) throw new Error("no CDI");
    return cdi;
  }

  const reports = (): readonly Report[] => (one?.seen ?? []).flatMap(({ report }) => report ?? []);

  test("no upgrade is reported until the new one leads", async () => {
    const now = new Date();
    const installed = await prepareInstallation({ now, running: "1.19.0", without: [name] });
    const times = { since: minutesBefore(now, 14), now: minutesBefore(now, 0) };
    await rollOut(cluster, { from: "1.19.0", to: "1.20.0", ...times, isWaiting: true });
    one = await followCluster(cluster);
    running = watchInPipe(cluster, ["-o", "json"]);
    const listReportedChanges = (): readonly string[] =>
      (running?.lines().slice(1) ?? [])
        .flatMap((line) => (JSON.parse(line) as ReportChange).changes)
        .map((each) => each.what);
    await expect.poll(() => running?.lines().length).toBe(1);
    const first = operatorOf(installed);
    const next = operatorOf(installed, "1.20.0");
    for (let repetition = 0; repetition < 4; repetition += 1) {
      await renewLease(cluster);
      await first.change(cdiOf(installed), conditionsOf(repetition % 2 === 0 ? "degraded" : "well"));
    }
    await waitForVerdict(one, ({ report }) => report?.verdict === "healthy" && report.roots[0]?.drift.length === 0);
    expect(new Set(reports().map(({ roots }) => JSON.stringify(roots[0]?.gates.upgrade)))).toEqual(
      new Set([JSON.stringify({ running: false, waitingFor: [] })]),
    );
    expect(new Set(reports().map(({ roots }) => roots[0]?.operator?.version))).toEqual(new Set(["1.19.0"]));
    expect(listReportedChanges().filter((what) => what === "version" || what === "upgrade")).toEqual([]);

    await passLease(cluster);
    await next.reconcile();
    const { report } = await waitForVerdict(one, ({ report: last }) => last?.roots[0]?.gates.upgrade.running === true);
    expect(report?.roots[0]?.gates.upgrade).toMatchObject({ from: "1.19.0", to: "1.20.0" });
    expect(report?.roots[0]?.operator).toMatchObject({ version: "1.20.0" });
    await expect.poll(listReportedChanges).toContain("version");
    expect(one.bugs).toEqual([]);
  });

  test("a planned deletion shows no ✗", async () => {
    const installed = await prepareInstallation();
    const operator = operatorOf(installed);
    one = await followCluster(cluster);
    running = watchInPipe(cluster, []);
    const { lines } = running;
    await expect.poll(() => lines().length).toBe(1);
    await call(cluster, "DELETE", pathOf(hyperConverged()));
    await operator.uninstall();
    const isGone = (report: Report | undefined): boolean =>
      report?.roots.some(({ profile }) => profile === "hco") === false;
    await waitForVerdict(one, ({ report }) => isGone(report));
    const during = reports().filter((report) => !isGone(report));
    expect(new Set(during.map(({ verdict }) => verdict))).toEqual(new Set(["healthy", "progressing"]));
    expect(during.flatMap((report) => renderText(report, { width: 80 }).match(/^.*✗.*$/gm) ?? [])).toEqual([]);
    await expect.poll(() => lines().join("\n")).toMatch(/gone|deleted|no HyperConverged/i);
    expect(lines().filter((line) => /✗|unavailable|degraded/.test(line))).toEqual([]);
    expect(one.bugs).toEqual([]);
  });

  test("what one that has stopped does not resolve is reported, and its old Lease alone is no fault", async () => {
    const installed = await prepareInstallation();
    const [pod] = installed.workloads.get(name)?.pods ?? [];
    await applyOne(cluster, leaseOf(pod?.metadata.name ?? "", minutesBefore(new Date(), 5)));
    const clock = skippingClock(20);
    one = await followCluster(cluster, { clock });
    expect([one.report()?.verdict, one.report()?.roots[0]?.operator?.version]).toEqual(["healthy", "1.20.0"]);
    await call(cluster, "PATCH", pathOf(cdiOf(installed)), { status: { conditions: conditionsOf("degraded") } });
    const news = await waitForVerdict(one, ({ report }) => report?.verdict === "degraded");
    expect(news.report?.roots[0]?.driftHeld).toBe("settling");
    await clock.skip(2_500);
    const { report } = await waitForVerdict(one, (seen) => codesOf(seen.report).includes("drift"));
    expect(report?.roots[0]?.driftHeld).toBeNull();
    await clock.skip(2_500);
    expect(codesOf(one.report())).toContain("drift");
    expect(reports().map(({ verdict }) => verdict)).not.toContain("unavailable");
    expect(one.bugs).toEqual([]);
  });
});

function codesOf(report: Report | undefined): readonly FindingCode[] {
  return (report?.findings ?? []).map(({ code }) => code);
}

/** The conditions of a component: well, or only Degraded. */
function conditionsOf(how: "well" | "degraded"): Reporter["conditions"] {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, "");
  const rows = [
    ["Available", "True"],
    ["Progressing", "False"],
    ["Degraded", how === "degraded" ? "True" : "False"],
  ] as const;
  return rows.map(([type, status]) => ({ type, status, reason: "", message: "", lastTransitionTime }));
}
