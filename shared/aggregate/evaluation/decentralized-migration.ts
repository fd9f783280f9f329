import type { Condition, Polarity } from "../../model/condition.ts";
import { textAt } from "../../parse/json-value.ts";
import { waitForSourceMessage } from "../../tables/kubernetes-words.ts";

/**
 * The conditions of a migration to another cluster or namespace that does not go on: of an instance, which virt-controller
 * copies to its VirtualMachine and, under the second name, to the migration (kubevirt/kubevirt
 * pkg/virt-controller/watch/migration/migration.go, updateDecentralizedMigrationCondition).
 */
const failureTypes: ReadonlySet<string> = new Set([
  "DecentralizedLiveMigrationFailure",
  "decentralizedMigrationBlocked",
]);

/**
 * The polarity of such a condition where it reports no failure. Undefined where it does, and for all other conditions.
 * 1. `info` on a migration that has succeeded: virt-controller no longer updates the condition.
 * 2. `busy` while the target waits for its source, which may take any time. The message may then be that of an earlier
 *    error: KubeVirt writes a message again only with another status or reason (kubevirt/kubevirt
 *    pkg/controller/conditions.go, UpdateCondition).
 */
export function findPolarityOfWait(condition: Condition, status: unknown): Polarity | undefined {
  if (!failureTypes.has(condition.type)) return undefined;
  if (textAt(status, "phase") === "Succeeded") return "info";
  return isWaitForSource(condition, status) ? "busy" : undefined;
}

/** Whether such a condition is about the wait of a target for its source. `status`: of the object that has the condition. */
export function isWaitForSource({ message }: Pick<Condition, "message">, status: unknown): boolean {
  if (textAt(status, "phase") === "WaitingForSync") return true;
  return textAt(status, "printableStatus") === "WaitingForReceiver" || waitForSourceMessage.test(message);
}
