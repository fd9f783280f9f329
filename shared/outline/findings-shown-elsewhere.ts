import { type CauseClause, reportedWordsIn } from "../model/cause/cause-evidence.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import type { ReportedWords } from "../model/cause/trouble.ts";
import type { Finding, FindingOf } from "../model/finding/finding.ts";
import { isSameObject, keyOf, type Ref } from "../model/object.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import { messageText } from "./cause.ts";
import { namingType } from "./cr-naming.ts";
import { isInLead } from "./leading-line.ts";

/** What the outline shows about a root beside its findings. */
export interface ShownOfRoot {
  readonly root: RootNode;
  /** The components that have a cause, or share the cause of another component. */
  readonly components: ReadonlySet<string>;
  /** The keys of the objects on the paths of the causes. */
  readonly objects: ReadonlySet<string>;
  /** The messages that causes quote, the causes of other roots included. */
  readonly messages: readonly string[];
}

/** Collects what the outline shows about a root. `otherCauses`: the causes of other roots in the same outline. */
export function collectShown(root: RootNode, otherCauses: readonly Cause[]): ShownOfRoot {
  const { causes } = root;
  const clauses = [...causes, ...otherCauses].flatMap(({ evidence }) => evidence);
  const messages = clauses.map(reportedWordsIn).map(messageOf);
  const nodes = causes.flatMap((cause) => nodesOnPath(root, cause));
  return {
    root,
    components: new Set(causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy])),
    objects: new Set(nodes.map(({ ref }) => keyOf(ref))),
    messages: messages.filter((message) => message.trim() !== ""),
  };
}

/**
 * Whether the outline shows elsewhere what a finding says, so that the finding is not printed. The first of these rules
 * that applies decides:
 *
 * 1. The line above all roots says it.
 * 2. A finding that says more than its message is always printed, even where a cause quotes the message: a failed Job that
 *    counts as ready, because of which the controller counts more components as ready than are healthy, and a webhook whose
 *    Service is deleted with the Namespace that waits for it.
 * 3. A cause quotes the message of the finding.
 * 4. The row of its code in {@link placesByCode} says where it is shown. A code without a row is printed.
 */
export function isShownElsewhere(finding: Finding, shown: ShownOfRoot): boolean {
  if (isInLead(finding)) return true;
  if (saysMoreThanMessage(finding)) return false;
  if ("message" in finding && isQuoted(finding, shown.messages)) return true;
  const isShown = placesByCode[finding.code] as IsShown<Finding> | undefined;
  return isShown?.(finding, shown) === true;
}

function saysMoreThanMessage(finding: Finding): boolean {
  if (finding.code === "namespace-content-refused") return finding.isServiceInNamespace === true;
  return finding.code === "failed-job-ready";
}

type IsShown<Shape extends Finding> = (finding: Shape, shown: ShownOfRoot) => boolean;

/** Whether the outline shows a finding elsewhere, by the code of the finding. */
const placesByCode: { readonly [Code in Finding["code"]]?: IsShown<FindingOf<Code>> } = {
  // The headline or the summary of the components
  deleting: () => true,
  installing: () => true,
  "not-yet-seen": () => true,
  "components-ready-differs": () => true,

  // A cause of the component
  "component-absent": hasCauseOfComponent,
  "no-conditions": hasCauseOfComponent,
  "empty-message": hasCauseOfComponent,
  "deletion-blocked": hasCauseOfComponent,
  "not-read": (finding, shown) => finding.component === undefined || hasCauseOfComponent(finding, shown),
  "another-of-kind": (finding, shown) => hasCauseOfComponent(finding, shown) && hasEvidence(shown, "others"),
  "component-new": (finding, shown) => hasCauseOfComponent(finding, shown) && hasEvidence(shown, "recreated"),
  "unknown-condition": (finding, shown) => hasCauseOfComponent(finding, shown) && hasCauseWithReason(finding, shown),
  "hidden-offender": (finding, shown) => hasCauseOfComponent(finding, shown) && isOmissionShown(finding, shown),
  "operator-down": ({ deployment }, shown) => shown.components.has(deployment),

  // A cause of the component, or the line about the upgrade
  "missing-condition": (finding, shown) => hasCauseOfComponent(finding, shown) || isAwaitedByUpgrade(finding, shown),
  "upgrade-stall": (finding, shown) => hasCauseOfComponent(finding, shown) || isAwaitedByUpgrade(finding, shown),
  "operator-condition": isInUpgradeLine,

  // A cause of the workload, or a cause with the workload on its path
  "component-operator-down": hasCauseOfWorkload,
  "component-workload-down": hasCauseOfWorkload,
  "workload-not-ready": hasCauseOfWorkload,
  "deadline-exceeded": hasCauseOfWorkload,
  "operator-rollout": hasCauseOfWorkload,

  // A cause with the object on its path
  "workload-absent": isOnPathOfCause,
  "related-object": isOnPathOfCause,
  "webhook-without-endpoints": isOnPathOfCause,
  "ca-bundle-invalid": isOnPathOfCause,
  "certificate-refused": isOnPathOfCause,
  "api-not-available": hasCauseBelowApi,
  "cluster-not-ready": ({ cluster }, { root }) => root.causes.some(({ path }) => path.includes(cluster)),

  // A cause of the root, which quotes a condition or says that the status is unknown
  "namespace-content-remains": (_, { root }) => hasCauseAbout(root, root.ref),
  "namespace-content-refused": (_, { root }) => hasCauseAbout(root, root.ref),
  "status-unknown": (_, { root }) => root.causes.some(({ path }) => path.length === 1),

  // The headline for the root, or a cause about the object
  "deletion-lasts": ({ about }, { root }) => isSameObject(about, root.ref) || hasCauseAbout(root, about),

  // A cause with the same evidence
  "deletion-abandoned": ({ operator }, shown) =>
    hasClause(shown, (clause) => clause.is === "abandoned" && clause.operator === operator),
  "conversion-webhook": quotesFailedConversion,
  "conversion-failed": quotesFailedConversion,
  "nothing-selected": (_, shown) => hasEvidence(shown, "nothing-selected"),
  "no-clusters": (_, shown) =>
    hasClause(shown, (clause) => clause.is === "condition" && clause.reason === "EmptyClusterList"),
  stale: (_, shown) => hasClause(shown, (clause) => clause.is === "state" && clause.state === "outdated"),
  // The cause says that the component was created again some seconds ago. Its health is not updated yet.
  "health-disagrees": ({ why }, shown) => why === "not-updated" && hasEvidence(shown, "recreated"),
};

