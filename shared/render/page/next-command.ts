import { families, hyperConvergedPods } from "../../model/families.ts";
import type { Finding, FindingCode } from "../../model/finding/finding.ts";
import type { Ref } from "../../model/object.ts";
import type { ReadGap, Report, ReportNode, RootNode } from "../../model/report.ts";
import { resourceName } from "../../model/resource-name.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { quoteShellWord } from "../shell/kubectl-command.ts";
import { findCulprits, nodesAlong } from "../words/cause/blame.ts";
import { rootFindings } from "./group-findings.ts";

/** One command, word by word, before quoting. */
type Command = readonly string[];

/** What `kubectl logs` needs to show the most informative log. */
export interface LogSource {
  readonly namespace?: string;
  readonly pod: string;
  readonly container: string;
  /** The log of the previous start. */
  readonly isPrevious: boolean;
}

/** The log of a container of `pod`; undefined where it never ran. */
export function findLogSource({ label, facts, trouble }: ReportNode, { namespace, name }: Ref): LogSource | undefined {
  if (neverRan.test(facts["waiting"] ?? trouble?.reason ?? "")) return undefined;
  // A container that waits for its next start has only the log of the last one.
  const isPrevious = (facts["restarts"] ?? "0") !== "0";
  return { ...(namespace !== undefined && { namespace }), pod: name, container: label, isPrevious };
}

/** Waiting reasons of a container that never ran: it has no log. */
const neverRan = /Image|CreateContainer|ContainerCreating|PodInitializing|RunContainer/;

/**
 * The command that shows more about the worst root of `report`, ready for a shell; undefined where nothing is wrong.
 */
export function nextCommand(report: Report, kubectl = "kubectl"): string | undefined {
  const root = report.roots.find((one) => one.verdict === report.verdict);
  const command = root === undefined ? askForAccess(report.completeness.gaps) : commandFor(root, report);
  if (command === undefined || !command.every(isWord)) return undefined;
  return [kubectl, ...command.map(quoteShellWord)].join(" ");
}

function commandFor(root: RootNode, report: Report): Command | undefined {
  const findings = rootFindings(report, root);
  const about = (code: FindingCode): Finding | undefined => findings.find((finding) => finding.code === code);
  if (about("operator-down") !== undefined) {
    const culprits = findCulprits(root);
    if (culprits.length > 1) return look(culprits, root);
    return podsOf(hyperConvergedPods, about("operator-down"), root);
  }
  if (about("conversion-webhook") !== undefined) {
    const webhook = root.children.find(({ label, verdict }) => label.endsWith("-webhook") && verdict !== "healthy");
    const path = webhook === undefined ? [] : otherPath(root, webhook);
    if (path.length > 1) return look(path, root);
    return podsOf("hyperconverged-cluster-webhook", about("conversion-webhook"), root);
  }
  const { operatorPods } = families[root.profile];
  if (about("not-yet-seen") !== undefined && operatorPods !== undefined) return podsOf(operatorPods, undefined, root);
  if (root.verdict === "healthy") return undefined;
  const blocked = about("deletion-blocked");
  if (blocked !== undefined) return describeObject(blocked.about);
  if (root.deleting || about("invalid-request") !== undefined || about("reconcile-failed") !== undefined)
    return describeObject(root.ref);
  const deepest = deepestOf(root);
  if (deepest.length > 0) return look(deepest, root);
  const access = askForAccess(report.completeness.gaps.filter((gap) => gap.required));
  if (access !== undefined) return access;
  const waiting = root.children.find((node) => root.gates.upgrade.waitingFor.includes(node.label));
  return describeObject((waiting ?? root).ref);
}

/** The path of the root cause, else that of another cause, else the worst part. Empty where there is none of these. */
function deepestOf(root: RootNode): readonly ReportNode[] {
  const culprits = findCulprits(root);
  if (culprits.length > 0) return culprits;
  // The objects that an Organization holds never make it unhealthy, but they are where the work is.
  const isAny = families[root.profile].holders.includes(root.ref.kind);
  const isUnhealthy = ({ verdict, outcome }: ReportNode): boolean =>
    outcome === "found" && (isAny ? verdict !== "healthy" : verdict === root.verdict);
  const unhealthy = root.verdict === "healthy" ? [] : root.children.filter(isUnhealthy);
  const [worst] = unhealthy.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const path = worst === undefined ? [] : otherPath(root, worst);
  return path.length > 0 || worst === undefined ? path : [worst];
}

/** The path of another cause that leads through this part; empty where there is none. */
function otherPath(root: RootNode, { label }: ReportNode): readonly ReportNode[] {
  const cause = root.otherCauses?.find(({ path }) => path[1] === label);
  return cause === undefined ? [] : nodesAlong(root, cause);
}

/** The command for the deepest node: the log of a container, else its description. */
function look(path: readonly ReportNode[], root: RootNode): Command | undefined {
  const node = path.at(-1);
  const parent = path.at(-2);
  if (node === undefined) return undefined;
  if (node.role === "container" && parent !== undefined) {
    const logs = findLogSource(node, parent.ref);
    if (logs === undefined) return describeObject(parent.ref);
    return ["logs", ...inNamespace(logs), logs.pod, "-c", logs.container, ...(logs.isPrevious ? ["--previous"] : [])];
  }
  if (node.outcome === "forbidden") return ["auth", "can-i", "get", resourceName(node.ref), ...inNamespace(node.ref)];
  // An absent object cannot be described: the events beside it may give the reason.
  if (node.outcome === "absent" || node.outcome === "noSuchKind")
    return ["get", "events", ...inNamespace(root.ref), "--sort-by=.lastTimestamp"];
  return describeObject(node.ref);
}

function describeObject(ref: Ref): Command {
  return ["describe", shortResource(ref), ref.name, ...inNamespace(ref)];
}

function podsOf(name: string, finding: Finding | undefined, root: RootNode): Command {
  const namespace = finding?.about.namespace ?? root.ref.namespace;
  return ["get", "pods", ...(namespace === undefined ? ["-A"] : ["-n", namespace]), "-l", `name=${name}`];
}

function askForAccess(gaps: readonly ReadGap[]): Command | undefined {
  const gap = gaps.find((one) => one.outcome === "forbidden");
  if (gap === undefined) return undefined;
  const place = gap.namespace === undefined ? ["-A"] : ["-n", gap.namespace];
  return ["auth", "can-i", gap.verb === "read" ? "get" : gap.verb, resourceName(gap), ...place];
}

function inNamespace({ namespace }: Pick<Ref, "namespace">): Command {
  return namespace === undefined ? [] : ["-n", namespace];
}

/**
 * `kubevirt`, `deployment`. Kinds of other families have their group, because several groups have a kind such as
 * Cluster.
 */
function shortResource(ref: Ref): string {
  const kind = ref.kind.toLowerCase();
  const isPlain = ref.group === "" || ref.group === "apps" || ref.group.endsWith("kubevirt.io");
  return isPlain ? kind : `${kind}.${ref.group}`;
}

/** Whether the word may stand in a command. A name that no API server accepts could pass for an option. */
function isWord(word: string): boolean {
  return word !== "" && (!word.startsWith("-") || ours.has(word));
}

const ours: ReadonlySet<string> = new Set(["-n", "-A", "-l", "-c", "--previous", "--sort-by=.lastTimestamp"]);
