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
  const rows = [
    { group: "argoproj.io", kind: "Rollout", row: "Rollout.argoproj.io" },
    { group: "argoproj.io", kind: "Workflow", row: undefined },
    { group: "numaflow.numaproj.io", kind: "Pipeline", row: "*.numaflow.numaproj.io" },
    { group: "s3.aws.upbound.io", kind: "Bucket", row: "*.*.upbound.io" },
    { group: "aws.upbound.io", kind: "ProviderConfig", row: "ProviderConfig.*.upbound.io" },
    { group: "upbound.io", kind: "Bucket", row: undefined },
    { group: "acme.io", kind: "Widget", row: undefined },
    { group: "", kind: "ConfigMap", row: undefined },
  ];
  test.for(rows)("$kind of $group", ({ group, kind, row }) => {
    const found = findKindRow({ group, kind });
    expect(found === undefined ? undefined : title(found)).toBe(row);
  });

  test("a row of the user overlays the fields that it has", () => {
    const own: KindRow = { group: "argoproj.io", kind: "Rollout", source: "kinds.yaml:2", counts: [] };
    const found = findKindRow({ group: "argoproj.io", kind: "Rollout" }, [own]);
    expect(found).toMatchObject({ counts: [], source: "kinds.yaml:2" });
    expect(found?.words?.length).toBeGreaterThan(0);
  });
});
