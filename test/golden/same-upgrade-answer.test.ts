import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { upgradeableRoots } from "../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import { gateCodes } from "../../shared/model/finding/row.ts";
import type { Gate, Report, RootNode } from "../../shared/model/report.ts";
import type { GateAnswer } from "../../shared/model/upgrade-gate.ts";
import { summarizeForAssistant, summarizeGate } from "../../shared/render/assistant/summary.ts";
import { buildTreeRows, type OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { renderFleetGatePlain } from "../../shared/render/fleet/gate-table.ts";
import { upgradeGate as upgradeLine } from "../../shared/outline/gate-words.ts";
import { plainText } from "../../shared/outline/text.ts";
import { groupChecks } from "../../shared/render/formats/pipeline/checks.ts";
import { upgradeCheck } from "../../shared/render/words/commands/pipeline.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { printed } from "../render/printed.ts";
import { recorded, sentences } from "./recorded.ts";

// Whether an upgrade may go on is one function over the findings of a Report. Each front shows its answer.

type Answer = Gate["answer"];

const answers: Readonly<Record<GateAnswer, Answer>> = { ALLOW: "yes", BLOCK: "no", UNKNOWN: "unknown" };

const freshness = { now: "2026-11-21T12:00:00Z", context: "prod" } as unknown as Parameters<typeof summarizeGate>[1];

/** `allowed`, `blocked by CDI`, `unknown: CDI`. */
function answerIn(words: string): Answer | undefined {
  const [, word = ""] = /\b(allowed|blocked|unknown)\b/.exec(words) ?? [];
  return ({ allowed: "yes", blocked: "no", unknown: "unknown" } as const)[word as "allowed"];
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
  const report = aggregate(recorded(sentence));
  const gate = upgradeGate(report);
  const expected = answers[gate.answer];

  test("for the whole", () => {
    expect(waitAnswer(report)).toBe(expected);
    expect(answers[summarizeGate(gate, freshness).answer]).toBe(expected);
    const fleet = renderFleetGatePlain([{ context: "prod", gate } as never], {} as never);
    expect(fleet).toContain(gate.answer);
    if (upgradeableRoots(report).length === 0) expect(expected).toBe("unknown");
  });

  test.for(upgradeableRoots(report))("for $label", async (root) => {
    const alone: Report = { ...report, roots: [root] };
    const { answer } = root.gates.upgradeable;
    const own = gate.roots.find(({ ref }) => ref === root.ref);
    expect(own && answers[own.answer]).toBe(answer);
    expect(await metricAnswer(alone, root)).toBe(answer);
    expect(summarizeForAssistant(alone, freshness).roots[0]?.upgradeable).toBe(answer);
    if (root.profile !== "hco") return;
    expect(answers[checkAnswer(alone) as GateAnswer]).toBe(answer);
    const line = upgradeLine(root);
    const row = upgradeRowIn(buildTreeRows(alone));
    expect(row?.description.slice(0, 90)).toBe(line && plainText(line.text).slice(0, 90));
    if (line === undefined) expect(root.gates.upgrade.running).toBe(true);
    else if (root.gates.upgrade.running !== true) expect(answerIn(plainText(line.text))).toBe(answer);
  });

  test("what the user accepts removes only its rows", () => {
    for (const code of gateCodes) {
      const rest = report.findings.flatMap(({ rows }) => rows).filter((row) => row.code !== code);
      const worst = rest.some(({ effect }) => effect === "blocks") ? "BLOCK" : rest.length > 0 ? "UNKNOWN" : "ALLOW";
      expect([code, upgradeGate(report, [code]).answer]).toEqual([
        code,
        upgradeableRoots(report).length === 0 || code === "NoHyperConverged" ? gate.answer : worst,
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
