import { describe, expect, test } from "vitest";
import { fleetFormats } from "../../shared/render/fleet-formats.ts";
import type { FleetMember } from "../../shared/render/fleet-member.ts";
import { fleetRows, inOrder } from "../../shared/render/fleet-rows.ts";
import { type FleetOptions, renderFleet } from "../../shared/render/fleet-text.ts";
import type { FormatName } from "../../shared/render/format-names.ts";
import { displayWidth } from "../../shared/render/width.ts";
import { fleetStates } from "../../shared/render/words-fleet.ts";
import { fleetOfAll, member } from "./fleet-samples.ts";
import { hostileReport } from "./hostile-report.ts";
import { generator, hostileText } from "./random.ts";

const all = inOrder(fleetOfAll);

async function printed(format: FormatName, members: readonly FleetMember[], template = "", options: FleetOptions = {}) {
  const printer = await fleetFormats[format]?.(template, options);
  if (printer === undefined || "error" in printer) throw new Error(`${format}: ${printer?.error}`);
  const result = printer(members, options);
  if ("error" in result) throw new Error(result.error);
  return result.text;
}

describe("clusters stand in one table", () => {
  const looks: [name: string, format: FormatName, options: FleetOptions][] = [
    ["120", "text", { width: 120 }],
    ["60", "text", { width: 60 }],
    ["ascii", "text", { width: 100, ascii: true, noHeaders: true }],
    ["wide", "wide", { width: 180, kubectl: "kubectl --kubeconfig 'my file'", as: "bob" }],
    ["times", "text", { width: 0, absoluteTime: true, at: "2026-11-21T06:13:18Z" }],
    ["plain", "plain", {}],
    ["followed", "text", { width: 90, isFollowed: true }],
  ];
  test.for(looks)("as in %s", async ([name, format, options]) => {
    const text = await printed(format, all, "", options);
    await expect(text).toMatchFileSnapshot(`golden/fleet.${name}.txt`);
    for (const line of text.split("\n")) {
      expect(line).toBe(line.trimEnd());
      if (options.width && !line.startsWith("Next"))
        expect(displayWidth(line), line).toBeLessThanOrEqual(options.width);
    }
    if (options.ascii) expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  });

  test("worst first, then those without an answer, then what is well; those alike by name", () => {
    expect(all.map(({ context }) => context)).toEqual([
      ...["crashing", "culprits", "two", "dead", "far", "torn", "expired", "refusing", "empty", "no-kind", "typo"],
      ...["joining", "half-seen", "upgrading", "lost", "well-a", "well-b"],
    ]);
  });

  test.for(Array.from({ length: 20 }, (_, seed) => seed))("whatever order they come in, seed %i", (seed) => {
    const next = generator(seed);
    const shuffled = fleetOfAll.map((one) => ({ one, at: next() })).toSorted((a, b) => a.at - b.at);
    const order = inOrder(shuffled.map(({ one }) => one));
    expect(order).toEqual(all);
    const ranks = fleetRows(order, { tells: "age", wide: false }).map(({ state }) => fleetStates.indexOf(state));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  test("one cluster that is well says no more", () => {
    expect(renderFleet([member("prod", "healthy is short")])).toBe(
      [
        "✓ 1 cluster: 1 healthy",
        "  read just now",
        "",
        "CONTEXT  VERSION  VERDICT  SINCE",
        "✓ prod   1.20.0   healthy  3d4h",
        "",
      ].join("\n"),
    );
  });
});

describe("scripts get the Reports, in the order of the table", () => {
  const reports = all.map(({ report }) => report);

  test("as a JSON list", async () => {
    expect(JSON.parse(await printed("json", all))).toEqual(JSON.parse(JSON.stringify(reports)));
  });

  const rows: [sentence: string, format: FormatName, template: string, text: string][] = [
    ["names of contexts", "name", "", all.map(({ context }) => `${context}\n`).join("")],
    [
      "jsonpath over the items of a List",
      "jsonpath",
      '{.kind} {range .items[0:2]}{.source.name}={.verdict}{"\\n"}{end}',
      "List crashing=unavailable\nculprits=unavailable\n",
    ],
    [
      "custom columns with a row each",
      "custom-columns",
      "C:.source.name,V:.verdict",
      ["C           V", ...reports.map(({ source, verdict }) => `${source.name.padEnd(11)} ${verdict}`), ""].join("\n"),
    ],
  ];
  test.for(rows)("%s", async ([, format, template, text]) => {
    expect(await printed(format, all, template)).toBe(text);
  });

  test("a YAML list", async () => {
    const text = await printed("yaml", all);
    expect(text.match(/^- apiVersion: hco-status\/v1$/gm)).toHaveLength(all.length);
  });
});

describe("what a cluster or a kubeconfig says never acts", () => {
  test.for(Array.from({ length: 40 }, (_, seed) => seed))("seed %i", async (seed) => {
    const next = generator(seed);
    const members = Array.from({ length: 5 }, (): FleetMember => {
      const trouble = { is: "unreached", cause: hostileText(next) } as const;
      const one = { context: hostileText(next), server: hostileText(next), report: hostileReport(next) };
      return next() < 0.5 ? one : { ...one, trouble };
    });
    const width = 40 + Math.floor(next() * 100);
    for (const format of ["text", "wide", "plain", "name"] as const) {
      const text = await printed(format, inOrder(members), "", { width });
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/u);
      const lines = text.split("\n").filter((line) => !line.startsWith("Next"));
      if (format === "text" || format === "wide")
        for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
    }
    expect(await printed("json", inOrder(members))).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });
});
