import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import { type Mark, markOf } from "./marks.ts";
import { sinceOf } from "./since.ts";
import { ageOf } from "./words-age.ts";
import { evidenceText } from "./words-cause.ts";
import { describe } from "./words-finding.ts";
import { stallWords } from "./words-finding-parts.ts";
import { listOf, nameOf } from "./words-names.ts";
import { outcomeWords } from "./words-state.ts";

/** One line of the headline. */
export interface Lead {
  readonly mark: Mark;
  readonly text: string;
}

/** What a person must know first, in this order: is the CR's word worth anything, how is it, what stops it. */
export function leadsOf(root: RootNode, findings: readonly Finding[], now: string): readonly Lead[] {
  const of = <C extends Finding["code"]>(code: C): readonly Finding[] => findings.filter((one) => one.code === code);
  const said = (mark: Mark, codes: readonly Finding["code"][]): readonly Lead[] =>
    codes.flatMap(of).map((finding) => ({ mark, text: describe(finding) }));
  return [
    ...said("bad", ["operator-down"]),
    verdictLead(root, findings, now, `${root.ref.kind} ${root.ref.name}`),
    ...(isUpgrading(root) && !leadsWithUpgrade(root, findings)
      ? [{ mark: "busy" as const, text: upgradeWords(root, findings, now) }]
      : []),
    ...said("bad", ["conversion-webhook", "upgrade-stuck", "deletion-blocked"]),
    ...failures(findings),
    ...said("remark", ["stale"]),
  ];
}

/** The one line of a root among several: with its namespace, without the words of others. */
export function listLead(root: RootNode, findings: readonly Finding[], now: string): Lead {
  const lead = verdictLead(root, findings, now, nameOf(root.ref));
  return findings.some((one) => one.code === "invalid-request")
    ? { ...lead, text: lead.text.replace(/: .*/s, "") }
    : lead;
}

/** `HyperConverged kubevirt-hyperconverged is unavailable, for 14m`. */
function verdictLead(root: RootNode, findings: readonly Finding[], now: string, name: string): Lead {
  const mark = markOf(root.verdict);
  const since = ageOf(sinceOf(root), now);
  const long = since === "" ? "" : `, for ${since}`;
  if (root.outcome !== "found") return { mark, text: `${name} ${outcomeWords[root.outcome]}` };
  for (const finding of findings) {
    if (finding.code === "deleting")
      return {
        mark,
        text: `${name} is being deleted${during(ageOf(finding.since, now))}; its conditions say nothing new since`,
      };
    if (finding.code === "invalid-request")
      return {
        mark: "bad",
        text: `${name} is refused by its operator: ${evidenceText({ reason: "", message: finding.message })}`,
      };
    if (finding.code === "not-yet-seen")
      return { mark, text: `${name} has no status yet: no operator has looked at it` };
    // Nothing is broken by not being there yet, whatever the verdict.
    if (finding.code === "installing") return { mark: "busy", text: `${name} is installing${long}` };
  }
  if (root.deleting) return { mark, text: `${name} is being deleted; its conditions say nothing new since` };
  if (leadsWithUpgrade(root, findings)) return { mark, text: `${name} is ${upgradeWords(root, findings, now)}` };
  return {
    mark,
    text: `${name} is ${root.verdict === "unknown" ? `in an unknown state${unseenWords(root)}` : root.verdict}${long}`,
  };
}

/** `: KubeVirt and CDI may not be read`. */
function unseenWords(root: RootNode): string {
  const parts = (["forbidden", "unread"] as const).flatMap((outcome) => {
    const names = root.children.filter((node) => node.required && node.outcome === outcome).map((node) => node.label);
    return names.length === 0
      ? []
      : [`${listOf(names)} ${names.length > 1 && outcome === "unread" ? "were not read" : outcomeWords[outcome]}`];
  });
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** Only an upgrade that harms nothing is the verdict itself; else it stands below it. */
function leadsWithUpgrade(root: RootNode, findings: readonly Finding[]): boolean {
  const other = findings.some((one) => one.code === "deleting" || one.code === "installing");
  return isUpgrading(root) && !other && (root.verdict === "progressing" || root.verdict === "healthy");
}

function isUpgrading(root: RootNode): boolean {
  return root.gates.upgrade.running === true;
}

/** `upgrading 1.19.2 -> 1.20.0 for 22m, waiting for CDI (v1.63.0, wants v1.64.0)`. */
function upgradeWords(root: RootNode, findings: readonly Finding[], now: string): string {
  const { from, to, waitingFor } = root.gates.upgrade;
  const way = from !== undefined && to !== undefined ? ` ${from} -> ${to}` : to === undefined ? "" : ` to ${to}`;
  const progressing = root.conditions.find((one) => one.type === "Progressing" && one.status === "True");
  const waiting = waitingFor.map((name) => `${name}${detail(root, findings, name)}`).join(", ");
  return `upgrading${way}${during(ageOf(progressing?.since, now))}${waiting === "" ? "" : `, waiting for ${waiting}`}`;
}

function detail(root: RootNode, findings: readonly Finding[], name: string): string {
  const stall = findings.find((one) => one.code === "upgrade-stall" && one.component === name);
  if (stall?.code === "upgrade-stall") return ` (${stallWords(stall)})`;
  const facts = root.children.find((child) => child.label === name)?.facts ?? {};
  const [observed, expected] = [facts["observedVersion"], facts["expectedVersion"]];
  return expected === undefined || expected === observed ? "" : ` (${observed ?? "no version"}, wants ${expected})`;
}

/** A failed round; what mends itself is no alarm. */
function failures(findings: readonly Finding[]): readonly Lead[] {
  return findings.flatMap((one) =>
    one.code === "reconcile-failed" || one.code === "status-unknown"
      ? [{ mark: one.transient ? ("busy" as const) : ("bad" as const), text: describe(one) }]
      : [],
  );
}

function during(since: string): string {
  return since === "" ? "" : ` for ${since}`;
}
