import type { KubeObject } from "../model/object.ts";
import type { Contribution, JudgedCondition, RootNode } from "../model/report.ts";
import { type Verdict, worst } from "../model/verdict.ts";
import { conditionsAt } from "../parse/conditions.ts";
import { at, text } from "../parse/value.ts";
import { generic } from "../profiles/generic.ts";
import { hco } from "../profiles/hco.ts";
import { isOlderThanSpec } from "./freshness.ts";
import { componentVerdict, isPaused, meaning } from "./hco/component-node.ts";
import type { Judgement } from "./hco/root.ts";
import { oddityFindings } from "./oddities.ts";
import { judge, verdictBySense } from "./sense.ts";

/**
 * A CR on its own: a component CR without a HyperConverged keeps its component's rules, any other is judged by the senses
 * of its conditions, where no main condition means that nothing is known.
 */
export function judgeAlone(object: KubeObject, takenAt: string): Judgement {
  const row = hco.components.find((each) => each.group === object.ref.group && each.kind === object.ref.kind);
  const { conditions: read, oddities } = conditionsAt(object);
  const generationCounts = row?.generationCountsStatus !== true;
  const conditions = judge(row === undefined ? generic : hco, object, read, generationCounts);
  const stale = generationCounts && isOlderThanSpec(object, read);
  const [deleting, frozen] = [object.deletedAt !== undefined, isPaused(object)];
  const observedVersion = text(at(object.status, [row?.versionField ?? "observedVersion"]));
  const verdict =
    row === undefined
      ? bySense(conditions, stale || deleting || frozen)
      : componentVerdict(row, conditions, stale || deleting || frozen);
  const root: RootNode = {
    role: "root",
    label: row?.component ?? object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: true,
    verdict,
    ownVerdict: verdict,
    conditions,
    ...meaning(conditions),
    stale,
    deleting,
    frozen,
    facts: observedVersion === "" ? {} : { observedVersion },
    children: [],
    profile: "generic",
    ruleSet: "generic",
    expected: { generic: { conditions: [] } },
    drift: [],
    driftHeld: null,
    offenders: ownOffenders(object.ref.kind, conditions, verdict),
    uncertain: {},
    gates: {
      ready: {
        answer: verdict === "healthy" ? "yes" : verdict === "unknown" ? "unknown" : "no",
        because: verdict === "healthy" ? [] : [object.ref.name],
      },
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
  const guessed = conditions.filter((condition) => condition.guessed === true);
  return {
    root,
    findings: [
      ...oddityFindings(object.ref, oddities, read, takenAt),
      ...guessed.map(({ type }) => ({
        code: "guessed-sense" as const,
        severity: "info" as const,
        about: object.ref,
        type,
      })),
    ],
  };
}

function bySense(conditions: readonly JudgedCondition[], isUnsettled: boolean): Verdict {
  const verdicts = conditions.map((condition) => verdictBySense(condition.sense, condition.status));
  const isKnown = conditions.some((condition) => condition.sense !== "info");
  return worst([...verdicts, isKnown ? "healthy" : "unknown", isUnsettled ? "progressing" : "healthy"]);
}

/** There is nobody else to blame: every abnormal condition that weighs is the object's own. */
function ownOffenders(
  component: string,
  conditions: readonly JudgedCondition[],
  verdict: Verdict,
): Readonly<Record<string, readonly Contribution[]>> {
  if (verdict === "healthy") return {};
  const bad = conditions.filter((each) => each.abnormal && verdictBySense(each.sense, each.status) !== "healthy");
  return Object.fromEntries(
    bad.map(({ type, status, reason, message, since }) => [
      type,
      [
        {
          component,
          status,
          reason,
          message,
          ...(since === undefined ? {} : { since }),
          rule: "reported-reason",
          shown: true,
        },
      ],
    ]),
  );
}
