import type { Damage } from "../../model/snapshot.ts";
import type { InputText } from "../input-text.ts";

/** What stands in one folder: plain names. */
export interface Listing {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Those of the folders that are links to another folder of the gather, which is reached by itself too. */
  readonly links?: ReadonlySet<string>;
}

/** The files of a gather, in a folder or an archive: paths have `/` and begin below the top, which is the empty path. */
export interface GatherFiles {
  /** What stands in a folder; empty where there is no such folder. */
  list(folder: string): Promise<Listing>;
  /** The text of a file that a listing names, or why there is none. */
  read(path: string): Promise<InputText>;
  /** What was left out, and why, all of it; it grows as files are looked at. */
  damage(): readonly Damage[];
  /** Why the files are not all there; absent where they are. */
  readonly cut?: string;
  close(): void;
}

/** How far reading has come: bytes of how many, so that somebody who waits can be told. */
export type Progress = (done: number, total: number) => void;

export const nothing: Listing = { files: new Set(), folders: new Set() };

/** `name` in `folder`, which may be the top. */
export function inFolder(folder: string, ...names: readonly string[]): string {
  return [folder, ...names].filter((part) => part !== "").join("/");
}

/** The folder that a file or folder stands in; of what stands at the top, the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
