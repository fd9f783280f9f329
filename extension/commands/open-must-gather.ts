import { opendir, stat } from "node:fs/promises";
import { l10n, type QuickPickItem, commands as run, Uri, window } from "vscode";
import { openMustGather as openMustGatherFolder } from "../../shared/io/must-gather/open-must-gather.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { FilesPlace } from "../places/place.ts";
import { commandIds, viewIds } from "../platform/contributions.ts";
import { pickOne, showWarning } from "../platform/messages.ts";
import type { PlaceControl } from "../session/session-parts.ts";

type Content = FilesPlace["holds"];

/** What a user can choose to open. */
interface ContentChoice extends QuickPickItem {
  /** Absent for the sample, which needs no file. */
  readonly holds?: Content;
  readonly isFolder?: boolean;
  readonly endings?: readonly string[];
}

/**
 * Shows a must-gather or a dump in the sidebar, like a read-only cluster. Asks the user for a file if no path is given.
 */
export async function showMustGather(session: PlaceControl, path?: unknown, holds?: unknown): Promise<void> {
  if (typeof path === "string") {
    session.showPlace({ kind: "files", holds: holds === "dump" ? "dump" : "must-gather", path });
    return;
  }
  const choice = await pickOne(listChoices(), { title: l10n.t("Select what to open") });
  if (choice === undefined) return;
  if (choice.holds === undefined) {
    await run.executeCommand(commandIds.openSample);
    return;
  }
  const file = await askForFile(choice);
  if (file !== undefined) session.showPlace({ kind: "files", holds: choice.holds, path: file.fsPath });
}

/**
 * Shows what the user chose in the Explorer or on a tab: a folder or an archive of a must-gather, or manifests. The view
 * stays as it is where a folder has neither.
 */
export async function openHere(session: PlaceControl, chosen: unknown): Promise<void> {
  if (!(chosen instanceof Uri) || chosen.scheme !== "file") return;
  const path = chosen.fsPath;
  const holds = await detectContent(path);
  if (holds === undefined) {
    await showWarning(l10n.t("{0} has neither a must-gather nor manifests (.yaml, .yml, .json).", path));
    return;
  }
  // A view that shows is drawn before the files are read, which keeps the extension host busy.
  await run.executeCommand(`${viewIds.roots}.focus`);
  session.showPlace({ kind: "files", holds, path });
}

/**
 * Returns what a file or a folder holds: a folder without a must-gather in it holds manifests, or nothing that can be shown.
 * An archive that is no must-gather says so where it is read.
 */
async function detectContent(path: string): Promise<Content | undefined> {
  if (/\.ya?ml$/i.test(path)) return "dump";
  if (!(await stat(path)).isDirectory()) return "must-gather";
  try {
    (await openMustGatherFolder(path)).close();
    return "must-gather";
  } catch {
    return (await hasManifests(path)) ? "dump" : undefined;
  }
}

/** Whether a folder or one below it has a file with the ending of a manifest. */
async function hasManifests(folder: string): Promise<boolean> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isDirectory() && /\.(?:ya?ml|json)$/i.test(entry.name)) return true;
  }
  return false;
}

function listChoices(): readonly ContentChoice[] {
  return [
    { label: l10n.t("Must-gather folder"), holds: "must-gather", isFolder: true },
    {
      label: l10n.t("Must-gather archive (tar, tar.gz, zip)"),
      holds: "must-gather",
      endings: ["tar", "gz", "tgz", "zip"],
    },
    { label: l10n.t("File of manifests, or a snapshot (YAML, JSON)"), holds: "dump", endings: ["yaml", "yml", "json"] },
    { label: l10n.t("Folder of manifests"), holds: "dump", isFolder: true },
    { label: l10n.t("The bundled sample") },
  ];
}

async function askForFile({ label, isFolder = false, endings = [] }: ContentChoice): Promise<Uri | undefined> {
  const filters = { [label]: [...endings], "*": ["*"] };
  const chosen = await window.showOpenDialog({
    title: label,
    openLabel: l10n.t("Open"),
    canSelectFolders: isFolder,
    canSelectFiles: !isFolder,
    ...definedFields({ filters: endings.length === 0 ? undefined : filters }),
  });
  return chosen?.[0];
}
