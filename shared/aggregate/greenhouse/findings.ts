import type { Finding } from "../../model/finding.ts";
import type { JudgedCondition, RootNode } from "../../model/report.ts";
import { legacyTypes, stateless, suspendAnnotation } from "../../profiles/greenhouse.ts";
import type { Index } from "../lookup.ts";
import { ofKind } from "./findings-of-kind.ts";
import type { Subject } from "./subject.ts";

/** What is worth saying of one root besides its verdict, its parts and its gates. */
export function findingsOf(subject: Subject, root: RootNode, index: Index): readonly Finding[] {
  return [
    ...frozen(subject, root),
    ...unseen(subject),
    ...drifted(subject, root),
    ...notGating(subject, root),
    ...ofBefore(subject),
    ...absent(root),
    ...ofKind(subject, root, index),
  ];
}

/** What goes with it: the Plugins of a PluginPreset, the release of a Plugin. */
function frozen({ object, isSuspended, isDeleting }: Subject, { children }: RootNode): readonly Finding[] {
  const about = object.ref;
  const made = new Set(["Plugin", "HelmRelease"]);
  const remaining = children
    .filter((part) => part.outcome === "found" && made.has(part.ref.kind))
    .map((part) => part.label);
  const { deletedAt = "", finalizers } = object;
  return [
    ...(isDeleting
      ? [{ code: "deleting" as const, severity: "warning" as const, about, since: deletedAt, finalizers, remaining }]
      : []),
    ...(isSuspended
      ? [{ code: "suspended" as const, severity: "warning" as const, about, annotation: suspendAnnotation }]
      : []),
  ];
}

function unseen({ object, conditions, oddities }: Subject): readonly Finding[] {
  const isSilent = conditions.length === 0 && oddities.length === 0 && !stateless.has(object.ref.kind);
  return isSilent ? [{ code: "not-yet-seen", severity: "warning", about: object.ref }] : [];
}

/** Of an object that nobody has looked at yet everything is missing, and that is said already. */
function drifted({ conditions, isSuspended }: Subject, { ref, drift, driftHeld }: RootNode): readonly Finding[] {
  if (driftHeld !== null || conditions.length === 0) return [];
  return drift.map(({ type, what, reported, expected }) => ({
    code: "drift",
    // Other words alone are another release more often than a fault, and of what is suspended nobody writes any.
    severity: !isSuspended && (what === "status" || what === "missing") ? "warning" : "info",
    about: ref,
    type,
    what,
    ...(reported === undefined ? {} : { reportedReason: reported.reason, reportedStatus: reported.status }),
    ...(expected === undefined ? {} : { expectedReason: expected.reason, expectedStatus: expected.status }),
  }));
}

/** Bad conditions that no gate asks for (facts seed-systems 2.4: shown as a warning). */
function notGating({ object, rule }: Subject, { conditions }: RootNode): readonly Finding[] {
  const gating = new Set(["Ready", ...(rule?.gates ?? []).flatMap(({ types }) => types)]);
  // These have sentences of their own.
  const told = new Set(["PluginSkipped", "RBACReady"]);
  return conditions
    .filter((condition) => isBad(condition) && !gating.has(condition.type) && !told.has(condition.type))
    .map(({ type, status, reason, message }) => {
      return { code: "not-gating", severity: "warning", about: object.ref, type, status, reason, message };
    });
}

function isBad({ abnormal, sense, status }: JudgedCondition): boolean {
  return abnormal && sense !== "busy" && status !== "Unknown";
}

function ofBefore({ object, conditions, isLegacy, leftovers }: Subject): readonly Finding[] {
  const about = object.ref;
  const types = conditions.map(({ type }) => type).filter((type) => legacyTypes.has(type));
  return [
    ...(isLegacy ? [{ code: "legacy-conditions" as const, severity: "info" as const, about, types }] : []),
    ...(leftovers.length > 0
      ? [{ code: "leftover-conditions" as const, severity: "warning" as const, about, types: leftovers }]
      : []),
  ];
}

/** What the spec names and is not there. */
function absent({ children }: RootNode): readonly Finding[] {
  return children
    .filter((part) => part.required && part.outcome === "absent")
    .map(({ ref, label }) => {
      return { code: "component-absent", severity: "error", about: ref, component: label, outcome: "absent" };
    });
}
