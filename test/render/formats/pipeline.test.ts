import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { renderFleetGithub, renderFleetJunit } from "../../../shared/render/fleet/fleet-checks.ts";
import { groupChecks } from "../../../shared/render/formats/pipeline/checks.ts";
import { renderGithub } from "../../../shared/render/formats/pipeline/github.ts";
import { renderJunit } from "../../../shared/render/formats/pipeline/junit.ts";
import { renderMermaid } from "../../../shared/render/formats/pipeline/mermaid.ts";
import { mustSkip } from "../../environment.ts";
import { bearableReports } from "../any-report.ts";
import { fleetOfAll } from "../fleet-samples.ts";
import { samples } from "../samples.ts";

/** What may act or hide in a text: all but characters of an emoji and line breaks. */
function acts(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replace(/\n|\p{RGI_Emoji}/gv, ""));
}

describe("no check is greener than the verdict", () => {
  test.for(Object.entries(samples))("%s", ([, report]) => {
    const groups = groupChecks(report);
    const wholes = groups.map(({ checks: [whole] }) => whole?.result);
    expect(wholes.every((result) => result === "passed")).toBe(report.verdict === "healthy");
    expect(wholes.includes("failed")).toBe(["unavailable", "degraded"].includes(report.verdict));
    for (const root of report.roots) {
      const failed = groups.flatMap(({ checks }) => checks.filter(({ result }) => result === "failed"));
      if (root.verdict === "unavailable") expect(failed.length).toBeGreaterThan(0);
    }
  });
});

describe("JUnit", () => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-junit-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;

  test.skipIf(mustSkip(hasXmllint))("is valid XML 1.0 and keeps the schema, whatever the text (needs xmllint)", () => {
    const texts = [...bearableReports.map(([, report]) => renderJunit(report)), renderFleetJunit(fleetOfAll)];
    const files = texts.map((text, index) => {
      const file = join(folder, `${index}.xml`);
      writeFileSync(file, text);
      return file;
    });
    const schema = join(import.meta.dirname, "junit.xsd");
    const { status, stderr } = spawnSync("xmllint", ["--noout", "--schema", schema, ...files], { encoding: "utf8" });
    expect(stderr.split("\n").filter((line) => line !== "" && !line.endsWith(" validates"))).toEqual([]);
    expect(status).toBe(0);
  });

  test.for(bearableReports)("has no text that acts, and counts its cases: %s", ([, report]) => {
    const text = renderJunit(report);
    expect(acts(text)).toBe(false);
    const [, tests, failures, skipped] =
      /<testsuites .*tests="(\d+)" failures="(\d+)".*skipped="(\d+)"/.exec(text) ?? [];
    const number = (part: string): number => text.split(part).length - 1;
    expect([tests, failures, skipped].map(Number)).toEqual(["<testcase ", "<failure ", "<skipped "].map(number));
  });

  test("a crashing container is the failure of its component, with the command to run", () => {
    const text = renderJunit(samples["a crashing container below CDI"] as Report);
    expect(text).toMatch(/name="CDI" time="0">\n\s+<failure type="unavailable" message="Unavailable because CDI: /);
    expect(text).toMatch(/\nkubectl (logs|describe) [^\n]+ {2}# /);
  });
});

describe("annotations of GitHub Actions", () => {
  /** The workflow commands that the runner reads; it looks at the beginning of each line. */
  const command = /^::(error|warning|notice) title=([^:,\r\n]*)::([^\r\n]*)$/;

  test.for(bearableReports)("are one line each, and no text of a cluster begins one: %s", ([, report]) => {
    const text = renderGithub(report);
    expect(acts(text)).toBe(false);
    const lines = text.trimEnd().split("\n");
    for (const line of lines) expect(line).toMatch(command);
    expect(lines.length).toBeLessThanOrEqual(51);
    for (const line of lines)
      for (const [escaped] of line.matchAll(/%.?.?/g)) expect(escaped).toMatch(/^%(25|0A|0D|3A|2C)$/);
  });

  test.for(Object.entries(samples))("have an error exactly where it is unavailable or degraded: %s", ([, report]) => {
    expect(/^::error /m.test(renderGithub(report))).toBe(["unavailable", "degraded"].includes(report.verdict));
    if (report.verdict === "unknown") expect(renderGithub(report)).toMatch(/^::(warning|error) /);
  });

  test("a text that looks like a command stays text", () => {
    const report = samples["healthy is short"] as Report;
    const name = "x\n::stop-commands::token\r\n::add-mask::y,title=z%0A::error::w";
    const roots = report.roots.map((root) => ({ ...root, ref: { ...root.ref, name } }));
    for (const line of renderGithub({ ...report, roots })
      .trimEnd()
      .split("\n"))
      expect(line).toMatch(command);
  });
});

describe("mermaid", () => {
  const label = "(?:[\\p{L}\\p{N}\\p{M} ,.…/()-]|#\\d+;|<br/>)*";
  const line = new RegExp(
    `^(?:flowchart TD|  (?:n\\d+|more)\\["${label}"\\]:::[a-z]+|  n\\d+ --> n\\d+|  classDef [a-z]+ fill:#[0-9a-f]{6},color:#ffffff)$`,
    "u",
  );

  test.for(bearableReports)("has only boxes, edges and classes, whatever the text: %s", ([, report]) => {
    const lines = renderMermaid(report).trimEnd().split("\n");
    expect(lines[0]).toBe("flowchart TD");
    for (const one of lines) expect(one).toMatch(line);
    expect(lines.length).toBeLessThan(500);
  });

  test("the way down ends in the container that crashes", () => {
    const lines = renderMermaid(samples["a crashing container below CDI"] as Report).split("\n");
    const last = lines
      .find((one) => one.includes("CrashLoopBackOff"))
      ?.trim()
      .split("[")[0];
    expect(lines.some((one) => one.endsWith(`--> ${last}`))).toBe(true);
    expect(lines.some((one) => one.startsWith(`  ${last} -->`))).toBe(false);
  });
});

describe("several clusters", () => {
  test("a cluster that does not respond is a skipped case and a warning", () => {
    expect(renderFleetJunit(fleetOfAll)).toMatch(
      /<testsuite name="dead: verdict" tests="1" failures="0" errors="0" skipped="1"/,
    );
    expect(renderFleetGithub(fleetOfAll)).toMatch(/^::warning title=dead%3A verdict%3A verdict::unknown: unreachable/m);
  });
});
