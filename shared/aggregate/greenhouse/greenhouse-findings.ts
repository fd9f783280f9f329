import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../model/finding/severity.ts";
import type { EvaluatedCondition, RootNode } from "../../model/report.ts";
import { suspendAnnotation } from "../../profiles/greenhouse/profile.ts";
import { legacyTypes, statelessKinds } from "../../tables/greenhouse-kinds.ts";
import { makeDriftFinding } from "../evaluation/drift-finding.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { kindFindings } from "./kind-findings.ts";
import type { GreenhouseSubject } from "./subject.ts";

/** Findings about one root besides its verdict, its parts and its gates. */
export function greenhouseFindings(subject: GreenhouseSubject, root: RootNode, index: ObjectIndex): readonly Finding[] {
  return [
    ...frozen(subject, root),
    ...unseen(subject),
    ...drifted(subject, root),
    ...notGating(subject, root),
    ...ofBefore(subject),
    ...absent(root),
    ...kindFindings(subject, root, index),
  ];
}

/**
 * Findings about deletion and suspension. `remaining` names what is deleted with the root: the Plugins of a
 * PluginPreset, the release of a Plugin.
 */
function frozen({ object, isSuspended, isDeleting }: GreenhouseSubject, { children }: RootNode): readonly Finding[] {
  const about = object.ref;
  const made = new Set(["Plugin", "HelmRelease"]);
  const remaining = children
    .filter((part) => part.outcome === "found" && made.has(part.ref.kind))
    .map((part) => part.label);
  const { deletedAt = "", finalizers } = object;
  return [
    ...(isDeleting
      ? [makeGradedFinding("warning", about, { code: "deleting", since: deletedAt, finalizers, remaining })]
      : []),
    ...(isSuspended ? [makeFinding(about, { code: "suspended", annotation: suspendAnnotation })] : []),
  ];
}

function unseen({ object, conditions, oddities }: GreenhouseSubject): readonly Finding[] {
  const isSilent = conditions.length === 0 && oddities.length === 0 && !statelessKinds.has(object.ref.kind);
  return isSilent ? [makeFinding(object.ref, { code: "not-yet-seen" })] : [];
}

/** Findings about drift. An object that was never reconciled lacks everything, which another finding reports. */
function drifted(
  { conditions, isSuspended }: GreenhouseSubject,
  { ref, drift, driftHeld }: RootNode,
): readonly Finding[] {
  if (driftHeld !== null || conditions.length === 0) return [];
  return drift.map((each) => {
    // A different reason or message alone points to another release rather than a fault. While suspended, the
    // controller writes none.
    const isFault = !isSuspended && (each.what === "status" || each.what === "missing");
    return makeDriftFinding(isFault ? "warning" : "info", ref, each);
  });
}

/** Bad conditions from which the controller does not compute Ready: each is a warning. */
function notGating({ object, rule }: GreenhouseSubject, { conditions }: RootNode): readonly Finding[] {
  const gating = new Set(["Ready", ...(rule?.gates ?? []).flatMap(({ types }) => types)]);
  // These have findings of their own.
  const covered = new Set(["PluginSkipped", "RBACReady"]);
  return conditions
    .filter((condition) => isBad(condition) && !gating.has(condition.type) && !covered.has(condition.type))
    .map(({ type, status, reason, message }) => {
      return makeFinding(object.ref, { code: "not-gating", type, status, reason, message });
    });
}

function isBad({ abnormal, polarity, status }: EvaluatedCondition): boolean {
  return abnormal && polarity !== "busy" && status !== "Unknown";
}

function ofBefore({ object, conditions, isLegacy, leftovers }: GreenhouseSubject): readonly Finding[] {
  const about = object.ref;
  const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
  return [
    ...(isLegacy ? [makeFinding(about, { code: "legacy-conditions", types })] : []),
    ...(leftovers.length > 0 ? [makeFinding(about, { code: "leftover-conditions", types: leftovers })] : []),
  ];
}

/** Findings about parts that the spec names and that do not exist. */
function absent({ children }: RootNode): readonly Finding[] {
  return children
    .filter((part) => part.required && part.outcome === "absent")
    .map(({ ref, label }) => {
      return makeGradedFinding("error", ref, { code: "component-absent", component: label, outcome: "absent" });
    });
}
