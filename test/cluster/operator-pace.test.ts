import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FindingCode } from "../../shared/model/finding/evidence.ts";
import type { Report } from "../../shared/model/report.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Following, followCluster, waitForVerdict } from "./following.ts";
import { call } from "./http.ts";
import type { Reporter } from "./last-writer.ts";
import type { Stored } from "./manifest.ts";
import { type PacedOperator, playOperator } from "./paced-operator.ts";
import { scenarios } from "./scenarios.ts";
import { skippingClock } from "./skipping-clock.ts";
import { type Running, watchInPipe } from "./watched.ts";

const namespace = "kubevirt-hyperconverged";
const paths = {
  KubeVirt: `/apis/kubevirt.io/v1/namespaces/${namespace}/kubevirts/kubevirt-kubevirt-hyperconverged`,
  CDI: "/apis/cdi.kubevirt.io/v1beta1/cdis/cdi-kubevirt-hyperconverged",
  NetworkAddonsConfig: "/apis/networkaddonsoperator.network.kubevirt.io/v1/networkaddonsconfigs/cluster",
} as const;

/** Slow enough for the operator of the tests to be in time on a busy machine. */
const slowness = 20;

/** The findings that compare the CR with its components. */
const comparing: readonly FindingCode[] = [
  ...(["drift", "health-disagrees", "conditions-disagree", "hidden-offender"] as const),
  ...(["operator-condition", "upgrade-stall"] as const),
];

/** The conditions of a component: well, or only Degraded. */
function conditionsOf(how: "well" | "degraded", isDated = true): Reporter["conditions"] {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, "");
  const time = isDated ? { lastTransitionTime } : {};
  return [
    { type: "Available", status: "True", reason: "", message: "", ...time },
    { type: "Progressing", status: "False", reason: "", message: "", ...time },
    { type: "Degraded", status: how === "degraded" ? "True" : "False", reason: "", message: "", ...time },
  ];
}

function listComparedCodes({ findings }: Report): readonly string[] {
  return findings.flatMap(({ code }) => (comparing.includes(code) ? [code] : []));
}

