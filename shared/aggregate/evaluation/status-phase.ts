import type { KubeObject } from "../../model/object.ts";
import { toText, valueAt } from "../../parse/json-value.ts";
import { statusWordVerdicts } from "../../tables/status-words.ts";

/** The status.phase of a custom resource; empty if it has none. */
function statusPhase({ status }: KubeObject): string {
  return toText(valueAt(status, ["phase"]));
}

/** Whether the status.phase names a failure, as CDI's and many others do. */
export function isPhaseFailed(object: KubeObject): boolean {
  return statusWordVerdicts.get(statusPhase(object).toLowerCase()) === "degraded";
}
