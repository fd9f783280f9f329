import { describe, expect, test } from "vitest";
import type { RootNode } from "../../shared/model/report.ts";
import { worstCauseAndCountText, worstCauseText } from "../../shared/outline/cause-line.ts";
import { plainText } from "../../shared/outline/text.ts";
import { explainUnhealthy } from "../../shared/outline/words/component.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import { component, condition, contribution, minutesAgo, report, root, workloadBelow } from "./build.ts";
import { printed } from "./printed.ts";

describe("an unhealthy component is hidden if the condition of its verdict names another one", () => {
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
      rule: "no condition names it",
      offenders: {
        Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
      },
      isHidden: true,
    },
    {
      rule: "another condition does",
      offenders: {
        Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
        Degraded: [contribution("CDI", true, "degraded")],
      },
      isHidden: true,
    },
    {
      rule: "that condition names it",
      offenders: {
        Available: [contribution("CDI", true, "not-available"), contribution("AAQ", false, "not-available")],
      },
      isHidden: false,
    },
    {
      rule: "only one that is about upgrades does",
      offenders: {
        Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
        Upgradeable: [contribution("CDI", true, "degraded")],
      },
      isHidden: true,
    },
  ];
  test.for(rows)("$rule", async ({ offenders, isHidden }) => {
    const lines = (await printed("wide", report([root({ children, offenders })]), {})).split("\n");
    const own = lines.find((line) => line.startsWith("✗ CDI")) ?? "";
    expect(/\(the CR's \w+ names AAQ instead\)/.test(own)).toBe(isHidden);
  });

  test("a row of one line has the cause alone", () => {
    const hidden = {
      Available: [contribution("CDI", false, "not-available"), contribution("AAQ", true, "not-available")],
    };
    const degradedRoot = root({ children, offenders: hidden });
    const clock = { now: minutesAgo(0), format: "age" } as const;
    expect(plainText(worstCauseText(degradedRoot, clock))).toMatch(/^(CDI|AAQ|CDI, AAQ)/);
    expect(plainText(worstCauseAndCountText(degradedRoot, clock))).not.toContain("the CR's");
  });
});

describe("every format has the own fault of a root of Kubernetes' kinds without a cause below it", () => {
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
  test.for(formats)("$format", async ({ format, found }) => {
    expect(await printed(format, report([web]), {})).toContain(found);
  });

  test("the tree", () => {
    expect(buildTreeRows(report([web]))[0]?.children()[0]).toMatchObject({
      label: "Deployment",
      description: words.replace(/, $/, "."),
    });
  });

  test("the table of several roots", async () => {
    const text = await printed("text", report([web, root({})]), { width: 200 });
    expect(text).toMatch(/^✗ Deployment n\/web +degraded 14m$/m);
    expect(text).toMatch(/^✗ Deployment: 2\/3 ready; LessAvailable: 2 of 3 pods are available\.$/m);
  });

  test("a healthy KubeVirt has no own fault in any format", async () => {
    expect(await printed("wide", report([{ ...web, verdict: "healthy", causes: [] }]), {})).not.toContain("CAUSES");
  });
});

describe("a container that stands below its root itself", () => {
  const rows: readonly {
    readonly rule: string;
    readonly part: Parameters<typeof workloadBelow>[3];
    readonly words: string;
  }[] = [
    {
      rule: "says what its trouble is",
      part: { trouble: { reason: "NotReady", message: "running but not ready" } },
      words: "NotReady: running but not ready",
    },
    {
      rule: "says how often it crashed",
      part: { trouble: { reason: "CrashLoopBackOff", message: "back-off" }, facts: { restarts: "7", exitCode: "1" } },
      words: "CrashLoopBackOff, exit 1, 7 restarts",
    },
    { rule: "never misses conditions", part: {}, words: "degraded" },
  ];
  test.for(rows)("$rule", ({ part, words }) => {
    expect(explainUnhealthy(workloadBelow("container", "d", "degraded", part), [], false)).toBe(words);
  });
});