describeCluster("the operator writes the CR 10 to 600 ms after its components", (cluster) => {
  let operator: PacedOperator;
  let kubeVirt: Stored;
  let cdi: Stored;
  let one: Following | undefined;
  let running: Running | undefined;

  beforeEach(async () => {
    await scenarios.healthy(cluster, new Date());
    const all = await Promise.all(
      Object.entries(paths).map(async ([name, path]) => ({ name, stored: await call<Stored>(cluster, "GET", path) })),
    );
    [kubeVirt, cdi] = all.map(({ stored }) => stored) as [Stored, Stored];
    operator = playOperator(cluster, all, 7);
    await operator.reconcile();
  });
  afterEach(async () => {
    one?.close();
    one = undefined;
    running?.end("SIGKILL");
    await running?.ended;
    running = undefined;
  });

  test("a difference that it resolves is not reported, and a recovery shows no state that never was", async () => {
    one = await followCluster(cluster, { clock: skippingClock(slowness) });
    running = watchInPipe(cluster, []);
    const { lines } = running;
    await expect.poll(() => lines().length).toBe(1);
    for (let repetition = 0; repetition < 6; repetition += 1) {
      await operator.change(repetition % 3 === 2 ? kubeVirt : cdi, conditionsOf("degraded", repetition % 2 === 0));
      await operator.change(repetition % 3 === 2 ? kubeVirt : cdi, conditionsOf("well", repetition % 2 === 0));
    }
    await waitForVerdict(one, ({ report }) => report?.verdict === "healthy" && report.roots[0]?.drift.length === 0);
    const reports = one.seen.flatMap(({ report }) => (report === undefined ? [] : [report]));
    expect(reports.flatMap(listComparedCodes)).toEqual([]);
    const verdicts = reports.map(({ verdict }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(["healthy", "degraded"]));
    // The CR's own Upgradeable is what the operator writes last. A busy program may print CDI's recovery after it.
    const lastOfGate = (): string | undefined => lines().findLast((line) => /gate upgrade|Upgradeable/.test(line));
    await expect.poll(lastOfGate).toMatch(/gate upgrade allowed|Upgradeable False -> True/);
    // The program goes by the clock of the machine: on a busy one it may hear of the operator later than it waits. What
    // it reports then it takes back.
    await expect
      .poll(() => {
        const reported = lines().filter((line) => /drift|disagree|hidden|unavailable/.test(line));
        const resolved = reported.filter((line) => line.includes("resolved: "));
        return reported.length - 2 * resolved.length;
      })
      .toBe(0);
    expect(one.bugs).toEqual([]);
  });

  test("a difference that it does not resolve is reported once, after two seconds, whatever the times are", async () => {
    const clock = skippingClock(slowness);
    one = await followCluster(cluster, { clock });
    await call(cluster, "PATCH", paths.CDI, { status: { conditions: conditionsOf("degraded", false) } });
    const first = await waitForVerdict(one, ({ report }) => report?.verdict === "degraded");
    expect(first.report && listComparedCodes(first.report)).toEqual([]);
    expect(first.report?.roots[0]?.driftHeld).toBe("settling");
    await clock.skip(1_500);
    expect(one.seen.flatMap(({ report }) => (report === undefined ? [] : listComparedCodes(report)))).toEqual([]);
    await clock.skip(1_000);
    const drifting = await waitForVerdict(
      one,
      ({ report }) => report !== undefined && listComparedCodes(report).includes("drift"),
    );
    expect(drifting.report?.roots[0]?.driftHeld).toBeNull();
    await clock.skip(2_500);
    const changes = one.seen.filter(({ report, before }) => report !== before && report !== undefined);
    const counts = changes.map(({ report }) => Number(report !== undefined && listComparedCodes(report).length > 0));
    expect(counts.filter((each, place) => each !== (counts[place - 1] ?? 0))).toEqual([1]);
  });

  test("a status that flaps ten times a second stays bounded, and is reported in the end", async () => {
    one = await followCluster(cluster, { clock: skippingClock(slowness) });
    for (let repetition = 0; repetition < 30; repetition += 1) {
      await call(cluster, "PATCH", paths.CDI, {
        status: { conditions: conditionsOf(repetition % 2 === 0 ? "degraded" : "well") },
      });
      await sleep(100);
    }
    await operator.change(cdi, conditionsOf("well"));
    await waitForVerdict(one, ({ report }) => report?.verdict === "healthy" && report.roots[0]?.drift.length === 0);
    expect(one.seen.length).toBeLessThan(200);
    expect(one.seen.at(-1)?.report?.roots[0]?.settling).toBeUndefined();
    expect(one.seen.flatMap(({ report }) => (report === undefined ? [] : listComparedCodes(report)))).toEqual([]);
  });

  test("a component whose definition comes back is reported within five seconds of its object", async () => {
    const clock = skippingClock(slowness);
    one = await followCluster(cluster, { clock });
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const crd = `${definitions}/cdis.cdi.kubevirt.io`;
    const { metadata, spec } = await call<Stored>(cluster, "GET", crd);
    const isGone = ({ report }: { readonly report?: Report }): boolean =>
      report?.roots[0]?.children.find(({ label }) => label === "CDI")?.outcome !== "found";
    await call(cluster, "PATCH", paths.CDI, { metadata: { finalizers: null } });
    await call(cluster, "DELETE", crd);
    await waitForVerdict(one, isGone);
    await expect.poll(() => call(cluster, "GET", crd).then(Boolean, () => false)).toBe(false);
    // By then only regular requests are left.
    await clock.skip(20_000);
    await call(cluster, "POST", definitions, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      spec,
      metadata: { name: metadata.name },
    });
    const { uid: _, resourceVersion: __, ...named } = cdi.metadata;
    const createCdi = (): Promise<boolean> =>
      call(cluster, "POST", "/apis/cdi.kubevirt.io/v1beta1/cdis", {
        apiVersion: "cdi.kubevirt.io/v1beta1",
        kind: "CDI",
        metadata: named,
        spec: cdi["spec"],
      }).then(
        () => true,
        () => false,
      );
    await expect.poll(createCdi).toBe(true);
    const begun = clock.now();
    await clock.skip(5_000);
    await waitForVerdict(one, (seen) => !isGone(seen));
    expect(clock.now() - begun).toBeLessThan(8_000);
    await scenarios.healthy(cluster, new Date());
  });
});
