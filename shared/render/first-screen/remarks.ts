import { nodesOnPath } from "../../model/cause/cause-path.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { causeEvidence } from "../../outline/cause-clauses.ts";
import { joinLines } from "../characters/join-lines.ts";
import { describeFinding } from "../words/index.ts";
import type { MarkedLine, RemarkLine } from "./first-screen.ts";

/** The findings about a root that its culprits do not explain already, worst first, and the number of left-out ones. */
export interface Remarks {
  readonly lines: readonly RemarkLine[];
  readonly left: number;
}

/** How the remarks are made. */
interface RemarkSetting {
  readonly clock: AgeClock;
  /** The related objects stand below the screen. */
  readonly related: boolean;
  /** That of the only root, which the line of the place has; undefined where there are several roots. */
  readonly namespace: string | undefined;
}

/** The remarks on a root: errors and warnings have a line each, the others are counted. */
export function remarksOn(
  root: RootNode,
  findings: readonly Finding[],
  { clock, related, namespace }: RemarkSetting,
): Remarks {
  const isBelow = ({ code }: Finding): boolean => related && code === "related-object";
  // Of the only root, the line of the place has both counts.
  const isInPlace = ({ code }: Finding): boolean => namespace !== undefined && code === "components-ready-differs";
  const news = findings.filter((finding) => !isBelow(finding) && !isInPlace(finding) && !isExplained(finding, root));
  const serious = news.filter(({ severity, code }) => severity !== "info" || worthLine.has(code));
  // Without a culprit or a warning the others are the only evidence.
  const isBare = root.verdict !== "healthy" && root.causes.length === 0 && serious.length === 0;
  const shown = isBare ? news : serious;
  return {
    lines: shown.map((finding) => ({
      mark: markOfFinding(finding),
      keepsEnd: "message" in finding && typeof finding.message === "string" && finding.message !== "",
      text: shortenOfHealthy(withoutNamespace(describeFinding(finding, clock), namespace), root),
    })),
    left: news.length - shown.length,
  };
}

/** In the few lines of something healthy a remark has one row, so what stands in brackets is omitted. */
function shortenOfHealthy(text: string, { verdict }: RootNode): string {
  return verdict === "healthy" ? text.replaceAll(/ \([^()]*\)/g, "") : text;
}

/** The sentence on one line, without the namespace that the place has already. */
function withoutNamespace(sentence: string, namespace: string | undefined): string {
  const line = joinLines(sentence);
  return namespace === undefined ? line : line.replaceAll(` ${namespace}/`, " ");
}

/** Findings for information that have a line: something that should run does not. */
const worthLine: ReadonlySet<Finding["code"]> = new Set([
  ...(["uncounted-workload", "injector-not-ready", "other-objects"] as const),
]);

function markOfFinding(finding: Finding): MarkedLine["mark"] {
  if (finding.code === "operator-unknown" || (finding.code === "operator-rollout" && finding.state === "unknown"))
    return "unknown";
  if ("transient" in finding && finding.transient) return "busy";
  return finding.severity === "error" ? "bad" : "remark";
}

/** Whether the headline, a culprit, the upgrade or the line on what was not read says what the finding says. */
function isExplained(finding: Finding, root: RootNode): boolean {
  const names = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  const isNamed = "component" in finding && finding.component !== undefined && names.includes(finding.component);
  const words = "message" in finding && typeof finding.message === "string" ? finding.message : "";
  // The middle of very long texts is cut.
  const message = words.trim().slice(0, mostCompared);
  if (message.length >= leastMessage && root.causes.some((cause) => causeEvidence(cause).includes(message)))
    return true;
  switch (finding.code) {
    case "deleting":
    case "installing":
    case "not-yet-seen":
    // The line above the headline.
    case "orphan":
      return true;
    case "damaged-input":
      return finding.truncated === true;
    case "not-read":
      return finding.component === undefined || isNamed;
    case "component-absent":
    case "no-conditions":
    case "unknown-condition":
    case "empty-message":
    case "hidden-offender":
    case "deletion-blocked":
      return isNamed;
    case "missing-condition": {
      const { component, types } = finding;
      const texts = root.causes.filter((cause) => cause.component === component).map(causeEvidence);
      return (
        root.gates.upgrade.waitingFor.includes(component) ||
        texts.some((text) => types.every((type) => text.includes(type)))
      );
    }
    case "upgrade-stall":
      return isNamed || root.gates.upgrade.waitingFor.includes(finding.component);
    case "stale":
    case "status-unknown":
      return root.causes.some(({ path }) => path.length === 1);
    case "operator-down":
      return names.includes(finding.deployment);
    case "component-operator-down":
    case "component-workload-down":
    case "workload-not-ready":
    case "deadline-exceeded":
    case "operator-rollout":
      return names.includes(finding.about.name) || onTheWay(root).has(keyOf(finding.about));
    case "workload-absent":
    case "related-object":
      return onTheWay(root).has(keyOf(finding.about));
    case "cluster-not-ready":
      return root.causes.some(({ path }) => path.includes(finding.cluster));
    default:
      return false;
  }
}

/** The characters of a message that are compared. */
const mostCompared = 400;

/** A shorter message may stand in a text by chance. */
const leastMessage = 8;

/** The objects on the way to a culprit. */
function onTheWay(root: RootNode): ReadonlySet<string> {
  return new Set(root.causes.flatMap((cause) => nodesOnPath(root, cause).map(({ ref }) => keyOf(ref))));
}
