import { worst } from "../model/verdict.ts";
import type { FleetMember } from "./fleet-member.ts";
import { type FleetRow, fleetNext, fleetRows } from "./fleet-rows.ts";
import type { FleetOptions } from "./fleet-text.ts";
import { styleOf } from "./style.ts";
import { countedBy, fleetKeys, fleetSummary } from "./words-fleet.ts";
import { aboutPart, sinceWords } from "./words-plain.ts";

/**
 * Several clusters as `key: value` lines, as one cluster has them in `-o plain`: one fact per line, never wrapped. A colon
 * in the name of a context is `\u003a`.
 *
 * - `verdict`: of the worst; always the first line
 * - `headline`: how many are how
 * - `cluster CONTEXT`+: `VERDICT, for AGE, version VERSION: WHY`, worst first; what is empty is left out
 * - `next`: the command that shows the worst in full
 */
export function renderFleetPlain(members: readonly FleetMember[], options: FleetOptions = {}): string {
  const { clean, wide } = styleOf(options);
  const rows = fleetRows(members, { tells: options.absoluteTime === true ? "time" : "words", wide });
  const next = fleetNext(rows, options.kubectl);
  const facts = [
    [fleetKeys.verdict, worst(rows.map(({ verdict }) => verdict))],
    [
      fleetKeys.headline,
      fleetSummary(
        rows.map(({ state }) => state),
        countedBy(rows.map(({ server }) => server)),
      ),
    ],
    ...rows.map((row) => [`${fleetKeys.cluster} ${row.context.replaceAll(":", "\\u003a")}`, rowWords(row)]),
    ...(next === undefined ? [] : [[fleetKeys.next, next]]),
  ];
  return `${facts.map(([key = "", value = ""]) => `${clean(key)}: ${clean(value)}`).join("\n")}\n`;
}

/** `unavailable, for 14 minutes, version 1.20.0: CDI: …`. */
export function rowWords({ verdict, others, since, version, culprit }: FleetRow): string {
  const beside = others === 0 ? "" : `${others} more there`;
  const facts = [verdict, sinceWords(since), aboutPart(version), beside].filter((fact) => fact !== "").join(", ");
  return culprit === "" ? facts : `${facts}: ${culprit}`;
}
