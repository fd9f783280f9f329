import type { ApplicationEvidence } from "../model/finding-application.ts";
import { evidenceText } from "./words-cause.ts";
import { count, listOf } from "./words-names.ts";

/** One sentence for each thing worth saying about an Application (facts seed-systems 1.2, 1.3, 1.6). */
export function describeApplication(finding: ApplicationEvidence, about: string): string {
  switch (finding.code) {
    case "nothing-selected":
      return `${about} has no components (${whyNothing[finding.why]}): the controller calls that ready, 0/0`;
    case "selects-everything":
      return finding.hasExpressions
        ? `the selector of ${about} has matchExpressions only, which the controller ignores: every object of its kinds in the namespace is a component`
        : `the selector of ${about} is empty: every object of its kinds in the namespace is a component`;
    case "expressions-ignored":
      return `the controller ignores the matchExpressions of ${about}: only matchLabels count`;
    case "component-kind-missing":
      return `component kind ${finding.kind} of ${about} is not installed, and the controller passes over it in silence${finding.group === "core" ? '; the core group is written "", not "core"' : ""}`;
    case "group-taken-for-version":
      return `the controller takes group ${finding.group} of component kind ${finding.kind} for a version, and looks for the kind in the core group`;
    case "component-kind-unread":
      return finding.outcome === "forbidden"
        ? `cannot list components of kind ${finding.kind}: forbidden; ask for "list" on them`
        : `cannot list components of kind ${finding.kind}: ${finding.cause === "" ? "they were not read" : finding.cause}`;
    case "component-kind-twice":
      return `component kind ${finding.kind} is listed ${finding.times} times: each of its objects counts ${finding.times} times`;
    case "selected-cluster-wide":
      return `${finding.kind} lies in no namespace: ${count(finding.count, "object")} of the whole cluster ${finding.count === 1 ? "is" : "are"} matched by label`;
    case "selects-itself":
      return `${about} is one of its own components: once it is not ready it keeps itself not ready`;
    case "selects-in-a-circle":
      return `${about} is a component of ${finding.through}, which is below it: each waits for the other`;
    case "nested-too-many":
      return `${count(finding.count, "nested Application")} below ${about} ${finding.count === 1 ? "stands" : "stand"} without their components: there are too many`;
    case "assembly-phase":
      return finding.phase === "Pending"
        ? `${about} is still being assembled (assemblyPhase Pending): components may be missing`
        : `whoever assembled ${about} gave up (assemblyPhase Failed)`;
    case "components-ready-differs":
      return `the CR says ${finding.reported} components ready, they are ${finding.expected} now; ${polling}`;
    case "component-gone":
      return `${someOf(finding)} in the CR's list of components but not selected now; ${polling}`;
    case "component-unlisted":
      return `${someOf(finding)} selected but not in the CR's list of components; ${polling}`;
    case "component-differs":
      return `the CR says ${about} is ${finding.reported}, by the controller's rule it is ${finding.expected} now; ${polling}`;
    case "component-unreadable":
      return `the controller cannot read ${about}: ${evidenceText({ reason: "", message: finding.cause })}`;
    case "failed-job-ready":
      return `${about} failed${behind(finding)}, and the controller counts it ready because it was started`;
    case "hostname-only":
      return `${about} has no IP but only a host name (${listOf(finding.hosts)}): the controller never counts it ready`;
    case "deadline-exceeded":
      return `${about} exceeded its progress deadline; for the controller it stays in progress for ever`;
    case "unknown-counted-ready":
      return `${about} says Unknown for Ready${behind(finding)}, and the controller counts it ready`;
    case "error-counted-ready":
      return `${about} reports an error${behind(finding)}, and the controller counts it ready`;
    case "unwell-counted-ready":
      return finding.elsewhere
        ? `${about} is ${finding.verdict}, and the controller counts it ready: it looks for conditions in another place`
        : `${about} is ${finding.verdict}, and the controller counts it ready: it looks only at Ready and InProgress`;
    case "owner-reference-missing":
      return `${someOf(finding)} without an ownerReference to ${about}, although addOwnerRef asks for it`;
  }
}

/** APP main.go:40: components are not watched. */
const polling = "the controller looks every two minutes";

const whyNothing = {
  "no-selector": "no selector",
  "no-kinds": "no component kinds",
  "no-match": "nothing matches",
} as const;

function behind(words: { readonly reason: string; readonly message: string }): string {
  return words.reason === "" && words.message === "" ? "" : ` (${evidenceText(words)})`;
}

function someOf({ names, count: number }: { readonly names: readonly string[]; readonly count: number }): string {
  const left = number - names.length;
  const all = listOf(left > 0 ? [...names, `${left} more`] : names);
  return `${all} ${number === 1 ? "is" : "are"}`;
}
