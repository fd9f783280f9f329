import { type QuickPickItem, commands as run, type Uri, window } from "vscode";
import * as words from "../shared/render/words-session.ts";
import { commands } from "./contributions.ts";
import type { FilesPlace } from "./place.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { pick } from "./telling.ts";

type Holds = FilesPlace["holds"];

interface What extends QuickPickItem {
  /** Absent: the sample, for which no file is asked. */
  readonly holds?: Holds;
  readonly isFolder?: boolean;
  readonly endings?: readonly string[];
}

/** Shows a must-gather or a dump in the sidebar, as a cluster that can only be read; asks for it where no path is given. */
export async function openGather(session: Session, path?: unknown, holds?: unknown): Promise<void> {
  if (typeof path === "string") {
    session.use({ kind: "files", holds: holds === "dump" ? "dump" : "gather", path });
    return;
  }
  const what = await pick(choices(), { title: words.openWhat(say) });
  if (what === undefined) return;
  if (what.holds === undefined) {
    await run.executeCommand(commands.openSample);
    return;
  }
  const file = await fileFor(what);
  if (file !== undefined) session.use({ kind: "files", holds: what.holds, path: file.fsPath });
}

function choices(): readonly What[] {
  return [
    { label: words.gatherFolder(say), holds: "gather", isFolder: true },
    { label: words.gatherArchive(say), holds: "gather", endings: ["tar", "gz", "tgz", "zip"] },
    { label: words.dumpFile(say), holds: "dump", endings: ["yaml", "yml", "json"] },
    { label: words.dumpFolder(say), holds: "dump", isFolder: true },
    { label: words.sampleLabel(say) },
  ];
}

async function fileFor({ label, isFolder = false, endings = [] }: What): Promise<Uri | undefined> {
  const chosen = await window.showOpenDialog({
    title: label,
    openLabel: words.openWord(say),
    canSelectFolders: isFolder,
    canSelectFiles: !isFolder,
    ...(endings.length > 0 && { filters: { [label]: [...endings], "*": ["*"] } }),
  });
  return chosen?.[0];
}
