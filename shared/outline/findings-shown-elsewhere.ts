import { type CauseClause, reportedWordsIn } from "../model/cause/cause-evidence.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import type { ReportedWords } from "../model/cause/trouble.ts";
import type { Finding, FindingOf } from "../model/finding/finding.ts";
import { isSameObject, keyOf, type Ref } from "../model/object.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import { messageText } from "./cause.ts";
import { namingType } from "./cr-naming.ts";
import { isInLead } from "./leading-line.ts";

/** Findings that the headline shows, or the summary of the components. */
const codesInHeadline: ReadonlySet<Finding["code"]> = new Set([
  "deleting",
  "installing",
  "not-yet-seen",
  "components-ready-differs",
]);

/** Findings that any cause of their component shows. */
const codesInComponentCause: ReadonlySet<Finding["code"]> = new Set([
  "component-absent",
  "no-conditions",
  "empty-message",
  "deletion-blocked",
]);

/** Findings about a workload, which a cause of that workload or on the way through it shows. */
const codesInWorkloadCause: ReadonlySet<Finding["code"]> = new Set([
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "deadline-exceeded",
  "operator-rollout",
]);

/** What the causes of an outline show, for all of its findings. */
export interface ShownByCauses {
  /** The components that causes are about, or that share one. */
  readonly components: ReadonlySet<string>;
  /** The keys of the objects on the way to a cause. */
  readonly objects: ReadonlySet<string>;
  /** The messages that causes quote, of other roots too. */
  readonly messages: readonly string[];
}

/** What the causes of a root show, and which messages the causes of other roots in the same outline quote. */
export function collectShown(root: RootNode, otherCauses: readonly Cause[]): ShownByCauses {
  const { causes } = root;
  const clauses = [...causes, ...otherCauses].flatMap(({ evidence }) => evidence);
  const messages = clauses.map(reportedWordsIn).map(messageOf);
  const nodes = causes.flatMap((cause) => nodesOnPath(root, cause));
  return {
    components: new Set(causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy])),
    objects: new Set(nodes.map(({ ref }) => keyOf(ref))),
    messages: messages.filter((message) => message.trim() !== ""),
  };
}

/** Whether the outline says elsewhere what a finding says: in its headline, a cause, or the line about the upgrade. */
export function isShownElsewhere(finding: Finding, root: RootNode, shown: ShownByCauses): boolean {
  if (isInLead(finding) || codesInHeadline.has(finding.code)) return true;
  // Its sentence says why the controller counts more components as ready than are healthy.
  if (finding.code === "failed-job-ready") return false;
  if ("message" in finding && isQuoted(finding, shown.messages)) return true;
  return isShownByCause(finding, root, shown) || isShownByGate(finding, root);
}

/** Whether the line about the upgrade says what a finding says. */
function isShownByGate(finding: Finding, { gates }: RootNode): boolean {
  switch (finding.code) {
    case "missing-condition":
    case "upgrade-stall":
      return gates.upgrade.waitingFor.includes(finding.component);
    // The line says what OLM does.
    case "operator-condition":
      return finding.status === "True" && finding.override === undefined && gates.upgradeable.answer === "no";
    default:
      return false;
  }
}

