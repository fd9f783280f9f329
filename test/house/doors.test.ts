import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { profileNames } from "../../shared/model/families.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));

const uses = (name: string, from: string): string =>
  `import { ${name} } from "${from}";\n\nexport const used: unknown = ${name};\n`;

type Row = readonly [path: string, source: string, sentence: string];

/** Where each row's file stands, numbered, so that one run of the linter sees all of them. */
function placeOf([path]: Row, number: number): string {
  return path.replace("x.ts", `x${number}.ts`);
}

/** What the linter says of each file, in the order of the rows. */
function lintAll(rows: readonly Row[]): readonly string[] {
  const places = rows.map(placeOf);
  rows.forEach(([, source], number) => {
    const file = join(folder, places[number] ?? "");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  });
  const flags = ["lint", "--colors=off", "--max-diagnostics=none", "."];
  const { stdout, stderr } = spawnSync(join(root, "node_modules/.bin/biome"), flags, { cwd: folder, encoding: "utf8" });
  // Each diagnostic begins with `file:line:column`, and wraps its sentence.
  const diagnostics = (stdout + stderr).split(/^(?=\S+\.ts:\d)/m).map((text) => text.replace(/\s+/g, " "));
  return places.map((place) => diagnostics.filter((text) => text.startsWith(`${place}:`)).join("\n"));
}

