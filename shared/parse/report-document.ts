import type { Finding } from "../model/finding.ts";
import { severities } from "../model/finding.ts";
import type { Node, Report } from "../model/report.ts";
import { outcomes, sourceKinds } from "../model/snapshot.ts";
import { utc } from "../model/time.ts";
import { verdicts } from "../model/verdict.ts";
import { entries, Fault, oneOf, optional, section, string, wrong } from "./checked.ts";
import { at, type Fields, text } from "./value.ts";

/** The kind that a document of ours says that it has, of whatever version; undefined for one that is none of ours. */
export function documentKind(value: unknown): string | undefined {
  return text(at(value, ["apiVersion"])).startsWith("hco-status/") ? text(at(value, ["kind"])) : undefined;
}

/**
 * The Report that a document holds (`-o json`, `-o yaml`), or what is wrong with it. Checked is what two Reports are compared
 * by; the rest is left as it came. Never throws.
 */
export function reportIn(value: unknown): Report | { readonly fault: string } {
  try {
    checkReport(section(value, "the document"));
    return value as Report;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: error.message };
  }
}

function checkReport(report: Fields): void {
  const version = text(at(report, ["apiVersion"]));
  if (version !== "hco-status/v1") throw new Fault(`it is of another version, and only hco-status/v1 is understood`);
  if (utc(report["takenAt"]) === undefined) throw wrong("takenAt", "a time (RFC 3339)", report["takenAt"]);
  const source = section(report["source"], "source");
  oneOf(source["kind"], sourceKinds, "source.kind");
  string(source["name"], "source.name");
  for (const key of ["server", "snapshot"]) optional(source, key, "source");
  oneOf(report["verdict"], verdicts, "verdict");
  for (const [gap, place] of entries(section(report["completeness"], "completeness"), "gaps", "completeness"))
    checkGap(section(gap, place), place);
  for (const [root, place] of entries(report, "roots")) checkRoot(section(root, place), place);
  for (const [finding, place] of entries(report, "findings")) checkFinding(section(finding, place), place);
}

function checkGap(gap: Fields, place: string): void {
  oneOf(gap["outcome"], outcomes.slice(1), `${place}.outcome`);
  for (const key of ["verb", "group", "kind"]) string(gap[key], `${place}.${key}`);
  for (const key of ["namespace", "name"]) optional(gap, key, place);
}

function checkRoot(root: Fields, place: string): void {
  checkNode(root, place, 0);
  const gates = section(root["gates"], `${place}.gates`);
  for (const name of ["ready", "upgradeable"]) {
    const gate = section(gates[name], `${place}.gates.${name}`);
    oneOf(gate["answer"], ["yes", "no", "unknown"], `${place}.gates.${name}.answer`);
    texts(gate, "because", `${place}.gates.${name}`);
  }
  const upgrade = section(gates["upgrade"], `${place}.gates.upgrade`);
  const { running } = upgrade;
  if (typeof running !== "boolean" && running !== null)
    throw wrong(`${place}.gates.upgrade.running`, "true, false or null", running);
  for (const key of ["from", "to"]) optional(upgrade, key, `${place}.gates.upgrade`);
  texts(upgrade, "waitingFor", `${place}.gates.upgrade`);
  if (root["rootCause"] !== undefined) {
    const cause = section(root["rootCause"], `${place}.rootCause`);
    string(cause["text"], `${place}.rootCause.text`);
    optional(cause, "since", `${place}.rootCause`);
    texts(cause, "path", `${place}.rootCause`);
  }
  for (const [entry, where] of entries(root, "related", place)) {
    const related = section(entry, where);
    checkRef(related["ref"], `${where}.ref`);
    string(related["state"], `${where}.state`);
  }
}

/** Deeper than any tree of a cluster; nothing that walks it may run out of room. */
const deepest = 100;

function checkNode(node: Fields, place: string, depth: number): void {
  if (depth > deepest) throw new Fault(`${place}: more than ${deepest} nodes deep`);
  for (const key of ["role", "label"] as const satisfies readonly (keyof Node)[]) string(node[key], `${place}.${key}`);
  checkRef(node["ref"], `${place}.ref`);
  oneOf(node["outcome"], outcomes, `${place}.outcome`);
  for (const key of ["verdict", "ownVerdict"]) oneOf(node[key], verdicts, `${place}.${key}`);
  for (const key of ["stale", "deleting", "frozen"])
    if (typeof node[key] !== "boolean") throw wrong(`${place}.${key}`, "true or false", node[key]);
  for (const [key, fact] of Object.entries(section(node["facts"], `${place}.facts`)))
    string(fact, `${place}.facts.${key}`);
  for (const [entry, where] of entries(node, "conditions", place)) {
    const condition = section(entry, where);
    oneOf(condition["status"], ["True", "False", "Unknown"], `${where}.status`);
    for (const key of ["type", "reason", "message", "sense"]) string(condition[key], `${where}.${key}`);
    optional(condition, "since", where);
  }
  if (node["trouble"] !== undefined)
    optional(section(node["trouble"], `${place}.trouble`), "since", `${place}.trouble`);
  for (const [child, where] of entries(node, "children", place)) checkNode(section(child, where), where, depth + 1);
}

function checkFinding(finding: Fields, place: string): void {
  string(finding["code" satisfies keyof Finding], `${place}.code`);
  oneOf(finding["severity"], severities, `${place}.severity`);
  checkRef(finding["about"], `${place}.about`);
}

function checkRef(value: unknown, place: string): void {
  const ref = section(value, place);
  for (const key of ["group", "kind", "name"]) string(ref[key], `${place}.${key}`);
  for (const key of ["namespace", "uid", "version"]) optional(ref, key, place);
}

function texts(fields: Fields, key: string, place: string): void {
  for (const [each, where] of entries(fields, key, place)) string(each, where);
}
