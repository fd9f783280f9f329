import type { ConditionStatus } from "../../model/condition.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { verdictByPolarity } from "../judgement/condition-polarity.ts";
import { firstConditionOfType } from "../judgement/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { mergeParts } from "./aggregated-parts.ts";
import { expectedGreenhouseConditions } from "./expected-conditions.ts";
import { readyByController } from "./ready-by-controller.ts";
import { gateCondition } from "./ready-summary.ts";
import { greenhouseDriftHeld } from "./status-drift.ts";
import type { GreenhouseSubject } from "./subject.ts";

/**
 * The best verdict that an object can have, whatever its conditions report. It depends on what the controller would
 * write now, and on parts that the status calls not ready. For an object that is suspended or not yet reconciled it
 * says nothing. An absent condition makes it unknown. If all conditions that Ready depends on are absent, another
 * release computed it from others.
 */
export function recomputedVerdict(subject: GreenhouseSubject, index: ObjectIndex): Verdict {
  const { object, conditions, isSuspended, isDeleting } = subject;
  if (isSuspended || isDeleting || conditions.length === 0) return "healthy";
  const parts = mergeParts(object, index).offenders.map(({ condition }) =>
    verdictByPolarity("good", condition?.status ?? "False"),
  );
  const expected =
    greenhouseDriftHeld(subject, index) === null
      ? expectedGreenhouseConditions(subject, index).controller.conditions
      : [];
  const written = expected.map(({ type, status }) =>
    type === "Ready" ? readyVerdict(subject, status, index) : verdictByPolarity("good", status),
  );
  return worstVerdict(["healthy", ...parts, ...written]);
}

function readyVerdict(subject: GreenhouseSubject, status: ConditionStatus, index: ObjectIndex): Verdict {
  const { conditions, rule } = subject;
  const by = readyByController(subject, conditions, index)?.by;
  if (by === undefined || firstConditionOfType(conditions, by) !== undefined) return verdictByPolarity("main", status);
  return rule?.gates.some((gate) => gateCondition(gate, conditions) !== undefined) ? "unknown" : "healthy";
}
