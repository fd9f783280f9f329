import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";

/** The most files that are opened in one folder, where the first ones do not state the namespace. */
const maxOpenedFiles = 3;

/**
 * The namespace whose objects stand in a folder, which a user may have renamed. The first of these states it:
 *
 * 1. the `<namespace>.yaml` that inspect writes: by its name where the folder has the same, else by its content;
 * 2. an object in `crs` or `core`;
 * 3. the name of the folder.
 *
 * @param crs The folder of custom resources, which may stand elsewhere.
 */
export async function findNamespaceOfFolder(
  files: MustGatherFiles,
  folder: string,
  folderName: string,
  crs: string = joinFolder(folder, "crs"),
): Promise<string> {
  const listing = await files.list(folder);
  if (listing.files.has(`${folderName}.yaml`)) return folderName;
  const yamlFiles = [...listing.files].filter((name) => name.endsWith(".yaml"));
  for (const name of yamlFiles.slice(0, maxOpenedFiles)) {
    const text = await readOrEmpty(files, joinFolder(folder, name));
    if (/^kind: Namespace\s*$/m.test(text))
      return /^ {2}name: ["']?([a-z0-9-]+)["']?\s*$/m.exec(text)?.[1] ?? folderName;
  }
  const hasCrs = crs === "" || listing.folders.has("crs");
  const crsFolders = hasCrs ? [...(await files.list(crs)).folders].slice(0, maxOpenedFiles) : [];
  const objectFolders = crsFolders.map((name) => joinFolder(crs, name));
  if (listing.folders.has("core")) objectFolders.push(joinFolder(folder, "core"));
  for (const objectFolder of objectFolders) {
    const namespace = await readNamespaceOfObjects(files, objectFolder);
    if (namespace !== undefined) return namespace;
  }
  return folderName;
}

/** The namespace that the first objects in a folder state. */
async function readNamespaceOfObjects(files: MustGatherFiles, folder: string): Promise<string | undefined> {
  const { files: names } = await files.list(folder);
  for (const name of [...names].slice(0, maxOpenedFiles)) {
    const text = await readOrEmpty(files, joinFolder(folder, name));
    const namespace = /^ {2,4}namespace: ["']?([a-z0-9-]+)["']?\s*$/m.exec(text)?.[1];
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** The text of a file. Empty where it cannot be read. */
export async function readOrEmpty(files: MustGatherFiles, path: string): Promise<string> {
  const read = await files.read(path);
  return read.refusal === undefined ? read.text : "";
}
