import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileColumns, compileColumnsTemplate } from "../../shared/render/formats/custom-columns/custom-columns.ts";
import type { PrintResult } from "../../shared/render/jsonpath/compile.ts";
import { compileJsonpath } from "../../shared/render/jsonpath/compile.ts";
import { randomFrom } from "../random.ts";
import { columnDocuments } from "../render/jsonpath/column-documents.ts";
import { columnPath } from "../render/jsonpath/random-templates.ts";
import { columns, columnsFiles } from "../render/jsonpath/rows-columns.ts";
import { apply, wipe } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { isSameResult, type KubectlResult, printByKubectl } from "./jsonpath-oracle.ts";
import { kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";

/** What kubectl prints of the CDIs on the server with `-o OUTPUT`. */
function getByKubectl(cluster: Cluster, output: string, ...flags: readonly string[]): Promise<KubectlResult> {
  return printByKubectl(cluster, "get", "cdis", "-o", output, ...flags);
}

/** The same with `-o custom-columns-file` and a file of this text. */
async function getByKubectlWithFile(
  cluster: Cluster,
  fileText: string,
  ...flags: readonly string[]
): Promise<KubectlResult> {
  const file = join(cluster.directory, "columns.txt");
  await writeFile(file, fileText);
  return await getByKubectl(cluster, `custom-columns-file=${file}`, ...flags);
}

/** The CDIs as the server returns them, with the metadata that it adds. */
async function readServed(cluster: Cluster): Promise<{ readonly items: readonly unknown[] }> {
  return JSON.parse((await kubectl(cluster, ["get", "cdis", "-o", "json"])).stdout) as { items: unknown[] };
}

describeCluster("kubectl get on a real API server", (cluster) => {
  beforeAll(async () => {
    await wipe(cluster);
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    await apply(cluster, columnDocuments);
  });

  describe("prints the custom-columns our tables say", () => {
    test.for(columns)("$rule", async ({ rows }) => {
      const results = await Promise.all(
        rows.map(async ([columnSpec]) => ({
          columnSpec,
          result: await getByKubectl(cluster, `custom-columns=${columnSpec}`),
        })),
      );
      expect(results).toEqual(rows.map(([columnSpec, result]) => ({ columnSpec, result })));
    });

    test.for(columnsFiles)("from a file: $rule", async ({ rows }) => {
      for (const [fileText, printed] of rows) {
        expect(await getByKubectlWithFile(cluster, fileText), fileText).toEqual(printed);
      }
    });
  });

  test("prints what kubectl prints for 80 random columns", async () => {
    const random = randomFrom(21);
    const { items } = await readServed(cluster);
    const printColumns = (columnSpec: string): PrintResult => {
      const compiled = compileColumns(columnSpec, { noHeaders: false });
      return "error" in compiled ? compiled : compiled.print(items);
    };
    const columnSpecs = Array.from(
      { length: 80 },
      (_, index) => `NAME:.metadata.name,C${index}:${specPath(columnPath(random))}`,
    );
    const results = await Promise.all(
      columnSpecs.map(async (columnSpec) => ({
        columnSpec,
        theirs: await getByKubectl(cluster, `custom-columns=${columnSpec}`),
        ours: printColumns(columnSpec),
      })),
    );
    expect(results.filter(({ ours, theirs }) => !isSameResult(ours, theirs))).toEqual([]);
    // Enough columns must be refused, and enough have a value. Else the comparison says nothing.
    const texts = results.flatMap(({ theirs }) => ("text" in theirs ? [theirs.text] : []));
    expect(results.length - texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => /row-1 +[^<]/.test(text)).length).toBeGreaterThan(5);
  });

  test("--no-headers leaves the headers out, but in kubectl not those of a file", async () => {
    const without = compileColumns("A:.spec.size,B:.spec.ready", { noHeaders: true });
    const { items } = await readServed(cluster);
    expect("print" in without && without.print(items)).toEqual(
      await getByKubectl(cluster, "custom-columns=A:.spec.size,B:.spec.ready", "--no-headers"),
    );
    const fileText = "A B\n.spec.size .spec.ready\n";
    const withThem = compileColumnsTemplate(fileText, { noHeaders: false });
    expect("print" in withThem && withThem.print(items)).toEqual(
      await getByKubectlWithFile(cluster, fileText, "--no-headers"),
    );
  });

  test("jsonpath of get allows missing keys, and prints a list as a list", async () => {
    const template =
      "{range .items[*]}{.metadata.name} {.spec.ratio}{.missing.deeper}\n{end}{.items[?(@.spec.size<5)].spec}";
    const compiled = compileJsonpath(template);
    const theirs = await getByKubectl(cluster, `jsonpath=${template}`);
    expect(theirs).toHaveProperty("text");
    expect("print" in compiled && compiled.print(await readServed(cluster))).toEqual(theirs);
  });
});

/** The same path below `.spec`, where our documents have what the random names find. */
function specPath(path: string): string {
  return path.replace(/^\{?\.?/, (start) => (start.startsWith("{") ? "{.spec." : ".spec."));
}
