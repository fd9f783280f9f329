import { sanitizeLine } from "../../characters/sanitize.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { families } from "../../model/families.ts";
import { rootFindings } from "../../model/finding/root-findings.ts";
import { type CommandReach, currentCluster, kubectlCommand } from "../../model/kubectl-command.ts";
import type { Mark, Text } from "../../model/outline.ts";
import type { RootNode } from "../../model/report.ts";
import { sortWorstFirst, type Verdict } from "../../model/verdict.ts";
import { type AgeClock, ageText } from "../../outline/ages.ts";
import { shortLine } from "../../outline/fit-text.ts";
import { verdictMark } from "../../outline/marks.ts";
import { rootRows } from "../../outline/root-rows.ts";
import { name, plainText, quote } from "../../outline/text.ts";
import { summarizeGap, summarizeUnreadGap } from "../../outline/words/nothing-found.ts";
import {
  type FleetMember,
  type FleetState,
  type FleetTrouble,
  formatLastKnown,
  formatTrouble,
  troubleCause,
} from "../words/commands/fleet.ts";
import type { LinkFacts } from "../words/commands/watch.ts";
import { type LabelCell, labelCells } from "./label-columns.ts";
import { currentVerdict, fleetStateOf } from "./member-state.ts";

/** All that a table shows of one cluster among several. Every text but `name` is harmless. */
export interface FleetRow {
  readonly state: FleetState;
  readonly mark: Mark;
  readonly context: string;
  /** The name as the kubeconfig has it, not escaped: never print it. */
  readonly name: string;
  /** Whether the entry of the kubeconfig leads to no server, so that a retry cannot help. */
  readonly isUnusable: boolean;
  /** Empty if the context leads to no server. */
  readonly server: string;
  /** The version that runs, and during an upgrade the expected one. */
  readonly version: { readonly observedVersion?: string; readonly expectedVersion?: string };
  readonly verdict: Verdict;
  /** The number of roots besides the worst one, which the row describes. */
  readonly others: number;
  /** The age of the verdict or of the silence. Empty if unknown. */
  readonly since: string;
  /** Whether `since` is a time and no age. */
  readonly isMoment: boolean;
  /** The values of the label columns, in their order. */
  readonly labels: readonly LabelCell[];
  /** The cause, or why the cluster could not be read. Empty if it is healthy. */
  readonly cause: string;
  /** The cause without the state of a cluster that could not be read, for formats that print the state beside it. */
  readonly why?: string;
}

/** How fleet rows are worded. */
export interface FleetWording {
  readonly format: AgeClock["format"];
  /** Whether sentences are printed in full. */
  readonly wide: boolean;
  /** The keys of the labels that are columns. */
  readonly labelColumns?: readonly string[];
}

/** The row of a cluster: of one that could not be read, of one without roots, or of the worst root of one. */
export function fleetRow(member: FleetMember, wording: FleetWording): FleetRow {
  if (member.trouble !== undefined) return unreachableRow(member, member.trouble, wording);
  const [root] = sortWorstFirst(member.report.roots);
  const row = root === undefined ? emptyRow(member, wording) : reportRow(member, root, wording);
  return member.link === undefined ? row : outdatedRow(row, member, member.link, wording);
}

function unreachableRow(member: FleetMember, trouble: FleetTrouble, wording: FleetWording): FleetRow {
  const row = {
    ...makeBaseRow(member, wording),
    since: silenceText(member, wording),
    cause: fitSentence([quote(formatTrouble(trouble, wording.wide))], wording),
  };
  // The state of a late cluster is "unreachable", which does not say that the time was over.
  if (trouble.is === "late") return row;
  return { ...row, why: fitSentence([quote(troubleCause(trouble, wording.wide))], wording) };
}

function emptyRow(member: FleetMember, wording: FleetWording): FleetRow {
  return {
    ...makeBaseRow(member, wording),
    cause: fitSentence([quote(summarizeGap(member.report.completeness.gaps))], wording),
  };
}

