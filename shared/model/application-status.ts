/** The status that a rule set of Applications gives to one component (APP api/v1beta1/application_types.go). */
export type ApplicationStatus = "Ready" | "InProgress" | "Unknown";

/**
 * The readiness of one component by the controller and by the proposal. Null if the proposal has no rule for its kind.
 */
export interface EvaluatedByRules {
  readonly code: ApplicationStatus;
  readonly proposal: { readonly status: ApplicationStatus; readonly counted: boolean } | null;
}
