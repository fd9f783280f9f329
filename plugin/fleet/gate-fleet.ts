import { UsageError } from "../../shared/io/errors/errors.ts";
import { compareTexts } from "../../shared/model/compare-texts.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { gateAnswers, worstAnswer } from "../../shared/model/upgrade-gate.ts";
import { writeMessages } from "../../shared/outline/written-messages.ts";
import { renderFleetGate, renderFleetGatePlain } from "../../shared/render/fleet/gate-table.ts";
import { renderDocument } from "../../shared/render/formats/yaml.ts";
import type { FleetGate, FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { failedExit, gateExitCodes, interruptedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { createProfileCommand, gateOfOneCommand } from "../cli/rerun-command.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { refuseProfileWithoutGate } from "../commands/gate-command.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { acceptedCodes } from "../status/accepted-codes.ts";
import { evaluateFor } from "../status/evaluate.ts";
import { chooseFleet } from "./choose-fleet.ts";
import { readFleet } from "./read-fleet.ts";

/**
 * Runs `gate upgrade` for several clusters, and prints a row for each, the worst first. Resolves to the exit status:
 * - 130 after an interrupt;
 * - 1 if no cluster could be read;
 * - else that of the worst answer. The answer of a cluster that cannot be read is UNKNOWN.
 * @throws UsageError for an unknown code, named objects, and a profile without a gate; else as a table of clusters.
 */
export async function runFleetGate(chosen: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const accepted = acceptedCodes(chosen.accept);
  refuseNames(chosen);
  refuseProfileWithoutGate(chosen);
  const { contexts, options } = await chooseFleet(chosen, environment);
  const evaluate = await evaluateFor(options, environment);
  const keep = async ({ report, ...member }: FleetMember): Promise<FleetGate> => {
    return { ...member, gate: upgradeGate(report, accepted) };
  };
  const { kept, isInterrupted } = await readFleet(contexts, options, environment, evaluate, keep);
  const ordered = kept.toSorted(compareByAnswer);
  environment.print(renderGates(ordered, chosen, environment));
  if (isInterrupted) return interruptedExit;
  if (ordered.every(({ trouble }) => trouble !== undefined)) return failedExit;
  return gateExitCodes[worstAnswer(ordered.map(({ gate }) => gate.answer))];
}

/** Refuses names: an upgrade is one of the HyperConverged, which may have another name in each cluster. */
function refuseNames({ word, targets }: CommandLineOptions): void {
  if (word === undefined && targets.length === 0) return;
  throw new UsageError(
    "gate upgrade of several clusters evaluates each HyperConverged; remove the names, or use --context",
  );
}

function compareByAnswer(a: FleetGate, b: FleetGate): number {
  const byAnswer = gateAnswers.indexOf(a.gate.answer) - gateAnswers.indexOf(b.gate.answer);
  return byAnswer || compareTexts(a.context, b.context);
}

function renderGates(gates: readonly FleetGate[], options: CommandLineOptions, environment: HostEnvironment): string {
  const { format } = options.output;
  if (format === "json" || format === "yaml") {
    const documents = gates.map(({ gate }) => writeMessages(gate));
    return renderDocument(documents, format);
  }
  const style = {
    ...chooseTextStyle(options, environment),
    labelColumns: options.labelColumns,
    ...definedFields({ profileCommand: createProfileCommand(options) }),
  };
  if (format === "plain") return renderFleetGatePlain(gates, style);
  return renderFleetGate(gates, { ...style, next: nextCommand(gates, options) });
}

/** The command for the worst cluster that responded. Undefined if every cluster that responded allows the upgrade. */
function nextCommand(gates: readonly FleetGate[], options: CommandLineOptions): string | undefined {
  const worstGate = gates.find(({ gate, trouble }) => gate.answer !== "ALLOW" && trouble === undefined);
  if (worstGate === undefined) return undefined;
  // Other characters are escaped where they are printed, so that the printed command would name another cluster.
  const isPrintable = /^[\x20-\x7e]*$/.test(worstGate.context);
  return isPrintable ? gateOfOneCommand(options, worstGate.context) : undefined;
}
