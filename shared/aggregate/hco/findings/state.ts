import { conditionOf } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding.ts";
import type { Node } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import { at, text, wholeNumber } from "../../../parse/value.ts";
import { isPassingConflict, transientSeconds } from "../own-verdict.ts";
import type { HyperConvergedState } from "../state.ts";

/** What holds for the CR itself, in the order of "States to tell apart" (facts hco 11A). */
export function stateFindings(state: HyperConvergedState, parts: readonly Node[], takenAt: string): readonly Finding[] {
  const about = state.object.ref;
  return [
    ...deleting(state, parts),
    ...operatorDown(state),
    ...(state.isRefused ? [] : reconcile(state, takenAt)),
    ...(state.isRefused
      ? [
          {
            code: "invalid-request" as const,
            severity: "error" as const,
            about,
            message: conditionOf(state.conditions, "ReconcileComplete")?.message ?? "",
          },
        ]
      : []),
    ...(state.isUnseen && state.oddities.length === 0
      ? [{ code: "not-yet-seen" as const, severity: "warning" as const, about }]
      : []),
    // Asking for deletion is a change of the object by itself.
    ...(state.isStale && !state.isDeleting
      ? [
          {
            code: "stale" as const,
            severity: "warning" as const,
            about,
            generation: state.object.generation ?? 0,
            observedGeneration: wholeNumber(at(state.object.status, ["observedGeneration"])) ?? 0,
          },
        ]
      : []),
  ];
}

function deleting(state: HyperConvergedState, parts: readonly Node[]): readonly Finding[] {
  const { ref: about, finalizers, deletedAt } = state.object;
  if (deletedAt === undefined) return [];
  const remaining = parts.filter((part) => part.outcome === "found").map((part) => part.label);
  return [{ code: "deleting", severity: "warning", about, since: deletedAt, finalizers, remaining }];
}

/** An operator that is not running means that the CR is history (facts hco 7). */
function operatorDown(state: HyperConvergedState): readonly Finding[] {
  const { lookup, ready, wanted, running } = state.operator;
  if (running !== false) return [];
  const isFound = lookup.outcome === "found";
  const about = isFound ? lookup.ref : state.object.ref;
  return [
    { code: "operator-down", severity: "error", about, deployment: lookup.ref.name, ready, wanted, found: isFound },
  ];
}

function reconcile(state: HyperConvergedState, takenAt: string): readonly Finding[] {
  const condition = conditionOf(state.conditions, "ReconcileComplete");
  if (condition === undefined || condition.status === "True") return [];
  const about = state.object.ref;
  const seconds = secondsBetween(condition.since, takenAt);
  const age = seconds === undefined ? {} : { seconds };
  if (condition.reason === "Init") return [{ code: "installing", severity: "info", about }];
  if (condition.status === "Unknown") {
    // The flash of Unknown at the start of an upgrade lasts one loop (facts hco 2, hco#1039).
    const transient = seconds !== undefined && seconds < transientSeconds;
    return [{ code: "status-unknown", severity: transient ? "info" : "error", about, transient, ...age }];
  }
  const transient = isPassingConflict(condition, takenAt);
  const { message } = condition;
  return [{ code: "reconcile-failed", severity: transient ? "info" : "error", about, message, transient, ...age }];
}

/** Remarks: they are shown and change no verdict (facts hco 4.2 to 4.4, 12). */
export function remarks(state: HyperConvergedState): readonly Finding[] {
  const about = state.object.ref;
  const injector = conditionOf(state.conditions, "VirtNetworkResourcesInjectorReady");
  const templates = at(state.object.status, ["dataImportCronTemplates"]);
  return [
    ...state.taints.map((taint): Finding => ({ code: "tainted", severity: "warning", about, ...taint })),
    ...(injector !== undefined && injector.status !== "True"
      ? [
          {
            code: "injector-not-ready" as const,
            severity: "info" as const,
            about,
            reason: injector.reason,
            message: injector.message,
          },
        ]
      : []),
    ...(Array.isArray(templates) ? templates.flatMap((template) => bootImage(about, template)) : []),
  ];
}

function bootImage(about: Finding["about"], template: unknown): readonly Finding[] {
  const conditions = at(template, ["status", "conditions"]);
  const failed = Array.isArray(conditions)
    ? conditions.find((each) => text(at(each, ["type"])) === "Deployed" && text(at(each, ["status"])) === "False")
    : undefined;
  if (failed === undefined) return [];
  const [reason, message] = [text(at(failed, ["reason"])), text(at(failed, ["message"]))];
  return [
    { code: "boot-image", severity: "info", about, name: text(at(template, ["metadata", "name"])), reason, message },
  ];
}
