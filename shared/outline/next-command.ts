import type { NextStep } from "../model/next-step.ts";
import type { Report } from "../model/report.ts";

/**
 * The first of the commands that show more about the worst root of `report`, with the flags that reach the same cluster.
 * Undefined where nothing is wrong.
 */
export function nextCommand({ next }: Pick<Report, "next">, kubectl = "kubectl"): string | undefined {
  const [first] = next;
  return first === undefined ? undefined : typedCommand(first.command, kubectl);
}

/** Steps with their commands as the user types them. */
export function typedSteps(steps: readonly NextStep[], kubectl: string): readonly NextStep[] {
  return steps.map((step) => ({ ...step, command: typedCommand(step.command, kubectl) }));
}

/**
 * A command as the user types it: `oc get pods`, with the flags that reach the same cluster. kubectl passes to a plugin only
 * the flags behind its name.
 */
function typedCommand(command: string, kubectl: string): string {
  if (!command.startsWith("kubectl hco-status ")) return command.replace(/^kubectl/, () => kubectl);
  const [program = "kubectl", ...flags] = kubectl.split(" ");
  return [command.replace(/^kubectl/, () => program), ...flags].join(" ");
}
