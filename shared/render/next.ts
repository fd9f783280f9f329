import type { Finding, FindingCode } from "../model/finding.ts";
import type { Ref } from "../model/object.ts";
import type { Gap, Node, Report, RootNode } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { findingsOf } from "./findings.ts";
import { quoted } from "./kubectl-with.ts";
import { culpritsOf, nodesAlong } from "./words-blame.ts";
import { resourceOf } from "./words-names.ts";

/** One command, word by word, before quoting. */
type Command = readonly string[];

/** What `kubectl logs` needs to show the log that tells the most. */
export interface Logs {
  readonly namespace?: string;
  readonly pod: string;
  readonly container: string;
  /** Of the start before this one. */
  readonly isPrevious: boolean;
}

/** The log of a container of `pod`; undefined where it never ran. */
export function logsOf({ label, facts, trouble }: Node, { namespace, name }: Ref): Logs | undefined {
  if (neverRan.test(facts["waiting"] ?? trouble?.reason ?? "")) return undefined;
  // A container that waits for its next start has only the log of the last one.
  const isPrevious = (facts["restarts"] ?? "0") !== "0";
  return { ...(namespace !== undefined && { namespace }), pod: name, container: label, isPrevious };
}

/** Waiting reasons of a container that never ran: it has no log. */
const neverRan = /Image|CreateContainer|ContainerCreating|PodInitializing|RunContainer/;

/** The one command that shows more about the worst of `report`, ready for a shell; undefined where nothing is wrong. */
export function nextCommand(report: Report, kubectl = "kubectl"): string | undefined {
  const root = report.roots.find((one) => one.verdict === report.verdict);
  const command = root === undefined ? askForAccess(report.completeness.gaps) : commandFor(root, report);
  if (command === undefined || !command.every(isWord)) return undefined;
  return [kubectl, ...command.map(quoted)].join(" ");
}

function commandFor(root: RootNode, report: Report): Command | undefined {
  const findings = findingsOf(report, root);
  const about = (code: FindingCode): Finding | undefined => findings.find((finding) => finding.code === code);
  if (about("operator-down") !== undefined) {
    const culprits = culpritsOf(root);
    if (culprits.length > 1) return look(culprits, root);
    return podsOf("hyperconverged-cluster-operator", about("operator-down"), root);
  }
  if (about("conversion-webhook") !== undefined) {
    const webhook = root.children.find(({ label, verdict }) => label.endsWith("-webhook") && verdict !== "healthy");
    const path = webhook === undefined ? [] : otherPath(root, webhook);
    if (path.length > 1) return look(path, root);
    return podsOf("hyperconverged-cluster-webhook", about("conversion-webhook"), root);
  }
  if (about("not-yet-seen") !== undefined && root.profile === "hco")
    return podsOf("hyperconverged-cluster-operator", undefined, root);
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

/** The path of the root cause; without one that of another cause, else the worst part; empty where no part is unwell. */
function deepestOf(root: RootNode): readonly Node[] {
  const culprits = culpritsOf(root);
  if (culprits.length > 0) return culprits;
  // None of what an Organization holds makes it unwell, and that is where the work is all the same.
  const isAny = root.profile === "greenhouse" && root.ref.kind === "Organization";
  const isUnwell = ({ verdict, outcome }: Node): boolean =>
    outcome === "found" && (isAny ? verdict !== "healthy" : verdict === root.verdict);
  const unwell = root.verdict === "healthy" ? [] : root.children.filter(isUnwell);
  const [worst] = unwell.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const path = worst === undefined ? [] : otherPath(root, worst);
  return path.length > 0 || worst === undefined ? path : [worst];
}

/** The path down from a part that is not to blame, where something below it is unwell. */
function otherPath(root: RootNode, { label }: Node): readonly Node[] {
  const cause = root.otherCauses?.find(({ path }) => path[1] === label);
  return cause === undefined ? [] : nodesAlong(root, cause);
}

/** How to look at the deepest node: the log of a container, else its description. */
function look(path: readonly Node[], root: RootNode): Command | undefined {
  const node = path.at(-1);
  const parent = path.at(-2);
  if (node === undefined) return undefined;
  if (node.role === "container" && parent !== undefined) {
    const logs = logsOf(node, parent.ref);
    if (logs === undefined) return describeObject(parent.ref);
    return ["logs", ...inNamespace(logs), logs.pod, "-c", logs.container, ...(logs.isPrevious ? ["--previous"] : [])];
  }
  if (node.outcome === "forbidden") return ["auth", "can-i", "get", resourceOf(node.ref), ...inNamespace(node.ref)];
  // What does not exist cannot be described: the events beside it may say why.
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

function askForAccess(gaps: readonly Gap[]): Command | undefined {
  const gap = gaps.find((one) => one.outcome === "forbidden");
  if (gap === undefined) return undefined;
  const place = gap.namespace === undefined ? ["-A"] : ["-n", gap.namespace];
  return ["auth", "can-i", gap.verb === "read" ? "get" : gap.verb, resourceOf(gap), ...place];
}

function inNamespace({ namespace }: Pick<Ref, "namespace">): Command {
  return namespace === undefined ? [] : ["-n", namespace];
}

/** `kubevirt`, `deployment`; kinds of other families with their group, for names like Cluster are taken twice. */
function shortResource(ref: Ref): string {
  const kind = ref.kind.toLowerCase();
  const isPlain = ref.group === "" || ref.group === "apps" || ref.group.endsWith("kubevirt.io");
  return isPlain ? kind : `${kind}.${ref.group}`;
}

/** A name no API server would take could pass for an option: no command is better than that one. */
function isWord(word: string): boolean {
  return word !== "" && (!word.startsWith("-") || ours.has(word));
}

const ours: ReadonlySet<string> = new Set(["-n", "-A", "-l", "-c", "--previous", "--sort-by=.lastTimestamp"]);
