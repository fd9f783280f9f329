import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { listUpgradeableRoots } from "../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import { gateCodes } from "../../shared/model/finding/row.ts";
import type { Gate, Report, RootNode } from "../../shared/model/report.ts";
import type { GateAnswer } from "../../shared/model/upgrade-gate.ts";
import { summarizeForAssistant, summarizeGate } from "../../shared/render/assistant/summary.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { renderFleetGatePlain } from "../../shared/render/fleet/gate-table.ts";
import { gateHeadline } from "../../shared/outline/gate-headline.ts";
import { rootUpgradeLine } from "../../shared/outline/gate-words.ts";
import { entryLine, plainText } from "../../shared/outline/text.ts";
import { rootNaming } from "../../shared/outline/root-list-entry.ts";
import { groupChecks } from "../../shared/render/formats/pipeline/checks.ts";
import { renderFirstText, renderText } from "../../shared/render/formats/text/text.ts";
import { upgradeCheck } from "../../shared/render/formats/pipeline/checks.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { printed } from "../render/printed.ts";
import { readGoldenCase, sentences } from "./recorded.ts";

// Whether an upgrade may go on is one function over the findings of a Report. Each front shows its answer.

type Answer = Gate["answer"];

const answers: Readonly<Record<GateAnswer, Answer>> = { ALLOW: "yes", BLOCK: "no", UNKNOWN: "unknown" };

const freshness = { now: "2026-11-21T12:00:00Z", context: "prod" } as unknown as Parameters<typeof summarizeGate>[1];

/** `allowed`, `blocked by CDI`, `should wait for CDI`, `unknown: CDI`. */
function answerIn(words: string): Answer | undefined {
  const [, word = ""] = /\b(allowed|blocked|should wait|unknown)\b/.exec(words) ?? [];
  return ({ allowed: "yes", blocked: "no", "should wait": "no", unknown: "unknown" } as const)[word as "allowed"];
}

/** The line of the report about the upgrade of a root: `Upgrade blocked by CDI`. */
function lineOf(root: RootNode, report: Report, format: "age" | "words" = "age"): string {
  const line = rootUpgradeLine(root, report.findings, { now: report.takenAt, format });
  return line === undefined ? "" : plainText(entryLine(line));
}

/** The line beside the findings: `Upgrade should wait for this`, directly below the finding that is all that blocks. */
function shortLinesOf(root: RootNode, report: Report): readonly string[] {
  const line = rootUpgradeLine(root, report.findings, { now: report.takenAt, format: "age" });
  return line === undefined ? [] : [line.brief, line.briefBelow].map((text) => plainText(entryLine({ ...line, text })));
}

/** Whether the last line of a healthy screen has the answer: `(upgrade unknown)`. What speaks against an upgrade has a line. */
function isCounted(screen: string, answer: Answer): boolean {
  const [, words = ""] = /^Details \((?:next )?upgrade (?:of .*? )?([^)]*)\)/m.exec(screen) ?? [];
  return answer === "unknown" && answerIn(words) === answer;
}

/** The row of the tree that answers for the upgrade of the root; a running upgrade has the next one below it. */
function upgradeRowIn(rows: readonly OutlineRow[]): OutlineRow | undefined {
  for (const row of rows) {
    if (row.id.endsWith("/gates")) return row;
    const below = upgradeRowIn(row.children());
    if (below !== undefined) return below;
  }
  return undefined;
}

