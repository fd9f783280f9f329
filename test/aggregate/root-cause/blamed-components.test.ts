import { describe, expect, test } from "vitest";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Contribution, ContributionsByType, ReportNode } from "../../../shared/model/report.ts";
import { component, contribution, minutesAgo, workloadBelow } from "../../render/build.ts";
import { findCause } from "./causes-of.ts";

// The conditions of a root name components that could not be read.

const blame = (name: string, reason: string, message: string, since?: string): Contribution => ({
  ...contribution(name, true, "reported-reason", reason, message),
  ...definedFields({ since }),
});
const unreadCdi = component("CDI", "unknown", "", { outcome: "forbidden" });
const aaq = (part: Partial<ReportNode> = {}): ReportNode => component("AAQ", "unavailable", "v1", part);

describe("a component that was not read is a cause by the conditions of its root", () => {
  test.for<readonly [rule: string, blamed: ContributionsByType, cause: string | undefined, since?: string]>([
    ["a root without a contribution has no cause", {}, undefined],
    ["a contribution to Progressing is no cause", { Progressing: [blame("CDI", "R", "m")] }, undefined],
    [
      "a contribution to Available is a cause",
      { Available: [blame("CDI", "R", "CDI is not available: m")] },
      "CDI: CDI is not available: m",
    ],
    [
      "a contribution to Degraded is a cause",
      { Degraded: [blame("CDI", "R", "CDI is degraded: m")] },
      "CDI: CDI is degraded: m",
    ],
    [
      "Available goes before Degraded",
      { Available: [blame("CDI", "R", "a: m")], Degraded: [blame("AAQ", "R", "b: m")] },
      "CDI: a: m",
    ],
    [
      "HCODegraded in Available stands for the component that Degraded names",
      { Available: [blame("CDI", "HCODegraded", "a: m")], Degraded: [blame("AAQ", "R", "b: m")] },
      "AAQ: b: m",
    ],
    ["HCODegraded alone is no cause", { Available: [blame("CDI", "HCODegraded", "a: m")] }, undefined],
    [
      "a message without an end is replaced by that of Degraded",
      { Available: [blame("CDI", "R", "CDI is not available: ")], Degraded: [blame("CDI", "R", "CDI is degraded: m")] },
      "CDI: CDI is degraded: m",
    ],
    [
      "a message without an end is replaced by that of Progressing, and the cause has its time",
      {
        Degraded: [blame("CDI", "R", "CDI is degraded: ", minutesAgo(4))],
        Progressing: [blame("CDI", "R", "CDI is progressing: m", minutesAgo(2))],
      },
      "CDI: CDI is progressing: m",
      minutesAgo(2),
    ],
    [
      "a message without an end is replaced by a later one of Available",
      { Available: [blame("CDI", "R", "CDI is not available: "), blame("CDI", "R", "CDI is not available: m")] },
      "CDI: CDI is not available: m",
    ],
    [
      "the message of another component does not replace it",
      { Degraded: [blame("CDI", "R", "CDI is degraded: ")], Progressing: [blame("AAQ", "R", "AAQ is progressing: m")] },
      "CDI: CDI is degraded: (no message)",
    ],
    ["a reason replaces a missing message", { Degraded: [blame("CDI", "CDIDegraded", "")] }, "CDI: CDIDegraded"],
    [
      "the cause has the time of the contribution",
      { Degraded: [blame("CDI", "R", "a: m", minutesAgo(4))] },
      "CDI: a: m",
      minutesAgo(4),
    ],
    ["an unknown component is a cause", { Degraded: [blame("Stranger", "R", "a: m")] }, "Stranger: a: m"],
  ])("%s", ([, blamed, text, since]) => {
    const cause = findCause("degraded", [unreadCdi], blamed);
    expect([cause?.text, cause?.since]).toEqual([text && `Degraded because ${text}`, since]);
    expect(cause?.path).toEqual(text && ["hco", text.split(":")[0]]);
  });
});

const blamedCdi = { Degraded: [blame("CDI", "R", "a: m")] };

test("only an unavailable or degraded root has such a cause", () => {
  expect(findCause("unavailable", [unreadCdi], blamedCdi)?.text).toBe("Unavailable because CDI: a: m");
  expect(findCause("unknown", [unreadCdi], blamedCdi)?.text).toBe(
    "Unknown because CDI: no permission to read CDI cdi-kubevirt-hyperconverged",
  );
  expect(findCause("healthy", [unreadCdi], blamedCdi)).toBeUndefined();
});

test("a required component that was read and explains the verdict is the cause alone", () => {
  expect(findCause("unavailable", [unreadCdi, aaq()], blamedCdi)?.path).toEqual(["hco", "AAQ"]);
  expect(findCause("degraded", [unreadCdi, aaq({ required: false })], blamedCdi)?.path).toEqual(["hco", "CDI"]);
});

test("the workload of a component explains it behind the component's message", () => {
  const trouble = (reason: string): Pick<ReportNode, "trouble"> => ({ trouble: { reason, message: "" } });
  const facts = { waiting: "CrashLoopBackOff", restarts: "3" };
  const container = workloadBelow("container", "c", "degraded", { facts, ...trouble("CrashLoopBackOff") });
  const pod = workloadBelow("pod", "p", "degraded", { children: [container], ...trouble("NotReady") });
  const workload = workloadBelow("workload", "d", "unavailable", {
    facts: { ready: "0/1" },
    children: [pod],
    ...trouble("MinimumReplicasUnavailable"),
  });
  const causeOf = (message: string) =>
    findCause("degraded", [{ ...unreadCdi, children: [workload] }], { Degraded: [blame("CDI", "R", message)] });
  const found = "Deployment d 0/1 ready; container c in CrashLoopBackOff (3 restarts)";
  expect(causeOf("CDI is degraded: m")?.text).toBe(`Degraded because CDI: CDI is degraded: m; ${found}`);
  expect(causeOf("CDI is degraded: ")?.text).toBe(`Degraded because CDI: ${found}`);
  expect(causeOf("a: m")?.path).toEqual(["hco", "CDI", "d", "p", "c"]);
});
