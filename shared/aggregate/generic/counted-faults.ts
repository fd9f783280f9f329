import type { KubeObject } from "../../model/object.ts";
import { generationNumber } from "../../parse/json-value.ts";
import { partNoun } from "../../profiles/part-names.ts";
import { statusParts } from "./status-parts.ts";

/** A field of a status that counts or lists parts that are absent or failed: `unavailableReplicas: 2`, `failedNodes: [b]`. */
export interface CountedFault {
  readonly name: string;
  readonly count: number;
  readonly isFailure: boolean;
}

/**
 * The fields of a status, and of what it holds, that count such parts, without those that count none. Counts of other
 * things may only grow, as `failedChecks` and `failedLogins` do: they tell of the past.
 */
export function countedFaults({ status }: Pick<KubeObject, "status">): readonly CountedFault[] {
  return statusParts(status)
    .filter(({ depth }) => depth <= 1)
    .flatMap(({ fields, path }) =>
      Object.entries(fields).flatMap(([name, value]) => {
        const [found = "", , noun] = faultName.exec(name) ?? [];
        const isOfParts = noun === undefined || partNoun.test(noun);
        const count = found !== "" && isOfParts ? countOf(value) : 0;
        const isFailure = /^(failed|crashed|unhealthy)/.test(name);
        return count === 0 ? [] : [{ name: path === "" ? name : `${path}.${name}`, count, isFailure }];
      }),
    );
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : (generationNumber(value) ?? 0);
}

const faultName = /^(unavailable|notReady|unready|failed|crashed|unhealthy)([A-Z]\w*)$|^number(Unavailable|NotReady)$/;
