import { reportedWordsIn } from "../../model/cause/cause-evidence.ts";
import { type NextStep, showAdmissionPolicy, showPolicyBinding } from "../../model/next-step.ts";
import type { Cause } from "../../model/report.ts";

/**
 * A refusal by an admission policy: `ValidatingAdmissionPolicy 'p' with binding 'b' denied request: …` (kubernetes/kubernetes
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, Dispatch). The binding is missing
 * where the policy itself could not be evaluated.
 */
const refusal =
  /(?<kind>(?:Validating|Mutating)AdmissionPolicy) '(?<policy>[^']+)'(?: with binding '(?<binding>[^']+)')?/;

/** The commands for the admission policy that a message names: what it forbids, and where it applies. Empty without one. */
export function listPolicySteps(message: string): readonly NextStep[] {
  const { kind, policy, binding } = refusal.exec(message)?.groups ?? {};
  if (kind === undefined || policy === undefined) return [];
  const group = "admissionregistration.k8s.io";
  const policySteps = showAdmissionPolicy({ group, kind, name: policy });
  if (binding === undefined) return policySteps;
  return [...policySteps, ...showPolicyBinding({ group, kind: `${kind}Binding`, name: binding })];
}

/**
 * The commands for the admission policy that refused a write, by the evidence of a cause, or else by its newest event. Empty
 * where none did.
 */
export function listRefusingPolicySteps({ evidence, events }: Pick<Cause, "evidence" | "events">): readonly NextStep[] {
  const quotedMessages = evidence.map((clause) => reportedWordsIn(clause).message ?? "");
  const messages = [...quotedMessages, ...events.slice(0, 1).map(({ message }) => message)];
  const steps = messages.map(listPolicySteps);
  return steps.find((stepsOfMessage) => stepsOfMessage.length > 0) ?? [];
}
