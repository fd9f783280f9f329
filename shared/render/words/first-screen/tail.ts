import { families } from "../../../model/families.ts";
import type { Completeness, ReadGap, RootNode } from "../../../model/report.ts";
import { guessPlural } from "../../../model/resource-name.ts";
import { upgradeGateWords } from "../commands/gate.ts";
import { countRead, isUnread } from "../report/completeness.ts";
import { countText, joinNames, shortenNames } from "../report/names.ts";
import { namedTexts } from "./labels.ts";

/** The parts of a root by their state; `noun` is one of them. */
export interface PartCounts {
  readonly healthy: number;
  readonly all: number;
  readonly unknown: number;
  readonly noun: string;
  /** The healthy parts that stand above as culprits, such as one that the operator cannot update. */
  readonly blamed?: readonly string[];
}

/**
 * `4 of 6 healthy (1 unknown)`, `6 components healthy (CDI too)`; the names of the others follow where all have
 * room.
 */
export function healthyText({ healthy, all, unknown, noun, blamed = [] }: PartCounts): string {
  const count = healthy === all ? countText(all, noun) : `${healthy} of ${all}`;
  const notes = [
    ...(unknown === 0 ? [] : [`${unknown} unknown`]),
    ...(blamed.length === 0 ? [] : [`${joinNames(shortenNames(blamed, 3))} too`]),
  ];
  return `${count} healthy${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
}

/** `6 conditions as expected`. */
export function expectedConditionsText(count: number): string {
  return `${countText(count, "condition")} as expected`;
}

/**
 * `Upgrade blocked by KubeVirt, CDI`, then with fewer names; empty where it is allowed or no upgrade applies. While
 * an upgrade runs it is about the next one.
 */
export function upgradeGateTexts({ gates, profile, operator }: RootNode): readonly string[] {
  const { answer, because, blockedBy: all = because } = gates.upgradeable;
  // A running upgrade has a line of its own.
  const isRunning = gates.upgrade.running === true;
  const isAwaited = (one: string): boolean =>
    one === "AlreadyPerformingUpgrade" || (gates.upgrade.waitingFor.includes(one) && !because.includes(one));
  const names = all.filter((one) => !(isRunning && isAwaited(one)));
  const isSaid = names.length === 0 && all.length > 0;
  if ((answer === "yes" && all.length === 0) || isSaid || !families[profile].hasUpgradeGate) return [];
  return Array.from({ length: names.length + 1 }, (_, left) => {
    const shown = names.slice(0, names.length - left);
    const words = `${isRunning ? "Next upgrade" : "Upgrade"} ${upgradeGateWords({ answer, because: shown }, operator?.rollout?.state)}`;
    return left === 0 || shown.length === 0 ? words : `${words} and ${left} more`;
  });
}

/**
 * The numbers of what was asked for, which add up, and what was not read: `Read 84 of 86 objects, 2 forbidden: pods`.
 * Empty where all was read that could change the verdict.
 */
export function notReadTexts(completeness: Completeness): readonly string[] {
  const { asked, found, gaps } = countRead(completeness);
  const unread = gaps.filter(isUnread);
  const [forbidden, missing] = [countOf(gaps, "forbidden"), countOf(gaps, "noSuchKind")];
  const absent = countOf(gaps, "absent");
  if (unread.length === 0) return [];
  const others = [
    ...(missing === 0 ? [] : [`${missing} not installed`]),
    ...(absent === 0 ? [] : [`${absent} not found`]),
    // The names behind the colon are those of the last two.
    ...(forbidden === 0 ? [] : [`${forbidden} forbidden`]),
    ...(unread.length === forbidden ? [] : [`${unread.length - forbidden} not read`]),
  ];
  const names = [...new Set(unread.map(gapName))];
  // Several requests may be for one kind.
  const kinds = names.length === unread.length ? "" : ` (${countText(names.length, "kind")})`;
  return namedTexts(`Read ${found} of ${countText(asked, "object")}, ${others.join(", ")}${kinds}`, names);
}

function countOf(gaps: readonly ReadGap[], outcome: ReadGap["outcome"]): number {
  return gaps.filter((gap) => gap.outcome === outcome).length;
}

/** The resource, or the piece of a file that has no kind. */
function gapName({ kind, name = "" }: ReadGap): string {
  return kind === "" ? name : guessPlural(kind);
}
