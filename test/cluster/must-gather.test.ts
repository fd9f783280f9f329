import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Report, RootNode } from "../../shared/model/report.ts";
import { tarOf, writeFolder, zipOf } from "../io/must-gather-layouts/archives.ts";
import {
  type Collected,
  inspectLayout,
  type Layout,
  virtualization,
  wrapLayout,
} from "../io/must-gather-layouts/layouts.ts";
import { isLongRun } from "../size.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { describeCluster } from "./describe-cluster.ts";
import { clusterInfoDump, collectAll } from "./must-gather-layouts.ts";
import { kubectl } from "./plugin.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";

const now = "2026-11-21T12:00:00Z";
const namespace = "kubevirt-hyperconverged";
const folder = temporaryFolder();

async function report(cluster: Cluster, ...args: readonly string[]): Promise<Report> {
  const { stdout, stderr, code } = await kubectl(cluster, ["hco-status", "-o", "json", ...args]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Report;
}

/**
 * A report without what is no part of the comparison: where it comes from, how much was asked and answered, and what OLM
 * says, because a gather does not hold all that a cluster is asked for.
 */
function pickCompared({ source: _, completeness: __, roots, findings, ...rest }: Report): unknown {
  // These gathers have no webhook configurations, which a live report reads.
  const isCollected = ({ ref }: RootNode["related"][number]): boolean => ref.group !== "admissionregistration.k8s.io";
  return {
    ...rest,
    findings: findings.filter(({ code, component }) => code !== "not-read" || component !== undefined),
    // Nor have they OLM's objects, which show whether OLM refuses an upgrade.
    roots: roots.map(({ olm: ___, gates, ...root }) => ({
      ...root,
      gates: { ...gates, upgradeable: { ...gates.upgradeable, refused: undefined } },
      related: root.related.filter(isCollected),
    })),
  };
}

const wrapper = "must-gather.local.4711/";
const image = "quay-io-kubevirt-must-gather-sha256-1234/";

describeCluster("a report from kubectl cluster-info dump", (cluster) => {
  const asked = ["deployments", "-n", namespace, "--at", now];
  let live: unknown;
  beforeAll(async () => {
    await scenarios.openshift(cluster, new Date(now));
    live = pickCompared(await report(cluster, ...asked));
  });

  test.for(["json", "yaml"] as const)(
    "into a folder of %s is the live one of the kinds that it has",
    async (format) => {
      const path = await clusterInfoDump(cluster, join(folder, `dump-${format}`), format);
      expect(pickCompared(await report(cluster, ...asked, "--must-gather", path))).toEqual(live);
    },
  );

  test("onto standard output is the same", async () => {
    const path = join(folder, "dump.txt");
    writeFileSync(path, await clusterInfoDump(cluster, undefined, "json"));
    expect(pickCompared(await report(cluster, ...asked, "--must-gather", path))).toEqual(live);
  });

  test("has no custom resources, and says what it has", async () => {
    const path = await clusterInfoDump(cluster, join(folder, "dump-json"), "json");
    const { code, stderr } = await kubectl(cluster, ["hco-status", "--must-gather", path]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/no HyperConverged in .*: it has one image with namespaces/),
    ]);
  });
});

describeCluster("a report from a must-gather is the live one", (cluster) => {
  describe.for<ScenarioName>(["twoUnhealthyComponents", "healthy", "upgrading", "openshift"])("%s", (scenario) => {
    let live: unknown;
    let kinds: readonly Collected[] = [];
    const layouts = new Map<string, Layout>();
    const pathOf = (name: string): string => join(folder, scenario, name);

    beforeAll(async () => {
      await scenarios[scenario](cluster, new Date(now));
      live = pickCompared(await report(cluster, "--at", now));
      kinds = await collectAll(cluster);
      layouts.set("cnv", wrapLayout(virtualization(kinds, namespace, image), wrapper, now));
      layouts.set("inspect", wrapLayout(inspectLayout(kinds, [namespace]), "inspect.local.42/", now));
      const cnv = virtualization(kinds, namespace);
      const own = [...cnv].filter(([path]) => path.startsWith("namespaces/") || path === "version");
      const rest = [...cnv].filter(([path]) => path.startsWith("cluster-scoped-resources/"));
      const two = [
        ...own.map(([path, text]) => [`one/${path}`, text] as const),
        ...rest.map(([path, text]) => [`two/${path}`, text] as const),
      ];
      layouts.set("images", wrapLayout(new Map(two), wrapper, now));
      for (const [name, layout] of layouts) writeFolder(layout, pathOf(name));
    });

    async function check(path: string): Promise<void> {
      expect(pickCompared(await report(cluster, "--must-gather", path))).toEqual(live);
    }

    test("as a folder, some levels above it, and the image's own folder", async () => {
      await check(pathOf("cnv"));
      await check(pathOf(`cnv/${wrapper}`));
    });
    test("as what oc adm inspect writes", () => check(pathOf("inspect")));
    // Each layout holds what the others hold, so one cluster is enough to try them all; a long run tries each cluster.
    if (scenario !== "openshift" && !isLongRun) return;
    test("as two images of one must-gather", () => check(pathOf("images")));
    test("as .tar.gz with ./ before every name", () => check(tarOf(pathOf("cnv"), `${pathOf("cnv")}.tar.gz`)));
    test("as .tgz of the image alone", () => check(tarOf(pathOf(`cnv/${wrapper}`), `${pathOf("image")}.tgz`)));
    test("as .tar", () => check(tarOf(pathOf("inspect"), `${pathOf("inspect")}.tar`, "-cf")));
    test("as .zip", async () => {
      writeFileSync(`${pathOf("cnv")}.zip`, zipOf(layouts.get("cnv") ?? new Map()));
      await check(`${pathOf("cnv")}.zip`);
    });
  });
});
