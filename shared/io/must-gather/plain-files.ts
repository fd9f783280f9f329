import type { Damage } from "../../model/snapshot.ts";
import { hasYaml } from "../../parse/pasted/fences.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import { skippedFileText } from "../errors/file-errors.ts";
import { type FileRead, type FilesRead, readTextObjects } from "../files/read-objects.ts";
import { inFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import { isTextFile } from "./wanted-files.ts";

/** The most files and characters that are read of an archive that is no must-gather. */
const mostFiles = 5000;
const mostCharacters = 128_000_000;

/**
 * The objects in all manifests of an archive or folder that is no must-gather, by the names of the files, and in its
 * text files that hold YAML or a description. A manifest that cannot be read is damage, and so is everything beyond the
 * limits. A text file without an object is no damage.
 */
export async function readPlainFiles(files: MustGatherFiles, where: string): Promise<FilesRead> {
  const read: FileRead[] = [];
  const damage: Damage[] = [];
  let [seen, characters] = [0, 0];
  for (const path of await manifestsBelow(files, "")) {
    if (seen >= mostFiles || characters > mostCharacters) {
      damage.push({ where, cause: `only its first ${seen} files are read; pass the relevant ones` });
      break;
    }
    seen += 1;
    const input = await files.read(path);
    const isManifest = manifest.test(path);
    if (input.refusal !== undefined) {
      if (isManifest) damage.push({ where: path, cause: skippedFileText(input.refusal) });
      continue;
    }
    characters += input.text.length;
    if (!isManifest && !mayHoldObjects(input.text)) continue;
    const one = readTextObjects(input.text, path);
    if (isManifest || one.objects.length > 0) read.push(one);
  }
  return {
    objects: uniqueObjects(read.flatMap((one) => one.objects)),
    damage: [...files.damage(), ...damage, ...read.flatMap((one) => one.damage)],
    files: read.length,
    pasted: read.flatMap((one) => one.pasted ?? []),
  };
}

const manifest = /\.(ya?ml|json)$/i;

/** Whether a text has what an object begins with: a field of YAML or JSON, or the name above a description. */
function mayHoldObjects(text: string): boolean {
  return hasYaml(text) || /^Name:[ \t]+\S.*\r?\n(?:Namespace|Roles|Labels):/m.test(text);
}

async function manifestsBelow(files: MustGatherFiles, folder: string): Promise<readonly string[]> {
  const { files: names, folders, links } = await files.list(folder);
  const here = [...names].filter((name) => manifest.test(name) || isTextFile(name)).toSorted();
  const below: string[] = [];
  for (const name of [...folders].filter((each) => links?.has(each) !== true).toSorted()) {
    if (below.length <= mostFiles) below.push(...(await manifestsBelow(files, inFolder(folder, name))));
  }
  return [...here.map((name) => inFolder(folder, name)), ...below];
}
