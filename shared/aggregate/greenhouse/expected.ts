import type { Condition } from "../../model/condition.ts";
import type { Expected, ExpectedCondition } from "../../model/report.ts";
import { adrRules } from "../../profiles/greenhouse-gates.ts";
import type { Index } from "../lookup.ts";
import { conditionOf } from "../verbs.ts";
import { wordsOf } from "./drift.ts";
import { readyByController } from "./ready.ts";
import { lacksPlugins, mergedOf, pluginShares } from "./shares.ts";
import type { Subject } from "./subject.ts";
import { askedOf, type Summary, summary } from "./summary.ts";

interface RuleSets {
  readonly controller: Expected;
  readonly adr: Expected;
}

/**
 * What each rule set makes of the object and its parts now. `adr` is ADR-4 to the letter where it and the code differ
 * (facts seed-systems 2.3), read so:
 * 1. It knows no reason: every expected reason is empty, and none is compared.
 * 2. and 3. Transition times and Equal are the verbs' (aggregate/verbs.ts); a Report expects no times.
 * 4. Ready is made of the other conditions of the object and of nothing else: the same gates as the code's, without the
 *    Cluster and the definition of a Plugin, the chart of a definition, the spec of a kubeconfig, status.clusters of a
 *    TeamRoleBinding (its RBACReady instead), and the inventory of a Catalog, which leaves nothing to make it of. Which
 *    conditions a Cluster has is told by its annotation; that is no word on how it is.
 * 5. A typed State is optional and exists nowhere: nothing is expected of it.
 * 6. Conditions are there from the first visit on, as Unknown: without any of those that are asked, Ready is Unknown, and
 *    it is expected of every kind, TeamRole too.
 */
export function expectedOf(subject: Subject, index: Index): RuleSets {
  const merged = mergedConditions(subject, index);
  const conditions = replaced(subject.conditions, merged);
  const ready = readyByController(subject, conditions, index);
  const leader = leaderOf(subject, index);
  const byController = ready === undefined ? [] : [readyCondition(ready, subject.ready?.reason ?? "", leader)];
  return {
    controller: { conditions: [...byController, ...merged] },
    adr: {
      conditions: [readyCondition(readyByAdr(subject, conditions), "", undefined), ...merged].map((condition) => ({
        ...condition,
        reason: "",
      })),
    },
  };
}

function readyCondition(
  { status, reason, message }: Summary,
  kept: string,
  leader: string | undefined,
): ExpectedCondition {
  const named = status === "True" || leader === undefined ? {} : { leader };
  return { type: "Ready", status, reason: reason ?? kept, message, ...named };
}

function readyByAdr({ object, rule, isLegacy }: Subject, conditions: readonly Condition[]): Summary {
  const own = (adrRules as Readonly<Record<string, Subject["rule"]>>)[object.ref.kind];
  const asked = isLegacy || object.ref.kind === "Cluster" ? rule : own;
  const isVisited = asked?.gates.some((gate) => askedOf(gate, conditions) !== undefined) ?? false;
  if (asked === undefined || !isVisited) return { status: "Unknown", message: "" };
  return summary(asked.gates, conditions) ?? { status: "True", message: asked.otherwise.message };
}

/**
 * AllPluginsReady of a PluginPreset, as far as Plugins are known at all (pluginpreset_controller.go:296-341): as reported
 * where there are some and none was read.
 */
function mergedConditions({ object, conditions }: Subject, index: Index): readonly ExpectedCondition[] {
  if (object.ref.kind !== "PluginPreset") return [];
  const said = conditionOf(conditions, "AllPluginsReady");
  if (said !== undefined && lacksPlugins(object, index)) return [{ type: said.type, ...wordsOf(said) }];
  const { status, offenders, counted } = mergedOf(object, index);
  if (pluginShares(object, index).length === 0) return [];
  const [leader] = offenders;
  const isReady = status === "True";
  const counts = `${counted - offenders.length} of ${counted} plugins are ready`;
  return [
    {
      type: "AllPluginsReady",
      // Of none that counts, not all are ready.
      status: isReady ? "True" : "False",
      reason: said?.reason ?? "",
      // What it says when all are ready nobody wrote down.
      message: isReady && said?.status === "True" ? said.message : counts,
      ...(leader === undefined ? {} : { leader: leader.component }),
    },
  ];
}

function replaced(conditions: readonly Condition[], merged: readonly ExpectedCondition[]): readonly Condition[] {
  const types = new Set(merged.map(({ type }) => type));
  return [...conditions.filter(({ type }) => !types.has(type)), ...merged];
}

/** The part that Ready is False for, where it is made of parts. */
function leaderOf({ object }: Subject, index: Index): string | undefined {
  return object.ref.kind === "PluginPreset" ? undefined : mergedOf(object, index).offenders[0]?.component;
}
