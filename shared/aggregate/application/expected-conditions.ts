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

/**
 * What the running controller would write (kubernetes-sigs/application controllers/application_controller.go:88-114,
 * 203-214; condition.go:12-59). An error while reading any component takes precedence over ready and not ready. The controller
 * may be permitted to list kinds that the plugin cannot list. Such kinds affect the verdict and never the expected
 * conditions.
 */
export function computeByCode(components: readonly CountedComponent[]): Expected {
  const total = countListed(components);
  const ready = countListed(components.filter(({ code }) => code.status === "Ready"));
  const errors = components.flatMap(({ code }) => (code.error === undefined ? [] : [code.error]));
  const readyCondition =
    errors.length > 0
      ? makeCondition("Ready", "Unknown", "ComponentsReadyUnknown", unreadableMessage)
      : makeReady(total - ready);
  return { conditions: [readyCondition, makeError(errors)], componentsReady: `${ready}/${total}` };
}

const unreadableMessage = "failed to aggregate all components' statuses, check the Error condition for details";

/**
 * What the proposal of kubernetes-sigs/application#79 would write ("Aggregating status"). Ready is the AND over the
 * counted components, and Error holds their errors. Settled says whether the controller has observed the spec. Where
 * the text leaves reason and message open, the controller's own are used. `componentsReady` also means what the
 * controller means: the Ready ones of all listed components, counted or not.
 */
export function computeByProposal(root: KubeObject, components: readonly CountedComponent[]): Expected {
  const counted = components.filter(({ proposal }) => proposal?.counted === true);
  const ready = counted.filter(({ proposal }) => proposal?.status === "Ready");
  const errors = counted.flatMap(readError);
  return {
    conditions: [
      makeReady(countListed(counted) - countListed(ready)),
      errors.length === 0 ? makeLastError(root) : makeError(errors),
      makeSettled(root),
    ],
    componentsReady: `${countListed(ready)}/${countListed(components)}`,
  };
}

/** The error of a component after its name: `Job a: out of memory`. The proposal leaves the form open. */
function readError({ object }: CountedComponent): readonly string[] {
  const { kind, name } = object.ref;
  const error = conditionOf(object, "Error");
  return error?.status === "True" ? [`${kind} ${name}: ${error.message || error.reason || "Error"}`] : [];
}

/**
 * The Error condition when no component has an error. As in the proposal's example, a False condition keeps the message of
 * the last error.
 */
function makeLastError(root: KubeObject): ExpectedCondition {
  const reported = conditionOf(root, "Error");
  return reported?.reason === "ErrorSeen"
    ? makeCondition("Error", "False", "ErrorSeen", reported.message)
    : makeError([]);
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
function makeReady(notReady: number): ExpectedCondition {
  return notReady === 0
    ? makeCondition("Ready", "True", "ComponentsReady", "all components ready")
    : makeCondition("Ready", "False", "ComponentsNotReady", `${notReady} components not ready`);
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

/** How often all these components are listed. */
function countListed(components: readonly CountedComponent[]): number {
  return components.reduce((total, { times }) => total + times, 0);
}

/** The message of a Settled condition that is False, for which the proposal has no words of its own. */
function formatUnsettled(observed: number | undefined, generation: number | undefined): string {
  const seen = observed === undefined ? "no version" : `version ${observed}`;
  return `observed ${seen}, the spec is at ${generation ?? "none"}`;
}