function reportRow(member: FleetMember, root: RootNode, wording: FleetWording): FleetRow {
  const { report } = member;
  const row = { ...makeBaseRow(member, wording), version: readVersions(root), others: report.roots.length - 1 };
  // Roots of other kinds could not be read: the age and the cause of this one are not those of the whole.
  if (root.verdict !== report.verdict) {
    return { ...row, cause: fitSentence([quote(summarizeUnreadGap(report.completeness.gaps))], wording) };
  }
  const clock = { now: report.takenAt, format: wording.format };
  const [rootRow] = rootRows([root], (anyRoot) => rootFindings(report, anyRoot), clock);
  if (rootRow === undefined) return row;
  const { since, why } = rootRow;
  const isOnlyRoot = report.roots.length === 1 && families[root.profile].isSingleton;
  const cause = isOnlyRoot || why.length === 0 ? why : [name(`${rootRow.name}: `), ...why];
  return { ...row, since, cause: fitSentence(cause, wording) };
}

/** A row whose Report may be old: its verdict is unknown now, and its age is that of the silence. */
function outdatedRow(row: FleetRow, member: FleetMember, link: LinkFacts, wording: FleetWording): FleetRow {
  const { cause: _, ...withoutCause } = link;
  const lastKnown = formatLastKnown(wording.wide ? link : withoutCause, member.report.verdict, row.cause);
  return { ...row, since: silenceText(member, wording), cause: fitSentence([quote(lastKnown)], wording) };
}

/** The row of any cluster, without what its roots say. */
function makeBaseRow(member: FleetMember, { labelColumns, format }: FleetWording): FleetRow {
  const { context, server = "", trouble } = member;
  const verdict = currentVerdict(member);
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

/** For how long a watched cluster has not responded. Empty if it responds. */
function silenceText({ silent }: FleetMember, { format }: FleetWording): string {
  return silent === undefined ? "" : ageText(silent.since, { now: silent.now, format });
}

/** The versions of a root. The expected one only during an upgrade, or if the family reports the version of a Deployment. */
function readVersions({ gates, profile, facts }: RootNode): FleetRow["version"] {
  const isUpgrading = gates.upgrade.running === true || families[profile].version === "deployment";
  const { observedVersion, expectedVersion } = facts;
  return definedFields({
    observedVersion: observedVersion === undefined ? undefined : sanitizeLine(observedVersion),
    expectedVersion: isUpgrading && expectedVersion !== undefined ? sanitizeLine(expectedVersion) : undefined,
  });
}

/** The most columns of a sentence that is not printed in full. */
const maxSentenceColumns = 160;

/** The harmless text of a sentence, cut to {@link maxSentenceColumns} unless the output is wide. */
function fitSentence(text: Text, { wide }: FleetWording): string {
  return sanitizeLine(wide ? plainText(text) : shortLine(text, maxSentenceColumns));
}

/** How the command for one cluster is written. */
interface NextCommandOptions {
  readonly reach?: CommandReach;
  readonly profileCommand?: (name: string) => string;
}

/**
 * The command that shows the worst cluster in full. Undefined if all clusters are healthy, if the command would fail, or if the
 * name has characters that a user cannot copy from the output.
 * @param rows the worst one first
 */
export function nextFleetCommand(
  rows: readonly FleetRow[],
  { reach = currentCluster, profileCommand }: NextCommandOptions,
): string | undefined {
  const worst = rows.find(({ isUnusable }) => !isUnusable);
  if (worst === undefined || ["healthy", "connecting", "interrupted"].includes(worst.state)) return undefined;
  // Other characters may be printed in another form: all of them with `--ascii` (`é` as `\u00e9`), controls always.
  if (/[^\x20-\x7e]/.test(worst.name)) return undefined;
  if (profileCommand !== undefined) return profileCommand(worst.name);
  return kubectlCommand(["hco-status", ...reach.flags, "--context", worst.name]);
}
