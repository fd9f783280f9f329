import { describe, expect, test } from "vitest";
import { colorPalette } from "../../../plugin/cli/text-style.ts";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import { allExplanations, listedExplanations } from "../../../shared/explain/explanation-list.ts";
import { renderExplanationList, renderExplanations } from "../../../shared/render/commands/explanation.ts";

const entries = allExplanations.map(({ explanation }) => explanation);
const listed = listedExplanations.map(({ explanation }) => explanation);

function splitLines(text: string): readonly string[] {
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

function removeColor(text: string): string {
  return text.replace(/\u001b\[\d+m/g, "");
}

/** The line of a runbook, which a terminal opens only where it is whole. */
function isAddress(line: string): boolean {
  return /^ {2}(Runbook| {7}) https:\/\/\S+$/.test(line);
}

describe("an explanation fits the screen", () => {
  test.for(entries.map((entry) => [entry.code, entry.of, entry] as const))(
    "the explanation of %s of %s is complete, at most 80 columns wide and at most 20 lines long",
    ([, , entry]) => {
      const text = renderExplanations([entry], { width: 80 });
      const lines = splitLines(text);
      expect(lines.filter((line) => displayWidth(line) > 80 && !isAddress(line))).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(20);

      const unwrappedText = text.replace(/\s+/g, " ");
      const causes = entry.causes.map((cause) => `- ${cause}`);
      for (const field of [entry.code, entry.of, entry.meaning, ...causes]) expect(unwrappedText).toContain(field);
      for (const command of entry.next) expect(lines.some((line) => line.endsWith(` ${command}`))).toBe(true);
    },
  );

  test("the explanation of ReconcileFailed has its meaning, causes, next commands and source", () => {
    const reasons = entries.filter(({ code, kind }) => code === "ReconcileFailed" && kind === "reason");
    expect(renderExplanations(reasons.slice(0, 1), { width: 80, ascii: true })).toMatchInlineSnapshot(`
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

describe("explanations wrap at the given width", () => {
  const widths: readonly number[] = [1, 20, 33, 60, 80, 132, 0];

  /** The lines of all explanations and of their list. */
  function renderInAscii(width: number): readonly string[] {
    const options = { width, ascii: true };
    return [renderExplanations(entries, options), renderExplanationList(listed, options)].flatMap(splitLines);
  }

  test.for(widths)(
    "no line of an explanation is wider than %i columns, except a command, a code or an address",
    (width) => {
      const maxWidth = width === 0 ? Number.POSITIVE_INFINITY : Math.max(width, 20);
      const unbrokenTexts = new Set([...entries.flatMap(({ next }) => next), ...listed.map(({ code }) => code)]);
      for (const line of renderInAscii(width)) {
        const lineText = line.replace(/^ *(Next +)?/, "");
        if (unbrokenTexts.has(lineText) || isAddress(line)) continue;
        expect(displayWidth(line), line).toBeLessThanOrEqual(maxWidth);
      }
    },
  );

  test.for(widths)("no line of an explanation in ASCII ends with a space at a width of %i columns", (width) => {
    for (const line of renderInAscii(width)) expect(line).toMatch(/^(?:[\x20-\x7e]*[\x21-\x7e])?$/);
  });

  test("a palette adds nothing but colours to explanations", () => {
    for (const render of [renderExplanations, renderExplanationList]) {
      const colored = render(listed, { width: 80, palette: colorPalette });
      expect(colored).not.toBe(removeColor(colored));
      expect(removeColor(colored)).toBe(render(listed, { width: 80 }));
    }
  });
});

describe("the list of explanations has all codes", () => {
  const lines = splitLines(renderExplanationList(listed, { width: 80 }));

  test("the list of explanations has a line for each code", () => {
    const codes = lines.filter((line) => line.startsWith("  ")).map((line) => line.trim().split(/ {2,}/)[0]);
    expect(codes.toSorted()).toEqual(listed.map(({ code }) => code).toSorted());
  });

  test("the list of explanations has one line for the reasons that begin with a component's name", () => {
    expect(lines.filter((line) => /^ {2}\w+NotUpgradeable /.test(line))).toHaveLength(1);
    expect(lines.some((line) => line.startsWith("  COMPONENTNotUpgradeable "))).toBe(true);
  });

  test("the list of explanations has no title twice", () => {
    const titles = lines.filter((line) => / · /.test(line) && !line.startsWith(" "));
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("the list of explanations begins with the terms and the verdicts", () => {
    const titles = lines.filter((line) => / · /.test(line) && !line.startsWith(" "));
    expect(titles.slice(0, 2)).toEqual(["Terms · hco-status", "Verdicts · a report"]);
  });
});
