import type { Finding } from "../model/finding.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Node, RootNode } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { type Mark, markOf } from "./marks.ts";
import { type NodeRow, nodeRows } from "./rows-nodes.ts";
import { sinceOf } from "./since.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { controllerWords, isSeenOtherwise } from "./words-application.ts";
import { culpritOf } from "./words-blame.ts";
import { awaitedWords, nodeLabel, versionWords, whyOf } from "./words-part.ts";
import { silentPart } from "./words-silence.ts";

/** One component or part of a root, and what is unwell below it. */
export interface PartRow {
  readonly mark: Mark;
  readonly label: string;
  readonly ref: Ref;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  /** Worth a row of its own: unwell, what an upgrade waits for, or not ready for its controller. */
  readonly isListed: boolean;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The moment it counts from. */
  readonly at?: string;
  /** `v1.64.0`, `v1.63.0 -> v1.64.0` where it runs another than it should, or empty. */
  readonly version: string;
  /** Its own worst condition in its own words; empty where it is healthy. */
  readonly why: string;
  readonly children: readonly NodeRow[];
}

/** The parts of a root, worst first, of equals the one to blame, else as they came; without what nothing calls for and is not there. */
export function partRows(root: RootNode, findings: readonly Finding[], clock: Clock, all: boolean): readonly PartRow[] {
  return partsOf(root, findings, all).map((node) => partRow(node, { root, findings, clock, all }));
}

/** The nodes of {@link partRows}, in their order. */
export function partsOf(root: RootNode, findings: readonly Finding[], all: boolean): readonly Node[] {
  const culprit = culpritOf(root);
  const said = new Set(findings.filter(({ code }) => tellsOfWorkload.has(code)).map(({ about }) => keyOf(about)));
  const injector = findings.some(({ code }) => code === "injector-not-ready") ? "virt-network-resources-injector" : "";
  const isSaid = ({ ref, label, children }: Node): boolean =>
    (said.has(keyOf(ref)) || label === injector) && children.every((child) => child.verdict === "healthy");
  return (
    root.children
      .filter((node) => node.required || (node.outcome !== "absent" && node.outcome !== "noSuchKind"))
      // What the operator runs beside the components is listed with them only where there is more to say than that it is down.
      .filter((node) => all || node.role !== "workload" || (node.verdict !== "healthy" && !isSaid(node)))
      .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict) || Number(b === culprit) - Number(a === culprit))
  );
}

/** Findings that say of a Deployment that it is short of replicas. */
const tellsOfWorkload: ReadonlySet<Finding["code"]> = new Set(["operator-down", "uncounted-workload"]);

interface Setting {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
  readonly clock: Clock;
  readonly all: boolean;
}

function partRow(node: Node, setting: Setting): PartRow {
  const { root, findings, clock, all } = setting;
  const isHealthy = node.verdict === "healthy";
  const children = nodeRows(node.children, clock, all);
  const since = isHealthy && !all ? undefined : sinceOf(node);
  return {
    mark: partMark(node, findings),
    label: partLabel(node),
    ref: node.ref,
    outcome: node.outcome,
    verdict: node.verdict,
    isListed:
      !isHealthy ||
      isAwaited(node, root) ||
      silenceOf(node, findings) !== "" ||
      isSeenOtherwise(node, root.ruleSet) ||
      (!all && children.length > 0),
    since: ageOf(since, clock),
    ...(since === undefined ? {} : { at: since }),
    version: versionWords(node.facts),
    why: partWhy(node, setting),
    children,
  };
}

/** A part that says that it is well while what runs for it is down deserves a look. */
export function partMark(node: Node, findings: readonly Finding[]): Mark {
  return node.verdict === "healthy" && silenceOf(node, findings) !== "" ? "remark" : markOf(node.verdict);
}

/** A component as its operator calls it, anything else by kind and name. */
export function partLabel(node: Node): string {
  return node.role === "component" ? node.label : nodeLabel(node);
}

/** Its own worst condition in its own words, what its controller makes of it, and what it keeps to itself; or empty. */
export function partWhy(node: Node, { root, findings, all }: Omit<Setting, "clock">): string {
  const isHealthy = node.verdict === "healthy";
  return [
    isHealthy ? (isAwaited(node, root) ? awaitedWords(node, findings) : "") : whyOf(node, findings, all),
    controllerWords(node, root.ruleSet, all),
    isHealthy ? silenceOf(node, findings) : "",
  ]
    .filter((words) => words !== "")
    .join("; ")
    .replace(/\.; /, "; ");
}

function isAwaited({ label }: Node, { gates }: RootNode): boolean {
  return gates.upgrade.waitingFor.includes(label);
}

/** What runs for it is down, whatever it says. */
function silenceOf(node: Node, findings: readonly Finding[]): string {
  return node.role === "component" ? silentPart(findings, node.label) : "";
}
