import type { ComponentSuffix } from "../model/explanation.ts";
import type { ComponentRow } from "../model/profile.ts";

/** Stands for any component's name. */
export const anyComponent = "COMPONENT";

/** Who says these reasons. */
export const patternSpeaker = "HyperConverged";

/** What a reason of HyperConverged that is built from a component's name says of that component. */
export const patternWords: Readonly<Record<ComponentSuffix, (name: string) => PatternWords>> = {
  Conditions: (name) => ({
    meaning: `The CR of ${name} has no conditions at all. HyperConverged then says not available, progressing and not upgradeable in its name.`,
    causes: [
      `the operator of ${name} does not run`,
      "the CR was created a moment ago",
      "a left-over of another version",
    ],
  }),
  NotAvailable: (name) => ({
    meaning: `${name} says that it is not available, or has no condition Available. Of several that do, HyperConverged shows the last.`,
    causes: [
      `pods of ${name} are missing, crash or find no node`,
      "it is being installed",
      "its operator met an error",
    ],
  }),
  Progressing: (name) => ({
    meaning: `${name} is being changed. On Progressing the last component that says so is shown, on Upgradeable the first.`,
    causes: [
      "a change of the spec, an installation or an upgrade",
      `a workload of ${name} that never gets ready, if it lasts`,
    ],
  }),
  Degraded: (name) => ({
    meaning: `${name} says that it works worse than it should. HyperConverged then calls itself unavailable and not upgradeable as well (HCODegraded).`,
    causes: [
      `pods of ${name} are missing or crash`,
      "an update, which some components call degraded too",
      "with nothing behind the colon: a Deployment that is not ready, of which the component does not speak",
    ],
  }),
  NotUpgradeable: (name) => ({
    meaning: `${name} itself refuses an upgrade. This is what OLM is told too, so it will not begin one.`,
    causes: [`a setting or a part of ${name} that the next version does not support`],
  }),
};

/** The commands that show more of a component; `row` is absent where only its name is known. */
export function patternCommands(row: ComponentRow | undefined): readonly string[] {
  if (row === undefined) return ["kubectl hco-status -n NAMESPACE", "kubectl hco-status -n NAMESPACE --deep"];
  const resource = row.namespaced ? `${row.plural} -n NAMESPACE` : row.plural;
  return [`kubectl describe ${resource}`, `kubectl get pods -A -l app.kubernetes.io/component=${row.workloadLabel}`];
}

interface PatternWords {
  readonly meaning: string;
  readonly causes: readonly string[];
}
