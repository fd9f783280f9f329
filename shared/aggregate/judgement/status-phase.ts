import type { KubeObject } from "../../model/object.ts";
import { toText, valueAt } from "../../parse/json-value.ts";

/** The status.phase of a custom resource; empty if it has none. */
function statusPhase({ status }: KubeObject): string {
  return toText(valueAt(status, ["phase"]));
}

/**
 * The status.phase if it names a failure, as CDI's and many others do. No rule of Kubernetes defines what phases mean.
 */
export function failedPhase(object: KubeObject): string | undefined {
  const phase = statusPhase(object);
  return /^(failed|failure|error|errored)$/i.test(phase) ? phase : undefined;
}
