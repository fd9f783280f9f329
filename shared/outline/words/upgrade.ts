import type { Finding } from "../../model/finding/finding.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { type AgeClock, durationPhrase } from "../ages.ts";
import { stallText } from "../findings/shared-sentences.ts";
import { plainText } from "../text.ts";

/** Whether the headline names the upgrade: it does while no harm is done, else the upgrade stands below the verdict. */
export function leadsWithUpgrade(root: RootNode): boolean {
  return isUpgrading(root) && (root.verdict === "progressing" || root.verdict === "healthy");
}

/** Whether the operator reports an upgrade; unknown counts as no. */
function isUpgrading(root: RootNode): boolean {
  return root.gates.upgrade.running === true;
}

/** `upgrading 1.19.2 -> 1.20.0 for 22m, waiting for CDI (v1.63.0, expected v1.64.0)`. */
export function upgradingWords(root: RootNode, findings: readonly Finding[], clock: AgeClock): string {
  const { from, to, waitingFor } = root.gates.upgrade;
  const way = from !== undefined && to !== undefined ? ` ${from} -> ${to}` : to === undefined ? "" : ` to ${to}`;
  const progressing = root.conditions.find((one) => one.type === "Progressing" && one.status === "True");
  const since = durationPhrase(progressing?.since, clock);
  const waiting = waitingFor.map((name) => `${name}${detail(root, findings, name)}`).join(", ");
  const stalled = durationPhrase(root.facts["stalledSince"], clock);
  const tail = [
    ...(stalled === "" ? [] : [`stalled ${stalled}`]),
    ...(waiting === "" ? [] : [`waiting for ${waiting}`]),
  ];
  return [`upgrading${way}${since === "" ? "" : ` ${since}`}`, ...tail].join(", ");
}

/** What the upgrade waits for in that component; empty where its row in the table says it. */
function detail(root: RootNode, findings: readonly Finding[], name: string): string {
  const stall = findings.find((one) => one.code === "upgrade-stall" && one.component === name);
  if (stall?.code === "upgrade-stall") return ` (${plainText(stallText(stall))})`;
  const facts = root.children.find((child) => child.label === name)?.facts ?? {};
  const [observed, expected] = [facts["observedVersion"], facts["expectedVersion"]];
  return expected === undefined || expected === observed ? "" : ` (${observed ?? "no version"}, expected ${expected})`;
}

/**
 * The number of required components, of those that have reached the version of the upgrade, and of those that could not
 * be read.
 */
export function countUpgradedComponents({ children, gates }: RootNode): {
  readonly all: number;
  readonly done: number;
  readonly unknown: number;
} {
  const parts = children.filter(({ role, required }) => role === "component" && required);
  const isUnread = ({ outcome }: ReportNode): boolean => outcome === "forbidden" || outcome === "unread";
  const done = parts.filter(
    (part) => !isUnread(part) && isUpgraded(part) && !gates.upgrade.waitingFor.includes(part.label),
  );
  return { all: parts.length, done: done.length, unknown: parts.filter(isUnread).length };
}

function isUpgraded({ outcome, facts }: ReportNode): boolean {
  const { observedVersion, expectedVersion } = facts;
  return outcome === "found" && (expectedVersion === undefined || observedVersion === expectedVersion);
}
