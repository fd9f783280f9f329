import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { planReads } from "../../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { nodesOnPath } from "../../../shared/model/cause/cause-path.ts";
import type { ReportNode } from "../../../shared/model/report.ts";
import { formatNames } from "../../../shared/render/formats/format-names.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { randomJson } from "../../parse/random-json.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { pick, randomFrom } from "../../random.ts";
import { countReads } from "../../reads.ts";
import { printed } from "../../render/printed.ts";
import { repetitions } from "../../size.ts";
import {
  buildApplication,
  condition,
  configMap,
  type Json,
  partObject,
  readyStatus,
  reportOf,
  takenAt,
  widget,
} from "./objects.ts";

const withLabel = { labels: { "app.kubernetes.io/name": "shop" } };
const schema: object = JSON.parse(readFileSync("shared/model/report.schema.json", "utf8"));
const isValidReport = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

describe("an Application that selects thousands of objects is evaluated in linear time", () => {
  const buildWidget = (place: number): Json =>
    widget(`w${place}`, [condition("Ready", place % 2 === 0 ? "True" : "False", "Broken", "no")]);
  const buildLargeApplication = (count: number): Json[] => [
    buildApplication([["example.com", "Widget"]], { status: readyStatus, spec: { addOwnerRef: true } }),
    ...Array.from({ length: count }, (_, place) => buildWidget(place)),
  ];

  test("the report of thousands of components is short", () => {
    const report = reportOf(buildLargeApplication(repetitions(2_000)));
    expect(report.roots[0]?.expected.code?.componentsReady).toBe(`${repetitions(1_000)}/${repetitions(2_000)}`);
    const text = renderText(report, { width: 80 });
    expect(text.split("\n").length).toBeLessThan(200);
    expect(text.length).toBeLessThan(20_000);
  });

  test("the evaluation reads a number of fields in proportion to the components", () => {
    const readsOf = (objects: Json[]): number => {
      const { value, reads } = countReads(objects);
      reportOf(value);
      return reads();
    };
    expect(readsOf(buildLargeApplication(4_000))).toBeLessThan(readsOf(buildLargeApplication(1_000)) * 5);
  });

  test("the search for causes reads a number of fields in proportion to the components", () => {
    const readsOf = (objects: Json[]): number => {
      const [root] = reportOf(objects).roots;
      if (root === undefined) throw new Error("no root");
      const { value, reads } = countReads(root);
      const parts = root.causes.map((cause) => nodesOnPath(value, cause).length);
      expect(parts).toEqual(root.causes.map(() => 1));
      return reads();
    };
    expect(readsOf(buildLargeApplication(2_000))).toBeLessThan(readsOf(buildLargeApplication(500)) * 5);
  });
});

describe("Applications that contain each other are evaluated", () => {
  const kinds: [string, string][] = [
    ["app.k8s.io", "Application"],
    ["", "ConfigMap"],
  ];
  const countNodes = (node: Pick<ReportNode, "children">): number =>
    node.children.reduce((sum, child) => sum + 1 + countNodes(child), 0);

  test("the trees of 100 Applications that contain each other are small", () => {
    const objects = Array.from({ length: 100 }, (_, place) =>
      buildApplication(kinds, { name: `a${place}`, metadata: withLabel, status: readyStatus }),
    );
    const report = reportOf(objects);
    expect(report.roots).toHaveLength(100);
    for (const root of report.roots) expect(countNodes(root)).toBeLessThan(500);
    expect(report.findings.some(({ code }) => code === "nested-too-many")).toBe(true);
  });

  test("a chain of a thousand Applications does not overflow the stack", () => {
    const link = (place: number): Json =>
      buildApplication(kinds, {
        name: place === 0 ? "shop" : `a${place}`,
        metadata: { labels: { at: `${place}` } },
        spec: { selector: { matchLabels: { at: `${place + 1}` } } },
        status: readyStatus,
      });
    const report = reportOf(
      Array.from({ length: 1000 }, (_, place) => link(place)),
      { name: "shop" },
    );
    expect(report.roots[0]?.children).toHaveLength(1);
  });

  test("ConfigMaps that own each other do not change the verdict", () => {
    const ownedConfigMap = (name: string, by: string): Json =>
      configMap(name, {
        ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: by, uid: `uid-ConfigMap-${by}` }],
      });
    const objects = [
      buildApplication(kinds, { status: readyStatus }),
      ownedConfigMap("a", "b"),
      ownedConfigMap("b", "a"),
    ];
    expect(reportOf(objects, { tree: true }).roots[0]).toMatchObject({
      verdict: "healthy",
      expected: { code: { componentsReady: "2/2" } },
    });
  });
});

describe("hostile text of an Application is harmless", () => {
  const hostileText = "\u001b[31m\u202e<script>alert(1)</script>`x` [a](command:x) | \u0007";
  const application = buildApplication(
    [
      [hostileText, hostileText],
      ["example.com", "Widget"],
      ["", "ConfigMap"],
    ],
    {
      spec: { addOwnerRef: true, descriptor: { version: hostileText, type: hostileText } },
      status: {
        observedGeneration: 1,
        componentsReady: hostileText,
        components: [{ name: hostileText, kind: hostileText, group: hostileText, status: hostileText }],
        conditions: [condition("Ready", "False", hostileText, hostileText)],
      },
    },
  );
  const objects = [
    application,
    widget(hostileText, [condition("Ready", "Unknown", hostileText, hostileText)]),
    widget("odd", hostileText),
    partObject("v1", "ConfigMap", hostileText),
  ];

  test.for(formatNames.filter(({ name }) => name !== "json" && name !== "yaml").map(({ name }) => [name] as const))(
    "hostile text of an Application is harmless in -o %s",
    async ([name]) => {
      const text = await printed(name, reportOf(objects), { width: 80 });
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
      if (name === "html") expect(text).not.toContain("<script>alert");
    },
  );
});

describe("random objects are evaluated to a valid Report", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => [seed] as const))(
    "random objects of seed %i are evaluated to a valid Report",
    ([seed]) => {
      const random = randomFrom(seed);
      const kinds = [
        ["apps/v1", "Deployment"],
        ["apps/v1", "StatefulSet"],
        ["v1", "Service"],
        ["v1", "Pod"],
        ["batch/v1", "Job"],
        ["policy/v1", "PodDisruptionBudget"],
        ["v1", "Secret"],
        ["example.com/v1", "Widget"],
      ] as const;
      const objects = kinds.map(([apiVersion, kind]) => ({
        ...partObject(apiVersion, kind, "x"),
        spec: randomJson(random),
        status: pick(random, [randomJson(random), { conditions: randomJson(random) }]),
      }));
      const application = {
        ...buildApplication(kinds.map(([apiVersion, kind]) => [apiVersion, kind] as const)),
        status: pick(random, [randomJson(random), { conditions: randomJson(random), components: randomJson(random) }]),
      };
      const odd = {
        ...buildApplication([], { name: "odd" }),
        spec: { selector: randomJson(random), componentKinds: randomJson(random) },
      };
      const snapshot = snapshotOf([application, odd, ...objects], { takenAt, source: "random" });
      for (const ruleSet of ["code", "proposal"] as const) {
        const report = aggregateAndPrint(snapshot, { ruleSet });
        expect(isValidReport(JSON.parse(JSON.stringify(report))), JSON.stringify(isValidReport.errors)).toBe(true);
        expect(renderText(report, { width: 80 })).not.toMatch(/undefined|\[object/);
      }
      expect(planReads(snapshot, {}).length).toBeLessThan(60);
    },
  );
});
