import type { KubeObject } from "../../model/object.ts";
import { type Fields, toText, wholeNumber } from "../../parse/json-value.ts";
import type { ReplicaCounts } from "./replica-counts.ts";
import { statusParts } from "./status-parts.ts";

/**
 * The counts of a status and of what it holds, by the names that operators give them: `desiredNumber` and
 * `availableNumber` (Kernel Module Management), `desiredShards` and `readyShards` (Vitess), `members` and `readyMembers`,
 * `size` and `ready`. The sum of all; undefined where none is counted.
 */
export function namedCounts({ status }: Pick<KubeObject, "status">): ReplicaCounts | undefined {
  const counts = statusParts(status)
    .filter(({ depth }) => depth <= 2)
    .flatMap(({ fields }) => countsIn(fields));
  if (counts.length === 0) return undefined;
  const wanted = counts.reduce((sum, each) => sum + each.wanted, 0);
  const ready = counts.reduce((sum, each) => sum + Math.min(each.ready, each.wanted), 0);
  return { wanted, ready, areUpdated: true };
}

function countsIn(fields: Fields): readonly Pick<ReplicaCounts, "wanted" | "ready">[] {
  return Object.keys(fields).flatMap((name) => {
    const [, state = "", noun = ""] = readyName.exec(name) ?? [];
    const ready = wholeNumber(fields[name]);
    if (state === "") return [];
    if (ready === undefined) return fraction(fields[name]);
    // What is available of a total may be what is free, such as addresses.
    const totals = state === "available" ? [] : [`total${noun}`, `expected${noun}`, lowerFirst(noun) || "size"];
    const wanted = [`desired${noun}`, ...totals]
      .map((each) => wholeNumber(fields[each]))
      .find((each) => each !== undefined);
    return wanted === undefined || wanted === 0 ? [] : [{ wanted, ready }];
  });
}

/** Both counts in one text: `1/3`. */
function fraction(value: unknown): readonly Pick<ReplicaCounts, "wanted" | "ready">[] {
  const [, ready, wanted] = /^(\d{1,9})\/(\d{1,9})$/.exec(toText(value)) ?? [];
  return ready === undefined || Number(wanted) === 0 ? [] : [{ ready: Number(ready), wanted: Number(wanted) }];
}

/** Replicas have rules of their own. */
const readyName = /^(ready|available|reconciled|healthy)(?!Replicas)([A-Z]\w*)?$/;

function lowerFirst(noun: string): string {
  return noun.charAt(0).toLowerCase() + noun.slice(1);
}

/** A field of a status that counts what is absent or what failed: `unavailableReplicas: 2`, `failedNodes: 1`. */
export interface CountedFault {
  readonly name: string;
  readonly count: number;
  readonly isFailure: boolean;
}

/** The fields of a status that count faults, without those that count none. */
export function countedFaults({ status }: Pick<KubeObject, "status">): readonly CountedFault[] {
  const [root] = statusParts(status);
  return Object.entries(root?.fields ?? {}).flatMap(([name, value]) => {
    const isFailure = failedName.test(name);
    const count = isFailure || waitingName.test(name) ? (wholeNumber(value) ?? 0) : 0;
    return count === 0 ? [] : [{ name, count, isFailure }];
  });
}

const waitingName = /^(unavailable|notReady|unready)[A-Z]\w*$|^number(Unavailable|NotReady)$/;

/** Runs, attempts and a `failedCount` only grow, as `restartCount` of a container is: they tell of the past. */
const failedName =
  /^(failures|errors)$|^(failed|crashed|unhealthy)(?!\w*(Jobs?|Runs?|Attempts?|Backups?|Executions?|Retries|Requests?|Builds?|Workflows?|Tasks?|Times?|At|Timestamp|Limit|Counts?|Generation|Revision)$)([A-Z]\w*)?$/;
