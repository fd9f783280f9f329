import type { ConditionStatus } from "../../model/condition.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import type { Index } from "../lookup.ts";
import { verdictBySense } from "../sense.ts";
import { conditionOf } from "../verbs.ts";
import { heldBy } from "./drift.ts";
import { expectedOf } from "./expected.ts";
import { readyByController } from "./ready.ts";
import { mergedOf } from "./shares.ts";
import type { Subject } from "./subject.ts";
import { askedOf } from "./summary.ts";

/**
 * How an object is at least, whatever its conditions say: by what the controller would write now, and by each part that
 * its own status calls not ready. Of what nobody looks at, or has not yet, that says nothing; a condition that is not
 * there leaves it unknown, but where all that Ready is made of are missing, another release has made it of others.
 */
export function recomputedVerdict(subject: Subject, index: Index): Verdict {
  const { object, conditions, isSuspended, isDeleting } = subject;
  if (isSuspended || isDeleting || conditions.length === 0) return "healthy";
  const parts = mergedOf(object, index).offenders.map(({ condition }) =>
    verdictBySense("good", condition?.status ?? "False"),
  );
  const expected = heldBy(subject, index) === null ? expectedOf(subject, index).controller.conditions : [];
  const written = expected.map(({ type, status }) =>
    type === "Ready" ? readyVerdict(subject, status, index) : verdictBySense("good", status),
  );
  return worst(["healthy", ...parts, ...written]);
}

function readyVerdict(subject: Subject, status: ConditionStatus, index: Index): Verdict {
  const { conditions, rule } = subject;
  const by = readyByController(subject, conditions, index)?.by;
  if (by === undefined || conditionOf(conditions, by) !== undefined) return verdictBySense("main", status);
  return rule?.gates.some((gate) => askedOf(gate, conditions) !== undefined) ? "unknown" : "healthy";
}
