import type { Ref } from "../model/object.ts";
import type { Outcome } from "../model/snapshot.ts";

/** What stands as evidence where an object has no words of its own. */
export function outcomeEvidence(outcome: Outcome | "no-conditions" | "no-available", ref: Ref): string {
  const place = ref.namespace === undefined ? "" : ` in namespace ${ref.namespace}`;
  switch (outcome) {
    case "absent":
      return `${ref.kind} ${ref.name} does not exist${place}`;
    case "noSuchKind":
      return `kind ${ref.kind} is not installed`;
    case "forbidden":
      return `not allowed to read ${ref.kind} ${ref.name}`;
    case "unread":
      return `${ref.kind} ${ref.name} was not read`;
    case "no-conditions":
      return "reports no conditions";
    case "no-available":
      return "reports no Available condition";
    case "found":
      return "no reason given";
  }
}

/** A workload by its replicas: `Deployment cdi-deployment 0/1 ready`. */
export function workloadEvidence(ref: Ref, ready: string | undefined): string {
  return `${ref.kind} ${ref.name} ${ready === undefined ? "has not said how it is" : `${ready} ready`}`;
}
