import { noSuchFile } from "../files/file-refusals.ts";
import { unreadableFileText } from "../files/files.ts";

/** The error for a file or folder in the place of a name. `flag` is what reads it, such as `-f mg.tgz`. */
export function fileAsNameText(path: string, isFolder: boolean, flag: string): string {
  return `${fileText(path, isFolder)}: use ${flag}`;
}

/** The error for a file or folder behind those that a flag names, as a shell makes it of `-f *.yaml`. */
export function fileBesideFilesText(path: string, isFolder: boolean): string {
  return `${fileText(path, isFolder)}: write -f before each file, or pass their folder to -f`;
}

/** The error for a file or folder where the command reads only a cluster. `reason` says why. */
export function fileOfLiveCommandText(path: string, isFolder: boolean, command: string, reason: string): string {
  return `${fileText(path, isFolder)}, and ${command} does not read files: ${reason}`;
}

/** The error for a word that is written as a file or a path and leads nowhere. */
export function missingFileText(path: string): string {
  return `${unreadableFileText(path, noSuchFile)}; to report on a file, use -f`;
}

function fileText(path: string, isFolder: boolean): string {
  return `${path} is a ${isFolder ? "folder" : "file"}`;
}
