import { sanitizeLine } from "../../characters/sanitize.ts";
import { families } from "../../model/families.ts";
import { type CommandReach, currentCluster, kubectlCommand } from "../../model/kubectl-command.ts";
import type { Mark, Text } from "../../model/outline.ts";
import type { RootNode } from "../../model/report.ts";
import { compareVerdicts, type Verdict } from "../../model/verdict.ts";
import { type AgeClock, ageText } from "../../outline/ages.ts";
import { shortLine } from "../../outline/fit-text.ts";
import { rootFindings } from "../../outline/group-findings.ts";
import { verdictMark } from "../../outline/marks.ts";
import { rootRows } from "../../outline/root-rows.ts";
import { name, plainText, quote } from "../../outline/text.ts";
import { summarizeGap, summarizeUnreadGap } from "../../outline/words/nothing-found.ts";
import type { FleetMember, FleetTrouble } from "../words/commands/fleet.ts";
import { type FleetState, formatLastKnown, formatTrouble, troubleCause } from "../words/commands/fleet.ts";
import type { LinkFacts } from "../words/commands/watch.ts";
import { type LabelCell, labelCells } from "./label-columns.ts";
import { fleetStateOf, knownVerdict } from "./member-state.ts";

/** The row of one cluster among several, which is all that a table needs of it; every text is harmless. */
export interface FleetRow {
  readonly state: FleetState;
  readonly mark: Mark;
  readonly context: string;
  /** The name as the kubeconfig has it, not escaped: never print it. */
  readonly name: string;
  /** A retry cannot help: the kubeconfig itself is wrong. */
  readonly isUnusable: boolean;
  /** Empty where the context leads to no server. */
  readonly server: string;
  /** The version that runs and, while it upgrades, the expected one. */
  readonly version: { readonly observedVersion?: string; readonly expectedVersion?: string };
  readonly verdict: Verdict;
  /** Number of roots of this cluster besides the worst, which the row describes. */
  readonly others: number;
  /** Age of the verdict, or of the silence; or empty. */
  readonly since: string;
  /** Whether `since` is a moment, not an age. */
  readonly isMoment: boolean;
  /** The values of the label columns, in their order. */
  readonly labels: readonly LabelCell[];
  /** The cause, or why the cluster could not be read; empty where it is healthy. */
  readonly cause: string;
  /** The same without the state of a cluster that could not be read, for where that stands beside it. */
  readonly why?: string;
}

/** How fleet rows are worded. */
export interface FleetWording {
  readonly format: AgeClock["format"];
  /** Every sentence in full. */
  readonly wide: boolean;
  /** The keys of the labels that are columns. */
  readonly labelColumns?: readonly string[];
}

/** The row of a cluster: of one that could not be read, of one without objects, or of its worst root. */
export function fleetRow(member: FleetMember, wording: FleetWording): FleetRow {
  if (member.trouble !== undefined) return unreachableRow(member, member.trouble, wording);
  const [root] = member.report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const row = root === undefined ? emptyRow(member, wording) : reportRow(member, root, wording);
  return member.link === undefined ? row : outdatedRow(row, member, member.link, wording);
}

function unreachableRow(member: FleetMember, trouble: FleetTrouble, wording: FleetWording): FleetRow {
  const row = {
    ...rowHead(member, wording),
    since: silenceText(member, wording),
    cause: sentence([quote(formatTrouble(trouble, wording.wide))], wording),
  };
  // The state of such a cluster is "unreachable", which does not say that the time was over.
  if (trouble.is === "late") return row;
  return { ...row, why: sentence([quote(troubleCause(trouble, wording.wide))], wording) };
}

function emptyRow(member: FleetMember, wording: FleetWording): FleetRow {
  return {
    ...rowHead(member, wording),
    cause: sentence([quote(summarizeGap(member.report.completeness.gaps))], wording),
  };
}