/** Whether a cause says what a finding says. What a cause needs for that depends on the code of the finding. */
function isShownByCause(finding: Finding, root: RootNode, { components, objects }: ShownByCauses): boolean {
  const isComponentShown =
    "component" in finding && finding.component !== undefined && components.has(finding.component);
  if (codesInComponentCause.has(finding.code)) return isComponentShown;
  const isObjectShown = objects.has(keyOf(finding.about));
  if (codesInWorkloadCause.has(finding.code)) return isObjectShown || components.has(finding.about.name);
  const hasEvidence = (isMeant: (clause: CauseClause) => boolean): boolean =>
    root.causes.some(({ evidence }) => evidence.some(isMeant));
  switch (finding.code) {
    case "not-read":
      return finding.component === undefined || isComponentShown;
    case "missing-condition":
    case "upgrade-stall":
      return isComponentShown;
    case "another-of-kind":
      return isComponentShown && hasEvidence(({ is }) => is === "others");
    case "unknown-condition":
      return isComponentShown && root.causes.some((cause) => hasReasonOf(finding, cause));
    case "hidden-offender":
      return isComponentShown && isNamingShown(finding, root);
    case "component-new":
      return isComponentShown && hasEvidence(({ is }) => is === "recreated");
    // An object that exists for seconds is no fault of the operator.
    case "health-disagrees":
      return finding.why === "not-updated" && hasEvidence(({ is }) => is === "recreated");
    // The cause quotes the condition that says the same.
    case "namespace-content-remains":
    case "namespace-content-refused":
      return root.causes.some(({ about }) => isSameObject(about, root.ref));
    // The headline says the same of the root.
    case "deletion-lasts":
      if (isSameObject(finding.about, root.ref)) return true;
      return root.causes.some(({ about }) => isSameObject(about, finding.about));
    case "deletion-abandoned":
      return hasEvidence((clause) => clause.is === "abandoned" && clause.operator === finding.operator);
    case "conversion-webhook":
    case "conversion-failed":
      return hasEvidence((clause) => clause.is === "quote" && clause.reason === "ConversionFailed");
    case "nothing-selected":
      return hasEvidence(({ is }) => is === "nothing-selected");
    case "no-clusters":
      return hasEvidence((clause) => clause.is === "condition" && clause.reason === "EmptyClusterList");
    case "stale":
      return hasEvidence((clause) => clause.is === "state" && clause.state === "outdated");
    case "status-unknown":
      return root.causes.some(({ path }) => path.length === 1);
    case "operator-down":
      return components.has(finding.deployment);
    case "workload-absent":
    case "related-object":
    case "webhook-without-endpoints":
    case "ca-bundle-invalid":
    case "certificate-refused":
      return isObjectShown;
    // Its caBundle, or the Service that does not respond, is a cause, which names what else fails with it.
    case "api-not-available":
      return listApiNodes(root, finding.about).some((api) => api.children.some(({ ref }) => objects.has(keyOf(ref))));
    case "cluster-not-ready":
      return root.causes.some(({ path }) => path.includes(finding.cluster));
    default:
      return false;
  }
}

/** The nodes of an APIService below the components of a root. */
function listApiNodes({ children }: RootNode, api: Ref): readonly ReportNode[] {
  return children.flatMap((part) => part.children.filter(({ ref }) => isSameObject(ref, api)));
}

/** Whether a cause of the component has the reason of the condition that the component reports as Unknown. */
function hasReasonOf({ component, reason }: FindingOf<"unknown-condition">, cause: Cause): boolean {
  const isOfComponent = cause.component === component || cause.sharedBy?.includes(component) === true;
  return isOfComponent && (reason === "" || cause.evidence.some((clause) => reportedWordsIn(clause).reason === reason));
}

/**
 * Whether the outline says that the CR does not name a component: beside a cause, which says so of the condition for the
 * component's verdict, or on the line about the upgrade, which names the component itself.
 */
function isNamingShown({ component, types }: FindingOf<"hidden-offender">, root: RootNode): boolean {
  const part = root.children.find(({ label }) => label === component);
  const typeOfVerdict = part === undefined ? undefined : namingType[part.verdict];
  return types.every((type) => type === "Upgradeable") || types.some((type) => type === typeOfVerdict);
}

/** Whether one of the messages contains the message of a finding, or is a part of it. */
function isQuoted(finding: Partial<ReportedWords>, messages: readonly string[]): boolean {
  const message = messageOf(finding);
  if (message.trim() === "") return false;
  return messages.some((quoted) => quoted.includes(message) || message.includes(quoted));
}

function messageOf(reported: Partial<ReportedWords>): string {
  return messageText({ ...reported, message: reported.message ?? "" });
}
