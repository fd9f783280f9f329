import { describe, expect, test } from "vitest";
import { listPolicySteps, listRefusingPolicySteps } from "../../../shared/aggregate/root-cause/admission-policies.ts";
import type { CauseClause } from "../../../shared/model/cause/cause-evidence.ts";
import { kubectlCommand } from "../../../shared/model/kubectl-command.ts";
import type { NextStep } from "../../../shared/model/next-step.ts";
import type { CauseEvent } from "../../../shared/model/report.ts";

const printCommands = (steps: readonly NextStep[]): readonly string[] =>
  steps.map(({ words }) => kubectlCommand(words));

const showPolicy = "kubectl get validatingadmissionpolicy.admissionregistration.k8s.io p -o yaml";
const showBinding = "kubectl get validatingadmissionpolicybinding.admissionregistration.k8s.io b -o yaml";

test.for<readonly [rule: string, message: string, commands: readonly string[]]>([
  [
    "a refusal names the policy and its binding",
    "pods \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: a < b",
    [showPolicy, showBinding],
  ],
  [
    "a policy that cannot be evaluated has no binding",
    "pods \"x\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: policy error",
    [showPolicy],
  ],
  ["a name that could pass for an option is no command", "ValidatingAdmissionPolicy '-A' denied request: x", []],
  ["a webhook that denied the request is no policy", 'admission webhook "p" denied the request: x', []],
  ["a message that only names the kind is no refusal", "no ValidatingAdmissionPolicy matches", []],
])("%s", ([, message, commands]) => {
  expect(printCommands(listPolicySteps(message))).toEqual(commands);
});

describe("the policy that refused a write is found", () => {
  const message = "ValidatingAdmissionPolicy 'p' denied request: x";
  const quote: CauseClause = { is: "quote", reason: "FailedCreate", message };
  const counts: CauseClause = { is: "workload", ready: "0/2", trouble: { reason: "FailedCreate", message } };
  const silence: CauseClause = { is: "no-condition" };
  const about = { group: "apps", kind: "StatefulSet", namespace: "shop", name: "db" };
  const refused: CauseEvent = { about, reason: "FailedCreate", message, count: 1 };
  const other: CauseEvent = { about, reason: "FailedCreate", message: "exceeded quota: q", count: 1 };

  test.for<readonly [rule: string, evidence: readonly CauseClause[], events: readonly CauseEvent[], isFound: boolean]>([
    ["in what a controller reports", [quote], [], true],
    ["in what the controller of a workload reports", [silence, counts], [], true],
    ["in the newest event", [silence], [refused, other], true],
    ["and not in an older event, which another fault followed", [silence], [other, refused], false],
    ["and not where nothing names one", [silence], [other], false],
  ])("%s", ([, evidence, events, isFound]) => {
    expect(printCommands(listRefusingPolicySteps({ evidence, events }))).toEqual(isFound ? [showPolicy] : []);
  });
});
