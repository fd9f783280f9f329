import { commands, Disposable, env, l10n } from "vscode";
import { isSameObject, type Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import type { CommandPlace } from "../../shared/render/editor/copied-command.ts";
import { commandPlace } from "../places/place.ts";
import { reportsOf } from "../places/place-state.ts";
import { commandIds as ids } from "../platform/contributions.ts";
import { showBriefly, showMessage } from "../platform/messages.ts";
import { type CommandTarget, readCommandTarget, showNoTarget } from "../session/command-target.ts";
import { describePlace, findPlaceState } from "../session/place-names.ts";
import { askToChooseAgain, registerRowCommand } from "../session/register-row-command.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** Registers the commands that copy from the tree: the equivalent shell command, the report, or a command for a log. */
export function registerCopy(session: ManifestDocuments & PlaceStates): Disposable {
  return Disposable.from(
    registerRowCommand(ids.copyCommand, (...passed: unknown[]) => copyCommand(session, passed)),
    registerRowCommand(ids.copyLogsCommand, (...passed: unknown[]) => copyLogsCommand(session, passed)),
    commands.registerCommand(ids.copyReport, async (...passed: unknown[]) => {
      // The title of the view passes `undefined` alone where no row has the focus: then all roots are meant. The menu of a
      // row passes the selection, too (MultipleSelectionActionRunner of its src/vs/workbench/browser/parts/views/treeView.ts).
      const isRowReplaced = passed.length > 1 && passed[0] === undefined;
      if (isRowReplaced) await askToChooseAgain();
      else await copyReport(session, passed);
    }),
  );
}

async function copyCommand(session: ManifestDocuments & PlaceStates, passed: readonly unknown[]): Promise<void> {
  const { statusCommand } = await import("./copy.lazy.ts");
  const target = readCommandTarget(session, passed);
  const command = target && statusCommand(placeFor(session, target), target.ref);
  if (command === undefined) return showNoTarget();
  await copyText(command);
}

async function copyLogsCommand(session: ManifestDocuments & PlaceStates, passed: readonly unknown[]): Promise<void> {
  const { logsCommand } = await import("./copy.lazy.ts");
  const target = readCommandTarget(session, passed);
  const command = target?.logs && logsCommand(placeFor(session, target), target.logs);
  if (command === undefined) await showMessage(l10n.t("Logs are available only for containers."));
  else await copyText(command);
}

/** Copies the report of the selected root, or of all roots that the sidebar shows. */
async function copyReport(session: ManifestDocuments & PlaceStates, passed: readonly unknown[]): Promise<void> {
  const { renderMarkdown } = await import("./copy.lazy.ts");
  const target = passed[0] === undefined || passed[0] === null ? undefined : readCommandTarget(session, passed);
  const state = target === undefined ? session.sidebar : findPlaceState(session, target.place);
  const report = reportsOf(state ?? {}).find((candidate) => hasRoot(candidate, target?.ref));
  if (report === undefined) {
    await showMessage(l10n.t("There is no report to copy yet."));
    return;
  }
  await env.clipboard.writeText(renderMarkdown(limitToRoot(report, target?.ref)));
  await showBriefly(l10n.t("Copied the report as Markdown"), 3_000);
}

async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  await showBriefly(l10n.t("Copied: {0}", text), 3_000);
}

/** Whether a Report has a root; without `ref`, whether it has any. */
function hasRoot({ roots }: Report, ref: Ref | undefined): boolean {
  return ref === undefined ? roots.length > 0 : roots.some((root) => isSameObject(root.ref, ref));
}

/** The Report with one of its roots alone; the whole Report without `ref`, or where it does not have that root. */
function limitToRoot(report: Report, ref: Ref | undefined): Report {
  const roots = report.roots.filter((root) => ref === undefined || isSameObject(root.ref, ref));
  const [root] = roots;
  return ref === undefined || root === undefined ? report : { ...report, roots, verdict: root.verdict };
}

function placeFor(session: PlaceStates, { place }: CommandTarget): CommandPlace {
  return commandPlace(place, describePlace(session, place));
}
