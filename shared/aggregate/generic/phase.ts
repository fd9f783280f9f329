import type { KubeObject } from "../../model/object.ts";
import { at, text } from "../../parse/value.ts";

/** What a custom resource says in status.phase; empty where it says nothing. */
export function phaseOf({ status }: KubeObject): string {
  return text(at(status, ["phase"]));
}

/** The same where it says that it has failed, as CDI's and many another's do: no rule of Kubernetes says what phases mean. */
export function failedPhase(object: KubeObject): string | undefined {
  const phase = phaseOf(object);
  return /^(failed|failure|error|errored)$/i.test(phase) ? phase : undefined;
}
