import type { Damage } from "../../../model/snapshot.ts";
import type { MustGatherShare } from "../../../render/words/plugin/progress.ts";
import type { LogEnd } from "../../files/log-end.ts";
import type { InputText } from "../../files/read-input.ts";

/** The entries of one folder, as plain names. */
export interface FolderListing {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Those of `folders` that are links to another folder of the must-gather, which is listed by itself too. */
  readonly links?: ReadonlySet<string>;
}

/**
 * The files of a must-gather, in a folder or an archive. Paths use `/` and begin below the top, which is the empty
 * path.
 */
export interface MustGatherFiles {
  /** The entries of a folder. It is empty where the folder does not exist. */
  list(folder: string): Promise<FolderListing>;
  /** The text of a file that a listing names, or why there is none. */
  read(path: string): Promise<InputText>;
  /** The end of a log, whether or not a listing names it. Undefined where there is none, or none was kept. */
  readEnd(path: string): Promise<LogEnd | undefined>;
  /** All that was omitted, and why. The list grows as files are read. */
  damage(): readonly Damage[];
  /** Why some files are missing. Absent where all are there. */
  readonly cut?: string;
  close(): void;
}

/** Reports how much has been read, so that the user sees progress: bytes of an archive, or files and their bytes. */
export type ReadProgress = (share: MustGatherShare) => void;

export const emptyFolder: FolderListing = { files: new Set(), folders: new Set() };

/** The path of `names` in `folder`, which may be the top. */
export function joinFolder(folder: string, ...names: readonly string[]): string {
  return [folder, ...names].filter((part) => part !== "").join("/");
}

/** The folder that a file or folder stands in. For an entry at the top, the top. */
export function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
