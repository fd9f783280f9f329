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
import { isSameResult, printDocumentByKubectl, writeDocuments } from "./jsonpath-oracle.ts";

// The tests of `-o jsonpath` (test/render/jsonpath) compare our program with tables. Here the real kubectl says whether the
// tables are right. It prints each template in a run of its own, because one template can change what the next one prints.

const compilers = { jsonpath: compileJsonpath, "jsonpath-as-json": compileJsonpathAsJson };

/** What our program prints of a document, or the words in which it refuses the template. */
function printDocument(format: keyof typeof compilers, template: string, document: DocumentName): PrintResult {
  const compiled = compilers[format](template);
  return "error" in compiled ? compiled : compiled.print(documents[document]);
}

describeCluster("the real kubectl", (cluster) => {
  beforeAll(() => writeDocuments(cluster));

  describe("prints with -o jsonpath what the tables say", () => {
    test.for([...values, ...paths, ...filters, ...ranges])("$rule", async ({ document, rows }) => {
      const results = await Promise.all(
        rows.map(async ([template]) => ({
          template,
          result: await printDocumentByKubectl(cluster, document, `jsonpath=${template}`),
        })),
      );
      expect(results).toEqual(rows.map(([template, text]) => ({ template, result: { text } })));
    });
  });

  describe("prints with -o jsonpath-as-json what the table says", () => {
    test.for(asJson)("$rule", async ({ document, rows }) => {
      const results = await Promise.all(
        rows.map(async ([template]) => ({
          template,
          result: await printDocumentByKubectl(cluster, document, `jsonpath-as-json=${template}`),
        })),
      );
      expect(results).toEqual(rows.map(([template, text]) => ({ template, result: { text } })));
    });
  });

  describe("refuses templates in the words of our program", () => {
    test.for(refused)("$rule", async ({ document, rows }) => {
      const results = await Promise.all(
        rows.map(async ([template]) => ({
          template,
          result: await printDocumentByKubectl(cluster, document, `jsonpath=${template}`),
        })),
      );
      expect(results).toEqual(
        rows.map(([template]) => ({ template, result: printDocument("jsonpath", template, document) })),
      );
    });
  });

  test.for(["{range .none}{[0]}{end}", "{range .emptyList[*]}{@[0]}{end}", "{range .none}{range @}{end}{end}"])(
    "panics at %s, of which our program prints nothing",
    async (template) => {
      expect(await printDocumentByKubectl(cluster, "rich", `jsonpath=${template}`)).toEqual({ panics: true });
      expect(printDocument("jsonpath", template, "rich")).toEqual({ text: "" });
    },
  );

  test.for([
    { format: "jsonpath", document: "rich", buildTemplate: richTemplate, seed: 11 },
    { format: "jsonpath-as-json", document: "rich", buildTemplate: richTemplate, seed: 12 },
    { format: "jsonpath", document: "chain", buildTemplate: chainTemplate, seed: 13 },
    { format: "jsonpath-as-json", document: "chain", buildTemplate: chainTemplate, seed: 14 },
  ] as const)(
    "prints random templates with -o $format over the $document document as our program does",
    async ({ format, document, buildTemplate, seed }) => {
      const random = randomFrom(seed);
      const templates = Array.from({ length: repetitions(40) }, () => buildTemplate(random));
      const results = await Promise.all(
        // kubectl refuses an empty template before it chooses a printer.
        templates
          .filter((template) => template !== "")
          .map(async (template) => ({
            template,
            theirs: await printDocumentByKubectl(cluster, document, `${format}=${template}`),
            ours: printDocument(format, template, document),
          })),
      );
      expect(results.filter(({ ours, theirs }) => !isSameResult(ours, theirs))).toEqual([]);
      // Enough templates must be printed, and enough refused. Else the comparison says nothing.
      expect(results.filter(({ theirs }) => "text" in theirs).length).toBeGreaterThan(8);
      expect(results.filter(({ theirs }) => "error" in theirs).length).toBeGreaterThan(8);
    },
  );
});
