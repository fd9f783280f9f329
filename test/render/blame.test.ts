import { describe, expect, test } from "vitest";
import type { RootNode } from "../../shared/model/report.ts";
import { worstCauseAndCountText, worstCauseText } from "../../shared/outline/cause-line.ts";
import { plainText } from "../../shared/outline/text.ts";
import { explainUnhealthy } from "../../shared/outline/words/component.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import { component, condition, contribution, minutesAgo, report, root, workloadBelow } from "./build.ts";
import { printed } from "./printed.ts";

describe("a row says where the condition of the verdict names another component", () => {
  const children = [
    component("CDI", "unavailable", "v1", { conditions: [condition("Available", "F", 14)] }),
    component("AAQ", "unavailable", "v1"),
  ];
  const rows: readonly {
    readonly rule: string;
    readonly offenders: RootNode["offenders"];
    readonly isHidden: boolean;
  }[] = [
    {
      rule: "the row of a component says that Available names another one instead",
      offenders: {
        Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
      },
      isHidden: true,
    },
    {
      rule: "the row of a component says that Available names another one although Degraded names the component",
      offenders: {
        Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
        Degraded: [contribution("CDI", true, "degraded")],
      },
      isHidden: true,
    },
    {
      rule: "the row of a component says nothing where Available names the component",
      offenders: {
        Available: [contribution("CDI", true, "not-available"), contribution("AAQ", false, "not-available")],
      },
      isHidden: false,
    },
    {
      rule: "the row of a component says that Available names another one although Upgradeable names the component",
      offenders: {
        Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
        Upgradeable: [contribution("CDI", true, "degraded")],
      },
      isHidden: true,
    },
  ];
  test.for(rows)("$rule", async ({ offenders, isHidden }) => {
    const lines = (await printed("wide", report([root({ children, offenders })]), {})).split("\n");
    const lineOfCdi = lines.find((line) => line.startsWith("✗ CDI")) ?? "";
    expect(/\(the CR's \w+ names AAQ instead\)/.test(lineOfCdi)).toBe(isHidden);
  });

  test("a line with the worst cause does not say which component the CR names", () => {
    const offenders = {
      Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
    };
    const degradedRoot = root({ children, offenders });
    const clock = { now: minutesAgo(0), format: "age" } as const;
    expect(plainText(worstCauseText(degradedRoot, clock))).toMatch(/^(CDI|AAQ|CDI, AAQ)/);
    expect(plainText(worstCauseAndCountText(degradedRoot, clock))).not.toContain("the CR's");
  });
});

describe("every format has the fault of a Deployment that is a root", () => {
  const ref = { group: "apps", kind: "Deployment", namespace: "n", name: "web" };
  const trouble = { reason: "LessAvailable", message: "2 of 3 pods are available.", since: minutesAgo(14) };
  const web = root({ ref, label: "web", verdict: "degraded", profile: "generic", facts: { ready: "2/3" }, trouble });
  const words = "2/3 ready; LessAvailable: 2 of 3 pods are available, ";
  const formats: readonly { readonly format: Parameters<typeof printed>[0]; readonly found: string }[] = [
    { format: "text", found: "✗ Deployment: 2/3 ready; LessAvailable: 2 of 3 pods are available." },
    { format: "wide", found: "2/3 ready; LessAvailable: 2 of 3 pods are available." },
    { format: "plain", found: "evidence Deployment: 2/3 ready; LessAvailable: 2 of 3 pods are available." },
    { format: "markdown", found: "2/3 ready; LessAvailable: 2 of 3 pods are available." },
    { format: "html", found: words.replace(/, $/, "") },
  ];
  test.for(formats)("-o $format has the fault of a Deployment that is a root", async ({ format, found }) => {
    expect(await printed(format, report([web]), {})).toContain(found);
  });

  test("the tree has the fault of a Deployment that is a root", () => {
    expect(buildTreeRows(report([web]))[0]?.children()[0]).toMatchObject({
      label: "Deployment",
      description: words.replace(/, $/, "."),
    });
  });

  test("the table of several roots has the fault of each", async () => {
    const text = await printed("text", report([web, root({})]), { width: 200 });
    expect(text).toMatch(/^✗ Deployment n\/web +degraded 14m$/m);
    expect(text).toMatch(/^✗ Deployment: 2\/3 ready; LessAvailable: 2 of 3 pods are available\.$/m);
  });

  test("a healthy Deployment has no causes", async () => {
    expect(await printed("wide", report([{ ...web, verdict: "healthy", causes: [] }]), {})).not.toContain("CAUSES");
  });
});

describe("a container below its root is explained by its trouble", () => {
  const rows: readonly {
    readonly rule: string;
    readonly part: Parameters<typeof workloadBelow>[3];
    readonly words: string;
  }[] = [
    {
      rule: "a container that is not ready is explained by reason and message",
      part: { trouble: { reason: "NotReady", message: "running but not ready" } },
      words: "NotReady: running but not ready",
    },
    {
      rule: "a container that crashes is explained by reason, exit code and restarts",
      part: { trouble: { reason: "CrashLoopBackOff", message: "back-off" }, facts: { restarts: "7", exitCode: "1" } },
      words: "CrashLoopBackOff, exit 1, 7 restarts",
    },
    { rule: "a degraded container without trouble is explained by its verdict", part: {}, words: "degraded" },
  ];
  test.for(rows)("$rule", ({ part, words }) => {
    expect(explainUnhealthy(workloadBelow("container", "d", "degraded", part), [], false)).toBe(words);
  });
});
