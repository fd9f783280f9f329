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
import { type Answer, answerOf, askAll, isSame } from "./jsonpath-oracle.ts";
import { kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";

async function get(cluster: Cluster, output: string, ...flags: string[]): Promise<Answer> {
  return answerOf(await kubectl(cluster, ["get", "cdis", "-o", output, ...flags]));
}

async function getWithFile(cluster: Cluster, fileText: string, ...flags: string[]): Promise<Answer> {
  const file = join(cluster.directory, "columns.txt");
  await writeFile(file, fileText);
  return await get(cluster, `custom-columns-file=${file}`, ...flags);
}

/** What our printer makes of what the server holds, which is more than was sent: server-side metadata. */
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
      const answers = await askAll(rows, ([spec]) => get(cluster, `custom-columns=${spec}`));
      expect(answers.map(([[spec], answer]) => [spec, answer])).toEqual(rows.map(([spec, printed]) => [spec, printed]));
    });

    test.for(columnsFiles)("from a file: $rule", async ({ rows }) => {
      for (const [fileText, printed] of rows) {
        expect([fileText, await getWithFile(cluster, fileText)]).toEqual([fileText, printed]);
      }
    });
  });

  test("prints what kubectl prints for 80 random columns", async () => {
    const next = randomFrom(21);
    const specs = Array.from(
      { length: 80 },
      (_, index) => `NAME:.metadata.name,C${index}:${specPath(columnPath(next))}`,
    );
    const { items } = await readServed(cluster);
    const printColumns = (spec: string): PrintResult => {
      const compiled = compileColumns(spec, { noHeaders: false });
      return "error" in compiled ? compiled : compiled.print(items);
    };
    const answers = await askAll(specs, (spec) => get(cluster, `custom-columns=${spec}`));
    const all = answers.map(([spec, theirs]) => ({ spec, theirs, ours: printColumns(spec) }));
    expect(all.filter((one) => !isSame(one.ours, one.theirs))).toEqual([]);
    const texts = all.flatMap(({ theirs }) => (theirs !== "panic" && "text" in theirs ? [theirs.text] : []));
    // Enough of both, and rows that have something, or this test says nothing.
    expect(all.length - texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => /row-1 +[^<]/.test(text)).length).toBeGreaterThan(5);
  });

  test("--no-headers leaves the headers out, but in kubectl not those of a file", async () => {
    const without = compileColumns("A:.spec.size,B:.spec.ready", { noHeaders: true });
    const { items } = await readServed(cluster);
    expect("print" in without && without.print(items)).toEqual(
      await get(cluster, "custom-columns=A:.spec.size,B:.spec.ready", "--no-headers"),
    );
    const fileText = "A B\n.spec.size .spec.ready\n";
    const withThem = compileColumnsTemplate(fileText, { noHeaders: false });
    expect("print" in withThem && withThem.print(items)).toEqual(await getWithFile(cluster, fileText, "--no-headers"));
  });

  test("jsonpath of get allows missing keys, and prints a list as a list", async () => {
    const template =
      "{range .items[*]}{.metadata.name} {.spec.ratio}{.missing.deeper}\n{end}{.items[?(@.spec.size<5)].spec}";
    const compiled = compileJsonpath(template);
    const theirs = await get(cluster, `jsonpath=${template}`);
    expect(theirs).toHaveProperty("text");
    expect("print" in compiled && compiled.print(await readServed(cluster))).toEqual(theirs);
  });
});

/** The same path below `.spec`, where our documents have what the random names find. */
function specPath(path: string): string {
  return path.replace(/^\{?\.?/, (start) => (start.startsWith("{") ? "{.spec." : ".spec."));
}
