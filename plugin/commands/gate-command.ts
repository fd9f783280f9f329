import { concernsUpgrade } from "../../shared/aggregate/hco/upgrade/unread-objects.ts";
import { listUpgradeableRoots } from "../../shared/aggregate/hco/upgrade/upgrade-findings.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { families, profileNames } from "../../shared/model/families.ts";
import { isSameKind } from "../../shared/model/kind.ts";
import { groupVersion, isSameObject, type KubeObject, type Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { foundObjects, isUnread, type Snapshot } from "../../shared/model/snapshot.ts";
import type { GateReport } from "../../shared/model/upgrade-gate.ts";
import { justReadText } from "../../shared/outline/words/completeness.ts";
import { countText, joinNames } from "../../shared/outline/words/names.ts";
import { writeMessages } from "../../shared/outline/written-messages.ts";
import { listAt, textAt } from "../../shared/parse/json-value.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { renderGate, renderGatePlain } from "../../shared/render/commands/upgrade-gate.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { renderDocument } from "../../shared/render/formats/yaml.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { failedExit, gateExitCodes } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { rerunWords } from "../cli/rerun-command.ts";
import { chooseTextStyle, isReadNow } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readFrom } from "../read/read-source.ts";
import { acceptedCodes } from "../status/accepted-codes.ts";
import { evaluateFor, isUnanswered } from "../status/evaluate.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";

/**
 * `gate upgrade`: prints whether an upgrade is safe, and resolves to the exit status for that answer.
 * @throws UsageError for an unknown code, and for objects that are never upgraded as a whole. Reading throws its own
 * errors.
 */
export async function runGate(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const accepted = acceptedCodes(options.accept);
  refuseProfileWithoutGate(options);
  const evaluate = await evaluateFor(options, environment);
  const read = await readFrom(options, environment);
  const { snapshot, requested } = read;
  const report = evaluate(read);
  const errors = notFoundErrors(requested, report, snapshot, options.namespace);
  if (errors.length > 0) {
    environment.printMessage(`${errors.join("\n")}\n`);
    return failedExit;
  }
  refuseRootsWithoutGate(report, requested.wanted !== undefined);
  if (requested.wanted !== undefined) refuseComponents(report, snapshot);
  const { source } = snapshot;
  // Where a report says that it was read just now, the gate says so too.
  const contextLine = isReadNow(source, options) ? justReadText(source, options.reach) : undefined;
  const style = { ...chooseTextStyle(options, environment), ...definedFields({ contextLine }) };
  const gate = upgradeGate(report, accepted);
  environment.print(renderAnswer(gate, options, style));
  if (gate.roots.length > 0) return gateExitCodes[gate.answer];
  const gaps = report.completeness.gaps.filter(concernsUpgrade);
  const emptyReport = { ...report, roots: [], completeness: { ...report.completeness, gaps } };
  environment.printMessage(renderText(emptyReport, { ...style, palette: plainPalette }));
  // A server without any usable response counts as unreachable.
  return isUnanswered(snapshot) ? failedExit : gateExitCodes[gate.answer];
}

/** @throws UsageError for a profile whose roots have no upgrade gate. */
export function refuseProfileWithoutGate({ profile }: CommandLineOptions): void {
  if (profile === undefined || families[profile].hasUpgradeGate) return;
  const fit = profileNames.filter((name) => families[name].hasUpgradeGate);
  throw new UsageError(`gate upgrade requires the profile ${fit.join(" or ")}: remove --profile ${profile}`);
}

function renderAnswer(gate: GateReport, options: CommandLineOptions, style: TextOptions): string {
  const { format } = options.output;
  if (format === "json" || format === "yaml") return renderDocument(writeMessages(gate), format);
  const render = format === "plain" ? renderGatePlain : renderGate;
  // Standard input cannot be read a second time, so no command is suggested.
  const readArguments = options.files.includes("-") ? undefined : rerunWords(options);
  const { namespace, platform: isPlatform } = options;
  return render(gate, { ...style, isPlatform, ...definedFields({ readArguments, namespace }) });
}

/**
 * Refuses a component, because its HyperConverged upgrades it and may have every reason not to.
 * @throws UsageError for the first component whose HyperConverged is known.
 */
function refuseComponents({ roots }: Report, { readings }: Snapshot): void {
  const objects = readings.flatMap(foundObjects);
  const hyperConverged = objects.find(({ ref }) => isSameKind(ref, hcoProfile.root));
  for (const { ref, profile } of roots) {
    if (families[profile].hasUpgradeGate) continue;
    const object = objects.find((candidate) => isSameObject(candidate.ref, ref));
    const name = findOwnerName(object) ?? hyperConverged?.ref.name;
    if (name === undefined) continue;
    const namespace = hyperConverged?.ref.namespace ?? ref.namespace;
    const flag = namespace === undefined ? "" : ` -n ${namespace}`;
    const command = `kubectl hco-status gate upgrade hyperconverged/${name}${flag}`;
    throw new UsageError(sanitizeLine(`${ref.kind} ${ref.name} is upgraded by its HyperConverged: run ${command}`));
  }
}

/** The name of the HyperConverged that owns an object. */
function findOwnerName(object: KubeObject | undefined): string | undefined {
  const owner = listAt(object?.raw, "metadata", "ownerReferences").find((reference) => {
    const { group } = groupVersion(textAt(reference, "apiVersion"));
    return isSameKind({ group, kind: textAt(reference, "kind") }, hcoProfile.root);
  });
  return owner === undefined ? undefined : textAt(owner, "name");
}

/** Refuses roots that have no upgrade gate, where they were named or where nothing else was found. */
function refuseRootsWithoutGate(report: Report, isNamed: boolean): void {
  const upgradeable = listUpgradeableRoots(report);
  const [first, ...others] = report.roots.filter((root) => !upgradeable.includes(root)).map(({ ref }) => ref);
  const isIgnored = upgradeable.length > 0 && !isNamed;
  // Where HyperConvergeds could not be read, one may exist.
  const mayHaveHyperConverged = report.completeness.gaps.some(
    (gap) => gap.required && gap.kind === "HyperConverged" && isUnread(gap),
  );
  if (first === undefined || isIgnored || mayHaveHyperConverged) return;
  throw new UsageError(withoutGateText(first, others, isNamed));
}

/**
 * The error for objects without an upgrade gate: the first by name, the others by number. `isNamed`: the user named them.
 * `… but found only Cluster prod-eu, 2 other Clusters and 11 objects of other kinds`.
 */
function withoutGateText(first: Ref, others: readonly Ref[], isNamed: boolean): string {
  const sameKindCount = others.filter(({ kind }) => kind === first.kind).length;
  const otherKindCount = others.length - sameKindCount;
  const found = [sanitizeLine(`${first.kind} ${first.name}`)];
  if (sameKindCount > 0) found.push(countText(sameKindCount, sanitizeLine(`other ${first.kind}`)));
  if (otherKindCount > 0) found.push(`${countText(otherKindCount, "object")} of other kinds`);
  const contrast = isNamed ? "not" : "but found only";
  return `gate upgrade requires a HyperConverged or one of its components, ${contrast} ${joinNames(found)}`;
}
