import { describe, expect, test } from "vitest";
import { findBuiltInRow, findKindRow } from "../../shared/aggregate/evaluation/kind-rows.ts";
import type { KindRow } from "../../shared/model/profile.ts";
import { parsePath } from "../../shared/parse/value-paths.ts";
import { listKindRows } from "../../shared/tables/kinds.ts";

const kindRows = listKindRows();

const title = ({ group, kind }: KindRow): string => `${kind}.${group}`;

describe("the rows of kinds", () => {
  test("each has the address of the document that defines it", () => {
    expect(kindRows.filter(({ source }) => !source.startsWith("https://")).map(title)).toEqual([]);
  });
  test("no kind has two rows", () => {
    const twice = [...Map.groupBy(kindRows, title)].filter(([, rows]) => rows.length > 1).map(([name]) => name);
    expect(twice).toEqual([]);
  });
  test("each row is found by its kind: none is of Kubernetes or of HyperConverged, which have rules of their own", () => {
    const named = kindRows.filter(({ group, kind }) => !`${group}${kind}`.includes("*"));
    expect(named.filter((row) => findBuiltInRow(row) === undefined).map(title)).toEqual([]);
  });
  test("each path can be read", () => {
    const paths = kindRows.flatMap(({ words = [], counts = [], conditions = [], failures = [], installed }) => [
      ...words.map(({ at }) => at),
      ...counts.flatMap(({ wanted, ready }) => [wanted, ready]),
      ...conditions,
      ...failures,
      ...(installed === undefined ? [] : [installed]),
    ]);
    expect(paths.filter((path) => parsePath(path) === undefined)).toEqual([]);
  });
});

describe("the most specific row counts", () => {
  const rows: readonly [group: string, kind: string, row: string | undefined][] = [
    ["argoproj.io", "Rollout", "Rollout.argoproj.io"],
    ["argoproj.io", "Workflow", undefined],
    ["numaflow.numaproj.io", "Pipeline", "*.numaflow.numaproj.io"],
    ["s3.aws.upbound.io", "Bucket", "*.*.upbound.io"],
    ["aws.upbound.io", "ProviderConfig", "ProviderConfig.*.upbound.io"],
    ["upbound.io", "Bucket", undefined],
    ["acme.io", "Widget", undefined],
    ["", "ConfigMap", undefined],
  ];
  test.for(rows)("%s %s", ([group, kind, row]) => {
    const found = findKindRow({ group, kind });
    expect(found === undefined ? undefined : title(found)).toBe(row);
  });

  test("a row of the user overlays the fields that it has", () => {
    const own: KindRow = { group: "argoproj.io", kind: "Rollout", source: "kinds.yaml:2", counts: [] };
    const found = findKindRow({ group: "argoproj.io", kind: "Rollout" }, [own]);
    expect([found?.counts, found?.source, (found?.words ?? []).length > 0]).toEqual([[], "kinds.yaml:2", true]);
  });
});
