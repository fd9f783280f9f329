import { describe, expect, test } from "vitest";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import { hcoComponents } from "../../../shared/tables/components.ts";
import { aggregateAndPrint, type PrintedReport } from "../../printed.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  relatedObjectEntries,
  takenAt,
} from "../installation.ts";

const name = "cdi-kubevirt-hyperconverged";
const minutesAgo = (minutes: number): string => `2026-11-21T11:${60 - minutes}:00Z`;
const conditionSince = (type: string, status: string, minutes: number, reason = ""): Manifest =>
  condition(type, status, reason, "", minutesAgo(minutes));

interface Moment {
  readonly begun?: number;
  readonly moved: number;
  readonly reason?: string;
  readonly version?: string;
  readonly deletionTimestamp?: string;
  readonly cdi?: "absent" | "going";
  readonly health?: string;
  readonly workloads?: readonly Manifest[];
}

function reportAt({ begun = 50, moved, reason = "HCOUpgrading", version = "v1", ...rest }: Moment): PrintedReport {
  const isGone = rest.cdi === "absent";
  const { deletionTimestamp } = rest;
  const going = rest.cdi === "going";
  const [available, ...others] = goodConditions(minutesAgo(moved));
  const conditions = [going ? conditionSince("Available", "False", moved) : (available as Manifest), ...others];
  const cdi = component("CDI", conditions, going ? { deletionTimestamp } : {}, { observedVersion: version });
  const env = [
    { name: "HCO_KV_IO_VERSION", value: "1.20.0" },
    { name: "CDI_VERSION", value: "v2" },
  ];
  const operator = {
    ...deployment("hco-operator", 1),
    spec: { replicas: 1, template: { spec: { containers: [{ name: "o", env }] } } },
  };
  const root = hyperConverged(
    {
      ...definedFields({ systemHealthStatus: rest.health }),
      relatedObjects: relatedObjectEntries([cdi]),
      versions: [{ name: "operator", version: deletionTimestamp === undefined ? "1.19.0" : "1.20.0" }],
      conditions: [
        conditionSince("ReconcileComplete", "True", 59),
        conditionSince("Available", "True", 59),
        conditionSince("Degraded", "False", 59),
        conditionSince("Progressing", "True", begun, reason),
      ],
    },
    definedFields({ deletionTimestamp }),
  );
  const parts = hcoComponents
    .filter((row) => row.component !== "CDI" && row.until === undefined)
    .map((row) => component(row.component, goodConditions(minutesAgo(59))));
  const objects = [root, operator, ...parts, ...(isGone ? [] : [cdi]), ...(rest.workloads ?? [])];
  const snapshot = snapshotOf(objects, { takenAt, source: "x" });
  const row = hcoComponents.find((each) => each.component === "CDI");
  const none = isGone && row !== undefined ? [{ query: listQuery(row), outcome: "found" as const, objects: [] }] : [];
  return aggregateAndPrint({ ...snapshot, readings: [...snapshot.readings, ...none] });
}

const handler = (time: string | undefined): Manifest =>
  object(
    ...(["apps/v1", "DaemonSet", "cdi-deployment"] as const),
    {
      status: {
        desiredNumberScheduled: 3,
        currentNumberScheduled: 3,
        updatedNumberScheduled: 1,
        numberReady: 3,
        numberAvailable: 3,
      },
    },
    time === undefined ? {} : { managedFields: [{ manager: "m", time }] },
  );

describe("an upgrade that waits", () => {
  const rows: [sentence: string, moment: Moment, verdict: string][] = [
    ["is progressing while something moved within 15 minutes", { moved: 14 }, "progressing"],
    ["is degraded where nothing moved for 15 minutes", { moved: 15 }, "degraded"],
    ["is progressing while it is young, however long nothing moved before", { begun: 5, moved: 50 }, "progressing"],
    ["is progressing where its begin is unknown", { moved: 50, reason: "Other" }, "progressing"],
    [
      "is progressing while a DaemonSet replaces its pods",
      { moved: 50, workloads: [handler(minutesAgo(2))] },
      "progressing",
    ],
    [
      "is progressing where a DaemonSet moved at an unknown time",
      { moved: 50, workloads: [handler(undefined)] },
      "progressing",
    ],
    ["is progressing where it waits for nothing", { moved: 50, version: "v2" }, "progressing"],
  ];
  test.for(rows)("%s", ([, moment, verdict]) => {
    expect(reportAt(moment).roots[0]?.ownVerdict).toBe(verdict);
  });
});

describe("an upgrade that stands still", () => {
  const [stalled] = reportAt({ moved: 50 }).roots;

  test("is explained by the component that it waits for, since that last moved", () => {
    expect(stalled?.causes).toMatchObject([
      {
        component: "CDI",
        verdict: "degraded",
        path: [namespace, "CDI"],
        about: { kind: "CDI", name },
        text: "Degraded because CDI: reports v1, the upgrade expects v2, for 50m",
        since: minutesAgo(50),
      },
    ]);
    expect(stalled?.rootCause?.path).toEqual([namespace, "CDI"]);
    expect(reportAt({ moved: 20 }).roots[0]?.since).toBe(minutesAgo(20));
  });

  test("keeps HyperConverged from being ready, by the component that it waits for", () => {
    expect(stalled?.gates.ready).toEqual({ answer: "no", because: ["CDI"] });
  });

  test("makes no component worse than systemHealthStatus says", () => {
    expect(reportAt({ moved: 50, health: "healthy" }).findings.map(({ code }) => code)).not.toContain(
      "health-disagrees",
    );
    expect(reportAt({ moved: 50, health: "error" }).findings.map(({ code }) => code)).toContain("health-disagrees");
  });

  test("names what it waits for while it moves, as progressing", () => {
    expect(reportAt({ moved: 14 }).roots[0]?.causes.map(({ component, verdict }) => [component, verdict])).toEqual([
      ["CDI", "progressing"],
    ]);
  });
});

describe("a planned deletion", () => {
  test.for(["absent", "going"] as const)("is no outage of a part that is %s", (cdi) => {
    const report = reportAt({ moved: 5, version: "v2", deletionTimestamp: minutesAgo(2), cdi });
    expect(report.roots[0]?.children.find(({ label }) => label === "CDI")).toMatchObject({
      verdict: "progressing",
      ownVerdict: "progressing",
      required: cdi === "going",
    });
  });
});
