import { type GatherFiles, inFolder } from "./archive/archive-files.ts";

/**
 * The namespace whose objects stand in a folder, which a user may have renamed. The `<namespace>.yaml` that inspect
 * writes decides, else the first of its objects. Without both it is the name of the folder.
 */
export async function findNamespaceFolder(
  files: GatherFiles,
  folder: string,
  name: string,
  crs: string = inFolder(folder, "crs"),
): Promise<string> {
  const { files: names, folders } = await files.list(folder);
  if (names.has(`${name}.yaml`)) return name;
  for (const file of [...names].filter((each) => each.endsWith(".yaml")).slice(0, most)) {
    const text = await textOf(files, inFolder(folder, file));
    if (/^kind: Namespace\s*$/m.test(text)) return /^ {2}name: ["']?([a-z0-9-]+)["']?\s*$/m.exec(text)?.[1] ?? name;
  }
  const kinds = crs === "" || folders.has("crs") ? (await files.list(crs)).folders : new Set<string>();
  const core = folders.has("core") ? inFolder(folder, "core") : undefined;
  for (const place of [...[...kinds].slice(0, most).map((kind) => inFolder(crs, kind)), ...(core ? [core] : [])]) {
    for (const file of [...(await files.list(place)).files].slice(0, most)) {
      const found = /^ {2,4}namespace: ["']?([a-z0-9-]+)["']?\s*$/m.exec(await textOf(files, inFolder(place, file)));
      if (found?.[1] !== undefined) return found[1];
    }
  }
  return name;
}

/** The most files that are opened in one folder, where the first ones do not state the namespace. */
const most = 3;

async function textOf(files: GatherFiles, path: string): Promise<string> {
  const read = await files.read(path);
  return read.refusal === undefined ? read.text : "";
}