function hasCauseOfComponent({ component }: Finding, { components }: ShownOfRoot): boolean {
  return component !== undefined && components.has(component);
}

/** Whether the object of a finding is on the path of a cause. */
function isOnPathOfCause({ about }: Finding, { objects }: ShownOfRoot): boolean {
  return objects.has(keyOf(about));
}

function hasCauseOfWorkload(finding: Finding, shown: ShownOfRoot): boolean {
  return isOnPathOfCause(finding, shown) || shown.components.has(finding.about.name);
}

function hasCauseAbout({ causes }: RootNode, object: Ref): boolean {
  return causes.some(({ about }) => isSameObject(about, object));
}

/** Whether a cause of a root has a clause of this kind in its evidence. */
function hasEvidence(shown: ShownOfRoot, kind: CauseClause["is"]): boolean {
  return hasClause(shown, ({ is }) => is === kind);
}

function hasClause({ root }: ShownOfRoot, isMatch: (clause: CauseClause) => boolean): boolean {
  return root.causes.some(({ evidence }) => evidence.some(isMatch));
}

function quotesFailedConversion(_: Finding, shown: ShownOfRoot): boolean {
  return hasClause(shown, (clause) => clause.is === "quote" && clause.reason === "ConversionFailed");
}

/** Whether the line about the upgrade names the component of a finding. */
function isAwaitedByUpgrade(
  { component }: FindingOf<"missing-condition" | "upgrade-stall">,
  { root }: ShownOfRoot,
): boolean {
  return root.gates.upgrade.waitingFor.includes(component);
}

/** Whether the line about the upgrade says what OLM does because of an OperatorCondition: OLM does not upgrade. */
function isInUpgradeLine({ status, override }: FindingOf<"operator-condition">, { root }: ShownOfRoot): boolean {
  return status === "True" && override === undefined && root.gates.upgradeable.answer === "no";
}

/**
 * Whether a cause explains why an API is not available: a cause about the caBundle of the APIService, or about the
 * Service behind it. Such a cause also names what else fails with that API.
 */
function hasCauseBelowApi({ about }: FindingOf<"api-not-available">, { root, objects }: ShownOfRoot): boolean {
  const apiNodes = listApiNodes(root, about);
  return apiNodes.some((apiNode) => apiNode.children.some(({ ref }) => objects.has(keyOf(ref))));
}

/** The nodes of an APIService below the components of a root. */
function listApiNodes({ children: componentNodes }: RootNode, api: Ref): readonly ReportNode[] {
  return componentNodes.flatMap((componentNode) => componentNode.children.filter(({ ref }) => isSameObject(ref, api)));
}

/** Whether a cause of the component has the reason of the condition that the component reports as Unknown. */
function hasCauseWithReason({ component, reason }: FindingOf<"unknown-condition">, { root }: ShownOfRoot): boolean {
  const componentCauses = root.causes.filter(
    (cause) => cause.component === component || cause.sharedBy?.includes(component) === true,
  );
  if (reason === "") return componentCauses.length > 0;
  const clauses = componentCauses.flatMap(({ evidence }) => evidence);
  return clauses.some((clause) => reportedWordsIn(clause).reason === reason);
}

/**
 * Whether the outline says that the conditions `types` of the CR do not name a component:
 * - the note beside a cause says it of the condition in which a component of that verdict should be named,
 * - the line about the upgrade says it of `Upgradeable`.
 */
function isOmissionShown({ component, types }: FindingOf<"hidden-offender">, { root }: ShownOfRoot): boolean {
  if (types.every((type) => type === "Upgradeable")) return true;
  const componentNode = root.children.find(({ label }) => label === component);
  const notedType = componentNode === undefined ? undefined : namingType[componentNode.verdict];
  return types.some((type) => type === notedType);
}

/** Whether one of the messages contains the message of a finding, or is a part of it. */
function isQuoted(finding: Partial<ReportedWords>, messages: readonly string[]): boolean {
  const findingMessage = messageOf(finding);
  if (findingMessage.trim() === "") return false;
  return messages.some((message) => message.includes(findingMessage) || findingMessage.includes(message));
}

function messageOf(reported: Partial<ReportedWords>): string {
  return messageText({ ...reported, message: reported.message ?? "" });
}
