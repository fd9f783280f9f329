import type { Damage } from "../../model/snapshot.ts";
import type { InputBudget } from "../../parse/input-budget.ts";
import { hasYaml } from "../../parse/pasted/fences.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import { skippedFileText } from "../errors/file-errors.ts";
import type { FilesRead } from "../files/read-objects.ts";
import { readTextObjects, type TextObjects } from "../files/text-objects.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import { isTextFile } from "./wanted-files.ts";

/**
 * The objects in all manifests of an archive or folder that is no must-gather, by the names of the files, and in its
 * text files that hold YAML or a description. A manifest that cannot be read is damage. A text file without an object
 * is no damage.
 * @throws InputLimitError where they hold more than `budget` has left.
 */
export async function readPlainFiles(files: MustGatherFiles, where: string, budget: InputBudget): Promise<FilesRead> {
  const read: TextObjects[] = [];
  const damage: Damage[] = [];
  for (const path of await manifestsBelow(files, "")) {
    const input = await files.read(path);
    const isManifest = manifest.test(path);
    if (input.refusal !== undefined) {
      if (isManifest) damage.push({ where: path, cause: skippedFileText(input.refusal) });
      continue;
    }
    budget.take("bytes", where, input.bytes);
    if (!isManifest && !mayHoldObjects(input.text)) continue;
    const file = readTextObjects(input.text, path, budget);
    if (isManifest || file.objects.length > 0) read.push(file);
  }
  return {
    objects: uniqueObjects(read.flatMap(({ objects }) => objects)),
    damage: [...files.damage(), ...damage, ...read.flatMap((file) => file.damage)],
    files: read.length,
    pasted: read.flatMap(({ pasted = [] }) => pasted),
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
    below.push(...(await manifestsBelow(files, joinFolder(folder, name))));
  }
  return [...here.map((name) => joinFolder(folder, name)), ...below];
}