function reportRow(member: FleetMember, root: RootNode, wording: FleetWording): FleetRow {
  const { report } = member;
  const row = { ...rowHead(member, wording), version: versionsOf(root), others: report.roots.length - 1 };
  // Roots of other kinds could not be read: the age and the cause of this one are not those of the whole.
  if (root.verdict !== report.verdict)
    return { ...row, cause: sentence([quote(summarizeUnreadGap(report.completeness.gaps))], wording) };
  const clock = { now: report.takenAt, format: wording.format };
  const [line] = rootRows([root], (each) => rootFindings(report, each), clock);
  if (line === undefined) return row;
  const isAlone = report.roots.length === 1 && families[root.profile].isSingleton;
  const named = isAlone || line.why.length === 0 ? line.why : [name(`${line.name}: `), ...line.why];
  return { ...row, since: line.since, cause: sentence(named, wording) };
}

/** A row whose Report may be old: its verdict is unknown now, and its age is that of the silence. */
function outdatedRow(row: FleetRow, member: FleetMember, link: LinkFacts, wording: FleetWording): FleetRow {
  const { cause: _, ...withoutCause } = link;
  const last = formatLastKnown(wording.wide ? link : withoutCause, member.report.verdict, row.cause);
  return { ...row, since: silenceText(member, wording), cause: sentence([quote(last)], wording) };
}

/** What every row has. */
function rowHead(member: FleetMember, { labelColumns, format }: FleetWording): FleetRow {
  const { context, server = "", trouble } = member;
  const verdict = knownVerdict(member);
  return {
    state: fleetStateOf(member),
    mark: verdictMark(verdict),
    context: sanitizeLine(context),
    name: context,
    isUnusable: trouble?.is === "unusable",
    server: sanitizeLine(server),
    version: {},
    verdict,
    others: 0,
    since: "",
    isMoment: format === "time",
    labels: labelCells(member, labelColumns),
    cause: "",
  };
}

/** Where a watched cluster does not respond: for how long. */
function silenceText({ silent }: FleetMember, { format }: FleetWording): string {
  return silent === undefined ? "" : ageText(silent.since, { now: silent.now, format });
}

function versionsOf({ gates, profile, facts }: RootNode): FleetRow["version"] {
  const isUpgrading = gates.upgrade.running === true || families[profile].version === "deployment";
  const { observedVersion, expectedVersion } = facts;
  return {
    ...(observedVersion !== undefined && { observedVersion: sanitizeLine(observedVersion) }),
    ...(isUpgrading && expectedVersion !== undefined && { expectedVersion: sanitizeLine(expectedVersion) }),
  };
}

/** A harmless sentence, cut where not everything is printed. */
function sentence(text: Text, { wide }: FleetWording): string {
  return sanitizeLine(wide ? plainText(text) : shortLine(text, maxSentenceColumns));
}

/** The most columns of a sentence that is not printed in full. */
const maxSentenceColumns = 160;

/** How the command for one cluster is written. */
interface NextCommandOptions {
  readonly reach?: CommandReach;
  readonly profileCommand?: (name: string) => string;
}

/**
 * The command that shows the worst cluster in full. Undefined where all clusters are healthy. Undefined too where the
 * command would fail, or where a shell could not take its words. `reach`: as in TextOptions. `profileCommand`: as in FleetOptions.
 */
export function fleetNext(
  rows: readonly FleetRow[],
  { reach = currentCluster, profileCommand }: NextCommandOptions,
): string | undefined {
  const worst = rows.find(({ isUnusable }) => !isUnusable);
  if (worst === undefined || ["healthy", "connecting", "interrupted"].includes(worst.state)) return undefined;
  // The printed form of such a name differs from the name.
  if (/[^\x20-\x7e]/.test(worst.name)) return undefined;
  if (profileCommand !== undefined) return profileCommand(worst.name);
  return kubectlCommand(["hco-status", ...reach.flags, "--context", worst.name]);
}
