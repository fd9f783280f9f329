import { describe, expect, test } from "vitest";
import { displayWidth } from "../../../../shared/characters/display-width.ts";
import type { Report } from "../../../../shared/model/report.ts";
import { describeFinding } from "../../../../shared/outline/findings/describe.ts";
import { renderText } from "../../../../shared/render/formats/text/text.ts";
import type { ColorPalette } from "../../../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../../../shared/render/terminal/text-style.ts";
import { randomFrom } from "../../../random.ts";
import { finding } from "../../build.ts";
import { hostileReport } from "../../hostile-report.ts";
import { samples } from "../../samples.ts";

const looks: Readonly<Record<string, TextOptions>> = {
  "80": { width: 80 },
  "40": { width: 40 },
  ascii: { width: 80, ascii: true },
  wide: { width: 120, wide: true },
};

const cases = Object.entries(samples).flatMap(([name, report]) =>
  Object.entries(looks).map(([look, options]) => ({ name, look, report, options })),
);

/** The screens that test/golden does not have. */
const kept = cases.filter(({ look }) => look === "40" || look === "ascii");

describe("a Report as a person reads it", () => {
  test.for(kept)("$name ($look)", async ({ name, look, report, options }) => {
    await expect(renderText(report, options)).toMatchFileSnapshot(`golden/${name.replaceAll(" ", "-")}.${look}.txt`);
  });

  test.for(cases)("fits and does not end lines in spaces: $name ($look)", ({ report, options }) => {
    for (const line of rows(renderText(report, options))) {
      expect(line).toBe(line.trimEnd());
      expect(displayWidth(line), line).toBeLessThanOrEqual(options.width ?? 0);
    }
  });
});

describe("the layout holds whatever the texts are", () => {
  test.for(Array.from({ length: 40 }, (_, seed) => seed))("lines fit the width, seed %i", (seed) => {
    const next = randomFrom(seed);
    const width = 20 + Math.floor(next() * 100);
    for (const line of rows(renderText(hostileReport(next), { width }))) {
      expect(displayWidth(line), line).toBeLessThanOrEqual(width);
    }
  });

  test("no width, or 0, wraps nothing", () => {
    const report = samples["a crashing container below CDI"];
    if (report === undefined) throw new Error("sample is gone");
    expect(renderText(report)).toBe(renderText(report, { width: 0 }));
    expect(renderText(report)).toContain("to target version v1.8.1 using registry quay.io/kubevirt\n");
  });

  test.for(Object.entries(samples))("colour only repeats what the text says: %s", ([, report]) => {
    const colour = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
    const palette: ColorPalette = {
      bad: colour(31),
      warn: colour(33),
      good: colour(32),
      dim: colour(2),
      bold: colour(1),
    };
    const coloured = renderText(report, { width: 80, palette });
    // Nothing found is no verdict, so it has no colour.
    if (report.roots.length > 0) expect(coloured).toContain("\u001b[");
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(renderText(report, { width: 80 }));
    for (const line of coloured.split("\n"))
      expect(line.match(/\u001b\[\d+m/g)?.length ?? 0, line).toSatisfy((count: number) => count % 2 === 0);
  });
});

describe("times instead of ages", () => {
  const report = samples["a crashing container below CDI"] as Report;
  const age = /\b\d+[smhdy]\b/;

  test.for([{}, { wide: true }])("with absoluteTime no age is left, with %j", (look) => {
    const text = renderText(report, { ...look, width: 100, absoluteTime: true });
    expect(text).toContain("unavailable since 2026-11-21T05:59:18Z\n");
    expect(text).toMatch(/^✗ Available=False 2026-11-21T05:59:18Z /m);
    expect(text).toMatch(/Deployment cdi-deployment 0\/1 ready, since 2026-11-21T05:59:18Z$/m);
    expect(text).not.toMatch(age);
  });

  test("findings that count seconds have the moment too", () => {
    const takenAt = "2026-11-21T06:13:18Z";
    const at = { now: takenAt, format: "time" } as const;
    const about = { group: "", kind: "CDI", name: "cdi" };
    const failed = finding("error", { code: "reconcile-failed", message: "", seconds: 120, transient: false }, about);
    const made = finding("info", { code: "component-new", component: "CDI", seconds: 60 }, about);
    expect(describeFinding(failed, at)).toBe("the operator has not completed a reconcile since 2026-11-21T06:11:18Z");
    expect(describeFinding(made, at)).toContain(
      "CDI was deleted and recreated at 2026-11-21T06:12:18Z: the CR's status is about the previous one",
    );
  });
});

/** All lines but the command, which is never wrapped, so that it can be copied. */
function rows(text: string): readonly string[] {
  return text.split("\n").filter((line) => !/^(?: {2}\$ |Next)/.test(line));
}
