import type { Damage } from "../../model/snapshot.ts";
import type { InputText } from "../input-text.ts";

/** What stands in one folder: plain names. */
export interface Listing {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** The files of a gather, in a folder or an archive: paths have `/` and begin below the top, which is the empty path. */
export interface GatherFiles {
  /** What stands in a folder; empty where there is no such folder. */
  list(folder: string): Promise<Listing>;
  /** The text of a file that a listing names, or why there is none. */
  read(path: string): Promise<InputText>;
  /** What was left out, and why; it grows as files are looked at. */
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

/** The most that is read of one file of an archive, in bytes; a list of 10,000 pods has less. */
export const mostOfOne = 64_000_000;
