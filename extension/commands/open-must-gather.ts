import { type QuickPickItem, commands as run, type Uri, window } from "vscode";
import * as words from "../../shared/render/words/editor/pickers.ts";
import type { FilesPlace } from "../places/place.ts";
import { commandIds } from "../platform/contributions.ts";
import { pickOne } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import type { PlaceControl } from "../session/session-parts.ts";

type Holds = FilesPlace["holds"];

interface What extends QuickPickItem {
  /** Absent for the sample, which needs no file. */
  readonly holds?: Holds;
  readonly isFolder?: boolean;
  readonly endings?: readonly string[];
}

/**
 * Shows a must-gather or a dump in the sidebar, like a read-only cluster. Asks the user for a file if no path is given.
 */
export async function showMustGather(session: PlaceControl, path?: unknown, holds?: unknown): Promise<void> {
  if (typeof path === "string") {
    session.showPlace({ kind: "files", holds: holds === "dump" ? "dump" : "gather", path });
    return;
  }
  const what = await pickOne(choices(), { title: words.openWhat(translate) });
  if (what === undefined) return;
  if (what.holds === undefined) {
    await run.executeCommand(commandIds.openSample);
    return;
  }
  const file = await fileFor(what);
  if (file !== undefined) session.showPlace({ kind: "files", holds: what.holds, path: file.fsPath });
}

function choices(): readonly What[] {
  return [
    { label: words.gatherFolder(translate), holds: "gather", isFolder: true },
    { label: words.gatherArchive(translate), holds: "gather", endings: ["tar", "gz", "tgz", "zip"] },
    { label: words.dumpFile(translate), holds: "dump", endings: ["yaml", "yml", "json"] },
    { label: words.dumpFolder(translate), holds: "dump", isFolder: true },
    { label: words.sampleLabel(translate) },
  ];
}

async function fileFor({ label, isFolder = false, endings = [] }: What): Promise<Uri | undefined> {
  const chosen = await window.showOpenDialog({
    title: label,
    openLabel: words.openWord(translate),
    canSelectFolders: isFolder,
    canSelectFiles: !isFolder,
    ...(endings.length > 0 && { filters: { [label]: [...endings], "*": ["*"] } }),
  });
  return chosen?.[0];
}
