import type { Damage } from "../../model/snapshot.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import { skippedFileText } from "../../render/words/files/files.ts";
import { tooManyFilesText } from "../../render/words/must-gather/path.ts";
import { type FileRead, type FilesRead, readTextObjects } from "../files/read-objects.ts";
import { type GatherFiles, inFolder } from "./archive/archive-files.ts";

/** The most files and characters that are read of an archive that is no must-gather. */
const mostFiles = 5000;
const mostCharacters = 128_000_000;

/**
 * The objects in all manifests of an archive or folder that is no must-gather, by the names of the files. A file that
 * cannot be read is damage, and so is everything beyond the limits.
 */
export async function readPlainFiles(files: GatherFiles, where: string): Promise<FilesRead> {
  const read: FileRead[] = [];
  const damage: Damage[] = [];
  let characters = 0;
  for (const path of await manifestsBelow(files, "")) {
    if (read.length >= mostFiles || characters > mostCharacters) {
      damage.push({ where, cause: tooManyFilesText(read.length) });
      break;
    }
    const input = await files.read(path);
    if (input.refusal !== undefined) damage.push({ where: path, cause: skippedFileText(input.refusal) });
    else {
      characters += input.text.length;
      read.push(readTextObjects(input.text, path));
    }
  }
  return {
    objects: uniqueObjects(read.flatMap((one) => one.objects)),
    damage: [...files.damage(), ...damage, ...read.flatMap((one) => one.damage)],
    files: read.length,
    pasted: read.flatMap((one) => one.pasted ?? []),
  };
}

async function manifestsBelow(files: GatherFiles, folder: string): Promise<readonly string[]> {
  const { files: names, folders, links } = await files.list(folder);
  const here = [...names].filter((name) => /\.(ya?ml|json)$/i.test(name)).toSorted();
  const below: string[] = [];
  for (const name of [...folders].filter((each) => links?.has(each) !== true).toSorted()) {
    if (below.length <= mostFiles) below.push(...(await manifestsBelow(files, inFolder(folder, name))));
  }
  return [...here.map((name) => inFolder(folder, name)), ...below];
}
