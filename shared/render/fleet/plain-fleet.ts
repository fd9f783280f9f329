import { worstVerdict } from "../../model/verdict.ts";
import { joinFilled } from "../../outline/words/names.ts";
import { resolveTextStyle } from "../terminal/text-style.ts";
import { labelFacts } from "./label-columns.ts";
import { type FleetRow, nextFleetCommand } from "./rows.ts";
import { type FleetOptions, summarizeRows } from "./text.ts";

/**
 * Several clusters as `key: value` lines, as `-o plain` prints one cluster: one fact per line, never wrapped. A colon
 * in the name of a context is `\u003a`.
 *
 * - `verdict`: of the worst; always the first line
 * - `headline`: the number of clusters in each state
 * - `cluster CONTEXT`+: `VERDICT, for AGE, version VERSION, LABEL=VALUE: WHY`, worst first; empty parts are omitted
 * - `next`: the command that shows the worst in full
 */
export function renderFleetPlain(rows: readonly FleetRow[], options: FleetOptions = {}): string {
  const { clean } = resolveTextStyle(options);
  const facts = [
    ["verdict", worstVerdict(rows.map(({ verdict }) => verdict))],
    ["headline", summarizeRows(rows, options)],
    ...rows.map((row) => [`cluster ${row.context.replaceAll(":", "\\u003a")}`, formatRow(row)]),
  ];
  const next = nextFleetCommand(rows, options);
  if (next !== undefined) facts.push(["next", next]);
  return `${facts.map(([key = "", value = ""]) => `${clean(key)}: ${clean(value)}`).join("\n")}\n`;
}

/** `unavailable, for 14 minutes, version 1.20.0: CDI: …`. */
export function formatRow({ verdict, others, since, isMoment, version, labels, cause }: FleetRow): string {
  const otherRoots = others === 0 ? "" : `${others} more`;
  const pieces = [verdict, formatSince(since, isMoment), formatVersions(version), otherRoots, ...labelFacts(labels)];
  const facts = joinFilled(", ", pieces);
  return joinFilled(": ", [facts, cause]);
}

/** `for 8 minutes`, `since 2026-11-21T08:30:00Z`, or empty. */
function formatSince(since: string, isMoment: boolean): string {
  if (since === "") return "";
  return isMoment ? `since ${since}` : `for ${since}`;
}

/** `version v1.63.0, expected v1.64.0`, or empty. It has no arrow, which screen readers speak badly. */
function formatVersions({ observedVersion = "", expectedVersion = "" }: FleetRow["version"]): string {
  const observed = observedVersion === "" ? "" : `version ${observedVersion}`;
  if (expectedVersion === "" || expectedVersion === observedVersion) return observed;
  return `${observed || "no version"}, expected ${expectedVersion}`;
}
