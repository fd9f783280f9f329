import type { ReadGap, Report } from "../model/report.ts";
import { isLive } from "../model/snapshot.ts";
import { accessAdvice, emptyWords, forbiddenTexts, noneEitherWords, nothingFound } from "./words/nothing-found.ts";

/** The most failed requests that are named one by one. */
const mostGaps = 3;

/**
 * For a Report without roots, the result of each request; equal results share a sentence. So do all lists that a server
 * failed to return for one reason.
 */
export function nothingTexts(report: Report): readonly string[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const [first] = gaps;
  if (first === undefined) return [nothingFound(report.source)];
  const isOther = (gap: ReadGap): boolean => gap.kind !== first.kind || gap.group !== first.group;
  const others = gaps.filter((gap) => isOther(gap) && gap.outcome !== "unread");
  const failed = Map.groupBy(
    gaps.filter((gap) => !others.includes(gap)),
    (gap) =>
      gap.outcome === "unread" && isLive(report.source)
        ? `unread ${gap.verb} ${gap.name ?? ""} ${gap.cause ?? ""}`
        : `${gap.outcome} ${gap.verb} ${gap.group}/${gap.kind} ${gap.name ?? ""}`,
  );
  const said = Array.from(failed.values(), ([one = first, ...more]) =>
    one.outcome === "forbidden" ? forbiddenTexts([one, ...more]) : [emptyWords([one, ...more], report.source)],
  );
  const either = Map.groupBy(others, (gap) => gap.outcome === "forbidden");
  return [
    ...said.slice(0, mostGaps).flat(),
    ...Array.from(either, ([isForbidden, some]) => noneEitherWords(some, isForbidden)),
    ...(first.outcome === "forbidden" ? [accessAdvice] : []),
  ];
}
