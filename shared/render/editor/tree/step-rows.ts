import type { OutlineCommand, OutlineEntry } from "../../../model/outline.ts";
import { type OutlineRow, type RowWording, treeRow } from "./row.ts";

/**
 * `Show its conditions and events   kubectl describe pod x`. Copying the row copies the command. A click writes it into a
 * terminal; where the place is files, it copies the command, because the cluster may be out of reach.
 */
export function stepRows(id: string, { commands }: OutlineEntry, { isFiles }: RowWording): readonly OutlineRow[] {
  return commands.map((step, index) => {
    const { command } = step;
    return treeRow({
      id: `${id}/%step/${index}`,
      mark: "none",
      label: stepLabel(step),
      description: command,
      copied: command,
      ...stepAction(step, isFiles),
      context: ["step"],
    });
  });
}

/** What a click on a step does: it writes the command into a terminal, or copies it where the source is files. */
export function stepAction({ words }: OutlineCommand, isFiles: boolean): Pick<OutlineRow, "action"> {
  return { action: words === undefined || isFiles ? { is: "copy" } : { is: "terminal", words } };
}

/** `Show the container's log`; of a command that changes the cluster what it does: `Start it again`. */
function stepLabel({ why, action }: OutlineCommand): string {
  if (action !== undefined) return action;
  return why === "" ? "Next" : `Show ${why}`;
}
