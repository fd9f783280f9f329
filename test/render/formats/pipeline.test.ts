import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { keyOf } from "../../../shared/model/object.ts";
import type { Cause, Report, RootNode } from "../../../shared/model/report.ts";
import { renderFleetGithub, renderFleetJunit } from "../../../shared/render/fleet/fleet-checks.ts";
import {
  type CheckGroup,
  type CheckResult,
  groupChecks,
  type PipelineCheck,
} from "../../../shared/render/formats/pipeline/checks.ts";
import { renderGithub } from "../../../shared/render/formats/pipeline/github.ts";
import { renderJunit } from "../../../shared/render/formats/pipeline/junit.ts";
import { renderMermaid } from "../../../shared/render/formats/pipeline/mermaid.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { mustSkip } from "../../environment.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { bearableReports } from "../any-report.ts";
import { fleetOfAll } from "../fleet-samples.ts";
import { samples } from "../samples.ts";

/** What may act or hide in a text: all but characters of an emoji and line breaks. */
function hasActiveCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replace(/\n|\p{RGI_Emoji}/gv, ""));
}

/** Each Report that a golden case makes. */
const golden = sentences.map((sentence) => [sentence, aggregate(readGoldenCase(sentence))] as const);

const isFault = ({ verdict }: Cause): boolean => verdict === "unavailable" || verdict === "degraded";

/** The causes of a Report. A cause that several roots have is one. */
function causesOf({ roots }: Report): readonly Cause[] {
  const counted = new Set<string>();
  return roots.flatMap(({ verdict, causes }) => {
    const own = verdict === "healthy" ? [] : causes.filter(({ about }) => !counted.has(keyOf(about)));
    for (const { about } of own.filter(isFault)) counted.add(keyOf(about));
    return own;
  });
}

function countChecks(groups: readonly CheckGroup[], result: CheckResult): number {
  return groups.flatMap(({ checks }) => checks).filter((check) => check.result === result).length;
}

