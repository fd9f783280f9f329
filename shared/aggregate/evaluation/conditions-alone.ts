import type { KubeObject } from "../../model/object.ts";
import type { PolarityRow, Profile } from "../../model/profile.ts";
import type { ReportNode } from "../../model/report.ts";
import { worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { evaluateConditions, verdictByPolarity } from "./condition-polarity.ts";
import { isOlderThanSpec } from "./freshness.ts";

/** What else decides how the conditions of an object count. */
interface ConditionOptions {
  readonly polarities: readonly PolarityRow[];
  /** False where the generation also counts changes of the status, so that it shows nothing about the spec. */
  readonly isGenerationOfSpec?: boolean;
  /** A user has stopped the controller from reconciling the object. */
  readonly frozen?: boolean;
}

/**
 * The health of an object by nothing but its own conditions. It is unknown where no condition has a known polarity. It is
 * progressing at best while its status is out of date, or it is being deleted or frozen.
 */
export function evaluateConditionsAlone(
  object: KubeObject,
  profile: Profile,
  { polarities, isGenerationOfSpec = true, frozen = false }: ConditionOptions,
): Pick<ReportNode, "verdict" | "ownVerdict" | "conditions" | "stale" | "deleting" | "frozen"> {
  const reported = conditionsAt(object).conditions;
  const conditions = evaluateConditions(profile, object, reported, { polarities, isGenerationOfSpec });
  const stale = isGenerationOfSpec && isOlderThanSpec(object, reported);
  const deleting = object.deletedAt !== undefined;
  const verdicts = conditions.map(({ polarity, status }) => verdictByPolarity(polarity, status));
  if (conditions.every(({ polarity }) => polarity === "info")) verdicts.push("unknown");
  if (stale || deleting || frozen) verdicts.push("progressing");
  const verdict = worstVerdict(["healthy", ...verdicts]);
  return { verdict, ownVerdict: verdict, conditions, stale, deleting, frozen };
}
