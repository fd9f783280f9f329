import type { Report, RootNode } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { findingsOf } from "./findings.ts";
import type { FleetMember } from "./fleet-member.ts";
import { stateOf, verdictOf } from "./fleet-state.ts";
import { quoted } from "./kubectl-with.ts";
import { type Mark, markOf } from "./marks.ts";
import { rootRows } from "./rows-roots.ts";
import { harmless } from "./safe.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { shorten } from "./words-cause.ts";
import { type FleetState, lastKnownWords, nothingWords, troubleWords, unseenWords } from "./words-fleet.ts";
import { versionWords } from "./words-part.ts";
import type { LinkWords } from "./words-watch.ts";

/** One cluster of several; every text is harmless. */
export interface FleetRow {
  readonly state: FleetState;
  readonly mark: Mark;
  readonly context: string;
  /** As it stands in the kubeconfig: not for showing. */
  readonly name: string;
  /** Nothing that is run again could do better: the kubeconfig itself is wrong. */
  readonly isUnusable: boolean;
  /** Empty where the context leads to no server. */
  readonly server: string;
  /** `1.20.0`; `1.19.2 -> 1.20.0` while it upgrades; or empty. */
  readonly version: string;
  readonly verdict: Verdict;
  /** Objects of this cluster beside the worst, which the row is about. */
  readonly others: number;
  /** Age of the verdict, or of the silence; or empty. */
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

/** A row for each member, in their order. */
export function fleetRows(members: readonly FleetMember[], telling: FleetTelling): readonly FleetRow[] {
  return members.map((member) => rowOf(member, telling));
}

/**
 * The command that shows the worst cluster in full; undefined where all are well, and where it could not be given to a shell
 * or would fail. `kubectl`: as in TextOptions.
 */
export function fleetNext(rows: readonly FleetRow[], kubectl = "kubectl"): string | undefined {
  const worst = rows.find(({ isUnusable }) => !isUnusable);
  if (worst === undefined || ["healthy", "connecting", "interrupted"].includes(worst.state)) return undefined;
  // What is shown of such a name is not the name.
  if (/[^\x20-\x7e]/.test(worst.name)) return undefined;
  const flags = kubectl.replace(/^\S+/, "");
  return `kubectl hco-status${flags} --context ${quoted(worst.name)}`;
}

function rowOf(member: FleetMember, { tells, wide }: FleetTelling): FleetRow {
  const { context, server = "", report, trouble, link, silent } = member;
  const root = worstOf(report);
  const isAnswered = trouble === undefined && root !== undefined;
  const told = isAnswered ? ofRoot(root, report, { now: report.takenAt, tells }) : untold;
  const why = isAnswered ? told.why : trouble === undefined ? nothingWords(report.completeness.gaps) : "";
  const said = trouble === undefined ? why : troubleWords(trouble, member.server, wide);
  const isOld = link !== undefined && trouble === undefined;
  const sentence = isOld ? lastKnownWords(wide ? link : withoutCause(link), report.verdict, said) : said;
  const verdict = verdictOf(member);
  const silence = silent === undefined ? "" : ageOf(silent.since, { now: silent.now, tells });
  return {
    state: stateOf(member),
    mark: markOf(verdict),
    context: harmless(context),
    name: context,
    isUnusable: trouble?.is === "unusable",
    server: harmless(server),
    version: harmless(told.version),
    verdict,
    others: isAnswered ? report.roots.length - 1 : 0,
    since: trouble === undefined && !isOld ? told.since : silence,
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
