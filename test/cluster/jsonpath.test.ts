import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import type { PrintResult } from "../../shared/render/jsonpath/compile.ts";
import { compileJsonpath, compileJsonpathAsJson } from "../../shared/render/jsonpath/compile.ts";
import { randomFrom } from "../random.ts";
import { chainTemplate, richTemplate } from "../render/jsonpath/random-templates.ts";
import { asJson } from "../render/jsonpath/rows-as-json.ts";
import { filters } from "../render/jsonpath/rows-filters.ts";
import { paths } from "../render/jsonpath/rows-paths.ts";
import { ranges } from "../render/jsonpath/rows-ranges.ts";
import { refused } from "../render/jsonpath/rows-refused.ts";
import { values } from "../render/jsonpath/rows-values.ts";
import { type DocumentName, documents } from "../render/jsonpath/rule.ts";
import { repetitions } from "../size.ts";
import { describeCluster } from "./describe-cluster.ts";
import { askAll, isSame, printByKubectl, printSeveralByKubectl, writeDocuments } from "./jsonpath-oracle.ts";

const formats = { jsonpath: compileJsonpath, "jsonpath-as-json": compileJsonpathAsJson };

function printTemplate(format: keyof typeof formats, template: string, document: DocumentName): PrintResult {
  const compiled = formats[format](template);
  return "error" in compiled ? compiled : compiled.print(documents[document]);
}

describeCluster("the real kubectl", (cluster) => {
  beforeAll(() => writeDocuments(cluster));

  describe.each([
    ["jsonpath", [...values, ...paths, ...filters, ...ranges]],
    ["jsonpath-as-json", asJson],
  ] as const)("prints with -o %s what our tables say", (format, rules) => {
    test.for(rules)("$rule", async ({ document, rows }) => {
      const templates = rows.map(([template]) => template);
      const texts = format === "jsonpath" ? await printSeveralByKubectl(cluster, document, templates) : undefined;
      const expected = rows.map(([, text]) => text);
      if (isDeepStrictEqual(texts, expected)) return;
      // A template may act on the one behind it. Only alone each shows what it prints.
      const answers = await askAll(rows, ([template]) => printByKubectl(cluster, document, `${format}=${template}`));
      expect(answers.map(([[template], answer]) => [template, answer])).toEqual(
        rows.map(([template, text]) => [template, { text }]),
      );
    });
  });

  describe("refuses what our tables say, in these words", () => {
    test.for(refused)("$rule", async ({ document, rows }) => {
      const answers = await askAll(rows, ([template]) => printByKubectl(cluster, document, `jsonpath=${template}`));
      expect(answers.map(([[template], answer]) => [template, answer])).toEqual(
        rows.map(([template]) => [template, printTemplate("jsonpath", template, document)]),
      );
    });
  });

  test("panics over nothing, where we find nothing", async () => {
    const templates = [
      "{range .none}{[0]}{end}",
      "{range .emptyList[*]}{@[0]}{end}",
      "{range .none}{range @}{end}{end}",
    ];
    for (const template of templates) {
      expect(await printByKubectl(cluster, "rich", `jsonpath=${template}`)).toBe("panic");
      expect(printTemplate("jsonpath", template, "rich")).toEqual({ text: "" });
    }
  });

  test.for([
    ["jsonpath", "rich", richTemplate, 11],
    ["jsonpath-as-json", "rich", richTemplate, 12],
    ["jsonpath", "chain", chainTemplate, 13],
    ["jsonpath-as-json", "chain", chainTemplate, 14],
  ] as const)(
    "prints what kubectl prints: -o %s, random templates over the %s document",
    async ([format, document, template, seed]) => {
      const next = randomFrom(seed);
      // An empty template is refused before it comes to a printer.
      const templates = Array.from({ length: repetitions(40) }, () => template(next)).filter((one) => one !== "");
      const answers = await askAll(templates, (one) => printByKubectl(cluster, document, `${format}=${one}`));
      const all = answers.map(([one, theirs]) => ({
        template: one,
        theirs,
        ours: printTemplate(format, one, document),
      }));
      expect(all.filter((one) => !isSame(one.ours, one.theirs))).toEqual([]);
      // Of each kind there are enough, or this test says nothing.
      for (const kind of ["text", "error"] as const) {
        expect(all.filter((one) => one.theirs !== "panic" && kind in one.theirs).length).toBeGreaterThan(8);
      }
    },
  );
});