/** JUnit and GitHub take the same checks. */
/** Markdown escapes and labels, which are not words. */
function withoutMarkup(text: string): string {
  return text.replace(/[\\*_`]/g, "").replace(/\s+/g, " ");
}

function checkAnswer(report: Report): string | undefined {
  const checks = groupChecks(report, upgradeGate(report)).flatMap((group) => group.checks);
  return checks.find(({ name }) => name === upgradeCheck)?.state;
}

async function metricAnswer(report: Report, { ref }: RootNode): Promise<string | undefined> {
  const lines = (await printed("openmetrics", report)).split("\n");
  const own = lines.find((line) => line.startsWith("hco_status_root_upgradeable{") && line.includes(`name="${ref.name}"`) && line.endsWith(" 1"));
  return /answer="(\w+)"/.exec(own ?? "")?.[1];
}

function waitAnswer(report: Report): Answer {
  const { blocking, isKnown } = evaluateWaitGoal(report, { is: "upgradeable" });
  return blocking.length === 0 ? "yes" : isKnown ? "no" : "unknown";
}

describe.for(sentences)("%s: every front has the same answer about the upgrade", (sentence) => {
  const report = aggregate(readGoldenCase(sentence));
  const gate = upgradeGate(report);
  const expected = answers[gate.answer];

  test("for the whole", () => {
    expect(waitAnswer(report)).toBe(expected);
    expect(answers[summarizeGate(gate, freshness).answer]).toBe(expected);
    const fleet = renderFleetGatePlain([{ context: "prod", gate } as never], {} as never);
    expect(fleet).toContain(gate.answer);
    if (listUpgradeableRoots(report).length === 0) expect(expected).toBe("unknown");
  });

  test.for(listUpgradeableRoots(report))("for $label", async (root) => {
    const alone: Report = { ...report, roots: [root] };
    const { answer } = root.gates.upgradeable;
    const own = gate.roots.find(({ ref }) => ref === root.ref);
    expect(own && answers[own.answer]).toBe(answer);
    expect(await metricAnswer(alone, root)).toBe(answer);
    expect(summarizeForAssistant(alone, freshness).roots[0]?.upgradeable).toBe(answer);
    expect(answers[checkAnswer(alone) as GateAnswer]).toBe(answer);
    const line = rootUpgradeLine(root, report.findings, { now: report.takenAt, format: "age" });
    const row = upgradeRowIn(buildTreeRows(alone));
    const words = plainText(line?.text ?? []);
    expect(row?.description.slice(0, Math.min(words.length, 90))).toBe(words.slice(0, 90));
    expect(answerIn(words)).toBe(answer);
    expect(gateHeadline(upgradeGate(alone), [])).toBe(lineOf(root, report));
  });

  test("in the same words on every screen", async () => {
    const roots = listUpgradeableRoots(report);
    const [only, ...others] = roots;
    if (only === undefined) return;
    const fronts = [renderText(report), ...(await Promise.all((["markdown", "plain"] as const).map((each) => printed(each, report))))];
    const screen = renderFirstText(report);
    if (others.length === 0 && report.roots.length === 1) {
      const line = lineOf(only, report);
      // The plain format spells an age out: `16 minutes`.
      const forms = [line, lineOf(only, report, "words")].map(withoutMarkup);
      for (const front of fronts) expect(forms.some((form) => withoutMarkup(front).includes(form)), front).toBe(true);
      const isBrief = only.verdict === "healthy" && shortLinesOf(only, report).some((short) => screen.includes(`! ${short}\n`));
      const isShown = screen.includes(line) || isBrief || isCounted(screen, only.gates.upgradeable.answer);
      const isAloneAndWell = only.profile !== "hco" && only.verdict === "healthy";
      expect(isShown, screen).toBe(only.gates.upgradeable.answer !== "yes" && !isAloneAndWell);
      return;
    }
    const nameOf = rootNaming(report.roots.map(({ ref }) => ref));
    for (const root of roots) {
      const { answer, because } = root.gates.upgradeable;
      // The operator ignores a HyperConverged of another name beside the one that it takes.
      if (answer === "yes" || because.includes("InvalidRequest")) continue;
      // Where all are healthy, a few lines are enough: the last one has the answer, as for one object.
      if (report.verdict === "healthy" && isCounted(screen, answer)) continue;
      const line = screen.split("\n").find((each) => / [Uu]pgrade of /.test(each) && `${each},`.replace(/[, ](?:and )?/g, " ").includes(`${nameOf(root.ref)} `));
      expect(answerIn(line ?? ""), screen).toBe(answer);
    }
  });

  test("no two commands of the screen print the same objects", () => {
    const commands = renderFirstText(report).matchAll(/\$ kubectl get (\S+) (.*)-o yaml$/gm);
    const kinds = [...commands].flatMap(([, list = "", place = ""]) => list.split(",").map((kind) => `${kind} ${place}`));
    expect(kinds.toSorted()).toEqual([...new Set(kinds)].toSorted());
  });

  test("what the user accepts removes only its rows", () => {
    for (const code of gateCodes) {
      const rest = report.findings.flatMap(({ rows }) => rows).filter((row) => row.code !== code);
      const worst = rest.some(({ effect }) => effect === "blocks") ? "BLOCK" : rest.length > 0 ? "UNKNOWN" : "ALLOW";
      expect([code, upgradeGate(report, [code]).answer]).toEqual([
        code,
        listUpgradeableRoots(report).length === 0 || code === "NoHyperConverged" ? gate.answer : worst,
      ]);
    }
  });

  test("the effect of a finding is the worst of its rows", () => {
    for (const { code, effects, rows } of report.findings) {
      const worst = rows.some(({ effect }) => effect === "blocks") ? "blocks" : rows[0]?.effect;
      expect([code, effects.upgrade]).toEqual([code, worst]);
    }
  });
});
