import { describe, expect, test } from "vitest";
import { renderFirstText, renderText } from "../../shared/render/formats/text/text.ts";
import { recorded } from "../golden/recorded.ts";
import { aggregate } from "../printed.ts";

function screenOf(sentence: string): string {
  return renderFirstText(aggregate(recorded(sentence)), { width: 80 });
}

describe("a cause says how it is known", () => {
  test("that only the CR's reasons name it, and no finding says so again", () => {
    const screen = screenOf("a-file-without-components-has-the-causes-that-the-cr-names");
    expect(screen).toContain("✗ CDI  unavailable for 14m (by the CR's reasons alone)");
    expect(screen).not.toContain("only the CR's reasons name");
  });

  test("a component that reasons name and that is no cause has a finding", () => {
    const sentence = "components-are-forbidden-and-the-cr-names-its-last-writer";
    const whole = renderText(aggregate(recorded(sentence)), { wide: true });
    expect(whole).toContain("only the CR's reasons name AAQ as the cause");
  });

  test("what several components report is one sentence with their names", () => {
    const lines = screenOf("components-lack-conditions-in-the-first-minute-of-an-installation").split("\n");
    expect(lines).toContain("~ KubeVirt, CDI and NetworkAddonsConfig report no conditions");
  });

  test.for([
    "components-lack-conditions-in-the-first-minute-of-an-installation",
    "cdi-cannot-create-its-resources-during-an-installation",
  ])("no front has which component the CR names during an installation: %s", (sentence) => {
    const report = aggregate(recorded(sentence));
    expect(renderText(report, { wide: true })).not.toMatch(/the CR's \w+ names|instead of/);
    expect(report.findings.map(({ code }) => code)).not.toContain("hidden-offender");
  });
});

test("a status that is out of date is one finding, not one for each condition in it", () => {
  const screen = screenOf("kubevirt-has-been-down-for-an-hour-and-the-cr-says-healthy");
  expect(screen).toContain("! the CR still reports healthy: the operator has not updated it for 60m");
  expect(screen).toMatch(/^Details: /m);
});
