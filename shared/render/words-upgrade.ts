import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import { type Clock, lasting } from "./words-age.ts";
import { stallWords } from "./words-finding-parts.ts";

/** Only an upgrade that harms nothing is what the root is; else it stands below its verdict. */
export function leadsWithUpgrade(root: RootNode): boolean {
  return isUpgrading(root) && (root.verdict === "progressing" || root.verdict === "healthy");
}

/** The operator says so; not known counts as no. */
export function isUpgrading(root: RootNode): boolean {
  return root.gates.upgrade.running === true;
}

/** `upgrading 1.19.2 -> 1.20.0 for 22m, waiting for CDI (v1.63.0, wants v1.64.0)`. */
export function upgradingWords(root: RootNode, findings: readonly Finding[], clock: Clock): string {
  const { from, to, waitingFor } = root.gates.upgrade;
  const way = from !== undefined && to !== undefined ? ` ${from} -> ${to}` : to === undefined ? "" : ` to ${to}`;
  const progressing = root.conditions.find((one) => one.type === "Progressing" && one.status === "True");
  const since = lasting(progressing?.since, clock);
  const waiting = waitingFor.map((name) => `${name}${detail(root, findings, name)}`).join(", ");
  // Nobody is at work, and yet it is not done: each part that it waits for says that it is well.
  const isStalled = waitingFor.every((name) =>
    findings.some((one) => one.code === "upgrade-stall" && one.component === name),
  );
  const tail = waiting === "" ? "" : `, waiting for ${waiting}${isStalled ? ": stalled" : ""}`;
  return `upgrading${way}${since === "" ? "" : ` ${since}`}${tail}`;
}

/** What it waits for in that component; nothing where its row in the table says it. */
function detail(root: RootNode, findings: readonly Finding[], name: string): string {
  const stall = findings.find((one) => one.code === "upgrade-stall" && one.component === name);
  if (stall?.code === "upgrade-stall") return ` (${stallWords(stall)})`;
  const facts = root.children.find((child) => child.label === name)?.facts ?? {};
  const [observed, expected] = [facts["observedVersion"], facts["expectedVersion"]];
  return expected === undefined || expected === observed ? "" : ` (${observed ?? "no version"}, wants ${expected})`;
}
