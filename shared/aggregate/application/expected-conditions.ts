import type { EvaluatedByRules } from "../../model/application-status.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Expected, ExpectedCondition } from "../../model/report.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { wholeNumberAt } from "../../parse/json-value.ts";
import type { ControllerReadiness } from "./readiness-by-controller.ts";

/** One listed component as both rule sets evaluate it; `times` is how often it was listed. */
export interface CountedComponent {
  readonly object: KubeObject;
  readonly times: number;
  readonly code: ControllerReadiness;
  readonly proposal: EvaluatedByRules["proposal"];
}

/** The message of Ready where the controller cannot read a component. */
const unreadableMessage = "failed to aggregate all components' statuses, check the Error condition for details";

/**
 * What the running controller would write (kubernetes-sigs/application controllers/application_controller.go:88-114,
 * 203-214; condition.go:12-59). If it cannot read a component, Ready is Unknown, whatever the other components are. Kinds that
 * the plugin cannot list do not change the result, because the controller may be permitted to list them.
 */
export function computeByCode(components: readonly CountedComponent[]): Expected {
  const total = countListed(components);
  const ready = countListed(components.filter(({ code }) => code.status === "Ready"));
  const errors = components.map(({ code }) => code.error).filter((error) => error !== undefined);
  const unreadable = makeCondition("Ready", "Unknown", "ComponentsReadyUnknown", unreadableMessage);
  const readyCondition = errors.length > 0 ? unreadable : makeReady(total - ready);
  return { conditions: [readyCondition, makeError(errors)], componentsReady: `${ready}/${total}` };
}

/**
 * What the proposal of kubernetes-sigs/application#79 would write ("Aggregating status"). Ready is True if all counted
 * components are ready, and Error has their errors. Settled says whether the controller has observed the spec. Where the
 * proposal leaves reason and message open, those of the controller are used. `componentsReady` has the meaning that it has for
 * the controller: how many of all listed components, counted or not, are ready.
 */
export function computeByProposal(root: KubeObject, components: readonly CountedComponent[]): Expected {
  const counted = components.filter(({ proposal }) => proposal?.counted === true);
  const ready = counted.filter(({ proposal }) => proposal?.status === "Ready");
  const errors = counted.map(readError).filter((error) => error !== undefined);
  const readyCondition = makeReady(countListed(counted) - countListed(ready));
  const errorCondition = errors.length === 0 ? makeLastError(root) : makeError(errors);
  return {
    conditions: [readyCondition, errorCondition, makeSettled(root)],
    componentsReady: `${countListed(ready)}/${countListed(components)}`,
  };
}

/**
 * The error that a component reports, after its name: `Job a: out of memory`. The proposal leaves the form open. Undefined
 * unless Error is True.
 */
function readError({ object }: CountedComponent): string | undefined {
  const { kind, name } = object.ref;
  const error = conditionOf(object, "Error");
  if (error?.status !== "True") return undefined;
  return `${kind} ${name}: ${error.message || error.reason || "Error"}`;
}

/**
 * The Error condition when no component has an error. As in the proposal's example, a False condition keeps the message of
 * the last error.
 */
function makeLastError(root: KubeObject): ExpectedCondition {
  const reported = conditionOf(root, "Error");
  if (reported?.reason !== "ErrorSeen") return makeError([]);
  return makeCondition("Error", "False", "ErrorSeen", reported.message);
}

/**
 * Settled by "observed generation == generation". The reason and the message of True are those of the proposal's example.
 */
function makeSettled({ generation, status }: KubeObject): ExpectedCondition {
  const observed = wholeNumberAt(status, "observedGeneration");
  if (generation === undefined && observed === undefined) {
    return makeCondition("Settled", "Unknown", "NotObserved", "no generation is known");
  }
  if (observed === generation) return makeCondition("Settled", "True", "Settled", `Converged to version: ${observed}`);
  return makeCondition("Settled", "False", "NotSettled", formatUnsettled(observed, generation));
}

/** The Ready condition by the number of components that are not ready. */
function makeReady(unreadyCount: number): ExpectedCondition {
  if (unreadyCount === 0) return makeCondition("Ready", "True", "ComponentsReady", "all components ready");
  return makeCondition("Ready", "False", "ComponentsNotReady", `${unreadyCount} components not ready`);
}

/**
 * The Error condition as Go prints an aggregate: each text once, in brackets if there are several (apimachinery,
 * util/errors/errors.go).
 */
function makeError(errors: readonly string[]): ExpectedCondition {
  if (errors.length === 0) return makeCondition("Error", "False", "NoError", "No error seen");
  const texts = [...new Set(errors)];
  return makeCondition("Error", "True", "ErrorSeen", texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`);
}

function makeCondition(
  type: string,
  status: "True" | "False" | "Unknown",
  reason: string,
  message: string,
): ExpectedCondition {
  return { type, status, reason, message };
}

/** The number of components, where one that is listed twice counts twice, as for the controller. */
function countListed(components: readonly CountedComponent[]): number {
  return components.reduce((total, { times }) => total + times, 0);
}

/** The message of a Settled condition that is False, for which the proposal has no message of its own. */
function formatUnsettled(observedGeneration: number | undefined, generation: number | undefined): string {
  const observed = observedGeneration === undefined ? "no version" : `version ${observedGeneration}`;
  return `observed ${observed}, the spec is at ${generation ?? "none"}`;
}
