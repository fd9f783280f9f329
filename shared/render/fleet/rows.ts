import { sanitizeLine } from "../../characters/sanitize.ts";
import { families } from "../../model/families.ts";
import type { Mark } from "../../model/outline.ts";
import type { Report, RootNode } from "../../model/report.ts";
import { quoteShellWord } from "../../model/shell-word.ts";
import { compareVerdicts, type Verdict } from "../../model/verdict.ts";
import { type AgeClock, ageText } from "../../outline/ages.ts";
import { shortenText } from "../../outline/cause.ts";
import { rootFindings } from "../../outline/group-findings.ts";
import { verdictMark } from "../../outline/marks.ts";
import { rootRows } from "../../outline/root-rows.ts";
import { versionWords } from "../../outline/words/component.ts";
import {
  type FleetState,
  lastKnownWords,
  nothingWords,
  troubleWords,
  unreadGapsText,
} from "../words/commands/fleet.ts";
import type { FleetMember } from "../words/commands/fleet-member.ts";
import type { LinkWords } from "../words/commands/watch.ts";
import { type LabelCell, labelCells } from "./label-columns.ts";
import { fleetStateOf, knownVerdict } from "./member-state.ts";

/** The row of one cluster among several; every text is harmless. */
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
  /** `1.20.0`; `1.19.2 -> 1.20.0` while it upgrades; or empty. */
  readonly version: string;
  readonly verdict: Verdict;
  /** Number of roots of this cluster besides the worst, which the row describes. */
  readonly others: number;
  /** Age of the verdict, or of the silence; or empty. */
  readonly since: string;
  /** The values of the label columns, in their order. */
  readonly labels: readonly LabelCell[];
  /** The cause, or why the cluster could not be read; empty where it is healthy. */
  readonly culprit: string;
}

/** How fleet rows are worded. */
export interface FleetTelling {
  readonly tells: AgeClock["tells"];
  /** Every sentence in full. */
  readonly wide: boolean;
  /** The keys of the labels that are columns. */
  readonly labelColumns?: readonly string[];
}

/** A row for each member, in their order. */
export function fleetRows(members: readonly FleetMember[], telling: FleetTelling): readonly FleetRow[] {
  return members.map((member) => shortened.get(member) ?? rowOf(member, telling));
}

/**
 * The member with its row in this wording, and with no more of its Report than what orders and counts clusters. So
 * thousands of them need little memory.
 */
export function shortenMember(member: FleetMember, telling: FleetTelling): FleetMember {
  const short = withoutDetails(member);
  shortened.set(short, rowOf(member, telling));
  return short;
}

/** The rows of members whose Report does not have what a row shows any more. */
const shortened = new WeakMap<FleetMember, FleetRow>();

/** The member with a Report of which only the verdict, the profiles of its roots and the required gaps are left. */
export function withoutDetails(member: FleetMember): FleetMember {
  const { report } = member;
  const gaps = report.completeness.gaps.filter(({ required }) => required);
  const roots = report.roots.map((root): RootNode => {
    const { settling: _settling, operator: _operator, olm: _olm, ...rest } = root;
    const none = { conditions: [], children: [], causes: [], drift: [], alerts: [], related: [] };
    return { ...rest, ...none, expected: {}, offenders: {}, uncertain: {}, facts: {} };
  });
  const completeness = { ...report.completeness, gaps };
  return { ...member, report: { ...report, completeness, roots, findings: [], next: [] } };
}

/** How the command for one cluster is written. */
interface NextCommandOptions {
  readonly kubectl?: string;
  readonly profileCommand?: (name: string) => string;
}

/**
 * The command that shows the worst cluster in full. Undefined where all clusters are healthy. Undefined too where the
 * command would fail, or where a shell could not take its words. `kubectl`: as in TextOptions. `profileCommand`: as in FleetOptions.
 */
export function fleetNext(
  rows: readonly FleetRow[],
  { kubectl = "kubectl", profileCommand }: NextCommandOptions,
): string | undefined {
  const worst = rows.find(({ isUnusable }) => !isUnusable);
  if (worst === undefined || ["healthy", "connecting", "interrupted"].includes(worst.state)) return undefined;
  // The printed form of such a name differs from the name.
  if (/[^\x20-\x7e]/.test(worst.name)) return undefined;
  if (profileCommand !== undefined) return profileCommand(worst.name);
  const flags = kubectl.replace(/^\S+/, "");
  return `kubectl hco-status${flags} --context ${quoteShellWord(worst.name)}`;
}

function rowOf(member: FleetMember, { tells, wide, labelColumns }: FleetTelling): FleetRow {
  const { context, server = "", report, trouble, link, silent } = member;
  const root = worstOf(report);
  const isAnswered = trouble === undefined && root !== undefined;
  const told = isAnswered ? ofRoot(root, report, { now: report.takenAt, tells }) : untold;
  const why = isAnswered ? told.why : trouble === undefined ? nothingWords(report.completeness.gaps) : "";
  const said = trouble === undefined ? why : troubleWords(trouble, member.server, wide);
  const isOld = link !== undefined && trouble === undefined;
  const sentence = isOld ? lastKnownWords(wide ? link : withoutCause(link), report.verdict, said) : said;
  const verdict = knownVerdict(member);
  const silence = silent === undefined ? "" : ageText(silent.since, { now: silent.now, tells });
  return {
    state: fleetStateOf(member),
    mark: verdictMark(verdict),
    context: sanitizeLine(context),
    name: context,
    isUnusable: trouble?.is === "unusable",
    server: sanitizeLine(server),
    version: sanitizeLine(told.version),
    verdict,
    others: isAnswered ? report.roots.length - 1 : 0,
    since: trouble === undefined && !isOld ? told.since : silence,
    labels: labelCells(member, labelColumns),
    culprit: sanitizeLine(wide ? sentence : shortenText(sentence, longest)),
  };
}

function withoutCause({ cause: _, ...link }: LinkWords): LinkWords {
  return link;
}

/** The most characters of one short sentence. */
const longest = 160;

const untold = { version: "", since: "", why: "" };

function ofRoot(root: RootNode, report: Report, clock: AgeClock): typeof untold {
  const [row] = rootRows([root], (each) => rootFindings(report, each), clock);
  if (row === undefined) return untold;
  const family = families[root.profile];
  const isPlain = report.roots.length === 1 && family.isSingleton;
  const isUnseen = root.verdict !== report.verdict;
  const why = isUnseen ? unreadGapsText(report.completeness.gaps) : row.why;
  const isUpgrading = root.gates.upgrade.running === true || family.version === "deployment";
  return {
    version: isUpgrading ? versionWords(root.facts) : (root.facts["observedVersion"] ?? ""),
    since: isUnseen ? "" : row.since,
    why: isPlain || isUnseen || why === "" ? why : `${row.name}: ${why}`,
  };
}

/** The worst root, the first of equals. */
function worstOf({ roots }: Report): RootNode | undefined {
  return roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict))[0];
}