describe("each door is refused with its sentence (ARCHITECTURE.md)", () => {
  const rows: readonly Row[] = [
    ["shared/model/x.ts", uses("at", "../parse/value.ts"), "The model imports nothing but itself"],
    ["shared/tables/x.ts", uses("at", "../parse/value.ts"), "The explanations are a table"],
    ["shared/profiles/x.ts", uses("at", "../parse/value.ts"), "A profile is a table"],
    ["shared/explanations/x.ts", uses("at", "../parse/value.ts"), "The explanations are a table"],
    ["shared/profiles/x.ts", uses("explanationTable", "../explanations/table.ts"), "A profile is a table"],
    ["shared/render/x.ts", uses("explanationTable", "../explanations/table.ts"), "A surface renders the Report"],
    ["shared/parse/x.ts", uses("describe", "../render/words.ts"), "Parsing turns text into objects"],
    ["shared/aggregate/x.ts", uses("renderText", "../render/text.ts"), "Aggregation is pure"],
    ["shared/aggregate/x.ts", uses("joinNames", "../render/words/report/names.ts"), "Aggregation is pure"],
    ["shared/aggregate/x.ts", uses("causeText", "../outline/cause-clauses.ts"), "Aggregation is pure"],
    ["shared/aggregate/hco/x.ts", uses("causeText", "../../outline/cause-clauses.ts"), "Aggregation is pure"],
    ["shared/model/x.ts", uses("causeText", "../outline/cause-clauses.ts"), "The model imports nothing but itself"],
    ["shared/profiles/x.ts", uses("causeText", "../outline/cause-clauses.ts"), "A profile is a table"],
    ["shared/parse/x.ts", uses("causeText", "../outline/cause-clauses.ts"), "Parsing turns text into objects"],
    ["shared/parse/x.ts", uses("sanitizeLine", "../characters/sanitize.ts"), "Parsing turns text into objects"],
    ["shared/aggregate/x.ts", uses("sanitizeLine", "../characters/sanitize.ts"), "Aggregation is pure"],
    ["shared/aggregate/hco/x.ts", uses("sanitizeLine", "../../characters/sanitize.ts"), "Aggregation is pure"],
    ["shared/outline/x.ts", uses("aggregate", "../aggregate/aggregate.ts"), "The outline writes the sentences"],
    ["shared/outline/x.ts", uses("joinNames", "../render/words/report/names.ts"), "The outline writes the sentences"],
    ["shared/outline/x.ts", uses("toText", "../parse/json-value.ts"), "The outline writes the sentences"],
    ["shared/outline/x.ts", uses("collect", "../io/collect.ts"), "The outline writes the sentences"],
    ["shared/outline/x.ts", "export const now: number = Date.now();\n", "The core knows no clock"],
    ["shared/aggregate/rules/x.ts", uses("collect", "../../io/collect.ts"), "Aggregation is pure"],
    ["shared/aggregate/hco/x.ts", uses("nodeOf", "../generic/node.ts"), "A family never imports another"],
    ["shared/aggregate/platform/x.ts", uses("collect", "../../io/collect.ts"), "Aggregation is pure"],
    ["shared/aggregate/hco/findings/x.ts", uses("nodeOf", "../../generic/node.ts"), "A family never imports another"],
    ...profileNames.map(
      (name): Row => [
        `shared/aggregate/${name === "generic" ? "hco" : "generic"}/x.ts`,
        uses("stateOf", `../${name}/state.ts`),
        "A family never imports another",
      ],
    ),
    ["shared/aggregate/x.ts", uses("load", "js-yaml"), "Aggregation is pure"],
    ["shared/aggregate/x.ts", "export const now: number = Date.now();\n", "The core knows no clock"],
    ["shared/aggregate/x.ts", "export const now: unknown = globalThis.Date.now();\n", "The core names what it needs"],
    ["shared/aggregate/x.ts", uses("eastAsianWidth", "get-east-asian-width"), "Aggregation is pure"],
    ["shared/profiles/x.ts", uses("aggregate", "../index.ts"), "A profile is a table"],
    ["shared/aggregate/hco/x.ts", uses("aggregate", "../../index.ts"), "Aggregation is pure"],
    ["plugin/x.ts", uses("env", "node:process"), "The plugin renders Reports in a shell"],
    ["shared/io/x.ts", uses("env", "node:process"), "The I/O ring serves both fronts"],
    [
      "shared/render/x.ts",
      uses("aggregate", "../aggregate/aggregate.ts"),
      "A surface renders the Report and nothing else",
    ],
    ["shared/paint/x.ts", uses("RootNode", "../model/report.ts"), "A painter draws an outline"],
    ["shared/paint/x.ts", uses("causeText", "../outline/cause-clauses.ts"), "A painter draws an outline"],
    ["shared/outline/x.ts", uses("paintPlain", "../paint/plain.ts"), "The outline writes the sentences"],
    ["shared/io/x.ts", uses("window", "vscode"), "The I/O ring serves both fronts"],
    ["shared/io/x.ts", "export const environment: unknown = process.env;\n", "noProcessGlobal"],
    ["plugin/x.ts", uses("window", "vscode"), "The plugin renders Reports in a shell"],
    ["plugin/x.ts", "export const environment: unknown = process.env;\n", "noProcessGlobal"],
    ["extension/x.ts", uses("run", "../plugin/run.ts"), "The extension shows Reports in an editor"],
    ["extension/x.ts", uses("load", "js-yaml"), "The extension shows Reports in an editor"],
    ["extension/x.ts", "export const environment: unknown = process.env;\n", "noProcessGlobal"],
  ];
  const passing: readonly Row[] = [
    [
      "shared/render/formats/x.ts",
      uses("inputFaultText", "../../parse/input-fault-text.ts"),
      "the texts about input pass to what renders them",
    ],
    [
      "shared/render/formats/x.ts",
      uses("causeText", "../../outline/cause-clauses.ts"),
      "so do the sentences of the outline",
    ],
    ["shared/outline/x.ts", uses("workloadKinds", "../profiles/hco/workloads.ts"), "the outline reads profiles"],
  ];
  const said = lintAll([...rows, ...passing]);

  test.for(rows.map((row, number) => [...row, number] as const))("%s does not pass: %s", ([, , sentence, number]) => {
    expect(said[number]).toContain(sentence);
  });

  test.for(passing.map((row, number) => [...row, number] as const))("%s: %s", ([, , , number]) => {
    expect(said[rows.length + number]).toBe("");
  });
});
