import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import type { Ref } from "../../model/object.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import { faultText } from "../../tables/reasons.ts";

/** At most one finding: the condition types of an object whose polarity is inferred from their names. */
export function inferredFindings(about: Ref, conditions: readonly EvaluatedCondition[]): readonly Finding[] {
  const types = [...new Set(conditions.filter(({ inferred }) => inferred === true).map(({ type }) => type))];
  return types.length === 0 ? [] : [makeFinding(about, { code: "inferred-polarity", types })];
}

/**
 * At most one finding: the conditions of an object that no rule knows and that may report a fault. These are False with
 * a reason or message, or speak of a failure. They have no effect on the verdict.
 * @param isKnown whether a table has the polarity of a type.
 */
export function suspectFindings(
  about: Ref,
  conditions: readonly EvaluatedCondition[],
  isKnown: (type: string) => boolean,
): readonly Finding[] {
  const suspects = conditions.filter((each) => each.polarity === "info" && maySayFault(each) && !isKnown(each.type));
  const [first] = suspects;
  if (first === undefined) return [];
  const { reason, message } = first;
  const listed = suspects.slice(0, most).map(({ type, status }) => ({ type, status }));
  return [
    makeFinding(about, { code: "suspect-condition", conditions: listed, count: suspects.length, reason, message }),
  ];
}

const most = 10;

function maySayFault({ status, reason, message }: EvaluatedCondition): boolean {
  if (/^(AsExpected|NotRequired|Disabled|NotApplicable)$/.test(reason)) return false;
  return (status === "False" && `${reason}${message}` !== "") || faultText.test(`${reason} ${message}`);
}
