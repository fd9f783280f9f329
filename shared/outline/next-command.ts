import { definedFields } from "../model/defined-fields.ts";
import { type CommandReach, currentCluster, kubectlCommand } from "../model/kubectl-command.ts";
import type { NextStep, StepPurpose } from "../model/next-step.ts";
import type { OutlineCommand } from "../model/outline.ts";
import type { Report, RootNode } from "../model/report.ts";

/**
 * The first of the commands that show more about the worst root of `report`, with the flags that reach the same cluster.
 * Undefined where nothing is wrong.
 */
export function nextCommand({ next }: Pick<Report, "next">, reach: CommandReach = currentCluster): string | undefined {
  const [first] = next;
  return first === undefined ? undefined : kubectlCommand(first.words, reach);
}

/** Steps with their commands as the user types them, and with what they show in words. */
export function typedSteps(steps: readonly NextStep[], reach: CommandReach): readonly OutlineCommand[] {
  return steps.map(({ words, shows }) => {
    const action = Object.hasOwn(actionTitles, shows) ? actionTitles[shows as StepPurpose] : undefined;
    return {
      command: kubectlCommand(words, reach),
      words,
      why: purposeText(shows),
      ...definedFields({ action }),
    };
  });
}

/** The commands below the line about the upgrade. Of what blocks an unhealthy root, its causes have them. */
export function upgradeCommands(
  { verdict, gates }: Pick<RootNode, "verdict" | "gates">,
  steps: readonly NextStep[],
  reach: CommandReach,
): readonly OutlineCommand[] {
  if (gates.upgradeable.answer === "no" && verdict !== "healthy") return [];
  return typedSteps(steps, reach).map(({ command }) => ({ command, why: "" }));
}

/** A step as a Report prints it, with what it shows in words. */
export interface PrintedStep extends Pick<NextStep, "shows"> {
  readonly command: string;
  readonly why: string;
}

/** Steps as a Report prints them. */
export function printSteps(steps: readonly NextStep[]): readonly PrintedStep[] {
  return steps.map(printStep);
}

export function printStep({ words, shows }: NextStep): PrintedStep {
  return { command: kubectlCommand(words), shows, why: purposeText(shows) };
}

/** What a command shows. In a Report that another program wrote, the words may stand in place of the code. */
function purposeText(shows: string): string {
  return Object.hasOwn(purposeTexts, shows) ? purposeTexts[shows as StepPurpose] : shows;
}

const purposeTexts: Readonly<Record<StepPurpose, string>> = {
  "last-log": "the log of the container's last run",
  log: "the container's log",
  absent: "why its operator does not create it",
  awaited: "why the component is not done",
  failing: "why its reconciles fail",
  refusing: "why it refuses the write",
  unfinished: "what its operator cannot do",
  silent: "why it does not update the status",
  converting: "why the webhook cannot convert the object",
  stored: "the object as it is stored",
  bundle: "its caBundle",
  "config-map": "the certificates that it holds",
  "config-maps": "which ConfigMap holds the authority",
  certificates: "which Certificate fills its Secret, and whether that is ready",
  webhook: "what the webhook is called for, and which Service answers",
  policy: "what the policy requires",
  "policy-binding": "where the policy applies",
  description: "its conditions and events",
  events: "recent events in its namespace",
  "missing-objects": "the objects that the file lacks",
  "unknown-objects": "the objects of which the state is not known",
  pods: "whether its Pods are running",
  start: "starts it again",
  installation: "whether OLM is to run it, and why it does not",
  deployments: "which Deployments are left",
  resume: "starts the Pods of its new release, and with them an upgrade",
  permissions: "the permissions to request",
  "deletion-blockers": "what keeps it from being deleted",
  "all-of-kind": "all objects of the kind",
  "left-behind": "what is left of it",
  "operator-pods": "whether its operator runs, and where",
  service: "whether its Service exists",
  endpoints: "whether anything answers for the webhook",
  instances: "the virtual machines on the node",
  "awaited-objects": "what it may wait for",
  webhooks: "the webhooks that can refuse the write",
  "outdated-instances": "the virtual machines that wait",
};

/** What the commands do that change the cluster. All others only show something. */
const actionTitles: { readonly [purpose in StepPurpose]?: string } = {
  start: "Start it again",
  resume: "Start the pods of its new release, and with them an upgrade",
};
