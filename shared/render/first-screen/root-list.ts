import { keyOf } from "../../model/object.ts";
import type { Report, RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { rootFindings } from "../page/group-findings.ts";
import { type RootRow, rootRows } from "../page/root-rows.ts";
import { verdictMark, worstMark } from "../terminal/verdict-marks.ts";
import { becauseText } from "../words/first-screen/culprit.ts";
import { namedTexts, rootRowName } from "../words/first-screen/labels.ts";
import { healthyText } from "../words/first-screen/tail.ts";
import { joinNames, shortenNames } from "../words/report/names.ts";
import { rootListSummary, rowsLeftOut } from "../words/report/root-list.ts";
import type { FittingLine, MarkedLine } from "./first-screen.ts";

/** What the first screen has of several roots in place of one. */
interface RootListParts {
  readonly headline: MarkedLine;
  /** The namespace that all share but for cluster-scoped ones, if any. */
  readonly place: readonly string[];
  /** A row for each root that is not healthy, worst first. */
  readonly rows: readonly RootRow[];
  /** The rows that are omitted; empty: none. */
  readonly more: string;
  readonly healthy: FittingLine | undefined;
}

/** The most roots with a row. */
const mostRows = 20;

/** Several roots, worst first: a row for each unhealthy one, and one line for the healthy ones. */
export function rootListParts(report: Report, roots: readonly RootNode[], clock: AgeClock): RootListParts {
  const [place, ...others] = new Set(roots.flatMap(({ ref }) => ref.namespace ?? []));
  const isSame = others.length === 0;
  const all = rootRows(roots, (root) => rootFindings(report, root), clock).map((row, index) => ({
    ...row,
    ...(isSame ? { namespace: "" } : {}),
    why: index === 0 ? culpritNames(roots[0]) : (sharedCause(roots[index], roots[0]) ?? row.why),
  }));
  const unhealthy = all.filter(({ verdict }) => verdict !== "healthy");
  const healthy = all.filter(({ verdict }) => verdict === "healthy");
  const left = unhealthy.length - mostRows;
  return {
    headline: { mark: worstMark(roots.map(({ verdict }) => verdictMark(verdict))), text: rootListSummary(roots) },
    place: place === undefined || !isSame ? [] : [`namespace ${place}`],
    rows: unhealthy.slice(0, mostRows),
    more: left > 0 ? rowsLeftOut(left) : "",
    healthy:
      healthy.length === 0
        ? undefined
        : {
            mark: "good",
            texts: namedTexts(
              healthyText({ healthy: healthy.length, all: roots.length, unknown: 0, noun: "object" }),
              healthy.map(rootRowName),
            ),
          },
  };
}

/** The object to blame, where the worst root has the same: its cause then stands below. */
function sharedCause(root: RootNode | undefined, worst: RootNode | undefined): string | undefined {
  const [cause] = root?.causes ?? [];
  const [worstCause] = worst?.causes ?? [];
  const isSame = cause !== undefined && worstCause !== undefined && keyOf(cause.about) === keyOf(worstCause.about);
  return isSame ? becauseText(cause.about) : undefined;
}

/** The culprits of the worst root by name: the section below its row has their causes. */
function culpritNames(root: RootNode | undefined): string {
  if (root === undefined) return "";
  const { causes, label } = root;
  const names = [...new Set(causes.map(({ component }) => component))].filter((name) => name !== label);
  return names.length === 0 ? "" : joinNames(shortenNames(names, 3));
}
