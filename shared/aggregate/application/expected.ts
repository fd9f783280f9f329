import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Expected, ExpectedCondition, Judged } from "../../model/report.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, wholeNumber } from "../../parse/value.ts";
import type { Readiness } from "./readiness-code.ts";

/** One listed component as both rule sets see it; `times`: how often it was listed. */
export interface Counted {
  readonly object: KubeObject;
  readonly times: number;
  readonly code: Readiness;
  readonly proposal: Judged["proposal"];
}

/**
 * What the running controller would write (APP controllers/application_controller.go:88-114, 203-214; condition.go:12-59):
 * any error of reading a component beats ready and not ready. What we may not list the controller may: such kinds touch
 * the verdict and never what is expected (report.md, "Rule sets").
 */
export function expectedByCode(components: readonly Counted[]): Expected {
  const total = sum(components);
  const ready = sum(components.filter(({ code }) => code.status === "Ready"));
  const errors = components.flatMap(({ code }) => (code.error === undefined ? [] : [code.error]));
  return {
    conditions: [
      errors.length > 0 ? condition("Ready", "Unknown", "ComponentsReadyUnknown", seeError) : readyWords(total - ready),
      errorWords(errors),
    ],
    componentsReady: `${ready}/${total}`,
  };
}

const seeError = "failed to aggregate all components' statuses, check the Error condition for details";

/**
 * What seeds/application-status-proposal.md would write ("Aggregating status"): Ready is the AND over what counts, Error
 * the errors of what counts, Settled whether the spec has been looked at. Words that the text leaves open are the
 * controller's, and so is what `componentsReady` means: who is Ready of all that are listed, counted or not.
 */
export function expectedByProposal(root: KubeObject, components: readonly Counted[]): Expected {
  const counted = components.filter(({ proposal }) => proposal?.counted === true);
  const ready = counted.filter(({ proposal }) => proposal?.status === "Ready");
  const errors = counted.flatMap(errorOf);
  return {
    conditions: [
      readyWords(sum(counted) - sum(ready)),
      errors.length === 0 ? lastError(root) : errorWords(errors),
      settledWords(root),
    ],
    componentsReady: `${sum(ready)}/${sum(components)}`,
  };
}

/** With whose error it is in front: the text only says that errors are aggregated. */
function errorOf({ object }: Counted): readonly string[] {
  const { kind, name } = object.ref;
  const error = conditionOf(conditionsAt(object).conditions, "Error");
  return error?.status === "True" ? [`${kind} ${name}: ${error.message || error.reason || "Error"}`] : [];
}

/** Its example keeps the last error's words on a condition that is False (S4:292-299). */
function lastError(root: KubeObject): ExpectedCondition {
  const said = conditionOf(conditionsAt(root).conditions, "Error");
  return said?.reason === "ErrorSeen" ? condition("Error", "False", "ErrorSeen", said.message) : errorWords([]);
}

/** "observed generation == generation"; the reason and the words of True are the example's (S4:286-291). */
function settledWords({ generation, status }: KubeObject): ExpectedCondition {
  const observed = wholeNumber(at(status, ["observedGeneration"]));
  if (generation === undefined && observed === undefined) {
    return condition("Settled", "Unknown", "NotObserved", "no generation is known");
  }
  if (observed === generation) return condition("Settled", "True", "Settled", `Converged to version: ${observed}`);
  const seen = observed === undefined ? "no version" : `version ${observed}`;
  return condition("Settled", "False", "NotSettled", `observed ${seen}, the spec is at ${generation ?? "none"}`);
}

function readyWords(notReady: number): ExpectedCondition {
  return notReady === 0
    ? condition("Ready", "True", "ComponentsReady", "all components ready")
    : condition("Ready", "False", "ComponentsNotReady", `${notReady} components not ready`);
}

/** As Go prints an aggregate: each text once, in brackets where there are several (apimachinery, util/errors/errors.go). */
function errorWords(errors: readonly string[]): ExpectedCondition {
  if (errors.length === 0) return condition("Error", "False", "NoError", "No error seen");
  const texts = [...new Set(errors)];
  return condition("Error", "True", "ErrorSeen", texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`);
}

function condition(
  type: string,
  status: "True" | "False" | "Unknown",
  reason: string,
  message: string,
): ExpectedCondition {
  return { type, status, reason, message };
}

function sum(components: readonly Counted[]): number {
  return components.reduce((total, { times }) => total + times, 0);
}