describe.for(golden)("one fault is one failure: %s", ([, report]) => {
  const groups = groupChecks(report);

  test("there are as many failures as causes that are unavailable or degraded", () => {
    expect(countChecks(groups, "failed")).toBe(causesOf(report).filter(isFault).length);
  });

  test("there is an error exactly where something is unknown", () => {
    const isUnknown = report.verdict === "unknown" || causesOf(report).some(({ verdict }) => verdict === "unknown");
    const unread = report.completeness.gaps.filter(
      ({ required, outcome }) => required && (outcome === "forbidden" || outcome === "unread"),
    );
    expect(countChecks(groups, "error") > 0).toBe(isUnknown || unread.length > 0);
  });

  test("no two cases of a suite have one name, and no component has two", () => {
    for (const { checks } of groups) {
      const names = checks.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test("the upgrade is a case only where it is requested, and says what the gate says", () => {
    const isUpgrade = ({ name }: PipelineCheck): boolean => name === "gate upgrade";
    expect(groups.flatMap(({ checks }) => checks).filter(isUpgrade)).toEqual([]);
    const gate = upgradeGate(report);
    const checks = groupChecks(report, gate).flatMap((group) => group.checks.filter(isUpgrade));
    expect(checks.map(({ state }) => state)).toEqual(gate.roots.map(({ answer }) => answer));
  });

  test("GitHub has an error for each failure and each error of JUnit", () => {
    const errors = renderGithub(report).match(/^::error /gm) ?? [];
    expect(errors.length).toBe(countChecks(groups, "failed") + countChecks(groups, "error"));
  });
});

describe("no check is greener than the verdict", () => {
  test.for([...Object.entries(samples), ...golden])("%s", ([, report]) => {
    const groups = groupChecks(report);
    const isWorse = ["failed", "error"].includes(worstResultOf(groups));
    expect(worstResultOf(groups) === "passed").toBe(report.verdict === "healthy");
    expect(isWorse).toBe(["unavailable", "degraded", "unknown"].includes(report.verdict));
  });

  /** Of a healthy root, what is not required may be skipped. */
  function worstResultOf(groups: readonly CheckGroup[]): CheckResult {
    const checks = groups
      .filter(({ root }) => root?.verdict !== "healthy")
      .flatMap((group) => group.checks.map(({ result }) => result));
    return (["failed", "error", "skipped"] as const).find((result) => checks.includes(result)) ?? "passed";
  }
});

describe("JUnit", () => {
  const folder = temporaryFolder();
  const hasXmllint = spawnSync("xmllint", ["--version"]).status === 0;

  test.skipIf(mustSkip(hasXmllint))("is valid XML 1.0 and keeps the schema, whatever the text (needs xmllint)", () => {
    const reports = [...bearableReports, ...golden];
    const texts = [...reports.map(([, report]) => renderJunit(report, { upgradeGate })), renderFleetJunit(fleetOfAll)];
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
    expect(hasActiveCharacter(text)).toBe(false);
    const [, ...counts] =
      /<testsuites .*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(text) ?? [];
    const number = (part: string): number => text.split(part).length - 1;
    expect(counts.map(Number)).toEqual(["<testcase ", "<failure ", "<error ", "<skipped "].map(number));
  });

  test("a crashing container is the failure of its component, with the command to run", () => {
    const text = renderJunit(samples["a crashing container below CDI"] as Report);
    expect(text).toMatch(/name="CDI" time="0">\n\s+<failure type="unavailable" message="CDI unavailable for 14m: /);
    expect(text).toMatch(/\nkubectl (logs|describe) [^\n]+ {2}# /);
  });

  test("a cause that two components share is one failure, which names both", () => {
    const { roots, ...report } = samples["a crashing container below CDI"] as Report;
    const [root] = roots as [RootNode];
    const [cause] = root.causes as [Cause];
    const [, ...others] = root.causes;
    const shared = { ...root, causes: [{ ...cause, sharedBy: ["NetworkAddonsConfig"] }, ...others] };
    const [group] = groupChecks({ ...report, roots: [shared] });
    const names = group?.checks.map(({ name }) => name);
    expect(names).toContain("CDI, NetworkAddonsConfig");
    expect(names).not.toContain("NetworkAddonsConfig");
  });

  test("a healthy cluster that reports Upgradeable=False has no failure", () => {
    const report = aggregate(readGoldenCase("networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged"));
    expect(renderJunit(report)).toMatch(/<testsuites [^>]* failures="0" errors="0" skipped="0"/);
    expect(renderJunit(report, { upgradeGate })).toMatch(/name="gate upgrade" time="0">\n\s+<failure type="BLOCK"/);
  });

  test("a damaged piece of the input is an error, though all else is healthy", () => {
    const snapshot = readGoldenCase("all-six-components-are-healthy");
    const report = aggregate({ ...snapshot, damage: [{ where: "input.yaml:405:1", cause: "deficient indentation" }] });
    expect(report.verdict).toBe("healthy");
    expect(renderJunit(report)).toMatch(/ failures="0" errors="1" /);
    expect(renderGithub(report)).toMatch(/^::error title=The input is damaged::input\.yaml:405:1 could not be used/m);
  });
});

describe("annotations of GitHub Actions", () => {
  /** The workflow commands that the runner reads; it looks at the beginning of each line. */
  const command = /^::(error|warning|notice) title=([^:,\r\n]*)::([^\r\n]*)$/;

  test.for(bearableReports)("are one line each, and no text of a cluster begins one: %s", ([, report]) => {
    const text = renderGithub(report);
    expect(hasActiveCharacter(text)).toBe(false);
    const lines = text.trimEnd().split("\n");
    for (const line of lines) expect(line).toMatch(command);
    expect(lines.length).toBeLessThanOrEqual(51);
    for (const line of lines)
      for (const [escaped] of line.matchAll(/%.?.?/g)) expect(escaped).toMatch(/^%(25|0A|0D|3A|2C)$/);
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
  test("a cluster that does not respond is an error", () => {
    expect(renderFleetJunit(fleetOfAll)).toMatch(
      /<testsuite name="dead: status" tests="1" failures="0" errors="1" skipped="0"/,
    );
    expect(renderFleetGithub(fleetOfAll)).toMatch(
      /^::error title=dead%3A The status is unknown::unknown: unreachable/m,
    );
  });
});
