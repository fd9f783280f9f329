import { describe, expect, test } from "vitest";
import { colorPalette } from "../../../plugin/cli/text-style.ts";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import { allExplanations, listedExplanations } from "../../../shared/explain/explanation-list.ts";
import { renderExplanationList, renderExplanations } from "../../../shared/render/commands/explanation.ts";

const entries = allExplanations.map(({ explanation }) => explanation);
const listed = listedExplanations.map(({ explanation }) => explanation);

function linesOf(text: string): readonly string[] {
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

function withoutColor(text: string): string {
  return text.replace(/\u001b\[\d+m/g, "");
}

/** The line of a runbook, which a terminal opens only where it is whole. */
function isAddress(line: string): boolean {
  return /^ {2}(Runbook| {7}) https:\/\/\S+$/.test(line);
}

describe("one entry", () => {
  test.for(entries.map((entry) => [entry.code, entry.of, entry] as const))(
    "%s of %s fits 80 columns and a screen, and everything of it is there",
    ([, , entry]) => {
      const text = renderExplanations([entry], { width: 80 });
      const lines = linesOf(text);
      expect(lines.filter((line) => displayWidth(line) > 80 && !isAddress(line))).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(20);
      const flat = text.replace(/\s+/g, " ");
      for (const piece of [entry.code, entry.of, entry.meaning, ...entry.causes.map((cause) => `- ${cause}`)]) {
        expect(flat).toContain(piece);
      }
      for (const command of entry.next) expect(lines.some((line) => line.endsWith(` ${command}`))).toBe(true);
    },
  );

  test("looks so", () => {
    const some = entries.filter(({ code, kind }) => code === "ReconcileFailed" && kind === "reason").slice(0, 1);
    expect(renderExplanations(some, { width: 80, ascii: true })).toMatchInlineSnapshot(`
      "ReconcileFailed - reason - HyperConverged
        The operator failed to create or update one of its objects and stopped the
        reconcile. Types that no component had contributed to by then are Unknown.
        Causes  - an update conflict (the object has been modified): the next
                  reconcile fixes it
                - an admission webhook denied the object
                - a CRD is missing (no matches for kind)
                - the operator lacks a permission
        Next    kubectl logs -n NAMESPACE -l name=hyperconverged-cluster-operator
                kubectl get events -n NAMESPACE --sort-by=.lastTimestamp
        Source  kubevirt/hyperconverged-cluster-operator,
                controllers/operandhandler/operandHandler.go
      "
    `);
  });
});

describe("at any width", () => {
  const widths: readonly number[] = [1, 20, 33, 60, 80, 132, 0];
  test.for(widths)(
    "%i columns: nothing but commands, codes and addresses is longer, and in ASCII nothing is not ASCII",
    (width) => {
      const most = width === 0 ? Number.POSITIVE_INFINITY : Math.max(width, 20);
      const commands = new Set(entries.flatMap(({ next }) => next));
      const codes = new Set(listed.map(({ code }) => code));
      const isWhole = (line: string): boolean => commands.has(line) || codes.has(line);
      const pages = [
        renderExplanations(entries, { width, ascii: true }),
        renderExplanationList(listed, { width, ascii: true }),
      ];
      for (const line of pages.flatMap(linesOf)) {
        const bare = line.replace(/^ *(Next +)?/, "");
        if (!isWhole(bare) && !isAddress(line)) expect(displayWidth(line), line).toBeLessThanOrEqual(most);
        expect(line).toMatch(/^[\x20-\x7e]*$/);
        expect(line).not.toMatch(/\s$/);
      }
    },
  );

  test("colours change nothing but colours", () => {
    for (const render of [renderExplanations, renderExplanationList]) {
      const painted = render(listed, { width: 80, palette: colorPalette });
      expect(painted).not.toBe(withoutColor(painted));
      expect(withoutColor(painted)).toBe(render(listed, { width: 80 }));
    }
  });
});

describe("the list", () => {
  const lines = linesOf(renderExplanationList(listed, { width: 80 }));

  test("has a line for each code, under who says it", () => {
    const codes = lines.filter((line) => line.startsWith("  ")).map((line) => line.trim().split(/ {2,}/)[0]);
    expect(codes.toSorted()).toEqual(listed.map(({ code }) => code).toSorted());
  });

  test("has a reason that is built from a component's name once", () => {
    expect(lines.filter((line) => /^ {2}\w+NotUpgradeable /.test(line))).toHaveLength(1);
    expect(lines.some((line) => line.startsWith("  COMPONENTNotUpgradeable "))).toBe(true);
  });

  test("names no group twice", () => {
    const titles = lines.filter((line) => / · /.test(line) && !line.startsWith(" "));
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.slice(0, 2)).toEqual(["Terms · hco-status", "Verdicts · a report"]);
  });
});
