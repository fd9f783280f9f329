import type { Report, RootNode } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { findingsOf } from "./findings.ts";
import type { FleetMember } from "./fleet-member.ts";
import { type Mark, markOf } from "./marks.ts";
import { rootRows } from "./rows-roots.ts";
import { harmless } from "./safe.ts";
import type { Clock } from "./words-age.ts";
import { shorten } from "./words-cause.ts";
import { type FleetState, fleetStates, nothingWords, troubleWords, unseenWords } from "./words-fleet.ts";
import { versionWords } from "./words-part.ts";
import { type LinkWords, linkNews } from "./words-watch.ts";

/** One cluster of several; every text is harmless. */
export interface FleetRow {
  readonly state: FleetState;
  readonly mark: Mark;
  readonly context: string;
  /** Empty where the context leads to no server. */
  readonly server: string;
  /** `1.20.0`; `1.19.2 -> 1.20.0` while it upgrades; or empty. */
  readonly version: string;
  readonly verdict: Verdict;
  /** Objects of this cluster beside the worst, which the row is about. */
  readonly others: number;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The cause, or why there is no answer; empty where all is well. */
  readonly culprit: string;
}

/** How a row is to be told. */
export interface FleetTelling {
  readonly tells: Clock["tells"];
  /** All of every sentence. */
  readonly wide: boolean;
}

/** The same members, worst first, those alike by name: the order of every format. */
export function inOrder(members: readonly FleetMember[]): readonly FleetMember[] {
  const ranked = members.map((member) => ({ member, rank: fleetStates.indexOf(stateOf(member)) }));
  const byName = (a: FleetMember, b: FleetMember): number =>
    a.context < b.context ? -1 : Number(a.context > b.context);
  return ranked.toSorted((a, b) => a.rank - b.rank || byName(a.member, b.member)).map(({ member }) => member);
}

/** A row for each member, in their order. */
export function fleetRows(members: readonly FleetMember[], telling: FleetTelling): readonly FleetRow[] {
  return members.map((member) => rowOf(member, telling));
}

function rowOf(member: FleetMember, { tells, wide }: FleetTelling): FleetRow {
  const { context, server = "", report, trouble } = member;
  const root = worstOf(report);
  const isAnswered = trouble === undefined && root !== undefined;
  const told = isAnswered ? ofRoot(root, report, { now: report.takenAt, tells }) : untold;
  const why = isAnswered ? told.why : trouble === undefined ? nothingWords(report.completeness.gaps) : "";
  const said = trouble === undefined ? why : troubleWords(trouble, member.server, wide);
  const isOld = member.link !== undefined && trouble === undefined;
  const sentence = [...(isOld ? [linkNews(withoutCause(member.link))] : []), said]
    .filter((each) => each !== "")
    .join("; ");
  return {
    state: stateOf(member),
    mark: markOf(report.verdict),
    context: harmless(context),
    server: harmless(server),
    version: harmless(told.version),
    verdict: report.verdict,
    others: isAnswered ? report.roots.length - 1 : 0,
    since: told.since,
    culprit: harmless(wide ? sentence : shorten(sentence, longest)),
  };
}

function withoutCause({ cause: _, ...link }: LinkWords): LinkWords {
  return link;
}

/** Characters of one short sentence. */
const longest = 160;

const untold = { version: "", since: "", why: "" };

function ofRoot(root: RootNode, report: Report, clock: Clock): typeof untold {
  const [row] = rootRows([root], (each) => findingsOf(report, each), clock);
  if (row === undefined) return untold;
  const isPlain = report.roots.length === 1 && root.profile === "hco";
  const isUnseen = root.verdict !== report.verdict;
  const why = isUnseen ? unseenWords(report.completeness.gaps) : row.why;
  const isUpgrading = root.gates.upgrade.running === true || root.profile === "greenhouse";
  return {
    version: isUpgrading ? versionWords(root.facts) : (root.facts["observedVersion"] ?? ""),
    since: isUnseen ? "" : row.since,
    why: isPlain || isUnseen || why === "" ? sayingSinceOnce(why, row.since) : `${row.name}: ${why}`,
  };
}

/** A cause ends in its age, which stands in the column beside it where it is the same. */
function sayingSinceOnce(why: string, since: string): string {
  const endings = since === "" ? [] : [`, ${since}`, `, for ${since}`, `, since ${since}`];
  const ending = endings.find((each) => why.endsWith(each)) ?? "";
  return why.slice(0, why.length - ending.length);
}

/** The worst root, the first of equals. */
function worstOf({ roots }: Report): RootNode | undefined {
  return roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict))[0];
}

function stateOf({ report, trouble }: FleetMember): FleetState {
  if (trouble?.is === "login" || trouble?.is === "connecting") return trouble.is;
  if (trouble !== undefined && trouble.is !== "missing") return "unreached";
  if (report.roots.length > 0) return report.verdict;
  const refused = report.completeness.gaps.find(({ required }) => required)?.outcome;
  if (refused === "forbidden") return "forbidden";
  return refused === "unread" ? "unreached" : "nothing";
}
